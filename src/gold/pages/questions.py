"""All cases of a set in one table, those that lost most first: the way to every question."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, NamedTuple

import msgspec

from gold.pages.frame import Frame, set_frame
from gold.pages.material import Material
from gold.pages.measures import MeasureName, named
from gold.pages.numbers import figure, signed
from gold.pages.outcome import Outcome
from gold.pages.question import Shelf, outcome_of
from gold.pages.rows import CaseRow
from gold.pages.verdicts import turned

NO_RUN = Outcome("no run", "", "plain")


class QuestionRow(NamedTuple):
    """One case; `slug` is None where it has no page of its own."""

    query_id: str
    query: str
    slug: str | None
    classes: tuple[str, ...]
    outcome: Outcome
    before: str
    after: str
    change: str
    tone: str


class QuestionsPage(msgspec.Struct, frozen=True):
    """`without_page` counts the cases that the settings leave without a page."""

    template: ClassVar[str] = "questions.html"
    frame: Frame
    facets: tuple[str, ...]
    baseline: str | None
    candidate: str | None
    measure: MeasureName
    rows: tuple[QuestionRow, ...]
    without_page: int


def questions_page(material: Material, on: Shelf, rows: Sequence[CaseRow]) -> QuestionsPage:
    """The table of all cases."""
    changes = material.changes
    ordered = sorted(rows, key=lambda row: changes[row.case.query_id].delta if row.case.query_id in changes else 0.0)
    return QuestionsPage(
        frame=set_frame(material.testset, "Questions", "questions/index.html"),
        facets=material.facets,
        baseline=None if material.comparison is None else material.comparison.baseline.run.name,
        candidate=None if material.candidate is None else material.candidate.run.name,
        measure=named(material.moved_by),
        rows=tuple(_row(material, on, row) for row in ordered),
        without_page=len(rows) - len(material.paged),
    )


def _row(material: Material, on: Shelf, row: CaseRow) -> QuestionRow:
    case = row.case
    alone = material.candidate is not None
    change = material.changes.get(case.query_id)
    values = row.answers[0].values if alone else ()
    return QuestionRow(
        query_id=case.query_id,
        query=case.query,
        slug=row.slug if case.query_id in material.paged else None,
        classes=tuple(", ".join(case.classes(facet)) for facet in material.facets),
        outcome=outcome_of(on, row, 0) if alone else NO_RUN,
        before="" if change is None else figure(change.before),
        after=figure(change.after) if change is not None else figure(values[on.moved_by]) if values else "",
        change="" if change is None else signed(change.delta),
        tone="plain" if change is None else turned(change.delta),
    )
