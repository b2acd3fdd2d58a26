"""A run that fuses others, against sets of the cases that each answers, worked out in the test."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gold.measure.fusion import Fused, Unmatched, fused, fusions, parts_named
from gold.measure.score import RunScore
from gold.model.run import Sidecar
from tests.builders import graded, measures, run, score, scored, version

MEASURE = "Success(rel=2)@1"
IDS = [f"q{n}" for n in range(6)]
CASES = [graded(query_id, {"right": 2}) for query_id in IDS]
LAID_OUT = scored(CASES)
Answers = frozenset[str]


def answering(answers: Sequence[str], name: str = "run", asked: Sequence[str] = IDS, **sidecar: Any) -> RunScore:
    """A run that answers just these of the cases."""
    lists = {query_id: ["right" if query_id in answers else "wrong"] for query_id in asked}
    return score(LAID_OUT, run(lists, name=name, sidecar=Sidecar(**sidecar)), MEASURE)


def some() -> st.SearchStrategy[Answers]:
    """Any of the cases."""
    return st.frozensets(st.sampled_from(IDS))


@given(some(), st.lists(some(), min_size=2, max_size=4))
def test_kept_lost_and_beyond_are_differences_of_sets(mine: Answers, parts: list[Answers]) -> None:
    """∪P ∩ W, ∪P − W and W − ∪P, in the order of the version."""
    union = frozenset().union(*parts)
    several = [answering(sorted(part), f"p{at}") for at, part in enumerate(parts)]
    found = fused(answering(sorted(mine)), several, *measures(MEASURE))
    assert (found.cases, found.answered, found.kept) == (6, len(union), len(union & mine))
    assert found.lost == tuple(sorted(union - mine))
    assert found.beyond == tuple(sorted(mine - union))


def test_parts_are_what_the_sidecar_says() -> None:
    """A list of two names or more; a name of the run tells nothing."""
    for settings, expected in (
        ({"parts": ["a", "b", "a"]}, ("a", "b")),
        ({"parts": "a, b"}, ()),
        ({"parts": ["a", 3]}, ()),
        ({"fuses": ["a", "b"]}, ()),
        (None, ()),
    ):
        assert parts_named(answering([], "a+b", settings=settings).run) == expected


def test_a_part_is_a_run_by_name_or_the_newest_of_the_system() -> None:
    """On the same build; the run itself is no part of its own."""
    every = [
        answering(["q0"], "old", system="words", date="2026-01-01"),
        answering(["q0", "q1"], "new", system="words", date="2026-02-01"),
        answering(["q2"], "dense", system="vectors"),
        answering(["q1", "q5"], "both", system="words", date="2026-03-01", settings={"parts": ["words", "dense"]}),
    ]
    (found,) = fusions(every, *measures(MEASURE))
    assert found == Fused("both", ("new", "dense"), 6, 3, 1, ("q0", "q2"), ("q5",))


@pytest.mark.parametrize(("parts", "missing"), [(["words", "lost"], ("lost",)), (["x", "y"], ("x", "y"))])
def test_a_part_that_no_run_is_of_is_named(parts: list[str], missing: tuple[str, ...]) -> None:
    """And nothing is counted."""
    every = [answering(["q0"], "w", system="words"), answering(["q0"], "both", settings={"parts": parts})]
    assert fusions(every, *measures(MEASURE)) == (Unmatched("both", missing),)


def test_one_part_is_no_fusion() -> None:
    """A reranker of one list is something else."""
    every = [answering(["q0"], "w", system="words"), answering([], "again", settings={"parts": ["words"]})]
    assert fusions(every, *measures(MEASURE)) == ()


def test_only_what_all_were_asked_counts() -> None:
    """A case that a part's version did not have yet is neither lost nor beyond."""
    lists = {query_id: ["right"] for query_id in IDS[:4]}
    fewer = score(LAID_OUT, run(lists, name="p"), MEASURE, declared=version(*CASES[:4], number=0))
    found = fused(answering(["q0", "q5"]), [fewer, answering([], "r")], *measures(MEASURE))
    assert found == Fused("run", ("p", "r"), 4, 4, 1, ("q1", "q2", "q3"), ())
