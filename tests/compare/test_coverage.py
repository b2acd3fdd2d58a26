"""How often intervals and verdicts are right, over thousands of pairs of runs whose true difference is known."""

from __future__ import annotations

import numpy as np
import pytest

from tests.bench.simulation import CELLS, Cell, covered, exactly, judged, told_apart

SHARES = [cell for cell in CELLS if cell.kind == "0 or 1"]
GRADED = [cell for cell in CELLS if cell.kind == "graded"]


@pytest.mark.parametrize("cell", [cell for cell in SHARES if cell.n < 250], ids=str)
def test_intervals_of_shares_hold_the_truth(cell: Cell) -> None:
    """Between 93 and 97 times in 100, exactly; equal systems are told apart in at most one facet in 20."""
    held, told = exactly(cell)
    assert 0.93 <= held <= 0.97
    assert cell.won != 0.5 or told <= 0.05


@pytest.mark.parametrize("cell", [GRADED[0], GRADED[5], GRADED[-3]], ids=str)
def test_intervals_hold_the_truth(cell: Cell) -> None:
    """About 19 times in 20."""
    assert 0.92 <= covered(cell, 800) <= 0.98


def test_equal_systems_are_seldom_told_apart() -> None:
    """In at most one facet in 20, of six classes; chance leaves a little room."""
    assert told_apart(Cell("graded", 100, 0.2, 0.5), 300) <= 0.08


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
@pytest.mark.parametrize("cell", [cell for cell in CELLS if cell.share], ids=str)
def test_intervals_of_shares_hold_the_truth_everywhere(cell: Cell) -> None:
    """Exactly; the guide has the table."""
    test_intervals_of_shares_hold_the_truth(cell)


@pytest.mark.soak
@pytest.mark.parametrize("cell", GRADED, ids=str)
def test_intervals_hold_the_truth_everywhere(cell: Cell) -> None:
    """Between 93 and 97 times in 100, but for chance; equal systems are told apart in at most one facet in 20."""
    assert 0.928 <= covered(cell, 10_000) <= 0.972
    assert cell.won != 0.5 or told_apart(cell, 4000) <= 0.057
