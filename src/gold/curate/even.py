"""Sides that were chosen greedily into sides whose classes lie nearer to their shares: one exchange after another."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from gold.model.ids import Bools, Ints

Name = tuple[str, str]
FINE = 10_000
"""Parts of a case that are told apart: whole numbers, so that every machine chooses the same."""
ALL = 9
"""How much more the size of the whole part weighs than that of a class."""
MOST = 2_000
"""With more kinds of cases than these hardly two are of one kind, and every exchange costs the square of them."""


def evened(groups: Sequence[Mapping[Name, int]], held: Sequence[bool], wanted: Mapping[Name, float]) -> list[bool]:
    """Which groups are held back in the end; `wanted` says how many cases of each class should be among them.

    A greedy choice that follows one class at a time leaves another short where facets go together. So two groups
    change places, or one moves, as long as that brings the classes nearer to their shares (least squares; of equal
    exchanges the first in the given order). Groups of the same classes are one kind: no matter which of them moves.
    """
    names = sorted(wanted)
    kinds, kind_of = _kinds(groups, names)
    if len(kinds) > MOST:
        return list(held)
    of_sides = np.array([np.bincount(kind_of[np.array(held) == side], minlength=len(kinds)) for side in (0, 1)])
    off = FINE * (of_sides[1] @ kinds) - np.array([round(FINE * wanted[name]) for name in names], dtype=np.int64)
    weights = np.where([name == ("", "") for name in names], ALL, 1)
    apart = _apart(kinds, weights)
    while (found := _best(kinds, of_sides, off * weights, apart)) is not None:
        goes, comes = found
        off += FINE * (kinds[comes] - kinds[goes])
        of_sides[:, goes] += (1, -1)
        of_sides[:, comes] += (-1, 1)
    return _placed(kind_of, of_sides[1], held)


def _kinds(groups: Sequence[Mapping[Name, int]], names: Sequence[Name]) -> tuple[Ints, Ints]:
    """The distinct rows of counts by class, the empty one last, which stands for nobody; and each group's row."""
    numbers: dict[tuple[int, ...], int] = {}
    rows = [tuple(group.get(name, 0) for name in names) for group in groups]
    kind_of = [numbers.setdefault(row, len(numbers)) for row in rows]
    return np.array([*numbers, (0,) * len(names)], dtype=np.int64), np.array(kind_of, dtype=np.int64)


def _apart(kinds: Ints, weights: Ints) -> Ints:
    """The squared distance of any two kinds: shape (kinds, kinds). Whole numbers, also while they are floats."""
    rows = kinds.astype(np.float64)
    products: Ints = ((rows * weights) @ rows.T).astype(np.int64)
    own = np.diagonal(products)
    return own[:, None] + own[None, :] - 2 * products


def _best(kinds: Ints, of_sides: Ints, off: Ints, apart: Ints) -> tuple[int, int] | None:
    """The kinds of which one goes from and one comes to the held-back part at most gain; None: no gain is left."""
    there: Bools = of_sides > 0
    there[:, -1] = True
    pull = kinds @ off
    gain: Ints = FINE * apart + 2 * (pull[None, :] - pull[:, None])
    gain[~there[1], :] = 0
    gain[:, ~there[0]] = 0
    goes, comes = divmod(int(gain.argmin()), len(kinds))
    return None if gain[goes, comes] >= 0 else (goes, comes)


def _placed(kind_of: Ints, count: Ints, held: Sequence[bool]) -> list[bool]:
    """So many of each kind are held back: those that were before all others, then the first in the order."""
    left = count.copy()
    found = [False] * len(held)
    for at in sorted(range(len(held)), key=lambda at: not held[at]):
        kind = kind_of[at]
        if left[kind] > 0:
            left[kind] -= 1
            found[at] = True
    return found
