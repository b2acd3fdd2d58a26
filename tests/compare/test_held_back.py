"""The figure of the held-back part against published tables and scipy, and when it may be published."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from gold.compare.held_back import LEAST, Question, Side, apart, figure, to_publish
from gold.compare.proportions import wilson
from gold.model.look import Released, Share


def side(values: Sequence[float], groups: Sequence[int] | None = None) -> Side:
    """Cases that stand alone, unless they are grouped."""
    return Side(np.array(values, dtype=np.float64), np.array(groups or range(len(values)), dtype=np.int64))


def share(count: int, n: int) -> Share:
    """A share with Wilson's interval."""
    low, high = wilson(count, n) or (0.0, 1.0)
    return Share(value=count / n, n=n, low=low, high=high)


@pytest.mark.parametrize(
    ("one", "two", "low", "high"),
    [
        ((56, 70), (48, 80), 0.0524, 0.3339),
        ((9, 10), (3, 10), 0.1705, 0.8090),
        ((5, 56), (0, 29), -0.0381, 0.1926),
        ((10, 10), (0, 20), 0.6791, 1.0),
        ((10, 10), (0, 10), 0.6075, 1.0),
    ],
)
def test_the_difference_of_two_shares_is_newcombe_s(
    one: tuple[int, int], two: tuple[int, int], low: float, high: float
) -> None:
    """Newcombe 1998, Statistics in Medicine 17: 873-890, table II, method 10."""
    found = apart(share(*one), share(*two))
    assert (found.low, found.high) == pytest.approx((low, high), abs=6e-5)
    assert found.n == one[1] + two[1]


@pytest.mark.parametrize("count", [0, 3, 19, 24])
def test_a_share_has_wilson_s_interval(count: int) -> None:
    """As scipy has it, for cases that stand alone."""
    found, error = figure(side([1.0] * count + [0.0] * (24 - count)), share=True)
    ends = stats.binomtest(count, 24).proportion_ci(method="wilson")
    assert (found.low, found.high) == pytest.approx((ends.low, ends.high))
    assert error == pytest.approx(math.sqrt(count / 24 * (1 - count / 24) / 23))


def test_a_mean_has_student_s_interval() -> None:
    """As scipy has it; the points of t are within 0.02."""
    values = [0.1, 0.5, 0.9, 0.4, 0.3, 0.8, 0.75, 0.2, 0.6, 0.55, 0.35]
    found, error = figure(side(values), share=False)
    assert error == pytest.approx(float(stats.sem(values)))
    low, high = stats.t.interval(0.95, len(values) - 1, loc=np.mean(values), scale=stats.sem(values))
    assert (found.low, found.high) == pytest.approx((low, high), abs=0.02 * error)


def test_near_duplicates_count_as_fewer_cases() -> None:
    """Twelve cases that are six pairs of twins say what six say."""
    alone, alone_error = figure(side([1, 0, 1, 1, 0, 1]), share=True)
    twins, error = figure(side([1, 1, 0, 0, 1, 1, 1, 1, 0, 0, 1, 1], [0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5]), share=True)
    assert (twins.value, twins.n) == (alone.value, 12)
    assert error == pytest.approx(alone_error)
    assert twins.high - twins.low == pytest.approx(alone.high - alone.low, abs=0.06)


QUESTION = Question("new", "v3", "AnswerRecall@5", True)
OPEN = side([1.0] * 40 + [0.0] * 20)


def published(
    values: Sequence[float],
    ids: Sequence[str],
    *earlier: Released | None,
    run: str = "new",
    measure: str = QUESTION.measure,
) -> Released | None:
    """What a release with these held-back cases publishes."""
    held = {name: at for at, name in enumerate(ids)}
    known = [one for one in earlier if one is not None]
    return to_publish(Question(run, "v3", measure, True), OPEN, held, side(values), known)


def ids(*ranges: range) -> list[str]:
    """Names of cases."""
    return [f"c{n:03d}" for one in ranges for n in one]


def first(won: int = 12, of: int = 24) -> Released:
    """A figure that was published."""
    found = published([1.0] * won + [0.0] * (of - won), ids(range(of)))
    assert found is not None
    return found


@pytest.mark.parametrize(("open_", "held"), [(60, LEAST - 1), (LEAST - 1, 24)])
def test_no_figure_of_few_nor_against_few(open_: int, held: int) -> None:
    """Ten on either side, or none."""
    names = {name: at for at, name in enumerate(ids(range(held)))}
    assert to_publish(QUESTION, side([1.0] * open_), names, side([0.0] * held), ()) is None


def test_the_last_figure_is_repeated_for_one_case_more_or_less() -> None:
    """Whatever its value, and though a case was relabelled."""
    last = first()
    for value in (0.0, 1.0):
        assert published([1.0] * 12 + [0.0] * 12 + [value], ids(range(25)), last) == last
    assert published([1.0] * 11 + [0.0] * 12, ids(range(23)), last) == last
    assert published([1.0] * 24, ids(range(24)), last) == last


def test_a_new_figure_takes_ten_new_cases_and_a_move() -> None:
    """Neither is enough alone."""
    last = first()
    assert published([1.0] * 12 + [0.0] * 12 + [1.0] * 9, ids(range(33)), last) == last
    assert published([1.0] * 12 + [0.0] * 12 + [1.0, 0.0] * 5, ids(range(34)), last) == last
    moved = published([1.0] * 12 + [0.0] * 12 + [1.0] * 10, ids(range(34)), last)
    assert moved is not None
    assert (moved.held_back.n, moved.held_back.value) == (34, 22 / 34)


def test_another_run_has_a_figure_of_the_same_cases() -> None:
    """New cases do not enter it, and it must lie further off than noise and two cases."""
    last = first()
    found = published([1.0] * 18 + [0.0] * 6 + [0.0] * 9, ids(range(33)), last, run="other")
    assert found is not None
    assert (found.run, found.held_back.n, found.held_back.value, found.cases) == ("other", 24, 0.75, last.cases)
    assert published([1.0] * 13 + [0.0] * 11, ids(range(24)), last, run="copy") == last
    assert published([1.0] * 18 + [0.0] * 5, ids(range(1, 24)), last, run="other") == last


def test_no_earlier_figure_is_a_step_from_a_new_one() -> None:
    """A run, a bad run, and the first one with one case changed under another name: the first figure stands for it."""
    good = first(16, 20)
    bad = published([0.0] * 20, ids(range(20)), good, run="bad")
    assert bad is not None
    assert bad.held_back.value == 0
    tweak = published([1.0] * 15 + [0.0] * 5, ids(range(20)), good, bad, run="tweak")
    assert tweak == good
    assert published([1.0] * 10 + [0.0] * 10, ids(range(20)), good, bad, run="new") == good  # the run had its figure


def test_cases_are_new_once() -> None:
    """A figure of more cases in between does not make the first ones new again."""
    small = first(16, 20)
    large = published([1.0] * 16 + [0.0] * 16, ids(range(32)), small)
    assert large is not None
    assert large.held_back.n == 32
    assert published([1.0] * 16 + [0.0] * 5, ids(range(20), range(40, 41)), small, large) == large


def test_another_measure_is_no_new_figure() -> None:
    """Figures at several cutoffs would tell at which rank the answers stand."""
    last = first()
    for run in ("new", "other"):
        assert published([1.0] * 24, ids(range(24)), last, run=run, measure="AnswerRecall@1") == last


@given(
    values=st.lists(st.sampled_from((0.0, 0.5, 1.0)), min_size=LEAST, max_size=40),
    case=st.sampled_from((0.0, 0.5, 1.0)),
    at=st.integers(0, 60),
    run=st.sampled_from(("new", "renamed")),
)
def test_no_two_releases_give_a_case_away(values: list[float], case: float, at: int, run: str) -> None:
    """A case that comes, goes or is judged otherwise moves nothing, also if its run has another name now."""
    last = published(values, ids(range(len(values))))
    assert last is not None
    at %= len(values)
    names = ids(range(len(values)))
    assert published([*values, case], [*names, "c999"], last, run=run) == last
    assert published(values[:at] + values[at + 1 :], names[:at] + names[at + 1 :], last, run=run) == last
    assert published([*values[:at], case, *values[at + 1 :]], names, last, run=run) == last
