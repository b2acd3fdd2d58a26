"""Turns small tables of grades into annotations."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from hypothesis import strategies as st

from gold.measure.agreement.agreement import Agreement, agreement_of
from gold.measure.agreement.ratings import Ratings, ratings_of
from gold.model.annotation import Annotation

Table = Sequence[Sequence[int | None]]


def annotated(table: Table, *, a_question: int = 1, **more: Any) -> list[Annotation]:
    """A row an item, a column an annotator, None where there is no grade; so many items make a question."""
    return [
        Annotation(
            query_id=f"q{row // a_question:03}", passage_id=f"p{row:03}", annotator=f"a{at:02}", grade=grade, **more
        )
        for row, grades in enumerate(table)
        for at, grade in enumerate(grades)
        if grade is not None
    ]


def rated(table: Table, **more: Any) -> Ratings:
    """The ratings of a table."""
    return ratings_of(annotated(table, **more))


def agreed(table: Table, *, resamples: int = 0, **more: Any) -> Agreement:
    """The agreement of a table."""
    return agreement_of(rated(table, **more), resamples)


def confusion(counts: Sequence[Sequence[int]]) -> list[list[int | None]]:
    """Items that give a table of two annotators: the first's grade is the row."""
    return [[a, b] for a, row in enumerate(counts) for b, n in enumerate(row) for _ in range(n)]


def counted(rows: Sequence[Sequence[int]]) -> list[list[int | None]]:
    """Items from how often each grade was given, for annotators who are all alike."""
    return [[grade for grade, n in enumerate(row) for _ in range(n)] for row in rows]


def as_array(table: Table) -> np.ndarray[Any, np.dtype[np.float64]]:
    """Annotators by items, NaN where there is no grade, as the krippendorff package wants it."""
    return np.array([[np.nan if grade is None else grade for grade in row] for row in table], dtype=np.float64).T


def tables(annotators: int = 4, *, gaps: bool = True) -> st.SearchStrategy[list[list[int | None]]]:
    """Random tables of up to 12 items, grades 0 to 3."""
    grade = st.integers(0, 3)
    cell: st.SearchStrategy[int | None] = st.one_of(st.none(), grade) if gaps else grade
    row = st.lists(cell, min_size=annotators, max_size=annotators)
    return st.lists(row, min_size=2, max_size=12)


def value(found: Mapping[str, float], name: str) -> float:
    """One entry as a float."""
    return float(found[name])
