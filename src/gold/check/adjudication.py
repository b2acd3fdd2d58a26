"""What annotators and those who settled their disagreements said, held against the labels."""

from __future__ import annotations

from collections.abc import Iterator

from gold.check.rule import Found, Rule
from gold.check.subject import Subject
from gold.model.case import Case


def contradicted(subject: Subject) -> Iterator[Found]:
    """Labels of another grade than the item was settled at."""
    settled = subject.adjudications
    if settled is None:
        return
    cases = {case.query_id: case for case in subject.cases}
    for row, line in zip(settled.rows, settled.lines, strict=True):
        case = cases.get(row.query_id)
        grades = [] if case is None else _grades(subject, case, row.passage_id)
        if case is not None and grades and row.grade not in grades:
            labelled = " and ".join(map(str, sorted(set(grades))))
            message = (
                f"{row.passage_id!r} was settled at grade {row.grade} (line {line} of adjudicated.jsonl) and is "
                f"labelled {labelled}: relabel it, or settle it again with a later date"
            )
            yield Found(message, row.query_id)


def _grades(subject: Subject, case: Case, passage_id: str) -> list[int]:
    """The grades of the labels that name a passage, or that this passage alone holds."""
    places = subject.places.get(case.query_id, ())
    grades = [label.grade for label in case.labels if label.passage_id == passage_id]
    for label, placed in zip(case.labels, places, strict=False):
        if label.passage_id is None and placed.holders == (passage_id,):
            grades.append(label.grade)
    return grades


RULES = (
    Rule(
        "adjudication",
        "warning",
        "set",
        "A label of another grade than `adjudicated.jsonl` says.",
        "Somebody settled it, and every score is still taken with the grade that was wrong.",
        "Relabel it in the next version, or settle it again with a later date and a reason.",
        contradicted,
    ),
)
