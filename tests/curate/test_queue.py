"""The review queue: what is in it, why, and in which order."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date
from typing import Any

import pytest

from gold.compare.freshness import days_of
from gold.curate.queue import Dispute, Item, Subject, queue
from gold.measure.diagnosis import diagnoses, losses
from gold.measure.laid_out import Scored
from gold.measure.ways import bar_of
from gold.model.case import Case
from gold.resolve.twins import Twins, holders_of, letters_of, twins_of
from tests.builders import case, corpus, label, measures, passage, score, scored

BUILD = corpus(
    passage("a1", "return it within thirty days", "a", doc_version="2"),
    passage("a2", "a fee is due after that", "a", doc_version="2"),
    passage("b1", "the  same words twice", "b"),
    passage("b2", "the same words twice", "b"),
    passage("c1", "a fee is due in other words", "c"),
    passage("d1", "not a fee but a price", "d"),
    passage("e1", "not a **fee** but a price", "e"),
)
BAR = bar_of(measures("AnswerRecall@2"), 2)


def asked(*cases: Case, ranking: Mapping[str, Sequence[str]] | None = None, **more: Any) -> tuple[Item, ...]:
    """The queue of these cases, with what a run made of them where its lists are given."""
    laid_out = scored(cases, BUILD)
    run = None if ranking is None else score(laid_out, ranking, "AnswerRecall@2")
    came = () if run is None else diagnoses(run, losses(laid_out, BAR))
    places = dict(zip(laid_out.judged.query_ids, laid_out.resolution.labels, strict=True))
    places |= {one.query_id: () for one in cases if one.supporting is not None}
    return queue(Subject(cases, places, laid_out, BAR, twins_in(laid_out), run, came, **more))


def twins_in(laid_out: Scored) -> Twins:
    """The twins of the passages that hold labels."""
    build = laid_out.resolution.corpus
    return {} if build is None else twins_of(build, letters_of(build), holders_of(laid_out.resolution))


HELD = label(2, "a1", doc_version="2")


@pytest.mark.parametrize(
    ("one", "expected"),
    [
        (case("q", HELD), []),
        (case("q", label(2, quote="lost")), [Item("lost", "q", 0, 1.0, 0.0)]),
        (case("q", HELD, label(1, "gone")), [Item("lost", "q", 1, 0.25, 0.0)]),
        (case("q", label(2, quote="lost"), label(1, "gone")), [
            Item("lost", "q", 0, 1.0, 0.0), Item("lost", "q", 1, 0.25, 0.0)]),
        (case("q", HELD, label(0, "gone", distractor=True)), [Item("lost", "q", 1, 0.0, 0.0)]),
        (case("q", supporting="unknown"), [Item("unknown", "q", None, 1.0, 0.0)]),
        (case("q", label(2, "a1", doc_version="1")), [Item("changed", "q", 0, 0.0, 1.0, ("a1",))]),
        (case("q", HELD, label(2, "a2", doc_version="1")), [Item("changed", "q", 1, 0.0, 0.5, ("a2",))]),
        (case("q", label(2, quote="a fee is due")), [Item("ambiguous", "q", 0, 0.0, 1.0, ("a2", "c1"))]),
        (case("q", label(2, "a1", borderline=True)), [Item("borderline", "q", 0, 0.0, 1.0, ("a1",))]),
        (case("q", label(2, "b1")), [Item("twin", "q", 0, 0.0, 1.0, ("b2",))]),
        (case("q", label(2, "b1"), label(1, "b2")), []),
        (case("q", label(2, "b1", quote="same words")), []),
        (case("q", label(2, doc_id="d", quote="not a fee")), [Item("twin", "q", 0, 0.0, 1.0, ("e1",))]),
        (case("q", label(2, "gone"), class_="unanswerable"), []),
    ],
)  # fmt: skip
def test_what_is_in_the_queue(one: Case, expected: list[Item]) -> None:
    """A lost answer costs the question, a lost support its share; what is held in doubt has a stake."""
    assert list(asked(one)) == expected


def test_unjudged_results_of_a_failed_question() -> None:
    """Within the depth that decides, of the newest run, and of no question that was found or cannot be won."""
    cases = [case("failed", HELD), case("found", HELD), case("lost", label(2, doc_id="z"))]
    ranking = {"failed": ["b1", "c1", "b2"], "found": ["a1", "b1"], "lost": ["b1"]}
    found = asked(*cases, ranking=ranking)
    assert [item for item in found if item.reason == "unjudged"] == [
        Item("unjudged", "failed", None, 0.0, 1.0, ("b1", "c1"))
    ]


def test_reviews_are_due_by_source() -> None:
    """The oldest label of a case counts, against the day that is given; without one nothing is due."""
    cases = [
        case("old", label(2, "a1", at="2026-01-01"), label(1, "a2", at="2026-03-01"), source="ticket"),
        case("new", label(2, "a1", at="2026-03-01"), source="ticket"),
        case("other", label(2, "a1", at="2020-01-01"), source="log"),
        case("undated", label(2, "a1"), source="ticket"),
    ]
    every = {"ticket": "90d", "log": "whenever"}
    due = Item("review", "old", None, 0.0, 1.0, (), "2026-04-01")
    assert asked(*cases, review_every=every, today=date(2026, 4, 2)) == (due,)
    assert asked(*cases, review_every=every, today=date(2026, 4, 1)) == ()
    assert asked(*cases, review_every=every) == ()


def test_boilerplate_and_empty_passages_are_no_twins() -> None:
    """Many passages of one text, or of none, send nobody to look."""
    one = case("q", label(2, "p0"))
    for text, count, found in (("same", 11, 10), ("same", 12, 0), ("", 2, 0)):
        build = corpus(*(passage(f"p{n}", text) for n in range(count)))
        laid_out = scored([one], build)
        items = queue(Subject([one], {"q": laid_out.resolution.labels[0]}, laid_out, BAR, twins_in(laid_out)))
        assert sum(len(item.passages) for item in items) == found


def test_what_costs_now_stands_first() -> None:
    """Then the reasons in their order, and within one what hangs on it."""
    cases = [
        case("doubt", label(2, "a1", borderline=True)),
        case("share", HELD, label(1, "gone")),
        case("changed", label(2, "a1", doc_version="1"), label(2, "a2", doc_version="1")),
        case("sole", label(2, "a1", doc_version="1")),
        case("unknown", supporting="unknown"),
        case("lost", label(2, quote="lost")),
    ]
    order = [(item.reason, item.query_id) for item in asked(*cases)]
    assert order[:4] == [("lost", "lost"), ("unknown", "unknown"), ("lost", "share"), ("changed", "sole")]
    assert order[-1] == ("borderline", "doubt")


@pytest.mark.parametrize(
    ("text", "days"), [("90d", 90), ("12 weeks", 84), ("6m", 180), ("1y", 365), ("soon", None), ("d", None)]
)
def test_spans(text: str, days: int | None) -> None:
    """Days, weeks, months of thirty days, years."""
    assert days_of(text) == days


@pytest.mark.parametrize(
    ("one", "dispute", "stake"),
    [
        (case("q", HELD), Dispute("a1", 0, 0, 2), 1.0),
        (case("q", HELD, label(2, "a2", doc_version="2")), Dispute("a1", 0, 1, 2), 0.5),
        (case("q", HELD, label(1, "a2", doc_version="2")), Dispute("a2", 1, 0, 1), 0.25),
        (case("q", HELD), Dispute("c1", None, 0, 1), 0.25),
        (case("q", HELD), Dispute("c1", None, -1, 0), 0.0),
        (case("q", class_="unanswerable"), Dispute("c1", None, 0, 2), 1.0),
        (case("q", class_="unanswerable"), Dispute("c1", None, 0, 1), 0.0),
    ],
)
def test_annotators_differ(one: Case, dispute: Dispute, stake: float) -> None:
    """What hangs on it: the question, where one grade answers it and the other does not; else the gain between."""
    found = asked(one, disputes={"q": [dispute], "other": [dispute]})
    assert found == (Item("differ", "q", dispute.label, 0.0, stake, (dispute.passage_id,)),)


def test_disputes_of_unknown_answers_wait() -> None:
    """Nobody found an answer: that is what is asked of such a question."""
    (item,) = asked(case("q", supporting="unknown"), disputes={"q": [Dispute("c1", None, 0, 2)]})
    assert item.reason == "unknown"
