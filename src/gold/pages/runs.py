"""Every run of a set: what it is, what it scored over all and over winnable cases, and what was odd about it."""

from __future__ import annotations

import json
from collections import Counter
from typing import ClassVar

import msgspec

from gold.measure.diagnosis import CAUSES, Cause
from gold.measure.score import RunScore
from gold.model.run import Run
from gold.pages.classes import winnable_beside
from gold.pages.duels import DuelsPart, duels_part
from gold.pages.failures import failures_of
from gold.pages.frame import Frame, set_frame
from gold.pages.material import Material
from gold.pages.measures import MeasureName, named
from gold.pages.notes import Note, run_notes
from gold.pages.numbers import figure, grouped
from gold.pages.outcome import STAGES
from gold.pages.rival import rival
from gold.pages.run_head import RunHead, pair_first, run_head
from gold.pages.trends import Trends, trends
from gold.pages.who import who_note

COUNTED = {
    "missing": "missing, scored 0",
    "not_asked": "not asked, left out",
    "earlier_words": "reworded since",
    "extra": "not in the set, ignored",
    "duplicates": "results repeated",
    "ties": "results tied",
    "foreign": "results not in the build",
    "undefined": "undefined, left out",
    "unwinnable": "cannot be answered",
}


class Score(msgspec.Struct, frozen=True):
    """One measure of one run: over all cases, and over winnable ones where that differs."""

    value: str
    n: int
    winnable: str


class RunRow(msgspec.Struct, frozen=True):
    """One scored run; `scores` follow the page's measures, `counts` its kinds of odd cases, `causes` its causes."""

    head: RunHead
    anchor: str
    facts: tuple[tuple[str, str], ...]
    scores: tuple[Score, ...]
    counts: tuple[str, ...]
    failed: str
    causes: tuple[str, ...]
    notes: tuple[Note, ...]


class UnscoredRow(msgspec.Struct, frozen=True):
    """A run without numbers, and why."""

    name: str
    facts: tuple[tuple[str, str], ...]
    why: str


class RunsPage(msgspec.Struct, frozen=True):
    """`kinds` names what `counts` of each row counts; `above` is the run that scores above the candidate."""

    template: ClassVar[str] = "runs.html"
    frame: Frame
    above: str
    measures: tuple[MeasureName, ...]
    kinds: tuple[str, ...]
    causes: tuple[str, ...]
    rows: tuple[RunRow, ...]
    unscored: tuple[UnscoredRow, ...]
    duels: DuelsPart | None
    trends: Trends | None
    notes: tuple[Note, ...]


def runs_page(material: Material) -> RunsPage:
    """All runs: the candidate, the baseline, then the others, the best first."""
    pairs = [(score, Counter(came.cause for _, came in failures_of(material, score))) for score in pair_first(material)]
    best = rival(material)
    causes = [cause for cause in CAUSES if any(seen[cause] for _, seen in pairs)]
    return RunsPage(
        frame=set_frame(material.testset, "Runs", "runs.html"),
        above="" if best is None else best.text,
        measures=tuple(map(named, material.measures)),
        kinds=tuple(COUNTED.values()),
        causes=tuple(STAGES[cause] for cause in causes),
        rows=tuple(
            _row(material, score, at, seen, tuple(grouped(seen[cause]) for cause in causes))
            for at, (score, seen) in enumerate(pairs, start=1)
        ),
        unscored=tuple(UnscoredRow(u.run.name, facts(u.run), u.why) for u in material.unscored),
        duels=duels_part(material),
        trends=trends(material),
        notes=who_note(material),
    )


def _row(material: Material, score: RunScore, at: int, seen: Counter[Cause | None], causes: tuple[str, ...]) -> RunRow:
    return RunRow(
        head=run_head(material, score),
        anchor=f"run-{at}",
        facts=(*facts(score.run), ("results", grouped(score.run.rows))),
        scores=tuple(_score(material, score, at) for at in range(len(material.measures))),
        counts=tuple(grouped(score.named.size(kind)) for kind in COUNTED),
        failed=f"{grouped(seen.total())} of {grouped(int(score.counted.sum()))}",
        causes=causes,
        notes=run_notes(material, score),
    )


def _score(material: Material, score: RunScore, at: int) -> Score:
    measure = material.measures[at]
    mean = score.overall.means[measure]
    return Score(figure(mean.value), mean.n, winnable_beside(score.overall, material, at))


def facts(run: Run) -> tuple[tuple[str, str], ...]:
    """What the sidecar says of a run."""
    said = run.sidecar
    pairs = [
        ("system", said.system),
        ("build", said.corpus),
        ("asked version", said.version),
        ("date", said.date),
        ("commit", said.commit),
        ("replays history", "yes" if said.replays_history else "no"),
        ("refuses below", None if said.abstain_below is None else f"{said.abstain_below:g}"),
        ("note", said.note),
    ]
    settings = sorted((said.settings or {}).items())
    pairs += [
        (name, value if isinstance(value, str) else json.dumps(value, sort_keys=True, default=str))
        for name, value in settings
    ]
    return tuple((name, value) for name, value in pairs if value is not None)
