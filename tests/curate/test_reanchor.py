"""New anchors for lost and moved labels: only where the text is the same, and nothing but anchors."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from gold.curate.reanchor import Reanchored, reanchor
from gold.model.case import Label
from gold.resolve.resolve import resolve
from tests.builders import case, corpus, label, passage

OLD = corpus(
    passage("a#1", "Return it within thirty days.", "a", doc_version="1", heading=("Returns",)),
    passage("a#2", "A **fee** is due after that.", "a", doc_version="1", heading=("Fees",)),
    passage("a#3", "Twice told.", "a", doc_version="1"),
    passage("a#4", "Edited later on.", "a", doc_version="1"),
    name="old",
)
NEW = corpus(
    passage("b:w1", "Return it within thirty days. A fee is due after that.", "b", doc_version="2", heading=("All",)),
    passage("b:w2", "Twice told.", "b", doc_version="2"),
    passage("b:w3", "Twice told.", "b", doc_version="2"),
    passage("b:w4", "Edited since.", "b", doc_version="2"),
    name="new",
)


def done(*labels: Label) -> list[Reanchored]:
    """What is done with one case of these labels."""
    return list(reanchor([case("q", *labels)], NEW, [OLD]))


FULL: dict[str, Any] = {"doc_id": "a", "heading": ("Returns",), "doc_version": "1", "by": "ana", "at": "2026-01-01"}
NOW: dict[str, Any] = FULL | {"doc_id": "b", "heading": ("All",), "doc_version": "2"}


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (label(2, "a#1", quote="thirty days", **FULL), label(2, "b:w1", quote="thirty days", **NOW)),
        (label(1, "a#1", **FULL), label(1, "b:w1", **NOW)),
        (label(2, "a#2", doc_version="1"), label(2, "b:w1", doc_version="2")),
        (label(2, doc_id="a", quote="thirty days"), label(2, doc_id="b", quote="thirty days")),
        (label(2, document="a", quote="thirty days"), label(2, doc_id="b", quote="thirty days")),
        (label(2, "a#2", chunking="old", doc_version="1"), label(2, "b:w1", chunking="new", doc_version="2")),
    ],
)
def test_the_same_text_gets_its_new_anchors(before: Label, after: Label) -> None:
    """The anchors that the label had, and the version, are made anew; all else stays, the grade first of all."""
    (one,) = done(before)
    assert one.case.labels == (after,)
    assert (one.applied, one.left) == (((0, "b:w1"),), ())
    assert resolve([one.case], NEW, [OLD]).labels[0][0].state == "present"
    assert list(reanchor([one.case], NEW, [OLD])) == []


@pytest.mark.parametrize(
    "lost",
    [
        label(2, "a#4", doc_version="1"),
        label(2, "a#3", doc_version="1"),
        label(2, "a#1", doc_version="0"),
        label(2, "a#1", doc_id="z", doc_version="1"),
        label(2, doc_id="a", doc_version="1"),
        label(2, doc_id="a", quote="never said"),
    ],
    ids=["edited", "in two places", "another version", "another document", "no passage", "no such words"],
)
def test_what_is_not_proved_is_left(lost: Label) -> None:
    """It stays as it is, and in the queue."""
    (one,) = done(lost)
    assert (one.case.labels, one.applied, one.left) == ((lost,), (), (0,))


def test_without_an_earlier_build_only_quotes_are_proof() -> None:
    """Nobody knows what was judged."""
    labels = (label(2, "a#1", **FULL), label(2, "a#1", quote="thirty days", **FULL))
    (one,) = reanchor([case("q", *labels)], NEW)
    assert (one.applied, one.left) == (((1, "b:w1"),), (0,))


def test_labels_that_lie_where_they_say_are_no_matter() -> None:
    """Nor are changed and ambiguous ones: a person decides."""
    assert done(label(2, "b:w1"), label(2, "b:w4", doc_version="1"), label(2, quote="Twice told")) == []


def test_two_labels_of_a_case_never_become_one() -> None:
    """The second keeps its old anchor: equal anchors would make the case unreadable."""
    first = label(2, "a#1", doc_version="1")
    (one,) = done(first, replace(first, passage_id="a#2"))
    assert (one.applied, one.left) == (((0, "b:w1"),), (1,))


@pytest.mark.parametrize(("chunking", "expected"), [(None, ()), ("a", ("x1",)), ("b", ("x2",)), ("never", ())])
@pytest.mark.parametrize("turn", [1, -1])
def test_an_id_of_two_texts_proves_nothing(chunking: str | None, expected: tuple[str, ...], turn: int) -> None:
    """Ids are given anew when documents are cut anew: the cutting that was judged tells which text is meant."""
    a = corpus(passage("p2", "Alpha and beta.", "d", doc_version="1"), name="a")
    b = corpus(passage("p2", "One and two.", "d", doc_version="1"), name="b")
    new = corpus(passage("x1", "Alpha and beta.", "d"), passage("x2", "One and two.", "d"), name="new")
    lost = case("q", label(2, "p2", doc_version="1", chunking=chunking))
    (one,) = reanchor([lost], new, (a, b)[::turn])
    assert tuple(name for _, name in one.applied) == expected
