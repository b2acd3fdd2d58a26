"""Verdicts from paired differences: Student's interval, the word, how many more cases would tell."""

from __future__ import annotations

import math

import numpy as np
import pytest
import scipy.stats
from hypothesis import given, settings
from hypothesis import strategies as st

from gold.compare.interval import NORMAL_975, Verdict, student_975, verdict

MARGIN, LEAST = 0.02, 10


def judged(*differences: float, margin: float = MARGIN, least: int = LEAST) -> Verdict:
    """The verdict on these differences."""
    return verdict(np.array(differences, dtype=np.float64), margin, least)


@pytest.mark.parametrize("freedom", [1, 2])
def test_student_is_exact_for_one_and_two_degrees(freedom: int) -> None:
    """They have closed forms."""
    assert student_975(freedom) == pytest.approx(scipy.stats.t.ppf(0.975, freedom), rel=1e-12)


@pytest.mark.parametrize(("least", "tolerance"), [(3, 0.02), (5, 1e-3), (9, 1e-4), (20, 2e-6), (100, 1e-9)])
def test_student_is_as_near_as_it_says(least: int, tolerance: float) -> None:
    """Within 0.02 from 3 degrees of freedom on, soon far nearer; below the least class size nothing is told."""
    far = [n for n in range(least, 3000) if abs(student_975(n) - scipy.stats.t.ppf(0.975, n)) > tolerance]
    assert far == []


def test_student_falls_to_the_normal_point() -> None:
    """Never below it, never rising."""
    points = [student_975(n) for n in range(1, 2000)]
    assert points == sorted(points, reverse=True)
    assert points[-1] > NORMAL_975 == pytest.approx(scipy.stats.norm.ppf(0.975), abs=1e-15)


@settings(max_examples=100)
@given(st.lists(st.floats(-1, 1), min_size=10, max_size=60))
def test_the_interval_is_scipy_s(differences: list[float]) -> None:
    """Student's for the mean of paired differences."""
    found = judged(*differences)
    values = np.array(differences)
    spread = scipy.stats.sem(values)
    low, high = scipy.stats.t.interval(0.95, len(values) - 1, values.mean(), spread) if spread else (values.mean(),) * 2
    assert (found.mean, found.low, found.high) == pytest.approx((values.mean(), low, high), abs=1e-4)


@settings(max_examples=100)
@given(st.lists(st.sampled_from((-0.5, -0.25, 0.0, 0.25, 0.5)), max_size=30))
def test_wins_losses_and_ties_add_up(differences: list[float]) -> None:
    """And swapping the runs mirrors the verdict."""
    found, mirrored = judged(*differences), judged(*(-d for d in differences))
    assert found.wins + found.losses + found.ties == found.n == len(differences)
    assert (mirrored.wins, mirrored.losses, mirrored.needed) == (found.losses, found.wins, found.needed)
    swapped = {"better": "worse", "worse": "better"}
    assert mirrored.word == swapped.get(found.word, found.word)


@pytest.mark.parametrize(
    ("differences", "word"),
    [
        ((0.1, 0.2) * 10, "better"),
        ((-0.1, -0.2) * 10, "worse"),
        ((0.0,) * 20, "same"),
        ((0.001, -0.001) * 30, "same"),
        ((0.5, -0.5) * 10, "cannot tell"),
        ((0.1, 0.2), "cannot tell"),
        ((0.3,) * 9, "cannot tell"),
        ((0.3,) * 10, "better"),
        ((0.01,) * 10, "same"),
        ((), "cannot tell"),
        ((1.0,), "cannot tell"),
    ],
)
def test_the_word(differences: tuple[float, ...], word: str) -> None:
    """One side of zero; within the margin on both sides; else it cannot be told. Few cases tell nothing."""
    assert judged(*differences).word == word


def test_too_few_cases_say_how_many_are_missing() -> None:
    """Up to the least class size."""
    assert [judged(*(0.3,) * n).needed for n in (1, 2, 9)] == [9, 8, 1]
    assert judged().needed is None


def test_a_verdict_that_is_told_needs_nothing() -> None:
    """No number stands beside better, worse or same."""
    assert [judged(*d).needed for d in ((0.1, 0.2) * 10, (-0.1, -0.2) * 10, (0.0,) * 20)] == [None, None, None]


def test_needed_cases_would_tell() -> None:
    """With that many more of the same kind, the interval's half width is the change itself (or the margin)."""
    differences = (0.3, -0.2) * 10
    found = judged(*differences)
    assert found.word == "cannot tell"
    assert found.needed is not None
    deviation = np.std(differences, ddof=1)
    half = NORMAL_975 * deviation / math.sqrt(found.n + found.needed)
    assert half <= 0.05 < NORMAL_975 * deviation / math.sqrt(found.n + found.needed - 2)
    assert judged(*(0.5, -0.5) * 10, margin=0.0).needed is None


def test_where_less_is_better_a_fall_is_won() -> None:
    """The mean and its interval stay candidate minus baseline; the word and the counts turn."""
    fallen = np.full(20, -0.5) + np.arange(20) / 100
    more, less = verdict(fallen, 0.02, 10), verdict(fallen, 0.02, 10, less_is_better=True)
    assert (more.word, more.wins, more.losses) == ("worse", 0, 20)
    assert (less.word, less.wins, less.losses) == ("better", 20, 0)
    assert (more.mean, more.low, more.high) == (less.mean, less.low, less.high)
