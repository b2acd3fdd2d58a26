"""What a run did with a case, as the stage that it came to: not ingested, not retrieved, ranked out, answered."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from gold.measure.measure import Measure
from gold.measure.reach import UNREACHED
from gold.model.case import Case
from gold.pages.numbers import grouped
from gold.pages.rows import Answer


class Outcome(NamedTuple):
    """`stage` is short and stands in lists; `sentence` explains it; `rank` is where the answer is reached."""

    stage: str
    sentence: str
    tone: str
    rank: int | None


def deciding_cut(measures: Sequence[Measure]) -> int:
    """The depth within which an answer must stand: that of the first AnswerRecall or Success, else of the first cut."""
    first = next((m for m in measures if m.kind in ("AnswerRecall", "Success")), None)
    cut = first or next((m for m in measures if m.k is not None), None)
    return 10 if cut is None or cut.k is None else cut.k


def answer_rank(case: Case, ranks: Sequence[int], answer_grade: int) -> int | None:
    """The least depth at which the question is answered: by an unparted answer, or by one of every part.

    Where no label is of answer grade, the first label of positive grade counts.
    """
    alone, parts = UNREACHED, dict[str, int]()
    anything, graded = UNREACHED, False
    for label, rank in zip(case.labels, ranks, strict=False):
        if label.part is not None:
            parts.setdefault(label.part, UNREACHED)
        if label.grade >= answer_grade:
            graded = True
            if label.part is None:
                alone = min(alone, rank)
            else:
                parts[label.part] = min(parts[label.part], rank)
        if label.grade >= 1:
            anything = min(anything, rank)
    best = min(alone, max(parts.values(), default=UNREACHED)) if graded else anything
    return None if best == UNREACHED else best


def outcome(case: Case, answer: Answer, winnable: bool, answer_grade: int, cut: int) -> Outcome:
    """Where the way from the corpus to the answer broke, if it did."""
    if answer.status == "not asked":
        return Outcome("not asked", "Not asked by this run: left out of its scores.", "plain", None)
    if case.supporting is not None:
        return Outcome("unknown answer", "Nobody has found the answer yet: not scored.", "plain", None)
    if case.is_unanswerable:
        return _unanswerable(answer)
    if not any(label.grade >= 1 for label in case.labels):
        return Outcome("undefined", "No label of positive grade: left out of the scores.", "plain", None)
    if not winnable:
        return Outcome("not ingested", "Not ingested: no passage of this build holds the answer.", "worse", None)
    if answer.status == "missing":
        return Outcome("missing", "The run has no such question: it scores 0.", "worse", None)
    return _ranked(answer, answer_rank(case, answer.ranks, answer_grade), cut)


def _unanswerable(answer: Answer) -> Outcome:
    if answer.status == "missing":
        return Outcome("missing", "The run has no such question.", "plain", None)
    if answer.refused is None:
        return Outcome("not measurable", "The run can say neither that it refused nor that it did not.", "plain", None)
    if answer.refused:
        return Outcome("refused", "Refused, as it should: the corpus holds no answer.", "better", None)
    return Outcome("answered", "Did not refuse, though the corpus holds no answer.", "worse", None)


def _ranked(answer: Answer, rank: int | None, cut: int) -> Outcome:
    if rank is None and answer.refused:
        return Outcome("refused", "Refused a question that can be answered.", "worse", None)
    if rank is None:
        none = f"none of its {grouped(answer.returned)} results holds it"
        one = {0: "the run returned no result", 1: "its one result does not hold it"}
        why = one.get(answer.returned, none)
        return Outcome("not retrieved", f"Not retrieved: {why}.", "worse", None)
    if answer.refused:
        return Outcome("refused", f"Refused, though its list has the answer at rank {rank}.", "worse", rank)
    where = f"the answer is complete at rank {rank}"
    if rank > cut:
        return Outcome("ranked out", f"Ranked out: {where}, below the first {cut}.", "worse", rank)
    if answer.correct is False:
        return Outcome("answered wrong", f"Answered wrong, though {where}.", "worse", rank)
    return Outcome("found", f"Found: {where}.", "better", rank)
