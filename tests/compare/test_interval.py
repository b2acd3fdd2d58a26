"""Verdicts from paired differences: the word that the interval allows, and how many more cases would tell."""

from __future__ import annotations

import math

import numpy as np
import pytest
import scipy.stats
from hypothesis import given, settings
from hypothesis import strategies as st

from gold.compare.interval import FEWEST_CASES, FEWEST_MOVED, Paired, Verdict, verdict, verdicts
from gold.compare.points import normal_point, student_975
from gold.compare.power import detectable

NORMAL_975 = normal_point(0.975)
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
        ((0.0,) * 182, "counts only"),
        ((0.0,) * 183, "same"),
        ((0.001, -0.001) * 91, "cannot tell"),
        ((0.001, -0.001) * 92, "same"),
        ((0.5, -0.5) * 10, "cannot tell"),
        ((0.5,) * 7 + (0.0,) * 100, "counts only"),
        ((0.5,) * 8 + (0.0,) * 100, "better"),
        ((-0.5,) * 8 + (0.0,) * 100, "worse"),
        ((0.5, -0.5) + (0.0,) * 398, "same"),
        ((0.3,) * 9, "not measured"),
        ((0.3,) * 19, "counts only"),
        ((0.3,) * 20, "better"),
        ((0.01,) * 200, "cannot tell"),
        ((), "not measured"),
        ((1.0,), "not measured"),
    ],
)
def test_the_word(differences: tuple[float, ...], word: str) -> None:
    """Inside the margin with cases enough; one side of zero; else it cannot be told. Few tell only their counts."""
    assert judged(*differences).word == word


@settings(max_examples=200)
@given(
    st.lists(st.sampled_from((-1.0, -0.5, -0.001, 0.0, 0.001, 0.5, 1.0)), min_size=1, max_size=60),
    st.booleans(),
    st.integers(1, 20),
    st.sampled_from((0.0, 0.02, 0.2)),
)
def test_the_word_is_that_of_the_interval(differences: list[float], share: bool, classes: int, margin: float) -> None:
    """A word says nothing that its interval does not show; an interval is never empty, and holds the mean."""
    values = np.array([np.sign(d) for d in differences] if share else differences)
    found = verdict(values, margin, 1, share=share, classes=classes)
    low, high = (-2.0, 2.0) if found.low is None or found.high is None else (found.low, found.high)
    assert -1 <= low < high <= 1
    assert low - 1e-9 <= (found.mean or 0.0) <= high + 1e-9
    n, moved = len(values), int(np.count_nonzero(values))
    inside = -margin <= low and high <= margin and 1 - 0.025 ** (1 / n) <= margin
    if inside and n >= FEWEST_CASES:
        assert found.word == "same"
    elif n < FEWEST_CASES or moved < FEWEST_MOVED:
        assert found.word == "counts only"
    else:
        assert found.word == ("better" if low > 0 else "worse" if high < 0 else "cannot tell")
    assert (found.needed is None) or found.word == "cannot tell"


def test_more_classes_widen_each_interval() -> None:
    """All of a facet's intervals hold together at 95 %."""
    differences = np.random.default_rng(3).normal(0.1, 0.3, 60)
    for share, values in ((False, differences), (True, np.sign(differences))):
        found = [verdict(values, 0.02, 5, share=share, classes=m) for m in (1, 2, 6, 30)]
        widths = [(one.high or 0.0) - (one.low or 0.0) for one in found]
        assert widths == sorted(widths)
        assert widths[0] < widths[-1]


def test_too_few_cases_say_how_many_are_missing() -> None:
    """Up to the least class size."""
    assert [judged(*(0.3,) * n).needed for n in (1, 2, 9)] == [9, 8, 1]
    assert [judged(*(0.3,) * n).too_few for n in (0, 9, 10)] == [10, 10, None]


def test_needed_cases_would_tell_four_times_in_five() -> None:
    """The power of a paired test for the mean and spread that were seen."""
    differences = np.tile((0.4, -0.3), 30)
    found = verdict(differences, 0.02, 10)
    assert (found.word, found.needed is None) == ("cannot tell", False)
    n = found.n + (found.needed or 0)
    error = np.std(differences, ddof=1) / math.sqrt(n)
    assert scipy.stats.norm.sf(NORMAL_975 - 0.05 / error) == pytest.approx(0.8, abs=0.002)
    assert verdict(np.tile((0.5, -0.5), 30), 0.0, 10).needed is None
    assert detectable(float(np.std(differences, ddof=1)), n) == pytest.approx(0.05, abs=1e-4)


def test_it_is_the_same_every_time() -> None:
    """Whatever was asked before, and in whatever company."""
    rows = [np.random.default_rng(i).normal(0.02, 0.3, 40 + i % 3) for i in range(6)]
    alone = [verdict(row, 0.02, 5) for row in rows]
    np.random.seed(7)
    assert verdicts([Paired(row) for row in reversed(rows)], 0.02, 5) == alone[::-1]


def test_where_less_is_better_a_fall_is_won() -> None:
    """The mean and its interval stay candidate minus baseline; the word and the counts turn."""
    fallen = np.full(20, -0.5) + np.arange(20) / 100
    more, less = verdict(fallen, 0.02, 10), verdict(fallen, 0.02, 10, less_is_better=True)
    assert (more.word, more.wins, more.losses) == ("worse", 0, 20)
    assert (less.word, less.wins, less.losses) == ("better", 20, 0)
    assert (more.mean, more.low, more.high) == (less.mean, less.low, less.high)
