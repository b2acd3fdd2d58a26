"""Resampled intervals, their closed form and sign flips, against scipy."""

from __future__ import annotations

import numpy as np
import pytest
import scipy.stats
from numpy.typing import NDArray

from gold.compare.interval import verdict
from gold.compare.points import normal_point, normal_share, student_point
from gold.compare.resample import LARGE, Units, _expanded, closed_ends, ends_of, flip_ps

Floats = NDArray[np.float64]


def alone(differences: Floats, level: float = 0.95) -> Units:
    """Units of one case each."""
    return Units(differences, np.ones(len(differences)), float(differences.mean()), level)


def drawn(n: int, moved: float = 0.3, seed: int = 0) -> Floats:
    """Graded differences, of which a share is not 0."""
    chance = np.random.default_rng(seed)
    return np.where(chance.random(n) < moved, chance.normal(0.1, 0.4, n).clip(-1, 1), 0.0)


@pytest.mark.parametrize("share", [1e-12, 0.0006, 0.025, 0.3, 0.5, 0.8, 0.975])
def test_points_are_scipy_s(share: float) -> None:
    """The normal's to the last places, Student's near enough at every level that is asked."""
    assert normal_point(share) == pytest.approx(scipy.stats.norm.ppf(share), abs=1e-12)
    assert normal_share(normal_point(share)) == pytest.approx(share)
    assert student_point(max(share, 6e-4), 19) == pytest.approx(scipy.stats.t.ppf(max(share, 6e-4), 19), abs=2e-3)


@pytest.mark.parametrize("n", [20, 67, 250, 499])
@pytest.mark.parametrize("level", [0.95, 0.99])
def test_ends_are_scipy_s_percentiles(n: int, level: float) -> None:
    """At the expanded level; two sets of 10,000 resamples differ by a few hundredths of the width."""
    values = drawn(n, 0.5)
    far = 2 * normal_share(-_expanded(alone(values, level)))
    theirs = scipy.stats.bootstrap(
        (values,),
        np.mean,
        n_resamples=10_000,
        method="percentile",
        confidence_level=1 - far,
        rng=np.random.default_rng(1),
    ).confidence_interval
    ((low, high),) = ends_of([alone(values, level)])
    width = theirs.high - theirs.low
    far_out = 0.05 if level == 0.95 else 0.12  # the 10,000 leave few so far out
    assert (low, high) == pytest.approx((theirs.low, theirs.high), abs=far_out * width)


@pytest.mark.parametrize("n", [LARGE, 2000])
def test_the_closed_form_is_what_resampling_comes_to(n: int) -> None:
    """Within a hundredth of the width of 400,000 resamples."""
    values = drawn(n, 0.1)
    unit = alone(values)
    chance, far = np.random.default_rng(2), normal_share(-_expanded(unit))
    moved = values[values != 0]
    hits = chance.binomial(n, len(moved) / n, 400_000)
    draws = chance.integers(0, len(moved), hits.sum())
    means = np.bincount(np.repeat(np.arange(400_000), hits), moved[draws], 400_000) / n
    low, high = np.quantile(means, [far, 1 - far])
    assert closed_ends(unit) == pytest.approx((low, high), abs=0.01 * (high - low))
    assert ends_of([unit]) == [closed_ends(unit)]


def test_groups_are_drawn_whole() -> None:
    """Ten copies of each of 30 cases say no more than the 30."""
    values = drawn(30, 0.9)
    copies, groups = np.repeat(values, 10), np.repeat(np.arange(30), 10)
    one, ten = verdict(values, 0.02, 5), verdict(copies, 0.02, 5, groups=groups)
    assert (ten.mean, ten.low, ten.high) == pytest.approx((one.mean, one.low, one.high), abs=1e-3)
    assert ten.n == 300
    apart = verdict(copies, 0.02, 5)
    assert None not in (apart.low, ten.low)
    assert apart.low > ten.low  # type: ignore[operator]  # drawn


def test_groups_of_unlike_size_are_scipy_s_ratio() -> None:
    """The mean of a resample is the sum over its groups by their cases."""
    chance = np.random.default_rng(4)
    sizes = chance.integers(1, 4, 60).astype(np.float64)
    sums = chance.normal(0.1, 0.3, 60) * sizes
    unit = Units(sums, sizes, float(sums.sum() / sizes.sum()), 0.95)
    far = 2 * normal_share(-_expanded(unit))
    theirs = scipy.stats.bootstrap(
        (sums, sizes),
        lambda s, n, axis: s.sum(axis=axis) / n.sum(axis=axis),
        paired=True,
        method="percentile",
        n_resamples=10_000,
        confidence_level=1 - far,
        rng=np.random.default_rng(1),
    ).confidence_interval
    width = theirs.high - theirs.low
    assert ends_of([unit])[0] == pytest.approx((theirs.low, theirs.high), abs=0.05 * width)
    assert closed_ends(unit) == pytest.approx((theirs.low, theirs.high), abs=0.06 * width)


@pytest.mark.parametrize(("n", "shift"), [(12, 0.0), (60, 0.0), (250, 0.05), (800, 0.02)])
def test_sign_flips_are_scipy_s(n: int, shift: float) -> None:
    """As a permutation test of paired samples says, to a hundredth."""
    values = np.random.default_rng(n).normal(shift, 0.3, n)
    theirs = scipy.stats.permutation_test(
        (values,), np.mean, permutation_type="samples", n_resamples=20_000, rng=np.random.default_rng(1)
    ).pvalue
    assert flip_ps([values, np.zeros(5)]) == pytest.approx([theirs, 1.0], abs=0.015)


@pytest.mark.parametrize("others", [(100,), (200, 70), (30, 499)])
def test_p_does_not_depend_on_what_is_judged_beside(others: tuple[int, ...]) -> None:
    """Alone and among larger ones, in either order, it is the same to the last place."""
    values, beside = drawn(30, 1.0), [drawn(n, 1.0, seed=n) for n in others]
    (alone_p,) = flip_ps([values])
    assert flip_ps([values, *beside])[0] == flip_ps([*beside, values])[-1] == alone_p
