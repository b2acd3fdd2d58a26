"""Sums over items into coefficients of agreement, for one table or for thousands of resampled ones at once."""

from __future__ import annotations

from typing import Literal

import numpy as np

from gold.model.ids import Floats

Scale = Literal["nominal", "ordinal", "interval"]
SCALES: tuple[Scale, ...] = ("nominal", "ordinal", "interval")
Weights = Literal["unweighted", "linear", "quadratic"]


def alpha(coincidences: Floats, grades: tuple[int, ...], scale: Scale) -> Floats:
    """Krippendorff's alpha from coincidence matrices, shape (…, grades, grades); NaN where one grade only occurs.

    1 − (n − 1) Σ o_ck δ²_ck / Σ n_c n_k δ²_ck, where an item with m grades adds each ordered pair of them with
    1 / (m − 1). δ is 1, or the distance of the grades, or (ordinal) the number of grades between, half of both ends.
    Source: Krippendorff (2011), Computing Krippendorff's Alpha-Reliability, sections C and D.
    """
    marginals = coincidences.sum(axis=-1)
    if scale == "ordinal":
        place = np.cumsum(marginals, axis=-1) - marginals / 2
    else:
        place = np.broadcast_to(np.array(grades, dtype=np.float64), marginals.shape)
    distance = place[..., :, None] - place[..., None, :]
    squared = (distance != 0).astype(np.float64) if scale == "nominal" else distance**2
    seen = (coincidences * squared).sum(axis=(-2, -1))
    expected = (marginals[..., :, None] * marginals[..., None, :] * squared).sum(axis=(-2, -1))
    return 1 - _ratio((marginals.sum(axis=-1) - 1) * seen, expected)


def kappa(table: Floats, grades: tuple[int, ...], weights: Weights) -> Floats:
    """Cohen's kappa from confusion matrices, shape (…, grades, grades); NaN where both annotators give one grade.

    1 − Σ w O / Σ w E, where w is 1 off the diagonal, or the distance of the two grades, or its square.
    Sources: Cohen (1960); weighted: Cohen (1968).
    """
    place = np.array(grades, dtype=np.float64)
    distance = np.abs(place[:, None] - place[None, :])
    weight = {"unweighted": (distance != 0).astype(np.float64), "linear": distance, "quadratic": distance**2}[weights]
    rows, columns = table.sum(axis=-1), table.sum(axis=-2)
    expected = ((rows @ weight) * columns).sum(axis=-1)
    observed = table.reshape(*table.shape[:-2], weight.size) @ weight.ravel()
    return 1 - _ratio(observed * rows.sum(axis=-1), expected)


def raw_of_table(table: Floats) -> Floats:
    """The share of the items that both annotators gave the same grade."""
    return _ratio(np.trace(table, axis1=-2, axis2=-1), table.sum(axis=(-2, -1)))


def fleiss(agreed: Floats, shares: Floats, items: Floats) -> Floats:
    """Fleiss' kappa from sums over items, NaN where one grade only occurs.

    `agreed`: the share of each item's pairs of grades that are equal. `shares`, shape (…, grades): the share of each
    item's grades. Items may have different numbers of grades.
    Sources: Fleiss (1971); with gaps: Gwet (2014), Handbook of Inter-Rater Reliability, chapter 2.
    """
    prevalence = _ratio(shares, items[..., None])
    expected = (prevalence**2).sum(axis=-1)
    return _ratio(_ratio(agreed, items) - expected, _unless_one(1 - expected, prevalence))


def ac1(agreed: Floats, shares: Floats, items: Floats) -> Floats:
    """Gwet's AC1 from the same sums, NaN where one grade only occurs.

    Chance agreement is Σ π (1 − π) / (grades − 1): it falls, not rises, where one grade prevails.
    Source: Gwet (2008), Computing inter-rater reliability and its variance in the presence of high agreement.
    """
    prevalence = _ratio(shares, items[..., None])
    expected = (prevalence * (1 - prevalence)).sum(axis=-1) / max(shares.shape[-1] - 1, 1)
    return _ratio(_ratio(agreed, items) - expected, _unless_one(1 - expected, prevalence))


def _unless_one(value: Floats, prevalence: Floats) -> Floats:
    """0 in place of what is divided by, where one grade only occurs."""
    return np.where((prevalence > 0).sum(axis=-1) > 1, value, 0.0)


def _ratio(part: Floats, whole: Floats) -> Floats:
    """Part over whole; NaN where the whole is nothing."""
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.where(whole == 0, np.nan, part / whole)
