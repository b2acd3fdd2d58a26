"""Where failures come from: the questions that a run failed by cause, per class, and what the lost ones lack."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import ClassVar, NamedTuple

import msgspec

from gold.measure.diagnosis import CAUSES, LOST, Cause, Diagnosis, failed
from gold.measure.score import RunScore
from gold.model.case import Case
from gold.pages.frame import Frame, set_frame
from gold.pages.material import Material
from gold.pages.measures import MeasureName, named
from gold.pages.missing_words import missing_words
from gold.pages.numbers import counted, grouped
from gold.pages.outcome import STAGES, UNKNOWN_STAGE
from gold.pages.run_head import RunHead, run_head
from gold.pages.two_shares import AnswersPart, answers_part

MOST_CASES = 60
MOST_WORDS = 30
BLAME: dict[Cause, str] = {
    "not_ingested": "The document that holds the answer is not in the build: mend the corpus.",
    "stale_label": "The document is there and the label is lost: judge it again. No fault of the run.",
    "not_placed": "A text anchor, and no corpus to look in: name the build that was searched.",
    "missing": "The run has no such question: run it again.",
    "refused": "The run refused a question that can be answered.",
    "ranked_out": "The answer is in the list, too far down: mend the ranking.",
    "wrong_passage": "The right document, and another passage of it: mend the cutting, or the order within it.",
    "not_retrieved": "No passage of the document stands that high: mend the retrieval, or the words.",
}
UNKNOWN = "unknown"
Failed = list[tuple[Case, Diagnosis]]


class CauseRow(NamedTuple):
    """One cause: how many questions of each run failed by it; `aside` says where that is not held against a run."""

    anchor: str
    stage: str
    aside: str
    counts: tuple[str, ...]
    mend: str


class ClassFailures(NamedTuple):
    """One class: how many of its questions failed, and of these how many by each cause of the page."""

    name: str
    failed: str
    counts: tuple[str, ...]


class FacetFailures(NamedTuple):
    """The classes of one facet, those that fail most first; `stages` head their counts."""

    facet: str
    stages: tuple[str, ...]
    rows: tuple[ClassFailures, ...]


class FailedCase(NamedTuple):
    """A question that the candidate failed; `lacking` are its words that its passages do not have."""

    query_id: str
    query: str
    href: str | None
    ranks: str
    marks: str
    lacking: tuple[str, ...]


class CauseCases(NamedTuple):
    """The candidate's questions of one cause."""

    anchor: str
    stage: str
    size: int
    cases: tuple[FailedCase, ...]
    more: int


class FailuresPage(msgspec.Struct, frozen=True):
    """`runs` are the candidate and the baseline; `words` say how many questions lack each word."""

    template: ClassVar[str] = "failures.html"
    frame: Frame
    said: str
    measure: MeasureName
    runs: tuple[RunHead, ...]
    causes: tuple[CauseRow, ...]
    facets: tuple[FacetFailures, ...]
    cases: tuple[CauseCases, ...]
    words: tuple[tuple[str, int], ...]
    answers: tuple[AnswersPart, ...]


def failures_page(material: Material) -> FailuresPage:
    """The candidate's failures, with the baseline's beside them; the baseline's alone where no candidate is scored."""
    pair = [score for score in (material.candidate, material.baseline) if score is not None]
    found = [failures_of(material, score) for score in pair]
    seen = [Counter(came.cause for _, came in some) for some in found]
    causes = [cause for cause in CAUSES if any(some[cause] for some in seen)]
    first: Failed = found[0] if found else []
    score = pair[0] if pair else None
    lacks = {} if score is None else _lacking(material, score, first)
    words = Counter(word for lacking in lacks.values() for word in lacking)
    unknown = [case for case in material.cases if case.supporting is not None]
    return FailuresPage(
        frame=set_frame(material.testset, "Failures", "failures.html"),
        said="No run is scored, so nothing failed." if score is None else _said(score, first),
        measure=named(material.bar.measure),
        runs=tuple(run_head(material, score) for score in pair),
        causes=tuple(
            CauseRow(cause, STAGES[cause], _aside(cause), tuple(grouped(some[cause]) for some in seen), BLAME[cause])
            for cause in causes
        )
        + _unknown_row(pair, unknown),
        facets=_facets(material, score, first, unknown),
        cases=(
            *(_cases(material, cause, first, lacks) for cause in causes if seen[0][cause]),
            *(_unknown_cases(material, unknown) if pair else ()),
        ),
        words=tuple(sorted(words.items(), key=lambda item: (-item[1], item[0]))[:MOST_WORDS]),
        answers=tuple(part for part in map(answers_part, pair) if part is not None),
    )


def _aside(cause: Cause) -> str:
    return "not the run\u2019s" if cause in LOST else ""


def _unknown_row(pair: Sequence[RunScore], unknown: Sequence[Case]) -> tuple[CauseRow, ...]:
    """The questions that nobody has found an answer to: not ingested, as far as anybody knows, in any run."""
    if not pair or not unknown:
        return ()
    counts = (grouped(len(unknown)),) * len(pair)
    mend = "Somebody looked and found no answer: bring the document in, or say that there is none."
    return (CauseRow(UNKNOWN, UNKNOWN_STAGE, "not scored", counts, mend),)


def failures_of(material: Material, score: RunScore) -> Failed:
    """The cases that the run failed, with why."""
    triples = zip(score.scored.cases, material.diagnoses[score.run.name], failed(score).tolist(), strict=True)
    return [(case, came) for case, came, missed in triples if missed and came is not None and came.cause is not None]


def _said(score: RunScore, found: Failed) -> str:
    """How many questions failed, and how many of them through no fault of the run."""
    of = counted(int(score.counted.sum()), "question")
    if not found:
        return f"{score.run.name} failed none of {of}."
    lost = sum(came.cause in LOST for _, came in found)
    if not lost:
        return f"{score.run.name} failed {grouped(len(found))} of {of}, all of which can be answered from its build."
    whose = f"{grouped(lost)} of them for labels or documents that are lost, through no fault of the run"
    return f"{score.run.name} failed {grouped(len(found))} of {of}: {whose}."


def _facets(
    material: Material, score: RunScore | None, found: Failed, unknown: Sequence[Case]
) -> tuple[FacetFailures, ...]:
    if score is None or not (found or unknown):
        return ()
    seen = {came.cause for _, came in found}
    causes = [cause for cause in CAUSES if cause in seen]
    return tuple(_facet(score, facet, found, causes, unknown) for facet in material.facets)


def _facet(
    score: RunScore, facet: str, found: Failed, causes: Sequence[Cause], unknown: Sequence[Case]
) -> FacetFailures:
    whole = Counter(
        name
        for case, asked in zip(score.scored.cases, score.counted.tolist(), strict=True)
        if asked
        for name in case.classes(facet)
    )
    seen = Counter((name, came.cause) for case, came in found for name in case.classes(facet))
    nowhere = Counter(name for case in unknown for name in case.classes(facet))
    lost = {name: sum(seen[name, cause] for cause in causes) for name in {*whole, *nowhere}}
    names = sorted(
        (name for name in lost if lost[name] or nowhere[name]),
        key=lambda name: (-lost[name] / (whole[name] or 1), name),
    )
    more = [f"{UNKNOWN_STAGE}, not scored"] if unknown else []
    return FacetFailures(
        facet,
        (*(STAGES[cause] for cause in causes), *more),
        tuple(
            ClassFailures(
                name,
                f"{lost[name]} of {whole[name]}",
                (*(grouped(seen[name, c]) for c in causes), *(grouped(nowhere[name]) for _ in more)),
            )
            for name in names
        ),
    )


def _lacking(material: Material, score: RunScore, found: Failed) -> dict[str, tuple[str, ...]]:
    """For each question that was not retrieved, its words that its passages lack."""
    build = material.build_of[score.build]
    if build.corpus is None:
        return {}
    passages = build.corpus.by_id
    cases = [case for case, came in found if came.cause == "not_retrieved"]
    return {case.query_id: missing_words(case, build.places[case.query_id], passages) for case in cases}


def _cases(material: Material, cause: Cause, found: Failed, lacks: dict[str, tuple[str, ...]]) -> CauseCases:
    chosen = [(case, came) for case, came in found if came.cause == cause]
    shown = tuple(
        FailedCase(
            case.query_id,
            case.query,
            material.href(case.query_id),
            _ranks(came),
            "a distractor stands above" if came.distracted else "",
            lacks.get(case.query_id, ()),
        )
        for case, came in chosen[:MOST_CASES]
    )
    return CauseCases(cause, STAGES[cause], len(chosen), shown, len(chosen) - len(shown))


def _unknown_cases(material: Material, unknown: Sequence[Case]) -> tuple[CauseCases, ...]:
    shown = tuple(
        FailedCase(case.query_id, case.query, material.href(case.query_id), "", "", ()) for case in unknown[:MOST_CASES]
    )
    return (CauseCases(UNKNOWN, UNKNOWN_STAGE, len(unknown), shown, len(unknown) - len(shown)),) if unknown else ()


def _ranks(came: Diagnosis) -> str:
    answer = "" if came.rank is None else f"answer at rank {came.rank}"
    document = "" if came.document_rank is None else f"document at rank {came.document_rank}"
    return ", ".join(filter(None, (answer, document)))
