"""The guide's figures of how often intervals are right are what the simulation finds, and what scipy says."""

from __future__ import annotations

import math
import re
from pathlib import Path

import numpy as np
import pytest
import scipy.stats

from gold.compare.power import detectable
from tests.bench.simulation import CELLS, SETS, Cell, covered, exactly

ROW = re.compile(r'<tr><th scope="row">(0 or 1|graded|seldom large)</th>((?:<td class="n">[^<]*</td>)+)</tr>')
NUMBER = re.compile(r'<td class="n">([\d,.]+)')
PAIRS = list(zip(CELLS[::2], CELLS[1::2], strict=True))
"""A cell where as many are won as lost, and the one beside it."""


@pytest.fixture(scope="module")
def table(root: Path) -> dict[tuple[str, int, float], tuple[str, ...]]:
    """The three figures of each row, as printed."""
    found = {}
    for kind, cells in ROW.findall((root / "templates" / "guide.html").read_text("utf-8")):
        n, moved, *figures = NUMBER.findall(cells)
        found[kind, int(n), float(moved) / 100] = tuple(figures)
    return found


def test_the_guide_has_a_row_for_each_pair_of_cells(table: dict[tuple[str, int, float], tuple[str, ...]]) -> None:
    """In no other table of the guide does a row begin so."""
    assert list(table) == [(even.kind, even.n, even.moved) for even, _ in PAIRS]


@pytest.mark.parametrize("pair", [pair for pair in PAIRS if pair[0].share], ids=str)
def test_shares_are_as_the_guide_says(
    pair: tuple[Cell, Cell], table: dict[tuple[str, int, float], tuple[str, ...]]
) -> None:
    """They are reckoned exactly: every digit is held."""
    (hold, told), (hold_uneven, _) = map(exactly, pair)
    even = pair[0]
    assert table[even.kind, even.n, even.moved] == tuple(f"{100 * value:.1f}" for value in (hold, hold_uneven, told))


@pytest.mark.soak
@pytest.mark.parametrize("pair", [pair for pair in PAIRS if not pair[0].share], ids=str)
def test_what_is_drawn_is_as_the_guide_says(
    pair: tuple[Cell, Cell], table: dict[tuple[str, int, float], tuple[str, ...]]
) -> None:
    """The draws are seeded: every digit is held."""
    even = pair[0]
    assert table[even.kind, even.n, even.moved][:2] == tuple(f"{100 * covered(cell, SETS):.1f}" for cell in pair)


def test_how_many_questions_it_takes_is_as_the_guide_says(root: Path) -> None:
    """(z of 97.5 % + z of 80 %) times the spread over the root of n, the points and the spread from outside."""
    text = (root / "templates" / "guide.html").read_text("utf-8")
    said = re.search(r"where one question in five comes out otherwise: ([^.]*(?:\.\d+[^.]*)*)\. ", text)
    assert said is not None
    figures = re.findall(r"(0\.\d+) with ([\d,]+)", said[1])
    assert len(figures) == 4
    one_in_five = np.repeat([0.0, 1.0, -1.0], [80, 10, 10])
    points = scipy.stats.norm.ppf(0.975) + scipy.stats.norm.ppf(0.8)
    for figure, size in figures:
        n = int(size.replace(",", ""))
        least = points * float(one_in_five.std()) / math.sqrt(n)
        assert f"{least:.3f}" == figure
        assert detectable(float(one_in_five.std()), n) == pytest.approx(least, abs=1e-9)
