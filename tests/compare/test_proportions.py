"""Intervals of shares and of their paired difference, and the exact p, against scipy and brute force."""

from __future__ import annotations

import math

import numpy as np
import pytest
import scipy.optimize
import scipy.stats
from hypothesis import given, settings
from hypothesis import strategies as st

from gold.compare.proportions import exact_p, most_share, paired_shares, wilson


@given(st.integers(0, 60), st.integers(1, 60), st.sampled_from((0.8, 0.95, 0.999)))
def test_wilson_is_scipy_s(count: int, n: int, level: float) -> None:
    """The score interval of one share; of nothing there is none."""
    count = min(count, n)
    theirs = scipy.stats.binomtest(count, n).proportion_ci(level, "wilson")
    assert wilson(count, n, level) == pytest.approx((theirs.low, theirs.high), abs=1e-9)
    assert wilson(0, 0) is None


@given(st.integers(0, 60), st.integers(1, 60), st.sampled_from((0.025, 0.001, 0.1)))
def test_the_largest_share_is_scipy_s(count: int, n: int, tail: float) -> None:
    """The upper end of Clopper and Pearson's interval; of none, 1 - tail^(1/n)."""
    count = min(count, n)
    theirs = scipy.stats.binomtest(count, n).proportion_ci(1 - 2 * tail, "exact")
    assert most_share(count, n, tail) == pytest.approx(theirs.high, abs=1e-9)
    assert most_share(0, n, tail) == pytest.approx(1 - tail ** (1 / n))


@given(st.integers(0, 4000), st.integers(0, 4000))
def test_the_p_is_scipy_s(won: int, lost: int) -> None:
    """McNemar's test in its exact form; below 1e-200 scipy may come to nothing before we do."""
    theirs = scipy.stats.binomtest(won, won + lost).pvalue if won + lost else 1.0
    assert exact_p(won, lost) == pytest.approx(theirs, rel=1e-6, abs=1e-200)


def tango(won: int, lost: int, n: int, delta: float) -> float:
    """Tango's statistic with the share of losses that is likeliest under `delta`, found by trying."""
    least, most = max(0.0, -delta), (1 - delta) / 2

    def unlikely(falls: float) -> float:
        shares = (falls + delta, falls, 1 - 2 * falls - delta)
        counts = (won, lost, n - won - lost)
        return -sum(k * math.log(max(share, 1e-300)) for k, share in zip(counts, shares, strict=True) if k)

    found = scipy.optimize.minimize_scalar(unlikely, bounds=(least, most), method="bounded", options={"xatol": 1e-12})
    return (won - lost - n * delta) / math.sqrt(n * (2 * float(found.x) + delta * (1 - delta)))


@settings(max_examples=60)
@given(st.integers(0, 20), st.integers(0, 20), st.integers(0, 60))
def test_the_ends_are_where_the_score_test_turns(won: int, lost: int, tied: int) -> None:
    """At each end inside (-1, 1) the statistic is the normal point."""
    n = won + lost + tied
    if not n:
        return
    low, high = paired_shares(won, lost, n)
    assert -1 <= low <= (won - lost) / n <= high <= 1
    for end, z in ((low, 1.959964), (high, -1.959964)):
        if abs(end) < 0.999:
            assert tango(won, lost, n, end) == pytest.approx(z, abs=2e-3)


def test_nothing_that_differs_still_has_an_interval() -> None:
    """Of n ties it is z^2 / (n + z^2) on both sides; of n wins it is one-sided."""
    z2 = 1.959963984540054**2
    assert paired_shares(0, 0, 30) == pytest.approx((-z2 / (30 + z2), z2 / (30 + z2)))
    low, high = paired_shares(30, 0, 30)
    assert low < 0.9
    assert high == pytest.approx(1.0)


def test_swapping_the_runs_mirrors_the_interval() -> None:
    """Exactly as far on the other side."""
    for won, lost, n in ((8, 3, 67), (12, 0, 40), (1, 9, 10)):
        low, high = paired_shares(won, lost, n)
        assert paired_shares(lost, won, n) == pytest.approx((-high, -low), abs=1e-12)
    assert np.isfinite(paired_shares(5000, 4000, 9000)).all()
