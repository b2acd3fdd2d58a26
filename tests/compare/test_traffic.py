"""What users meet: weighted means, their intervals and their effective n, against scipy and by hand."""

from __future__ import annotations

import math

import numpy as np
import pytest
import scipy.optimize
import scipy.stats
from hypothesis import given
from hypothesis import strategies as st

from gold.compare.met_apart import by_weight, evenly
from gold.compare.traffic import Met, fault, met, plain, random_cases, standing, strongest_pull
from gold.model.case import Case
from tests.builders import graded
from tests.compare.test_proportions import tango

Values = list[float]


def cases(strata: str, weights: list[float | None] | None = None) -> list[Case]:
    """A case a letter: its stratum."""
    given = weights or [None] * len(strata)
    rows = enumerate(zip(strata, given, strict=True))
    return [graded(f"q{i}", {"p": 2}, stratum=stratum, weight=weight) for i, (stratum, weight) in rows]


def estimate(
    values: Values,
    strata: str,
    traffic: dict[str, float],
    weights: list[float | None] | None = None,
    share: bool = True,
) -> Met:
    """What users meet by shares of the traffic."""
    known = np.ones(len(values), dtype=np.bool_)
    found = standing(cases(strata, weights), known, {"stratum": traffic} if traffic else {})
    assert found is not None
    return met(np.array(values), found.weights, found.strata, share)


@given(st.lists(st.floats(0, 1, width=16), min_size=2, max_size=30))
def test_the_plain_mean_s_interval_is_student_s(values: Values) -> None:
    """As scipy has it, within 0 and 1."""
    found = plain(np.array(values), share=False)
    assert found.n == len(values)
    assert found.effective == pytest.approx(len(values))
    assert found.value == pytest.approx(np.mean(values), abs=1e-12)
    error = scipy.stats.sem(values)
    if error > 1e-6 and len(values) > 5:
        low, high = scipy.stats.t.interval(0.95, len(values) - 1, np.mean(values), error)
        assert (found.low, found.high) == pytest.approx((max(low, 0), min(high, 1)), abs=1e-3)


@given(st.integers(0, 30), st.integers(1, 30))
def test_a_plain_share_s_interval_is_wilson_s(part: int, more: int) -> None:
    """As scipy has it."""
    found = plain(np.array([1.0] * part + [0.0] * more), share=True)
    theirs = scipy.stats.binomtest(part, part + more).proportion_ci(0.95, "wilson")
    assert (found.low, found.high) == pytest.approx((theirs.low, theirs.high), abs=1e-9)


def test_each_class_counts_by_its_share_of_the_traffic() -> None:
    """By hand: .9 of a mean of 3/4, .1 of a mean of 1/2; Kish's n is 1 / (.9²/4 + .1²/2)."""
    found = estimate([1, 1, 1, 0, 1, 0], "aaaabb", {"a": 0.9, "b": 0.1})
    assert found.value == pytest.approx(0.9 * 0.75 + 0.1 * 0.5)
    assert found.effective == pytest.approx(1 / (0.81 / 4 + 0.01 / 2))
    assert found.value is not None
    effective, z = found.effective, 1.959963984540054
    middle = (found.value + z * z / (2 * effective)) / (1 + z * z / effective)
    assert ((found.low or 0) + (found.high or 0)) / 2 == pytest.approx(middle)


def test_the_error_is_that_of_a_stratified_mean() -> None:
    """Σ W² s² / n over the classes (Cochran 1977, 5.3), with Student's t."""
    a, b = [0.2, 0.5, 0.9, 0.4], [0.1, 0.3, 0.2]
    found = estimate([*a, *b], "aaaabbb", {"a": 0.4, "b": 0.6}, share=False)
    error = math.sqrt(0.16 * np.var(a, ddof=1) / 4 + 0.36 * np.var(b, ddof=1) / 3)
    freedom = math.floor(1 / (0.16 / 4 + 0.36 / 3)) - 1
    half = scipy.stats.t.ppf(0.975, freedom) * error
    value = float(0.4 * np.mean(a) + 0.6 * np.mean(b))
    assert (found.value, found.high) == pytest.approx((value, value + half), abs=1e-4)


def test_shares_of_the_set_itself_change_nothing() -> None:
    """Where every class has its share already, the estimate is the plain mean, as sure."""
    values = [1.0, 0.0, 1.0, 1.0, 0.0, 1.0]
    found = estimate(values, "aabbbb", {"a": 1 / 3, "b": 2 / 3})
    assert found.value == pytest.approx(np.mean(values))
    assert found.effective == pytest.approx(6)


def test_weights_count_each_case_for_what_it_stands_for() -> None:
    """Hájek's mean and Kish's n; numpy's weighted average agrees."""
    values, weights = [1.0, 0.0, 1.0, 0.0], [10.0, 1.0, 1.0, 4.0]
    found = estimate(values, "abcd", {}, list(weights))
    assert found.value == pytest.approx(np.average(values, weights=weights))
    assert found.effective == pytest.approx(16**2 / (100 + 1 + 1 + 16))


def test_weights_and_shares_together() -> None:
    """A class has its share, and inside it the cases count by weight."""
    found = estimate([1.0, 0.0, 1.0], "aab", {"a": 0.5, "b": 0.5}, [3.0, 1.0, 9.0])
    assert found.value == pytest.approx(0.5 * 0.75 + 0.5)


@pytest.mark.parametrize("weights", [[1.0, 1.0, 1.0], [2.0, None, 1.0], [2.0, 0.0, 1.0], [2.0, -1.0, 1.0], None])
def test_weights_that_say_nothing_are_none(weights: list[float | None] | None) -> None:
    """All alike, or missing, or not above 0."""
    assert standing(cases("abc", weights), np.ones(3, dtype=np.bool_), {}) is None


def test_what_is_not_covered_is_named() -> None:
    """A class of the traffic without a case; cases of a class without a share count for nothing."""
    known = np.array([True, True, True, False])
    found = standing(cases("abcd"), known, {"stratum": {"a": 0.2, "b": 0.3, "d": 0.5}})
    assert found is not None
    assert (found.lacking, found.outside) == (("d",), 1)
    assert met(np.array([1.0, 0.0, 1.0, 1.0]), found.weights, found.strata, share=True).value == pytest.approx(0.4)


@pytest.mark.parametrize(
    ("traffic", "words"),
    [
        ({"stratum": {"a": 0.5, "b": 0.4}}, "add up to 0.9"),
        ({"stratum": {"a": 1.5, "b": -0.5}}, "is 1.5"),
        ({"tags": {"a": 1.0}}, "parts no cases"),
        ({"colour": {"a": 1.0}}, "parts no cases"),
        ({"stratum": {"a": 1.0}, "class": {"a": 1.0}}, "choose one"),
        ({"stratum": {}}, "add up to 0"),
    ],
)
def test_shares_that_are_none_are_refused(traffic: dict[str, dict[str, float]], words: str) -> None:
    """Nothing is estimated from them."""
    assert words in (fault(traffic) or "")
    assert standing(cases("ab"), np.ones(2, dtype=np.bool_), traffic) is None


def test_no_case_has_no_estimate_and_one_alone_no_empty_interval() -> None:
    """A spread of nothing is no certainty."""
    none = np.zeros(0)
    assert met(none, none, none.astype(np.int64), share=False) == Met(None, None, None, 0, 0.0)
    one = plain(np.array([1.0]), share=False)
    assert (one.low or 1) < 0.5 < (one.high or 0)
    assert plain(np.zeros(5), share=False, least=-1.0).low is None


def test_the_random_cases_are_those_of_that_stratum() -> None:
    """And of no other facet."""
    named = [graded("a", {"p": 2}, stratum="random"), graded("b", {"p": 2}, class_="random")]
    assert random_cases(named).tolist() == [True, False]


@pytest.mark.parametrize("seed", range(20))
def test_the_strongest_pull_is_the_class_that_moves_the_mean_most(seed: int) -> None:
    """By numpy: (its share of the traffic covered − of the cases) × (its mean − that of all), the largest."""
    chance = np.random.default_rng(seed)
    strata = chance.choice(list("abc"), 30, p=[0.6, 0.3, 0.1])
    values, shares = chance.random(30).round(1), chance.dirichlet([1, 1, 1, 1]).round(3)
    shares[-1] = 1 - shares[:-1].sum()
    known = chance.random(30) < 0.8
    stands = standing(cases("".join(strata)), known, {"stratum": dict(zip("abcd", shares.tolist(), strict=True))})
    assert stands is not None
    found = strongest_pull(values, known, stands)
    there = [(name, share) for name, share in zip("abcd", shares, strict=True) if (known & (strata == name)).any()]
    rows = [
        (name, (known & (strata == name)).sum() / known.sum(), share / sum(s for _, s in there),
         values[known & (strata == name)].mean())
        for name, share in there
    ]  # fmt: skip
    most = max(rows, key=lambda row: abs((row[2] - row[1]) * (row[3] - values[known].mean())))
    assert found is not None
    assert found.name == most[0]
    assert found[1:] == pytest.approx(most[1:])


def test_a_weighted_share_s_interval_is_wilson_s_of_the_effective_n() -> None:
    """Its ends are where the score test of so many cases turns, found by scipy's root finder."""
    found = estimate([1, 1, 1, 0, 1, 0, 0], "aaaabbb", {"a": 0.3, "b": 0.7})
    mean, n, z = 0.3 * 0.75 + 0.7 / 3, 1 / (0.09 / 4 + 0.49 / 3), scipy.stats.norm.ppf(0.975)

    def turns(end: float) -> float:
        return float((mean - end) ** 2 - z * z * end * (1 - end) / n)

    ends = scipy.optimize.brentq(turns, 1e-9, mean), scipy.optimize.brentq(turns, mean, 1 - 1e-9)
    assert found[:3] == pytest.approx((mean, *ends))


def test_a_weighted_change_has_the_interval_of_a_stratified_mean() -> None:
    """As Cochran has it, with scipy's t; no ends where few cases count or differ."""
    chance = np.random.default_rng(3)
    a, b = chance.normal(0.2, 0.3, 15).clip(-1, 1), chance.normal(-0.1, 0.2, 10).clip(-1, 1)
    differences, share = np.concatenate((a, b)), {"a": 0.3, "b": 0.7}
    stands = standing(cases("a" * 15 + "b" * 10), np.ones(25, dtype=np.bool_), {"stratum": share})
    assert stands is not None
    found = by_weight(differences, stands.weights, stands.strata)
    mean = 0.3 * a.mean() + 0.7 * b.mean()
    error = math.sqrt(0.09 * np.var(a, ddof=1) / 15 + 0.49 * np.var(b, ddof=1) / 10)
    half = scipy.stats.t.ppf(0.975, math.floor(1 / (0.09 / 15 + 0.49 / 10)) - 1) * error
    assert found == pytest.approx((mean, mean - half, mean + half), abs=1e-4)
    few = np.where(np.arange(25) < 7, differences, 0.0)
    assert by_weight(few, stands.weights, stands.strata)[1:] == (None, None)
    inside = np.arange(25) < 19
    assert by_weight(differences, stands.weights * inside, stands.strata)[1:] == (None, None)


def test_the_change_of_the_random_cases_is_judged_as_any_change() -> None:
    """Over those inside alone: numpy's mean, and of shares the ends at which Tango's test turns."""
    differences = np.array([1.0] * 9 + [-1.0] * 2 + [0.0] * 19 + [1.0] * 10)
    inside = (np.arange(40) < 30).astype(np.float64)
    found = evenly(differences, inside, None, 0.02, share=True)
    assert found.value == pytest.approx(7 / 30)
    assert tango(9, 2, 30, found.low or 0) == pytest.approx(1.959964, abs=2e-3)
    assert tango(9, 2, 30, found.high or 0) == pytest.approx(-1.959964, abs=2e-3)
    assert evenly(differences, (np.arange(40) > 20).astype(np.float64), None, 0.02, share=True)[1:] == (None, None)
