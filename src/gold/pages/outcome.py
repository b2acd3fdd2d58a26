"""What a run did with a case, in words: the step at which the way to the answer broke, or where it was found."""

from __future__ import annotations

from typing import NamedTuple

from gold.measure.diagnosis import Cause, Diagnosis
from gold.model.case import Case
from gold.pages.numbers import grouped
from gold.pages.rows import Answer

STAGES: dict[Cause, str] = {
    "not_ingested": "not ingested",
    "stale_label": "stale label",
    "not_placed": "not placed",
    "missing": "missing",
    "refused": "refused",
    "ranked_out": "ranked out",
    "wrong_passage": "wrong passage",
    "not_retrieved": "not retrieved",
}
LOST = {
    "not_ingested": "Not ingested: the document that holds the answer is not in this build.",
    "stale_label": "Stale label: its document is here, and nothing in it holds the label now. No fault of the run.",
    "not_placed": "Not placed: the label is a text, and the run names no corpus to look in.",
}
UNKNOWN_STAGE = "not ingested: answer unknown"
DISTRACTED = " A distractor stands above."


class Outcome(NamedTuple):
    """`stage` is short and stands in lists; `sentence` explains it; `rank` is where the answer is reached.

    `document_rank` is where a document that answers first stands.
    """

    stage: str
    sentence: str
    tone: str
    rank: int | None = None
    document_rank: int | None = None


def document_beside(rank: int | None, document_rank: int | None) -> str:
    """Where the document first stands, beside a passage's rank; nothing where that is the same, or nowhere."""
    return "" if document_rank in (None, rank) else f", its document at rank {document_rank}"


def outcome(case: Case, answer: Answer, cut: int) -> Outcome:
    """Where the way from the corpus to the answer broke, if it did."""
    if answer.status == "not asked":
        return Outcome("not asked", "Not asked by this run: left out of its scores.", "plain")
    if case.supporting is not None:
        unknown = "Not ingested, as far as anybody knows: nobody has found the answer yet. Not scored."
        return Outcome(UNKNOWN_STAGE, unknown, "plain")
    if case.is_unanswerable:
        return _unanswerable(answer)
    came = answer.came
    if came is None:
        return Outcome("undefined", "No label of positive grade: left out of the scores.", "plain")
    said = _found(came, answer) if came.cause is None else _failed(came, came.cause, answer, cut)
    ranks = (came.rank, came.document_rank)
    return Outcome(said.stage, said.sentence + (DISTRACTED if came.distracted else ""), said.tone, *ranks)


def _unanswerable(answer: Answer) -> Outcome:
    if answer.status == "missing":
        return Outcome("missing", "The run has no such question.", "plain")
    if answer.refused is None:
        return Outcome("not measurable", "The run can say neither that it refused nor that it did not.", "plain")
    if answer.refused:
        return Outcome("rightly refused", "Refused, as it should: the corpus holds no answer.", "better")
    return Outcome("not refused", "Did not refuse, though the corpus holds no answer.", "worse")


def _found(came: Diagnosis, answer: Answer) -> Outcome:
    where = f"the answer is complete at rank {came.rank}"
    if answer.refused:
        return Outcome("refused", f"Refused, though {where}.", "worse")
    if came.answered_wrong:
        return Outcome("answered wrong", f"Answered wrong, though {where}.", "worse")
    return Outcome("found", f"Found: {where}.", "better")


def _failed(came: Diagnosis, cause: Cause, answer: Answer, cut: int) -> Outcome:
    if cause in LOST:
        return Outcome(STAGES[cause], LOST[cause], "unknown")
    return Outcome(STAGES[cause], _sentence(came, cause, answer, cut), "worse")


def _sentence(came: Diagnosis, cause: Cause, answer: Answer, cut: int) -> str:
    where = f"the answer is complete at rank {came.rank}"
    if cause == "missing":
        return "The run has no such question: it scores 0."
    if cause == "refused":
        return "Refused a question that can be answered." if came.rank is None else f"Refused, though {where}."
    if cause == "ranked_out":
        return f"Ranked out: {where}, below the first {cut}."
    if cause == "wrong_passage":
        other = f"another passage of the right document stands at rank {came.document_rank}"
        return f"Wrong passage: {other}, and none that answers is in the list."
    none = f"none of its {grouped(answer.returned)} results holds it"
    why = {0: "the run returned no result", 1: "its one result does not hold it"}.get(answer.returned, none)
    if came.document_rank is None:
        return f"Not retrieved: {why}."
    return f"Not retrieved: {why}; another passage of its document stands at rank {came.document_rank}."
