"""The values of two groups of cases into how far their means lie apart, with an interval."""

from __future__ import annotations

import math

import msgspec
import numpy as np
from numpy.typing import NDArray

from gold.compare import proportions
from gold.compare.points import student_975
from gold.measure.means import Mean


class Apart(msgspec.Struct, frozen=True):
    """Two means over different cases, the first minus the second, and the 95 % interval of that.

    No difference where a group is empty; no interval where one has a single case.
    """

    one: Mean
    two: Mean
    difference: float | None
    low: float | None
    high: float | None

    @property
    def tells(self) -> bool:
        """Whether the interval lies on one side of zero."""
        return self.low is not None and self.high is not None and (self.low > 0 or self.high < 0)


def apart(one: NDArray[np.float64], two: NDArray[np.float64], *, share: bool = False) -> Apart:
    """Compare two groups of values in [0, 1]: shapes (n,) and (m,).

    The interval is Welch's for means of unlike variance, with the degrees of freedom of Satterthwaite rounded
    down. A few cases that all have one value know no spread, and are not sure of it: of shares (each value 0 or 1),
    and where a group is all alike, it is made of both groups' Wilson intervals.
    Source: Welch 1947; Satterthwaite 1946; Newcombe 1998, method 10.
    """
    first, second = (Mean(float(values.sum()), len(values)) for values in (one, two))
    if first.value is None or second.value is None:
        return Apart(first, second, None, None, None)
    difference = first.value - second.value
    if min(first.n, second.n) < 2:
        return Apart(first, second, difference, None, None)
    if share or min(np.ptp(one), np.ptp(two)) == 0:
        ends = (first.value, *proportions.mean_ends(first.value, first.n))
        others = (second.value, *proportions.mean_ends(second.value, second.n))
        return Apart(first, second, difference, *proportions.apart(*ends, *others))
    spreads = [float(values.var(ddof=1)) / len(values) for values in (one, two)]
    spread = sum(spreads)
    unfree = sum((part / spread) ** 2 / (mean.n - 1) for part, mean in zip(spreads, (first, second), strict=True))
    half = student_975(max(math.floor(1 / unfree), 1)) * math.sqrt(spread)
    return Apart(first, second, difference, max(difference - half, -1.0), min(difference + half, 1.0))
