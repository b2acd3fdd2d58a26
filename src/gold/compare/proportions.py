"""Counts of won and lost cases into intervals of shares and of their paired difference, and an exact p."""

from __future__ import annotations

import math
from collections.abc import Callable

from gold.compare.points import normal_point, student_975

STEPS = 60


def wilson(count: float, n: float, level: float = 0.95) -> tuple[float, float] | None:
    """The score interval of a share, `count` of `n` (an effective n need not be whole); None of nothing.

    Source: Wilson 1927.
    """
    if not n:
        return None
    z2 = normal_point((1 + level) / 2) ** 2
    share = count / n
    middle = (share + z2 / (2 * n)) / (1 + z2 / n)
    half = math.sqrt(z2 * (share * (1 - share) / n + z2 / (4 * n * n))) / (1 + z2 / n)
    return max(middle - half, 0.0), min(middle + half, 1.0)


def mean_ends(mean: float, n: float, error: float | None = None, least: float = 0.0) -> tuple[float, float]:
    """The 95 % interval of a mean that is as sure as one of `n` values from `least` to 1.

    By its standard error it is Student's; without one the mean is a share, and the interval is Wilson's.
    """
    if error is None:
        return wilson(mean * n, n) or (0.0, 1.0)
    half = student_975(max(math.floor(n + 1e-9) - 1, 1)) * error
    return max(mean - half, least), min(mean + half, 1.0)


def apart(
    value: float, low: float, high: float, other: float, other_low: float, other_high: float
) -> tuple[float, float]:
    """The interval of one mean less another of different cases, recovered from the intervals of both.

    Source: Newcombe 1998, method 10, for shares; Zou and Donner 2008 for any.
    """
    down, up = math.hypot(value - low, other_high - other), math.hypot(high - value, other - other_low)
    return max(value - other - down, -1.0), min(value - other + up, 1.0)


def paired_shares(won: int, lost: int, n: int, level: float = 0.95) -> tuple[float, float]:
    """The score interval of the difference of two shares over the same `n` cases. Source: Tango 1998.

    Its ends are the differences that the score test of paired shares does not reject.
    """
    z = normal_point((1 + level) / 2)
    seen = (won - lost) / n
    low = _end(-1.0, seen, lambda delta: _score(won, lost, n, delta) > z)
    high = _end(seen, 1.0, lambda delta: _score(won, lost, n, delta) > -z)
    return low, high


def _end(low: float, high: float, above: Callable[[float], bool]) -> float:
    """Where a falling score passes its bar, between two differences."""
    for _ in range(STEPS):
        middle = (low + high) / 2
        low, high = (middle, high) if above(middle) else (low, middle)
    return (low + high) / 2


def _score(won: int, lost: int, n: int, delta: float) -> float:
    """Tango's statistic: how far the difference seen lies above `delta`, in standard errors under it."""
    b = -won - lost + (2 * n - won + lost) * delta
    c = -lost * delta * (1 - delta)
    falls = (math.sqrt(max(b * b - 8 * n * c, 0.0)) - b) / (4 * n)
    spread = n * (2 * falls + delta * (1 - delta))
    gap = won - lost - n * delta
    return gap / math.sqrt(spread) if spread > 0 else math.copysign(math.inf, gap)


def most_share(count: int, n: int, tail: float) -> float:
    """The largest share under which `count` or fewer of `n` still come up with probability `tail`.

    Source: Clopper and Pearson 1934. Of none in n it is 1 - tail^(1/n).
    """
    if count >= n:
        return 1.0
    if count == 0:
        return float(1 - tail ** (1 / n))
    return _end(0.0, 1.0, lambda share: _at_most(count, n, share) > tail)


def _at_most(count: int, n: int, share: float) -> float:
    """The probability of `count` or fewer of `n`."""
    if not 0 < share < 1:
        return 1.0 if share <= 0 else 0.0
    odds = math.log(share) - math.log1p(-share)
    return math.fsum(math.exp(_ways(n, i) + i * odds + n * math.log1p(-share)) for i in range(count + 1))


def _ways(n: int, i: int) -> float:
    return math.lgamma(n + 1) - math.lgamma(i + 1) - math.lgamma(n - i + 1)


def exact_p(won: int, lost: int) -> float:
    """How often so uneven a split comes up where either is as likely: the binomial test, both sides.

    Source: McNemar 1947, in its exact form.
    """
    n, few = won + lost, min(won, lost)
    if not n:
        return 1.0
    term = math.exp(_ways(n, few) - n * math.log(2))
    total = term
    for i in range(few, 0, -1):
        term *= i / (n - i + 1)
        total += term
        if term < total * 1e-17:
            break
    return min(1.0, 2 * total)
