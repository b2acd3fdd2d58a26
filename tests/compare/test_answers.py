"""Refusals, and right answers beside retrieval, counted by hand."""

from __future__ import annotations

import pytest
import scipy.stats

from gold.compare.answers import Answers, answers_beside
from gold.compare.refusals import refusals
from gold.compare.shares import Share
from gold.model.run import Answered
from tests.builders import case, graded, run, score, scored

CASES = [
    graded("q1", {"p1": 2}, class_="a"),
    graded("q2", {"p2": 2}, class_="a"),
    graded("q3", {"p3": 2}, class_="b"),
    graded("q4", {"p4": 2}, class_="b", expect_abstention=True),
    case("n1", unanswerable=True, class_="b"),
    case("n2", unanswerable=True, class_="a"),
]


def test_refusals_are_counted_apart_from_false_ones() -> None:
    """A refusal that is expected is none that is false; each class has its own counts."""
    said = {name: Answered(abstained=name in ("q1", "q4", "n1")) for name in ("q1", "q2", "q3", "q4", "n1", "n2")}
    made = run({one.query_id: ["p1"] for one in CASES}, answered=said)
    found = refusals(score(scored(CASES), made, "AnswerRecall@5", facets=["class"]))
    assert found == (
        (None, None, Share(1, 2), Share(1, 4)),
        ("class", "a", Share(0, 1), Share(1, 2)),
        ("class", "b", Share(1, 1), Share(0, 2)),
    )


def test_a_run_that_cannot_say_so_has_no_refusals() -> None:
    """Never a share of 0."""
    assert refusals(score(scored(CASES), {one.query_id: ["p1"] for one in CASES}, "AnswerRecall@5")) is None


def test_right_answers_are_counted_where_retrieval_reached_and_where_not() -> None:
    """Of those that the run speaks of; unanswerable ones are none of either."""
    said = {"q1": True, "q2": False, "q3": True, "n1": False}
    answered = {name: Answered(answer_correct=right) for name, right in said.items()}
    made = run({"q1": ["p1"], "q2": ["p2"], "q3": ["x"], "q4": ["p4"], "n1": []}, answered=answered)
    found = answers_beside(score(scored(CASES), made, "nDCG@10", "AnswerRecall@5", facets=["class"]))
    assert found is not None
    assert str(found.bar.measure) == "AnswerRecall@5"
    assert found.groups == (
        Answers(None, None, Share(1, 2), Share(1, 1)),
        Answers("class", "a", Share(1, 2), Share(0, 0)),
        Answers("class", "b", Share(0, 0), Share(1, 1)),
    )
    assert found.groups[0].right == Share(2, 3)


def test_nothing_is_said_of_a_run_that_says_nothing() -> None:
    """No row of it has `answer_correct`, or none of an answerable case."""
    assert answers_beside(score(scored(CASES), {"q1": ["p1"]}, "AnswerRecall@5")) is None
    made = run({"q1": ["p1"], "n1": ["p1"]}, answered={"n1": Answered(answer_correct=False)})
    assert answers_beside(score(scored(CASES), made, "AnswerRecall@5")) is None


@pytest.mark.parametrize(("had", "wrong"), [(9, 10), (1, 10), (5, 10), (6, 10), (0, 0), (3, 3), (4, 4)])
def test_the_bottleneck_is_told_by_wilson_s_interval(had: int, wrong: int) -> None:
    """On one side of a half, or it cannot be told."""
    one = Answers(None, None, Share(5, 5 + had), Share(0, wrong - had))
    assert one.wrong_though_reached == Share(had, wrong)
    if not wrong:
        assert one.bottleneck == "nothing wrong"
        return
    theirs = scipy.stats.binomtest(had, wrong).proportion_ci(0.95, "wilson")
    told = "generation" if theirs.low > 0.5 else "retrieval" if theirs.high < 0.5 else "cannot tell"
    assert one.bottleneck == told
