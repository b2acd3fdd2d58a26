"""The labels of a version, resolved, as columns: what every run on the same build is probed with."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
import numpy as np
from numpy.typing import NDArray

from gold.model.bare import BareCases
from gold.model.case import Case
from gold.model.run import Ids
from gold.resolve.resolution import Resolution

Ints = NDArray[np.int64]
Bools = NDArray[np.bool_]


class Judged(msgspec.Struct, frozen=True, eq=False):
    """Labels in case order (`first[i]:first[i + 1]` are those of case i) and the passages that hold them.

    A *key* is `case * len(passages) + passage`, so one sorted array answers "is this pair judged?".
    `holder_label`/`holder_key` list the passages that hold a label whole; a group (of a split label)
    is reached when all its `member_key` are.
    """

    query_ids: tuple[str, ...]
    first: Ints
    grade: Ints
    part: Ints
    distractor: Bools
    held: Bools
    passages: Ids
    holder_label: Ints
    holder_key: Ints
    group_label: Ints
    member_group: Ints
    member_key: Ints
    keys: Ints
    best_grade: Ints
    """The best grade that a pair of `keys` holds whole; meaningful where `whole` is set."""
    whole: Bools

    @property
    def cases(self) -> int:
        return len(self.query_ids)

    @property
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
    case = np.repeat(np.arange(len(cases)), np.diff(cases.first))
    key = case * max(len(cases.passages), 1) + cases.passages.codes
    order = np.argsort(key)
    return Judged(
        query_ids=cases.query_ids,
        first=cases.first,
        grade=cases.grades,
        part=np.full(len(label), -1),
        distractor=np.zeros(len(label), dtype=np.bool_),
        held=np.ones(len(label), dtype=np.bool_),
        passages=Ids(cases.passages.all_names()),
        holder_label=label,
        holder_key=key,
        group_label=none,
        member_group=none,
        member_key=none,
        keys=key[order],
        best_grade=cases.grades[order],
        whole=np.ones(len(label), dtype=np.bool_),
    )


def _laid_out(cases: Sequence[Case], resolution: Resolution) -> Judged:
    first, grade, part = [0], list[int](), list[int]()
    distractor, held = list[bool](), list[bool]()
    code_of: dict[str, int] = {}
    holders: list[tuple[int, int, int]] = []
    groups: list[tuple[int, int, tuple[int, ...]]] = []
    for index, (case, places) in enumerate(zip(cases, resolution.labels, strict=True)):
        parts: dict[str, int] = {}
        for label, placed in zip(case.labels, places, strict=True):
            number = len(grade)
            grade.append(label.grade)
            part.append(-1 if label.part is None else parts.setdefault(label.part, len(parts)))
            distractor.append(label.distractor is True)
            held.append(placed.held)
            for passage in placed.holders:
                holders.append((number, index, code_of.setdefault(passage, len(code_of))))
            for group in placed.groups:
                groups.append((number, index, tuple(code_of.setdefault(p, len(code_of)) for p in group)))
        first.append(len(grade))
    width = max(len(code_of), 1)
    holder = np.array(holders, dtype=np.int64).reshape(-1, 3)
    members = [(g, case * width + passage) for g, (_, case, group) in enumerate(groups) for passage in group]
    member = np.array(members, dtype=np.int64).reshape(-1, 2)
    holder_key = holder[:, 1] * width + holder[:, 2]
    grades = np.array(grade, dtype=np.int64)
    keys = np.sort(np.concatenate([holder_key, member[:, 1]]))
    keys = keys[np.diff(keys, prepend=-1) > 0]
    best = np.full(len(keys), np.iinfo(np.int64).min)
    np.maximum.at(best, np.searchsorted(keys, holder_key), grades[holder[:, 0]])
    return Judged(
        query_ids=tuple(case.query_id for case in cases),
        first=np.array(first, dtype=np.int64),
        grade=grades,
        part=np.array(part, dtype=np.int64),
        distractor=np.array(distractor, dtype=np.bool_),
        held=np.array(held, dtype=np.bool_),
        passages=Ids(tuple(code_of)),
        holder_label=holder[:, 0],
        holder_key=holder_key,
        group_label=np.array([group[0] for group in groups], dtype=np.int64),
        member_group=member[:, 0],
        member_key=member[:, 1],
        keys=keys,
        best_grade=best,
        whole=best > np.iinfo(np.int64).min,
    )
