"""Sums a question into estimates with intervals, by drawing the questions anew, or with the reason for none."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

import msgspec
import numpy as np

from gold.model.ids import Floats

RESAMPLES = 1000
SEED = 20_260_301
AT_ONCE = 4_000_000
AT_CACHE = 500_000
"""Sums that are looked at together: few enough to stay in the processor's cache."""
MOST_UNDEFINED = 0.05
LIMITS = (0.025, 0.975)
ONE_QUESTION, NOT_DRAWN = "one question only", "no resamples"
Statistic = Callable[[Floats], Floats]


class Estimate(msgspec.Struct, frozen=True):
    """A number with its 95 % interval. `undefined` says why there is no number, `no_interval` why no interval.

    `undefined_resamples` counts the resamples without a number; above 5 % there is no interval.
    """

    value: float | None
    low: float | None = None
    high: float | None = None
    undefined: str | None = None
    no_interval: str | None = None
    undefined_resamples: int = 0


class Ends(NamedTuple):
    """Both ends of an interval, and how many of the resamples have no value."""

    low: float
    high: float
    undefined: int
    resamples: int


class Block(NamedTuple):
    """Sums a question, shape (questions, …), and what makes statistics, shape (rows, n), of such rows added up."""

    sums: Floats
    statistic: Statistic


def estimated(blocks: Sequence[Block], resamples: int = RESAMPLES, seed: int = SEED) -> list[list[Estimate]]:
    """For each block an estimate of each of its statistics, undefined where it is NaN.

    Questions are drawn with replacement, as many as there are, all with their items: items of one question are
    alike. The interval is the middle 95 % of the resamples (percentile bootstrap: Efron and Tibshirani, 1993).
    """
    points = [block.statistic(block.sums.sum(axis=0, keepdims=True))[0] for block in blocks]
    questions = len(blocks[0].sums) if blocks else 0
    drawn: list[list[Floats]] = [[] for _ in blocks]
    if questions >= 2 and resamples:
        generator = np.random.default_rng(seed)
        widest = max(block.sums.shape[1] for block in blocks)
        step = max(min(resamples, AT_ONCE // questions, AT_CACHE // max(widest, 1)), 1)
        for begin in range(0, resamples, step):
            weights = _weights(generator, min(step, resamples - begin), questions)
            for block, found in zip(blocks, drawn, strict=True):
                found.append(block.statistic(weights @ block.sums))
    why = ONE_QUESTION if questions < 2 else NOT_DRAWN
    return [
        [_estimate(value, ends, why) for value, ends in zip(point.tolist(), _ends(found, len(point)), strict=True)]
        for point, found in zip(points, drawn, strict=True)
    ]


def _weights(generator: np.random.Generator, rows: int, questions: int) -> Floats:
    """How often each question is drawn in each resample."""
    chosen = generator.integers(0, questions, (rows, questions), dtype=np.int32).astype(np.int64)
    chosen += np.arange(rows)[:, None] * questions
    return np.bincount(chosen.ravel(), minlength=rows * questions).reshape(rows, questions).astype(np.float64)


def _ends(found: list[Floats], count: int) -> list[Ends | None]:
    """For each of so many statistics the middle 95 % of its resamples; None without any."""
    if not found:
        return [None] * count
    drawn = np.vstack(found)
    missing = np.isnan(drawn).sum(axis=0)
    ends = np.full((2, count), np.nan)
    whole = missing == 0
    ends[:, whole] = np.quantile(drawn[:, whole], LIMITS, axis=0)
    for at in np.flatnonzero(~whole & (missing < len(drawn))).tolist():
        column = drawn[:, at]
        ends[:, at] = np.quantile(column[~np.isnan(column)], LIMITS)
    rows = zip(*ends.tolist(), missing.tolist(), strict=True)
    return [Ends(low, high, undefined, len(drawn)) for low, high, undefined in rows]


def _estimate(value: float, ends: Ends | None, why: str) -> Estimate:
    if np.isnan(value):
        return Estimate(None, undefined="undefined")
    if ends is None:
        return Estimate(value, no_interval=why)
    low, high, missing, resamples = ends
    if missing > MOST_UNDEFINED * resamples:
        many = f"{missing} of {resamples} resamples are undefined"
        return Estimate(value, no_interval=many, undefined_resamples=missing)
    return Estimate(value, low, high, undefined_resamples=missing)
