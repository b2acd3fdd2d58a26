"""Which cases are drawn together: near-duplicates, and turns of one conversation."""

from __future__ import annotations

import pytest

from gold.compare.alike import alike
from gold.model.case import Case, Turn
from tests.builders import graded, measures, score, scored

RR = measures("RR")[0]


def asked(query_id: str, query: str, *history: str) -> Case:
    """A case with this query, after these turns."""
    turns = tuple(Turn(turn) for turn in history) or None
    return graded(query_id, {"a": 2}, query=query, history=turns)


def together(*cases: Case) -> list[int] | None:
    """The group of each case."""
    found = alike(scored(cases))
    return None if found is None else found.tolist()


@pytest.mark.parametrize(
    ("cases", "expected"),
    [
        ([("how do I return it",), ("what does shipping cost",)], None),
        ([("how do I return it",), ("what does it cost",), ("How do I return it?",)], [0, 1, 0]),
        ([("and late?", "the return window"), ("and late?", "opening hours")], None),
        ([("and late?", "the return window"), ("and late?", "The return window?")], [0, 0]),
        ([("and late?", "the return window"), ("and then?", "The return window?", "and late?")], [0, 0]),
        ([("the return window",), ("what of opening hours",), ("and late?", "the return window")], [0, 1, 0]),
    ],
    ids=[
        "apart",
        "near-duplicates",
        "one follow-up of two conversations",
        "one history, typed twice",
        "one conversation",
        "its first question",
    ],
)
def test_what_hangs_together(cases: list[tuple[str, ...]], expected: list[int] | None) -> None:
    """Queries that say the same after the same history, and the turns of one conversation."""
    assert together(*(asked(f"q{i}", *words) for i, words in enumerate(cases))) == expected


def test_duplicates_do_not_add_up_to_a_verdict() -> None:
    """One question asked thirty times is one question."""
    from gold.compare.runs import compare_runs

    def verdict_on(*cases: Case) -> str:
        made = scored(cases)
        one = score(made, {case.query_id: ["x", "a"] for case in cases}, "RR")
        two = score(made, {case.query_id: ["a"] for case in cases}, "RR")
        return compare_runs(one, two, [], margin=0.02, least=2).overall.verdicts[RR].word

    words = ["north", "south", "east", "west", "up", "down", "left", "right", "hot", "cold"]
    unlike = [f"{one} {two} parcels" for i, one in enumerate(words) for two in words[:i]][:30]
    assert verdict_on(*(asked(f"q{i}", query) for i, query in enumerate(unlike))) == "better"
    assert verdict_on(*(asked(f"q{i}", "how do I return it" + "?" * (i % 3)) for i in range(30))) == "counts only"
