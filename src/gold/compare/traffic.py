"""Values of a set's cases into what users meet: the random stratum's mean, and all cases by what they stand for."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np

from gold.compare.proportions import mean_ends
from gold.measure.means import class_members
from gold.model.case import FACETS, Case
from gold.model.ids import Bools, Floats, Ints, distinct
from gold.model.settings import Traffic

RANDOM = ("stratum", "random")
"""The facet and the class of the cases that were drawn as users ask."""
PARTITIONS = tuple(facet for facet in FACETS if facet != "tags")
"""Facets of which each case has one class."""
ROUNDED = 0.005
"""Shares that were rounded to two digits may add up to a little more than 1, or less."""


class Met(NamedTuple):
    """A mean of `n` cases with its 95 % interval; weights leave it as sure as `effective` cases would (Kish).

    No value without a case; no interval where nothing is known of the spread.
    """

    value: float | None
    low: float | None
    high: float | None
    n: int
    effective: float


class Standing(NamedTuple):
    """What each case stands for: `weights` of shape (cases,), 0 for those left out, and `strata`, numbers of classes.

    `shares` are those of the classes of `facet` (of none, where weights alone say it). `lacking` are classes with a
    share and without a case, `outside` counts the cases of classes without a share.
    """

    facet: str | None
    shares: Mapping[str, float]
    classes: tuple[str, ...]
    weights: Floats
    strata: Ints
    lacking: tuple[str, ...]
    outside: int


def fault(traffic: Traffic) -> str | None:
    """What makes shares of the traffic none: they are of one facet, of which a case has one class, and add up to 1."""
    if len(traffic) != 1:
        return f"shares are of one facet, and {', '.join(traffic)} are {len(traffic)}: choose one"
    ((facet, shares),) = traffic.items()
    if facet not in PARTITIONS:
        return f"{facet!r} parts no cases: name one of {', '.join(PARTITIONS)}"
    odd = odd_share(facet, shares)
    if odd is not None:
        return odd
    total = math.fsum(shares.values())
    if abs(total - 1) > ROUNDED:
        return f"the shares of {facet} add up to {total:g}: make them 1"
    return None


def odd_share(facet: str, shares: Mapping[str, float]) -> str | None:
    """What makes the first number that is no share none."""
    odd = next((name for name, share in shares.items() if not 0 <= share <= 1), None)
    return None if odd is None else f"the share of {facet} {odd!r} is {shares[odd]:g}: a share is from 0 to 1"


def not_by_traffic(traffic: Traffic) -> str:
    """Why nothing is estimated by shares of the traffic; empty where nothing is in the way."""
    wrong = fault(traffic) if traffic else None
    return "" if wrong is None else f"what users meet is not estimated by traffic, because {wrong}"


def random_cases(cases: Sequence[Case]) -> Bools:
    """Which cases were drawn as users ask: shape (cases,)."""
    return np.array([RANDOM[1] in case.classes(RANDOM[0]) for case in cases], dtype=np.bool_)


def standing(cases: Sequence[Case], known: Bools, traffic: Traffic) -> Standing | None:
    """What each case of `known` (shape (cases,)) stands for, by shares of the traffic, by its own weight, or by both.

    Of a class with a share the cases have that share together, each by its weight where all have one. None where the
    set gives neither shares that are some nor weights that differ.
    """
    own = np.array([case.weight or 0.0 for case in cases])
    weighed = bool(known.any()) and bool((own[known] > 0).all()) and float(np.ptp(own[known])) > 0
    own = np.where(known, own if weighed else 1.0, 0.0)
    if not traffic or fault(traffic) is not None:
        return Standing(None, {}, (), own, np.zeros(len(own), dtype=np.int64), (), 0) if weighed else None
    ((facet, shares),) = traffic.items()
    members = {name: member & known for (_, name), member in class_members(cases, (facet,)).items()}
    there = [name for name, member in members.items() if shares.get(name) and member.any()]
    weights, strata = np.zeros(len(own)), np.full(len(own), -1, dtype=np.int64)
    for at, name in enumerate(there):
        strata[members[name]] = at
        weights[members[name]] = shares[name] * own[members[name]] / own[members[name]].sum()
    lacking = tuple(name for name, share in shares.items() if share and name not in there)
    outside = int((known & (strata < 0)).sum())
    return Standing(facet, shares, tuple(there), weights, strata, lacking, outside) if there else None


def plain(values: Floats, share: bool, least: float = 0.0) -> Met:
    """The mean of values that are all alike: shape (n,)."""
    return met(values, np.ones(len(values)), np.zeros(len(values), dtype=np.int64), share, least)


def met(values: Floats, weights: Floats, strata: Ints, share: bool, least: float = 0.0) -> Met:
    """The weighted mean of values from `least` to 1, all of shape (n,); without weight a case counts for nothing.

    Sources: Hájek 1971 for the mean; its error from the residuals within each stratum (Holt and Smith 1979; of a
    stratum with one case, from the mean of all), by Student's t; the effective n is (Σ w)² / Σ w² (Kish 1965).
    Shares (and values without a spread) get Wilson's interval for so many cases, which takes no credit for strata.
    """
    there = weights > 0
    values, weights, strata = values[there], weights[there], strata[there]
    if not len(values):
        return Met(None, None, None, 0, 0.0)
    whole = float(weights.sum())
    mean, effective = float(weights @ values) / whole, whole**2 / float(weights @ weights)
    error = _error(values, weights, strata, mean)
    if least == 0 and (share or error == 0):
        low, high = mean_ends(mean, effective)
    elif error > 0:
        low, high = mean_ends(mean, effective, error, least)
    else:
        return Met(mean, None, None, len(values), effective)
    return Met(mean, low, high, len(values), effective)


class Pull(NamedTuple):
    """A class whose share of the cases is not that of the traffic (of what is covered), and its mean."""

    name: str
    cases: float
    traffic: float
    value: float


def strongest_pull(values: Floats, known: Bools, stands: Standing) -> Pull | None:
    """The class that moves the plain mean most by standing for another share; None where no class moves it."""
    whole, mean = sum(stands.shares[name] for name in stands.classes), plain(values[known], share=False).value or 0.0
    most, found = 1e-9, None
    for at, name in enumerate(stands.classes):
        inside = stands.strata == at
        cases, traffic = float(inside.sum() / known.sum()), stands.shares[name] / whole
        value = met(values, stands.weights * inside, stands.strata, share=False).value or 0.0
        pull = abs((traffic - cases) * (value - mean))
        if pull > most:
            most, found = pull + 1e-9, Pull(name, cases, traffic, value)
    return found


def _error(values: Floats, weights: Floats, strata: Ints, mean: float) -> float:
    """The standard error of a weighted mean of strata."""
    square = 0.0
    for stratum in distinct(strata).tolist():
        inside = strata == stratum
        n, w, y = int(inside.sum()), weights[inside], values[inside]
        rest = y - (float(w @ y / w.sum()) if n > 1 else mean)
        square += float(((w * rest) ** 2).sum()) * (n / (n - 1) if n > 1 else 1.0)
    return math.sqrt(square) / float(weights.sum())
