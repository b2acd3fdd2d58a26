"""Stable cases, which left the set because every run answers them: whether somebody broke one unseen."""

from __future__ import annotations

from typing import Any, ClassVar, NamedTuple

import msgspec

from gold.curate.retire import FIRST
from gold.measure.diagnosis import Diagnosis, diagnoses, failed, losses
from gold.measure.score import RunScore
from gold.model.words import listed
from gold.pages.documents import case_values
from gold.pages.frame import Frame, set_frame
from gold.pages.ingredients import Stable
from gold.pages.material import Material
from gold.pages.measures import MeasureName, named
from gold.pages.numbers import DASH, counted, figure, grouped
from gold.pages.outcome import STAGES, document_beside
from gold.pages.verdicts import sign_of

MOST_RUNS = 6
MOST_CASES = 200
NAMED = 8


class StableSaid(NamedTuple):
    """What the newest run made of the stable cases, in a sentence; `warns` where a person should know of it."""

    text: str
    tone: str
    warns: bool

    @property
    def sign(self) -> str:
        return sign_of(self.tone)


class StableRun(NamedTuple):
    """A run that was asked stable cases: of how many, the shares answered and answered first, and those it failed."""

    name: str
    date: str
    build: str
    asked: str
    answered: str
    first: str
    failed: str


class StableCase(NamedTuple):
    """A stable case: the rank of its answer in each run of the page, or why there is none."""

    query_id: str
    query: str
    answer: str
    ranks: tuple[tuple[str, bool], ...]


class StablePage(msgspec.Struct, frozen=True):
    """`runs` are the newest first, `columns` the first of them; `rows` those that the newest fails first."""

    template: ClassVar[str] = "stable.html"
    frame: Frame
    said: StableSaid
    size: int
    measure: MeasureName
    first: MeasureName
    runs: tuple[StableRun, ...]
    columns: tuple[str, ...]
    rows: tuple[StableCase, ...]
    more: int


def stable_page(material: Material, stable: Stable) -> StablePage:
    """The page of the stable cases."""
    newest = tuple(reversed(stable.scores))
    came = [_came(material, score) for score in newest[:MOST_RUNS]]
    cases = newest[0].scored.cases if newest else ()
    order = sorted(range(len(cases)), key=lambda at: (not (came[0][at][1]), at)) if newest else []
    rows = tuple(
        StableCase(cases[at].query_id, cases[at].query, cases[at].answer or "", tuple(some[at] for some in came))
        for at in order[:MOST_CASES]
    )
    return StablePage(
        frame=set_frame(material.testset, "Stable cases", "stable.html"),
        said=stable_said(material, stable),
        size=len(stable.version.cases),
        measure=named(material.bar.measure),
        first=named(FIRST),
        runs=tuple(_run(material, score) for score in newest),
        columns=tuple(score.run.name for score in newest[:MOST_RUNS]),
        rows=rows,
        more=len(order) - len(rows),
    )


def stable_said(material: Material, stable: Stable) -> StableSaid:
    """Whether the newest run that was asked the stable cases still answers them."""
    if not stable.version.cases:
        return StableSaid("stable.yaml holds no case.", "plain", False)
    cases = counted(len(stable.version.cases), "stable case")
    if not stable.scores:
        return StableSaid(f"No run was asked any of {cases}: nobody would see one break.", "unknown", True)
    score, newest = stable.scores[-1], material.scores[-1]
    lost = _failed(score)
    of = f"{grouped(int(score.counted.sum()))} of {cases}"
    if lost:
        said = f"{score.run.name}, asked {of}, fails {grouped(len(lost))}: {listed(lost, NAMED)}."
        return StableSaid(said, "worse", True)
    if score.run.name != newest.run.name:
        said = f"{newest.run.name}, the newest run, was asked none of {cases}; {score.run.name} answered {of}."
        return StableSaid(said, "unknown", True)
    return StableSaid(f"{score.run.name} still answers {of}, all that it was asked.", "better", False)


def _failed(score: RunScore) -> list[str]:
    return [case.query_id for case, missed in zip(score.scored.cases, failed(score).tolist(), strict=True) if missed]


def _came(material: Material, score: RunScore) -> list[tuple[str, bool]]:
    """For each case where the answer stood, or why it did not, and whether the case failed."""
    found = diagnoses(score, losses(score.scored, material.bar), every_document=True)
    asked = score.counted.tolist()
    return [(_rank(came) if was else "not asked", miss) for came, was, miss in zip(
        found, asked, failed(score).tolist(), strict=True)]  # fmt: skip


def _rank(came: Diagnosis | None) -> str:
    if came is None:
        return DASH
    if came.cause is not None and came.rank is None:
        return STAGES[came.cause] + document_beside(came.rank, came.document_rank)
    return DASH if came.rank is None else f"rank {came.rank}" + document_beside(came.rank, came.document_rank)


def _run(material: Material, score: RunScore) -> StableRun:
    answered, first = (score.overall.means[measure] for measure in (material.bar.measure, FIRST))
    lost = _failed(score)
    return StableRun(
        name=score.run.name,
        date=score.run.sidecar.date or DASH,
        build=score.build or DASH,
        asked=f"{grouped(int(score.counted.sum()))} of {grouped(len(score.scored.cases))}",
        answered=figure(answered.value),
        first=figure(first.value),
        failed=listed(lost, NAMED) or "none",
    )


def stable_document(stable: Stable) -> dict[str, Any]:
    """The stable cases, and each run's values on them, as JSON."""
    names = list(stable.version.query_ids)
    return {"cases": names, "runs": [_run_document(score) for score in reversed(stable.scores)]}


def _run_document(score: RunScore) -> dict[str, Any]:
    return {
        "run": score.run.name,
        "build": score.build,
        "n": score.overall.n,
        "not_asked": list(score.named.not_asked),
        "measures": {str(measure): score.overall.means[measure].value for measure in score.measures},
        "cases": case_values(score),
    }
