"""Overlap of two runs: a published example, plain arithmetic on random lists, and lists that are short or empty."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gold.measure.rank_overlap import Overlap, overlap, tops
from tests.builders import run

LISTS = st.lists(st.sampled_from("abcdefgh"), max_size=8, unique=True)


def compared(one: list[str], two: list[str], depth: int = 10) -> Overlap:
    """The overlap of two lists for one question."""
    return overlap(*(tops(run({"q": ranking}), ["q"], depth) for ranking in (one, two)))


def test_published_example() -> None:
    """0.828 for 1 2 3 4 5 and 2 3 4 1 5 at p = 0.9, as the documentation of rankmeasures has it."""
    found = compared(list("12345"), list("23415"))
    assert round(float(found.biased[0]), 3) == 0.828
    assert found.shared[0] == 1.0
    assert found.other_first[0]


@given(LISTS, LISTS)
def test_by_plain_arithmetic(one: list[str], two: list[str]) -> None:
    """Set by set."""
    found = compared(one, two)
    if not one and not two:
        assert found.shared[0] != found.shared[0]
        assert not found.other_first[0]
        return
    assert found.shared[0] == pytest.approx(len({*one} & {*two}) / max(len(one), len(two)))
    assert found.other_first[0] == (one[:1] != two[:1])
    depth = min(len(one), len(two))
    agreement = [len({*one[:d]} & {*two[:d]}) / d for d in range(1, depth + 1)]
    tail = agreement[-1] * 0.9**depth if agreement else 0.0
    expected = tail + 0.1 / 0.9 * sum(a * 0.9**d for d, a in enumerate(agreement, start=1))
    assert found.biased[0] == pytest.approx(expected)


def test_a_repeat_counts_once() -> None:
    """And keeps its place."""
    found = compared(["a", "a", "b"], ["a", "c", "b"])
    assert found.shared[0] == pytest.approx(2 / 3)
    assert compared(["a", "b"], ["a", "b"]).biased[0] == pytest.approx(1.0)


def test_questions_are_joined_by_id() -> None:
    """Whatever their order in the runs; one that a run lacks has no results there."""
    one, two = run({"q1": ["a"], "q2": ["b"]}), run({"q2": ["b"], "q3": ["c"], "q1": ["a"]})
    ids = ["q1", "q2", "q3", "q4"]
    found = overlap(tops(one, ids, 10), tops(two, ids, 10))
    assert found.shared[:3].tolist() == [1.0, 1.0, 0.0]
    assert found.shared[3] != found.shared[3]
