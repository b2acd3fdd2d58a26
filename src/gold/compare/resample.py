"""Differences of units (cases, or groups of them) into the ends of their mean's interval and the p of sign flips.

All arithmetic that depends on chance is done in whole numbers that 32-bit floats hold, so that every machine finds
the same ends; the random bits depend on nothing but how many units there are.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from gold.compare.points import normal_share, student_point
from gold.model.ids import Floats

RESAMPLES = 10_000
LARGE = 500
"""From so many units on closed forms take the place of chance: the ends differ by less than chance makes them."""
FEW = 50
MORE_FREEDOM = 3
BLOCK = 1000
EXACT = 2**23


class Units(NamedTuple):
    """The summed differences of each unit, how many cases each holds, and the mean difference of a case.

    `level` is that of the interval wanted.
    """

    sums: Floats
    sizes: Floats
    mean: float
    level: float


def ends_of(units: Sequence[Units]) -> list[tuple[float, float]]:
    """The ends of each mean's interval: expanded percentiles of 10,000 resamples, or their closed form.

    Percentiles are too narrow for few units; they are taken further out, as Student's t would. Source: Efron and
    Tibshirani 1993, chapter 13; Hesterberg 2015, section 4.1.
    """
    found: list[tuple[float, float]] = [closed_ends(one) if len(one.sums) >= LARGE else (0.0, 0.0) for one in units]
    by_count: dict[int, list[int]] = {}
    for place, one in enumerate(units):
        if len(one.sums) < LARGE:
            by_count.setdefault(len(one.sums), []).append(place)
    for count, places in sorted(by_count.items()):
        for place, ends in zip(places, _resampled([units[place] for place in places], count), strict=True):
            found[place] = ends
    return found


def _expanded(one: Units) -> float:
    """How far out, in deviations, an end lies.

    The spread is known only as well as the units that differ tell it. With one less than their number as Student's
    freedom the ends lie too far out, with one less than all units not far enough, as tests/bench/simulation.py finds:
    three more than differ is between, and right where ten differ as where seventy do.
    """
    n, moved = len(one.sums), int(np.count_nonzero(one.sums))
    return math.sqrt(n / (n - 1)) * student_point((1 + one.level) / 2, moved + MORE_FREEDOM)


def _resampled(units: Sequence[Units], count: int) -> list[tuple[float, float]]:
    times = _counts(count).T
    scales = [_scale(one.sums, count) for one in units]
    whole = np.array([np.rint(one.sums * scale) for one, scale in zip(units, scales, strict=True)])
    totals = whole.astype(np.float32) @ times
    found = []
    for one, scale, row, exact in zip(units, scales, totals, whole, strict=True):
        uneven = bool((one.sizes != one.sizes[0]).any())
        held = one.sizes.astype(np.float32) @ times if uneven else float(one.sizes.sum())
        means = np.sort(row.astype(np.float64) / held if uneven else row)
        far = int(normal_share(-_expanded(one)) * RESAMPLES)
        ends = means[[far, RESAMPLES - 1 - far]].astype(np.float64) / (1.0 if uneven else held) / scale
        shift = one.mean - float(exact.sum()) / float(one.sizes.sum()) / scale
        found.append((float(ends[0]) + shift, float(ends[1]) + shift))
    return found


def _scale(sums: Floats, count: int) -> float:
    """The power of two that makes the sums whole numbers whose totals a 32-bit float holds."""
    return float(2 ** math.floor(math.log2(EXACT / (count * max(float(np.abs(sums).max()), 1.0)))))


def _counts(count: int) -> NDArray[np.float32]:
    """How often each unit is drawn in each resample: shape (RESAMPLES, count)."""
    bits = np.random.PCG64(count)
    counts = np.empty((RESAMPLES, count), dtype=np.float32)
    firsts = np.arange(BLOCK, dtype=np.int64)[:, None] * count
    for start in range(0, RESAMPLES, BLOCK):
        words = bits.random_raw((BLOCK * count + 1) // 2).view(np.uint32)[: BLOCK * count]
        drawn = ((words.astype(np.uint64) * np.uint64(count)) >> np.uint64(32)).view(np.int64).reshape(BLOCK, count)
        drawn += firsts
        counts[start : start + BLOCK] = np.bincount(drawn.ravel(), minlength=BLOCK * count).reshape(BLOCK, count)
    return counts


def closed_ends(one: Units) -> tuple[float, float]:
    """What the percentiles of ever more resamples come to. Source: Cornish and Fisher 1938, to the third order.

    Of groups it is the ratio of sums to sizes, linearised.
    """
    mean, n = one.mean, len(one.sums)
    rest = one.sums - mean * one.sizes
    square = rest * rest
    deviation = math.sqrt(float(square.mean()))
    if deviation == 0:
        return mean, mean
    skew = float((square * rest).mean()) / deviation**3
    peak = float((square * square).mean()) / deviation**4 - 3
    error = deviation * math.sqrt(n) / float(one.sizes.sum())

    def end(z: float) -> float:
        second = skew / (6 * math.sqrt(n)) * (z**2 - 1)
        third = peak / (24 * n) * (z**3 - 3 * z) - skew**2 / (36 * n) * (2 * z**3 - 5 * z)
        return mean + error * (z + second + third)

    z = _expanded(one)
    return end(-z), end(z)


def spread_of(one: Units) -> float:
    """The deviation of a case's difference that the mean's error speaks of, groups and all."""
    n, cases = len(one.sums), float(one.sizes.sum())
    if n < 2:
        return 0.0
    rest = one.sums - one.mean * one.sizes
    return math.sqrt(float((rest * rest).sum()) * n / (n - 1) / cases)


def flip_ps(sums: Sequence[Floats]) -> list[float]:
    """How often flipping the units' signs at random moves the mean at least so far: 10,000 flips, both sides.

    From 500 units on, where 50 differ, the normal share. Source: Fisher 1935; the 1 added, Phipson and Smyth 2010.
    """
    moved = [one[one != 0] for one in sums]
    small = [i for i, one in enumerate(moved) if len(one) and (len(sums[i]) < LARGE or len(one) < FEW)]
    found = [1.0 if not len(one) else _normal_p(one) for one in moved]
    by_width: dict[int, list[int]] = {}
    for place in small:
        by_width.setdefault(64 * math.ceil(len(moved[place]) / 64), []).append(place)
    for width, places in sorted(by_width.items()):
        for place, p in zip(places, _flipped([moved[place] for place in places], width), strict=True):
            found[place] = p
    return found


def _flipped(moved: Sequence[Floats], width: int) -> list[float]:
    """The p of each by random signs of which `width` are drawn a flip, whatever stands beside it."""
    packed = np.random.PCG64(width).random_raw(RESAMPLES * width // 64).view(np.uint8)
    bits = np.unpackbits(packed).reshape(RESAMPLES, width).astype(np.float32)
    whole = np.zeros((width, len(moved)), dtype=np.float32)
    for column, one in enumerate(moved):
        whole[: len(one), column] = np.rint(one * _scale(one, 2 * width))
    totals = whole.sum(axis=0)
    far = (np.abs(2 * (bits @ whole) - totals) >= np.abs(totals)).sum(axis=0)
    return [(count + 1) / (RESAMPLES + 1) for count in far.tolist()]


def _normal_p(moved: Floats) -> float:
    return 2 * normal_share(-abs(float(moved.sum())) / math.sqrt(float((moved * moved).sum())))
