"""Paired differences into their mean with its interval, and the word that the drawn interval allows."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Literal, NamedTuple

import msgspec
import numpy as np
from numpy.typing import NDArray

from gold.compare.power import needed as cases_needed
from gold.compare.proportions import exact_p, most_share, paired_shares
from gold.compare.resample import LARGE, Units, ends_of, flip_ps, spread_of
from gold.model.ids import Ints

Word = Literal["better", "worse", "same", "cannot tell", "counts only", "not measured"]
Method = Literal["none", "bounds", "shares", "resampled", "closed form"]
TURNED: dict[Word, Word] = {"better": "worse", "worse": "better"}
FEWEST_CASES, FEWEST_MOVED = 20, 8
"""With fewer cases, or fewer that differ between the runs and are not `same`, only the counts are told."""


class Verdict(msgspec.Struct, frozen=True):
    """What paired differences allow to say, read from the interval `low` to `high` at `level`.

    `same`: the interval lies within the margin on both sides of zero, and so many cases were seen that a loss as
    frequent as the margin would have shown. `better`, `worse`: it lies on one side of zero. Else `cannot tell`, with
    about how many more cases would tell (`needed`; None where no number can be given). `counts only`: not
    `same`, and too few cases, or too few that differ. `not measured`: fewer cases than the set wants (`too_few`). `p`
    is for information.
    """

    word: Word
    mean: float | None
    low: float | None
    high: float | None
    n: int
    wins: int
    losses: int
    ties: int
    needed: int | None = None
    too_few: int | None = None
    p: float | None = None
    level: float = 0.95
    method: Method = "none"
    spread: float | None = None
    """The deviation of one case's difference."""


class Paired(NamedTuple):
    """Candidate minus baseline per case, shape (n,), and how to judge it.

    `groups`: the group of each case, where some are drawn together. `share`: each value is 0 or 1. `classes`: how
    many classes that are large enough are judged at once; the level is 1 - 0.05 / classes.
    """

    differences: NDArray[np.float64]
    groups: Ints | None = None
    share: bool = False
    less_is_better: bool = False
    classes: int = 1

    @property
    def level(self) -> float:
        return 1 - 0.05 / max(self.classes, 1)


class Ends(NamedTuple):
    """An interval and how it was made."""

    low: float
    high: float
    method: Method


def verdict(
    differences: NDArray[np.float64],
    margin: float,
    least: int,
    *,
    less_is_better: bool = False,
    share: bool = False,
    groups: Ints | None = None,
    classes: int = 1,
) -> Verdict:
    """Judge candidate minus baseline per case: shape (n,). Below `least` cases nothing is told."""
    return verdicts([Paired(differences, groups, share, less_is_better, classes)], margin, least)[0]


def verdicts(pairs: Sequence[Paired], margin: float, least: int) -> list[Verdict]:
    """Judge many at once, which costs little more than judging one."""
    measured = {i: _units(pair) for i, pair in enumerate(pairs) if len(pair.differences) >= max(least, 1)}
    drawn = [i for i, unit in measured.items() if _resamples(pairs[i], unit)]
    ends = dict(zip(drawn, ends_of([measured[i] for i in drawn]), strict=True))
    flipped = [i for i, unit in measured.items() if not _alone(pairs[i], unit)]
    ps = dict(zip(flipped, flip_ps([measured[i].sums for i in flipped]), strict=True))
    return [
        _not_measured(pair, least)
        if (unit := measured.get(i)) is None
        else _judged(pair, unit, _ends(pair, unit, ends.get(i)), ps.get(i), margin)
        for i, pair in enumerate(pairs)
    ]


def _units(pair: Paired) -> Units:
    differences = pair.differences
    mean = math.fsum(differences.tolist()) / len(differences)
    if pair.groups is None:
        return Units(differences, np.ones(len(differences)), mean, pair.level)
    _, group = np.unique(pair.groups, return_inverse=True)
    sums = np.bincount(group, differences).astype(np.float64)
    return Units(sums, np.bincount(group).astype(np.float64), mean, pair.level)


def _alone(pair: Paired, unit: Units) -> bool:
    """Whether the counts of 0/1 values say it all: no two cases are drawn together."""
    return pair.share and len(unit.sums) == len(pair.differences)


def _resamples(pair: Paired, unit: Units) -> bool:
    """Whether enough differs for resampling to know its spread."""
    if _alone(pair, unit):
        return False
    moved = min(int(np.count_nonzero(pair.differences)), int(np.count_nonzero(unit.sums)))
    return moved >= FEWEST_MOVED and len(unit.sums) >= FEWEST_CASES and not _spreadless(unit)


def _spreadless(unit: Units) -> bool:
    return bool(np.ptp(unit.sums / unit.sizes) <= 1e-12)


def _ends(pair: Paired, unit: Units, resampled: tuple[float, float] | None) -> Ends:
    """The interval. Where too few cases differ, its ends are how often a case could win or lose at all."""
    n, tail = len(pair.differences), (1 - pair.level) / 2
    won, lost = _counts(pair.differences)
    if resampled is not None:
        method: Method = "closed form" if len(unit.sums) >= LARGE else "resampled"
        return Ends(max(resampled[0], -1.0), min(resampled[1], 1.0), method)
    if _alone(pair, unit):
        return Ends(*paired_shares(won, lost, n, pair.level), "shares")
    if won + lost and _spreadless(unit):  # all alike: what was never seen may still be so frequent
        unseen, mean = most_share(0, len(unit.sums), tail), unit.mean
        return Ends(mean - unseen * (1 + mean), mean + unseen * (1 - mean), "bounds")
    return Ends(-most_share(lost, len(unit.sums), tail), most_share(won, len(unit.sums), tail), "bounds")


def _counts(differences: NDArray[np.float64]) -> tuple[int, int]:
    return int((differences > 0).sum()), int((differences < 0).sum())


def _judged(pair: Paired, unit: Units, drawn: Ends, p: float | None, margin: float) -> Verdict:
    n, (up, down) = len(pair.differences), _counts(pair.differences)
    word = _word(drawn, len(unit.sums), up + down, margin)
    spread = spread_of(unit)
    needed = cases_needed(unit.mean, spread, margin, n, pair.level) if word == "cannot tell" else None
    if pair.less_is_better:
        word = TURNED.get(word, word)
        up, down = down, up
    p = exact_p(up, down) if p is None else p
    told = (unit.mean, drawn.low, drawn.high, n, up, down, n - up - down)
    return Verdict(word, *told, needed, None, p, pair.level, drawn.method, spread)


def _word(drawn: Ends, units: int, moved: int, margin: float) -> Word:
    """The word that an interval allows; a loss as frequent as the margin shows in ln .025 / ln (1 - margin) units."""
    seen_enough = units >= FEWEST_CASES and most_share(0, units, 0.025) <= margin
    if seen_enough and -margin <= drawn.low and drawn.high <= margin:
        return "same"
    if units < FEWEST_CASES or moved < FEWEST_MOVED:
        return "counts only"
    return "better" if drawn.low > 0 else "worse" if drawn.high < 0 else "cannot tell"


def _not_measured(pair: Paired, least: int) -> Verdict:
    n, (up, down) = len(pair.differences), _counts(pair.differences)
    counts = (down, up, n - up - down) if pair.less_is_better else (up, down, n - up - down)
    mean = math.fsum(pair.differences.tolist()) / n if n else None
    needed = least - n if n else None
    return Verdict("not measured", mean, None, None, n, *counts, needed, least, None, pair.level)
