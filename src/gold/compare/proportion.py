"""Counts into shares with their intervals, and two shares into the interval of their difference."""

from __future__ import annotations

import math
from typing import NamedTuple

from gold.compare.interval import NORMAL_975


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
    """The interval of a share, were its cases drawn at random. Source: Wilson, 1927 (without continuity)."""
    if not share.whole:
        return None
    return wilson_at(share.part / share.whole, share.whole)


def wilson_at(share: float, n: int) -> Between:
    """The same at a share that need be no count of n cases; n is 1 or more."""
    z = NORMAL_975
    middle = (share + z * z / (2 * n)) / (1 + z * z / n)
    half = z / (1 + z * z / n) * math.sqrt(share * (1 - share) / n + z * z / (4 * n * n))
    return Between(max(middle - half, 0.0), min(middle + half, 1.0))


def difference(one: Share, two: Share) -> Between | None:
    """The interval of one share less another, of different cases. Source: Newcombe, 1998, method 10."""
    first, second = wilson(one), wilson(two)
    if first is None or second is None or one.value is None or two.value is None:
        return None
    apart = one.value - two.value
    low = apart - math.hypot(one.value - first.low, second.high - two.value)
    high = apart + math.hypot(first.high - one.value, two.value - second.low)
    return Between(max(low, -1.0), min(high, 1.0))
