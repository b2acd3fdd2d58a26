"""How often intervals and verdicts are right, over thousands of pairs of runs whose true difference is known."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from gold.compare.interval import Paired, Verdict, verdicts
from gold.pages.verdicts import is_drawn

Table = NDArray[np.float64]
SIZES = np.array([0.15, 0.25, 0.37, 0.5, 0.63, 1.0])
"""How much a graded measure changes where it does."""
MARGIN = 0.02
CELLS = [
    (share, n, moved, won)
    for share in (True, False)
    for n, moves in ((30, (0.3,)), (100, (0.1, 0.2, 0.3)), (250, (0.04, 0.1, 0.2, 0.3)))
    for moved in moves
    for won in (0.5, 0.8)
]
"""Shares or graded; cases; the share that differs; the share of these that is won. Some 10 differ, or more."""


def pairs(share: bool, n: int, moved: float, won: float, times: int) -> Table:
    """Differences: shape (times, n)."""
    chance = np.random.default_rng([share, n, int(1000 * moved), int(100 * won)])
    signs = np.where(chance.random((times, n)) < won, 1.0, -1.0) * (chance.random((times, n)) < moved)
    return signs if share else signs * chance.choice(SIZES, (times, n))


def judged(table: Table, share: bool, classes: int = 1) -> list[Verdict]:
    """A verdict on each row."""
    return verdicts([Paired(row, share=share, classes=classes) for row in table], MARGIN, 8)


def covered(share: bool, n: int, moved: float, won: float, times: int) -> float:
    """How often an interval at 95 % that is drawn holds the true difference."""
    truth = moved * (2 * won - 1) * (1.0 if share else float(SIZES.mean()))
    found = [one for one in judged(pairs(share, n, moved, won, times), share) if is_drawn(one)]
    return float(np.mean([(one.low or 0.0) <= truth <= (one.high or 0.0) for one in found]))


def told_apart(share: bool, n: int, moved: float, classes: int, facets: int) -> float:
    """How often any class of a facet is called better or worse, where both systems are as good."""
    found = judged(pairs(share, n, moved, 0.5, classes * facets), share, classes)
    words = np.array([one.word in ("better", "worse") for one in found]).reshape(facets, classes)
    return float(words.any(axis=1).mean())


@pytest.mark.parametrize(("share", "n", "moved", "won"), [CELLS[0], CELLS[5], CELLS[-3], CELLS[-13]])
def test_intervals_hold_the_truth(share: bool, n: int, moved: float, won: float) -> None:
    """About 19 times in 20."""
    assert 0.92 <= covered(share, n, moved, won, 800) <= 0.98


@pytest.mark.parametrize("share", [True, False])
def test_equal_systems_are_seldom_told_apart(share: bool) -> None:
    """In at most one facet in 20, of six classes; chance leaves a little room."""
    assert told_apart(share, 100, 0.2, 6, 300) <= 0.08


@pytest.mark.parametrize("n", [10, 14, 20, 25, 30])
def test_a_loss_beyond_the_margin_is_never_the_same(n: int) -> None:
    """One case in ten is lost: of so few cases nobody may say that nothing changed."""
    lost = -(np.random.default_rng(n).random((500, n)) < 0.1).astype(np.float64)
    assert {one.word for share in (True, False) for one in judged(lost, share)} & {"same", "better"} == set()


@pytest.mark.parametrize("share", [True, False])
@pytest.mark.parametrize("n", [183, 250, 400])
def test_a_loss_just_beyond_the_margin_is_seldom_the_same(share: bool, n: int) -> None:
    """In at most one of 20, where it is rare and whole."""
    lost = -(np.random.default_rng(n).random((600, n)) < 0.021).astype(np.float64)
    assert np.mean([one.word == "same" for one in judged(lost, share)]) <= 0.05


@pytest.mark.soak
@pytest.mark.parametrize(("share", "n", "moved", "won"), CELLS)
def test_intervals_hold_the_truth_everywhere(share: bool, n: int, moved: float, won: float) -> None:
    """Between 93 and 97 times in 100, and a half for chance and for draws of 8 and 9; the guide has the table."""
    assert 0.925 <= covered(share, n, moved, won, 5000) <= 0.975


@pytest.mark.soak
@pytest.mark.parametrize(("share", "n", "moved"), [cell[:3] for cell in CELLS if cell[-1] == 0.5])
def test_equal_systems_are_seldom_told_apart_anywhere(share: bool, n: int, moved: float) -> None:
    """In at most one facet in 20, but for chance."""
    assert told_apart(share, n, moved, 6, 2000) <= 0.06
