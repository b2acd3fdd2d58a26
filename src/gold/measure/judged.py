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
    first, grade, part = [0], list[int](), list[int]()
    distractor, held = list[bool](), list[bool]()
    for case, places in zip(cases, resolution.labels, strict=True):
        parts: dict[str, int] = {}
        for label, placed in zip(case.labels, places, strict=True):
            grade.append(label.grade)
            part.append(-1 if label.part is None else parts.setdefault(label.part, len(parts)))
            distractor.append(label.distractor is True)
            held.append(placed.held)
        first.append(len(grade))
    lie = _lying(resolution)
    whole_ones = len(lie.holder_case)
    pairs, pair = pairs_of(_ints(lie.holder_case + lie.member_case), column_of(lie.holder_passage + lie.member_passage))
    grades, holder_label, holder_pair = _ints(grade), _ints(lie.holder_label), pair[:whole_ones]
    best, whole = best_grades(len(pairs), holder_pair, grades[holder_label])
    return Judged(
        query_ids=tuple(case.query_id for case in cases),
        first=_ints(first),
        grade=grades,
        part=_ints(part),
        distractor=np.array(distractor, dtype=np.bool_),
        held=np.array(held, dtype=np.bool_),
        pairs=pairs,
        holder_label=holder_label,
        holder_pair=holder_pair,
        group_label=_ints(lie.group_label),
        member_group=_ints(lie.member_group),
        member_pair=pair[whole_ones:],
        best_grade=best,
        whole=whole,
    )


class _Lying(NamedTuple):
    """The passages that hold a label whole, and those of the groups of split ones, with their cases' places."""

    holder_label: list[int]
    holder_case: list[int]
    holder_passage: list[str]
    group_label: list[int]
    member_group: list[int]
    member_case: list[int]
    member_passage: list[str]


def _lying(resolution: Resolution) -> _Lying:
    lie = _Lying([], [], [], [], [], [], [])
    number = 0
    for index, places in enumerate(resolution.labels):
        for placed in places:
            lie.holder_label.extend([number] * len(placed.holders))
            lie.holder_case.extend([index] * len(placed.holders))
            lie.holder_passage.extend(placed.holders)
            for group in placed.groups:
                lie.member_group.extend([len(lie.group_label)] * len(group))
                lie.member_case.extend([index] * len(group))
                lie.member_passage.extend(group)
                lie.group_label.append(number)
            number += 1
    return lie


def best_grades(pairs: int, holder_pair: Ints, grades: Ints) -> tuple[Ints, Bools]:
    """The best grade that each pair holds whole, and whether it holds any."""
    best = np.full(pairs, LOWEST)
    np.maximum.at(best, holder_pair, grades)
    return best, best > LOWEST


def _ints(values: list[int]) -> Ints:
    return np.array(values, dtype=np.int64)
