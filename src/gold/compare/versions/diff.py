"""Two versions into what changed between their open parts, case by case and field by field."""

from __future__ import annotations

import numpy as np

from gold.compare.versions.change import CaseChange, Diff
from gold.compare.versions.fields import case_change
from gold.model.bare import BareCases
from gold.model.version import Version


def diff(old: Version, new: Version) -> Diff:
    """What changed in cases that neither version holds back: nobody learns from it what went into that part."""
    hidden = held_back(old) | held_back(new)
    return whole_diff(old.without(hidden), new.without(hidden)) if hidden else whole_diff(old, new)


def parted_diff(old: Version, new: Version) -> Diff:
    """What an author may tell of: a case that leaves the held-back part was added, one that goes into it removed.

    It names held-back cases, and is not to be shown.
    """
    return whole_diff(old.without(held_back(old)), new.without(held_back(new)))


def held_back(version: Version) -> frozenset[str]:
    """The ids that a version holds back."""
    if isinstance(version.cases, BareCases):
        return frozenset()
    return frozenset(case.query_id for case in version.cases if case.is_held_back)


def whole_diff(old: Version, new: Version) -> Diff:
    """What changed, in the held-back part too. Nothing of it may be shown.

    Added and changed cases stand in the order of the new version, removed ones in that of the old one.
    """
    if isinstance(old.cases, BareCases) and isinstance(new.cases, BareCases):
        return _bare_diff(old.cases, new.cases)
    before, after = old.by_id, new.by_id
    changed = (case_change(before[query_id], case) for query_id, case in after.items() if query_id in before)
    return Diff(
        added=tuple(query_id for query_id in after if query_id not in before),
        removed=tuple(query_id for query_id in before if query_id not in after),
        changed=tuple(change for change in changed if change is not None),
    )


def _bare_diff(old: BareCases, new: BareCases) -> Diff:
    """The same for labels alone: records are made only of questions whose rows differ."""
    before = {query_id: place for place, query_id in enumerate(old.query_ids)}
    after = {query_id: place for place, query_id in enumerate(new.query_ids)}
    changed: list[CaseChange] = []
    for query_id, place in after.items():
        home = before.get(query_id)
        if home is None or _same_rows(old, home, new, place):
            continue
        change = case_change(old[home], new[place])
        changed += [] if change is None else [change]
    return Diff(
        added=tuple(query_id for query_id in after if query_id not in before),
        removed=tuple(query_id for query_id in before if query_id not in after),
        changed=tuple(changed),
    )


def _same_rows(old: BareCases, home: int, new: BareCases, place: int) -> bool:
    """Whether two questions have the same words and the same judgments, in whatever order."""
    query_id = new.query_ids[place]
    rows = np.arange(old.first[home], old.first[home + 1])
    others = np.arange(new.first[place], new.first[place + 1])
    if len(rows) != len(others) or old.texts.get(query_id) != new.texts.get(query_id):
        return False
    keys, theirs = old.passages.keys[rows], new.passages.keys[others]
    if not np.array_equal(keys, theirs):
        rows, others = rows[np.argsort(keys, kind="stable")], others[np.argsort(theirs, kind="stable")]
    same_grades = np.array_equal(old.grades[rows], new.grades[others])
    return same_grades and bool(old.passages.same(rows, new.passages, others).all())
