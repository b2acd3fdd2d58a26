"""Shares and their differences, held against outside values."""

from __future__ import annotations

import pytest
import scipy.stats

from gold.compare.shares import Share, difference, wilson


@pytest.mark.parametrize(("part", "whole"), [(0, 1), (1, 1), (5, 78), (29, 78), (0, 40), (40, 40), (7, 10_000)])
def test_wilson_is_that_of_scipy(part: int, whole: int) -> None:
    """Without continuity correction."""
    found = wilson(Share(part, whole))
    expected = scipy.stats.binomtest(part, whole).proportion_ci(method="wilson")
    assert found == pytest.approx((expected.low, expected.high), abs=1e-12)


@pytest.mark.parametrize(
    ("one", "two", "low", "high"),
    [  # Newcombe 1998, table II, method 10
        ((56, 70), (48, 80), 0.0524, 0.3339),
        ((9, 10), (3, 10), 0.1705, 0.8090),
        ((6, 7), (2, 7), 0.0582, 0.8062),
        ((5, 56), (0, 29), -0.0381, 0.1926),
        ((0, 10), (0, 20), -0.1611, 0.2775),
        ((10, 10), (0, 20), 0.6791, 1.0),
    ],
)
def test_newcombe_is_the_published_table(one: tuple[int, int], two: tuple[int, int], low: float, high: float) -> None:
    """To its four places."""
    assert difference(Share(*one), Share(*two)) == pytest.approx((low, high), abs=6e-5)


def test_nothing_has_no_interval() -> None:
    """No case, no share."""
    assert wilson(Share(0, 0)) is None
    assert difference(Share(0, 0), Share(1, 2)) is None
