"""The spread of differences into how many cases would tell, and how small a change a number of cases can show."""

from __future__ import annotations

import math

from gold.compare.points import normal_point

POWER = 0.8
NEAR_ZERO = 1e-9


def needed(mean: float, spread: float, margin: float, n: int, level: float) -> int | None:
    """How many more cases would tell four times in five: better or worse, or, under the margin, the same.

    The cases that a paired test at this level needs for a mean and a spread as seen, ((z + z') spread / distance)^2.
    Source: Lachin 1981.
    """
    distances = [abs(mean)] if abs(mean) >= margin else [abs(mean), margin - abs(mean)]
    reach = _both(level) * spread
    totals = [math.ceil((reach / distance) ** 2) for distance in distances if distance > NEAR_ZERO]
    return max(min(totals) - n, 1) if totals else None


def detectable(spread: float, n: int, level: float = 0.95) -> float:
    """The least true change that `n` cases with this spread of differences show four times in five."""
    return _both(level) * spread / math.sqrt(n)


def _both(level: float) -> float:
    return normal_point((1 + level) / 2) + normal_point(POWER)
