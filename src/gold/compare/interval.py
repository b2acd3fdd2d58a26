"""Paired differences into their mean with its interval, and the word that the drawn interval allows."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Literal, NamedTuple

import msgspec
import numpy as np
from numpy.typing import NDArray

from gold.compare.points import normal_point, student_975
from gold.compare.proportions import exact_p, most_share, paired_shares
from gold.compare.resample import LARGE, Units, ends_of, flip_ps, spread_of
from gold.model.ids import Ints

Word = Literal["better", "worse", "same", "cannot tell", "counts only", "not measured"]
Method = Literal["none", "bounds", "shares", "resampled", "closed form"]
TURNED: dict[Word, Word] = {"better": "worse", "worse": "better"}
NORMAL_975 = 1.959963984540054
FEWEST_CASES, FEWEST_MOVED = 20, 8
"""With fewer cases, or fewer that differ between the runs, only the counts are told."""
POWER = 0.8


class Verdict(msgspec.Struct, frozen=True):
    """What paired differences allow to say, read from the interval `low` to `high` at `level`.

    `same`: the interval lies within the margin on both sides of zero, and so many cases were seen that a loss as
    frequent as the margin would have shown. `better`, `worse`: it lies on one side of zero. Else `cannot tell`, with
    about how many more cases would tell (`needed`; None where no number can be given). `counts only`: too few cases,
    or too few that differ. `not measured`: fewer cases than the set wants (`too_few`). `p` is for information.
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


class Paired(NamedTuple):
    """Candidate minus baseline per case, shape (n,), and how to judge it.

    `groups`: the group of each case, where some are drawn together. `share`: each value is 0 or 1. `classes`: how
    many classes are judged at once; the level is 1 - 0.05 / classes.
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
    units = [_units(pair) if len(pair.differences) >= max(least, 1) else None for pair in pairs]
    asked = [i for i, unit in enumerate(units) if unit is not None and _method(pairs[i], unit) == "resampled"]
    ends = dict(zip(asked, ends_of([unit for i in asked if (unit := units[i]) is not None]), strict=True))
    flipped = [i for i, unit in enumerate(units) if unit is not None and not _alone(pairs[i], unit)]
    ps = dict(zip(flipped, flip_ps([unit.sums for i in flipped if (unit := units[i]) is not None]), strict=True))
    found = []
    for i, (pair, unit) in enumerate(zip(pairs, units, strict=True)):
        if unit is None:
            found.append(_not_measured(pair, least))
        else:
            drawn = _ends(pair, unit, ends.get(i))
            found.append(_judged(pair, unit, drawn, ps.get(i), margin))
    return found


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


def _method(pair: Paired, unit: Units) -> Method:
    if _alone(pair, unit):
        return "shares"
    few = min(int(np.count_nonzero(pair.differences)), int(np.count_nonzero(unit.sums)))
    if few < FEWEST_MOVED or len(unit.sums) < FEWEST_CASES or _spreadless(unit):
        return "bounds"
    return "resampled"


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
    needed = None
    if word == "cannot tell":
        needed = _needed(unit.mean, spread_of(unit), margin, n, pair.level)
    if pair.less_is_better:
        word = TURNED.get(word, word)
        up, down = down, up
    p = exact_p(up, down) if p is None else p
    told = (unit.mean, drawn.low, drawn.high, n, up, down, n - up - down)
    return Verdict(word, *told, needed, None, p, pair.level, drawn.method)


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


def _needed(mean: float, spread: float, margin: float, n: int, level: float) -> int | None:
    """How many more cases would tell four times in five: better or worse, or, under the margin, the same.

    The cases that a paired test at this level needs for a mean and a spread as seen, ((z + z') spread / distance)^2.
    Source: Lachin 1981.
    """
    distances = [abs(mean)] if abs(mean) >= margin else [abs(mean), margin - abs(mean)]
    z = normal_point((1 + level) / 2) + normal_point(POWER)
    totals = [math.ceil((z * spread / distance) ** 2) for distance in distances if distance > 1e-9]
    return max(min(totals) - n, 1) if totals else None


def detectable(spread: float, n: int, level: float = 0.95) -> float:
    """The least true change that `n` cases with this spread of differences show four times in five."""
    return (normal_point((1 + level) / 2) + normal_point(POWER)) * spread / math.sqrt(n)


__all__ = ["NORMAL_975", "Paired", "Verdict", "Word", "detectable", "student_975", "verdict", "verdicts"]
