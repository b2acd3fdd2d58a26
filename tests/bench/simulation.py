"""How often intervals hold the truth, and how often equal systems are told apart: the table of the guide.

`python -m tests.bench.simulation` prints its rows, or those of one kind that is named. Shares are reckoned exactly,
over every count of won and lost that can come up; graded measures are drawn.
"""

from __future__ import annotations

import math
import sys
from collections.abc import Iterator, Sequence
from functools import cache
from typing import Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from gold.compare.interval import FEWEST_MOVED, Paired, Verdict, verdicts
from gold.compare.proportions import paired_shares
from gold.pages.verdicts import is_drawn

Table = NDArray[np.float64]
Kind = Literal["0 or 1", "graded", "seldom large"]
SIZES = {
    "0 or 1": np.array([1.0]),
    "graded": np.array([0.15, 0.25, 0.37, 0.5, 0.63, 1.0]),
    "seldom large": np.array([0.1] * 6 + [1.0]),
}
"""How much a measure changes where it does; each size as often. Where large ones are seldom, few sets have seen any."""
MARGIN = 0.02
FACET = 6
"""Classes judged together."""
SETS, FACETS = 20_000, 10_000
AT_ONCE = 1000
UNLIKELY = 1e-12


class Cell(NamedTuple):
    """So many cases, the share of them that differs between the runs, and the share of these that is won."""

    kind: Kind
    n: int
    moved: float
    won: float

    @property
    def share(self) -> bool:
        return self.kind == "0 or 1"

    @property
    def truth(self) -> float:
        return self.moved * (2 * self.won - 1) * float(SIZES[self.kind].mean())


KINDS: dict[Kind, int] = {"0 or 1": 1, "graded": 0, "seldom large": 2}
"""With what their draws are begun."""
GRID = ((30, 0.3), (100, 0.1), (100, 0.2), (100, 0.3), (250, 0.04), (250, 0.1), (250, 0.2), (250, 0.3))
GRIDS = {"0 or 1": GRID, "graded": GRID, "seldom large": GRID[:3]}
CELLS = [Cell(kind, n, moved, won) for kind in KINDS for n, moved in GRIDS[kind] for won in (0.5, 0.8)]
"""Some ten cases differ, or more."""


def pairs(cell: Cell, times: int, seed: int = 0) -> Table:
    """Differences: shape (times, n)."""
    chance = np.random.default_rng([seed, KINDS[cell.kind], cell.n, int(1000 * cell.moved), int(100 * cell.won)])
    signs = np.where(chance.random((times, cell.n)) < cell.won, 1.0, -1.0)
    signs *= chance.random((times, cell.n)) < cell.moved
    return signs if cell.share else signs * chance.choice(SIZES[cell.kind], (times, cell.n))


def judged(table: Table, share: bool, classes: int = 1) -> list[Verdict]:
    """A verdict on each row."""
    return verdicts([Paired(row, share=share, classes=classes) for row in table], MARGIN, 8)


def covered(cell: Cell, times: int) -> float:
    """How often an interval at 95 % that is drawn holds the true difference."""
    found = [
        (one.low or 0.0) <= cell.truth <= (one.high or 0.0)
        for seed in range(math.ceil(times / AT_ONCE))
        for one in judged(pairs(cell, min(times, AT_ONCE), seed), cell.share)
        if is_drawn(one)
    ]
    return float(np.mean(found))


def told_apart(cell: Cell, facets: int) -> float:
    """How often any class of a facet is called better or worse, where both systems are as good."""
    found = [
        one.word in ("better", "worse")
        for seed in range(math.ceil(facets / AT_ONCE))
        for one in judged(pairs(cell, FACET * min(facets, AT_ONCE), seed), cell.share, FACET)
    ]
    return float(np.array(found).reshape(-1, FACET).any(axis=1).mean())


def exactly(cell: Cell) -> tuple[float, float]:
    """Of shares the same two, over every count of won and lost, from eight that differ on."""
    drawn = held = told = 0.0
    for won, lost, chance in _counts(cell):
        low, high = _ends(won, lost, cell.n, 0.95)
        drawn += chance
        held += chance * (low <= cell.truth <= high)
        low, high = _ends(won, lost, cell.n, 1 - 0.05 / FACET)
        told += chance * (low > 0 or high < 0)
    return held / drawn, 1 - (1 - told) ** FACET


_ends = cache(paired_shares)


def _counts(cell: Cell) -> Iterator[tuple[int, int, float]]:
    """Won, lost, and how likely both counts are together."""
    logs = [math.log(share) for share in (cell.moved * cell.won, cell.moved * (1 - cell.won), 1 - cell.moved)]
    for moved in range(FEWEST_MOVED, cell.n + 1):
        for won in range(moved + 1):
            counts = (won, moved - won, cell.n - moved)
            ways = math.lgamma(cell.n + 1) - sum(math.lgamma(count + 1) for count in counts)
            chance = math.exp(ways + sum(count * log for count, log in zip(counts, logs, strict=True)))
            if chance > UNLIKELY:
                yield won, moved - won, chance


def main(kinds: Sequence[str]) -> None:
    """Print the rows, an even cell and the one beside it where four are won for one that is lost."""
    chosen = [cell for cell in CELLS if cell.kind in (kinds or KINDS)]
    for even, uneven in zip(chosen[::2], chosen[1::2], strict=True):
        if even.share:
            (hold, told), (hold_uneven, _) = exactly(even), exactly(uneven)
        else:
            hold, hold_uneven, told = covered(even, SETS), covered(uneven, SETS), told_apart(even, FACETS)
        what = f"{even.kind:12} {even.n:4d} {even.moved:4.0%}"
        print(f"{what}  {hold:.1%} {hold_uneven:.1%} {told:.1%}", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
