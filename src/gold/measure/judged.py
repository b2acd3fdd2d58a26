"""The labels of a version, resolved, as columns: what every run on the same build is probed with."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import NamedTuple

import msgspec
import numpy as np

from gold.measure.pairs import Pairs, pairs_of
from gold.model.bare import BareCases
from gold.model.case import Case
from gold.model.ids import Bools, Ints, column_of
from gold.resolve.resolution import Resolution

LOWEST = np.iinfo(np.int64).min


class Judged(msgspec.Struct, frozen=True, eq=False, dict=True):
    """Labels in case order (`first[i]:first[i + 1]` are those of case i) and the passages that hold them.

    `holder_label`/`holder_pair` list the pairs (places in `pairs`) that hold a label whole; a group (of a
    split label) is reached when all its `member_pair` are. `best_grade` is the best grade that a pair
    holds whole; meaningful where `whole` is set.
    """

    query_ids: tuple[str, ...]
    first: Ints
    grade: Ints
    part: Ints
    distractor: Bools
    held: Bools
    pairs: Pairs
    holder_label: Ints
    holder_pair: Ints
    group_label: Ints
    member_group: Ints
    member_pair: Ints
    best_grade: Ints
    whole: Bools

    @property
    def cases(self) -> int:
        return len(self.query_ids)

    @cached_property
    def case_of_label(self) -> Ints:
        return np.repeat(np.arange(self.cases, dtype=np.int64), np.diff(self.first))


def judged(cases: Sequence[Case], resolution: Resolution) -> Judged:
    """Lay the labels of `cases` and where they lie (same order) out as columns."""
    if isinstance(cases, BareCases) and resolution.build is None:
        return _bare(cases)
    return _laid_out(cases, resolution)


def _bare(cases: BareCases) -> Judged:
    """Labels that are columns already: each lies in the passage that it names."""
    none = np.zeros(0, dtype=np.int64)
    label = np.arange(len(cases.grades))
    pairs, pair = pairs_of(np.repeat(np.arange(len(cases)), np.diff(cases.first)), cases.passages)
    best, whole = best_grades(len(pairs), pair, cases.grades)
    return Judged(
        query_ids=cases.query_ids,
        first=cases.first,
        grade=cases.grades,
        part=np.full(len(label), -1),
        distractor=np.zeros(len(label), dtype=np.bool_),
        held=np.ones(len(label), dtype=np.bool_),
        pairs=pairs,
        holder_label=label,
        holder_pair=pair,
        group_label=none,
        member_group=none,
        member_pair=none,
        best_grade=best,
        whole=whole,
    )


def _laid_out(cases: Sequence[Case], resolution: Resolution) -> Judged:
    rows = _rows(cases, resolution)
    whole_ones = len(rows.holder_case)
    named = column_of(rows.holder_passage + rows.member_passage)
    pairs, pair = pairs_of(_ints(rows.holder_case + rows.member_case), named)
    grades, holder_label, holder_pair = _ints(rows.grade), _ints(rows.holder_label), pair[:whole_ones]
    best, whole = best_grades(len(pairs), holder_pair, grades[holder_label])
    return Judged(
        query_ids=tuple(case.query_id for case in cases),
        first=_ints(rows.first),
        grade=grades,
        part=_ints(rows.part),
        distractor=np.array(rows.distractor, dtype=np.bool_),
        held=np.array(rows.held, dtype=np.bool_),
        pairs=pairs,
        holder_label=holder_label,
        holder_pair=holder_pair,
        group_label=_ints(rows.group_label),
        member_group=_ints(rows.member_group),
        member_pair=pair[whole_ones:],
        best_grade=best,
        whole=whole,
    )


class _Rows(NamedTuple):
    """What a label has, a row each; then the passages that hold one whole, and those of the groups of split ones."""

    first: list[int]
    grade: list[int]
    part: list[int]
    distractor: list[bool]
    held: list[bool]
    holder_label: list[int]
    holder_case: list[int]
    holder_passage: list[str]
    group_label: list[int]
    member_group: list[int]
    member_case: list[int]
    member_passage: list[str]


def _rows(cases: Sequence[Case], resolution: Resolution) -> _Rows:
    rows = _Rows([0], [], [], [], [], [], [], [], [], [], [], [])
    first, grade, part, distractor, held, holder_label, holder_case, holder_passage, *_ = rows
    for index, (case, places) in enumerate(zip(cases, resolution.labels, strict=True)):
        parts: dict[str, int] = {}
        for label, placed in zip(case.labels, places, strict=True):
            number = len(grade)
            grade.append(label.grade)
            part.append(-1 if label.part is None else parts.setdefault(label.part, len(parts)))
            distractor.append(label.distractor is True)
            held.append(placed.held)
            for passage in placed.holders:
                holder_label.append(number)
                holder_case.append(index)
                holder_passage.append(passage)
            for group in placed.groups:
                rows.member_group.extend([len(rows.group_label)] * len(group))
                rows.member_case.extend([index] * len(group))
                rows.member_passage.extend(group)
                rows.group_label.append(number)
        first.append(len(grade))
    return rows


def best_grades(pairs: int, holder_pair: Ints, grades: Ints) -> tuple[Ints, Bools]:
    """The best grade that each pair holds whole, and whether it holds any."""
    best = np.full(pairs, LOWEST)
    np.maximum.at(best, holder_pair, grades)
    return best, best > LOWEST


def _ints(values: list[int]) -> Ints:
    return np.array(values, dtype=np.int64)
