"""Counts into shares with their intervals, and two shares into the interval of their difference."""

from __future__ import annotations

from typing import NamedTuple

from gold.compare import proportions


class Share(NamedTuple):
    """`part` of `whole`."""

    part: int
    whole: int

    @property
    def value(self) -> float | None:
        return self.part / self.whole if self.whole else None


class Between(NamedTuple):
    """Both ends of an interval, at 95 %."""

    low: float
    high: float


def wilson(share: Share) -> Between | None:
    """The interval of a share, were its cases drawn at random."""
    return wilson_at(share.part / share.whole, share.whole) if share.whole else None


def wilson_at(share: float, n: int) -> Between:
    """The same at a share that need be no count of n cases; n is 1 or more."""
    return Between(*proportions.mean_ends(share, n))


def difference(one: Share, two: Share) -> Between | None:
    """The interval of one share less another, of different cases."""
    first, second = wilson(one), wilson(two)
    if first is None or second is None or one.value is None or two.value is None:
        return None
    return Between(*proportions.apart(one.value, *first, two.value, *second))
