"""Lengths and counts into the few bins that a person would choose: how many values each holds, and their share."""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from gold.pages.numbers import grouped, share

WORDS = (0, 1, 2, 4, 8, 16)
LABELS = (0, 1, 2, 3, 4, 6, 11)
PASSAGE = (0, 200, 500, 1000, 2000, 5000)
DOCUMENT = (0, 500, 1000, 2000, 5000, 20_000, 100_000)
FULL = 20
"""The blocks of a bar that stands for all values."""


class BinRow(NamedTuple):
    """One bin; `bar` is its share in blocks, for the eye alone."""

    name: str
    held: str
    share: str
    bar: str


class Bins(NamedTuple):
    """Values of one kind in bins, without the empty ones before the least and after the greatest value."""

    what: str
    of: str
    rows: tuple[BinRow, ...]


def bins(what: str, of: str, values: Sequence[int], starts: Sequence[int]) -> Bins:
    """`starts` are the least values of each bin, the first 0; `of` says what is counted."""
    seen = Counter(bisect_right(starts, value) - 1 for value in values)
    places = range(min(seen, default=0), max(seen, default=-1) + 1)
    return Bins(what, of, tuple(_row(_name(starts, at), seen[at], len(values)) for at in places))


def _name(starts: Sequence[int], at: int) -> str:
    low, high = starts[at], starts[at + 1] - 1 if at + 1 < len(starts) else None
    if high is None:
        return f"{grouped(low)} or more"
    if low == high:
        return grouped(low)
    return f"{grouped(low)}\u2013{grouped(high)}" if low else f"under {grouped(high + 1)}"


def _row(name: str, count: int, whole: int) -> BinRow:
    return BinRow(name, grouped(count), share(count, whole), "\u2588" * round(FULL * count / whole))
