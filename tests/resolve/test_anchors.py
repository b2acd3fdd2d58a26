"""All four anchors and what several of them on one label say together."""

from __future__ import annotations

from typing import Any

import pytest

from gold.model.corpus import Corpus
from gold.resolve.resolution import Placed
from gold.resolve.resolve import resolve
from tests.builders import case, corpus, label, passage, texts

HANDBOOK = corpus(
    passage("r1", "Thirty days from delivery, no more.", "returns", title="Returns", heading=("Returns", "Window")),
    passage("r2", "Call before you ship.", "returns", title="Returns", heading=("Returns", "Window", "Phone")),
    passage("r3", "Damaged goods go first.", "returns", title="Returns", heading=("Returns", "Damaged goods")),
    passage("f1", "Freight is free over $500.", "freight", title="Freight terms", heading=("Freight",)),
    passage("f2", "Call before you ship.", "freight", title="Freight terms", heading=("Freight", "Window")),
    passage("g1", "Opening hours.", "hours-a", title="Hours"),
    passage("g2", "Holiday hours.", "hours-b", title="Hours"),
    name="handbook",
)


def place(build: Corpus = HANDBOOK, earlier: tuple[Corpus, ...] = (), **anchors: Any) -> Placed:
    """Where one label lies."""
    return resolve([case("q", label(2, **anchors))], build, earlier).labels[0][0]


@pytest.mark.parametrize(
    ("anchors", "state", "anchor", "holders"),
    [
        ({"passage_id": "r1"}, "present", "passage_id", "r1"),
        ({"passage_id": "zz"}, "gone", None, ""),
        ({"doc_id": "freight"}, "present", "doc_id", "f1 f2"),
        ({"doc_id": "zz"}, "gone", None, ""),
        ({"document": "freight"}, "present", "doc_id", "f1 f2"),
        ({"document": "Freight terms"}, "present", "doc_id", "f1 f2"),
        ({"document": "Hours"}, "present", "doc_id", "g1 g2"),
        ({"document": "No such title"}, "gone", None, ""),
        ({"doc_id": "freight", "document": "Freight terms"}, "present", "doc_id", "f1 f2"),
        ({"doc_id": "freight", "document": "Returns"}, "gone", None, ""),
        ({"doc_id": "returns", "heading": ("Returns", "Window")}, "present", "heading", "r1 r2"),
        ({"doc_id": "returns", "heading": ("Returns",)}, "present", "heading", "r1 r2 r3"),
        ({"heading": ("Freight", "Window")}, "present", "heading", "f2"),
        ({"heading": ("Window",)}, "gone", None, ""),
        ({"doc_id": "returns", "heading": ("Returns", "No such")}, "present", "doc_id", "r1 r2 r3"),
        ({"doc_id": "freight", "heading": ("Returns", "Window")}, "present", "doc_id", "f1 f2"),
        ({"passage_id": "r1", "doc_id": "returns", "heading": ("Returns", "Window")}, "present", "passage_id", "r1"),
        ({"passage_id": "r1", "doc_id": "freight"}, "moved", "doc_id", "f1 f2"),
        ({"passage_id": "r3", "heading": ("Returns", "Window")}, "moved", "heading", "r1 r2"),
        ({"passage_id": "zz", "doc_id": "returns", "heading": ("Returns", "Window")}, "moved", "heading", "r1 r2"),
        ({"passage_id": "zz", "doc_id": "freight"}, "moved", "doc_id", "f1 f2"),
        ({"passage_id": "r1", "heading": ("No such",)}, "present", "passage_id", "r1"),
        ({"quote": "Thirty days from delivery"}, "present", "quote", "r1"),
        ({"quote": "no such words"}, "gone", None, ""),
        ({"quote": "Call before you ship"}, "ambiguous", "quote", "r2 f2"),
        ({"quote": "Call before you ship", "doc_id": "returns"}, "present", "quote", "r2"),
        ({"quote": "Call before you ship", "document": "Freight terms"}, "present", "quote", "f2"),
        ({"quote": "Call before you ship", "heading": ("Returns",)}, "present", "quote", "r2"),
        ({"quote": "Call before you ship", "passage_id": "f2"}, "present", "quote", "f2"),
        ({"quote": "Call before you ship", "passage_id": "r1"}, "ambiguous", "quote", "r2 f2"),
        ({"quote": "Thirty days", "doc_id": "freight"}, "moved", "quote", "r1"),
        ({"quote": "Thirty days", "doc_id": "renamed"}, "moved", "quote", "r1"),
        ({"quote": "Thirty days", "passage_id": "r3", "doc_id": "returns"}, "moved", "quote", "r1"),
        ({"quote": "Thirty days", "passage_id": "zz"}, "moved", "quote", "r1"),
        ({"quote": "Thirty days", "heading": ("No such",)}, "present", "quote", "r1"),
        ({"quote": "lost words", "passage_id": "r1", "doc_id": "returns", "heading": ("Returns",)}, "gone", None, ""),
    ],
)
def test_where_a_label_lies(anchors: dict[str, Any], state: str, anchor: str | None, holders: str) -> None:
    """State, the anchor that held, and the passages: a quote is proof, else the most precise anchor that agrees."""
    assert place(**anchors) == Placed(state, anchor, tuple(holders.split()))  # type: ignore[arg-type]  # a state's word


def test_a_recycled_id_gives_way_to_the_quote() -> None:
    """After cutting anew `p2` holds other text and `p3` the quote: held by `p3`, moved."""
    rebuilt = texts("About something else.", "Now about trucks.", "Ship it within thirty days of receipt.")
    found = place(rebuilt, passage_id="p2", quote="within thirty days")
    assert found == Placed("moved", "quote", ("p3",))


def test_a_living_id_without_the_quote_is_gone() -> None:
    """The id alone does not keep a label alive."""
    assert place(texts("The text was rewritten."), passage_id="p1", quote="within thirty days") == Placed("gone")


def test_a_quote_twice_in_a_document_is_ambiguous_and_twice_in_a_passage_is_one_place() -> None:
    """Two passages: either counts. One passage: there is nothing to choose."""
    assert place(texts("Ask Ann.", "Ask Ann."), quote="Ask Ann") == Placed("ambiguous", "quote", ("p1", "p2"))
    assert place(texts("Ask Ann. Do ask. Ask Ann."), quote="Ask Ann") == Placed("present", "quote", ("p1",))


def test_one_place_seen_by_overlapping_chunks_is_present() -> None:
    """Two chunks that share the stretch hold it both, as one place."""
    first, second = "One two three four five six seven", "four five six seven eight nine ten"
    assert place(texts(first, second), quote="five six seven") == Placed("present", "quote", ("p1", "p2"))


def test_a_place_whole_here_and_cut_there_is_ambiguous_with_groups() -> None:
    """Either the passage or the pair shows the quote."""
    found = place(texts("ask Ann first", "then ask", "Ann first"), quote="ask Ann first")
    assert found == Placed("ambiguous", "quote", ("p1",), (("p2", "p3"),))


def test_titles_and_headings_are_compared_without_markup_and_white_space() -> None:
    """`## Late  *returns*` is `Late returns`."""
    build = corpus(passage("p1", "text", "d1", title="Late *returns*", heading=("Late `returns`", "How  to")))
    assert place(build, document="Late returns").holders == ("p1",)
    assert place(build, heading=("Late returns", "How to")).holders == ("p1",)


def test_the_first_heading_is_the_title_of_a_document_without_one() -> None:
    """Many builds give no title."""
    build = corpus(passage("p1", "text", "d1", heading=("Returns", "Window")), passage("p2", "more", "d2"))
    assert place(build, document="Returns") == Placed("present", "doc_id", ("p1",))


@pytest.mark.parametrize(
    ("anchors", "state"),
    [
        ({"passage_id": "p1", "doc_version": "v1"}, "changed"),
        ({"passage_id": "p1", "doc_version": "v2"}, "present"),
        ({"passage_id": "p1"}, "present"),
        ({"passage_id": "p2", "doc_version": "v1"}, "present"),
        ({"doc_id": "d", "doc_version": "v1"}, "changed"),
        ({"heading": ("H",), "doc_version": "v1"}, "changed"),
        ({"quote": "some words", "passage_id": "p1", "doc_version": "v1"}, "present"),
        ({"passage_id": "gone", "doc_id": "d", "doc_version": "v1"}, "changed"),
    ],
)
def test_an_unproved_label_of_another_document_version_is_changed(anchors: dict[str, Any], state: str) -> None:
    """It stays held, apart. A quote proves; a passage without a version says nothing."""
    build = corpus(
        passage("p1", "some words", "d", doc_version="v2", heading=("H",)),
        passage("p2", "others", "e"),
    )
    found = place(build, **anchors)
    assert (found.state, found.held) == (state, True)


@pytest.mark.parametrize(
    ("then", "state"), [("Some  *words*", "present"), ("Other words", "changed")], ids=["markup", "words"]
)
def test_the_judged_text_of_an_earlier_build_decides(then: str, state: str) -> None:
    """Another document version with the same passage text has not changed; white space and markup aside."""
    build = corpus(passage("p1", "Some words", "d", doc_version="v2"))
    before = corpus(passage("p1", then, "d", doc_version="v1"), name="before")
    assert place(build, (before,), passage_id="p1", doc_version="v1").state == state


def test_an_earlier_build_of_yet_another_version_decides_nothing() -> None:
    """Only the text at the version that was judged does."""
    build = corpus(passage("p1", "Some words", "d", doc_version="v2"))
    before = corpus(passage("p1", "Some words", "d", doc_version="v0"), name="before")
    assert place(build, (before,), passage_id="p1", doc_version="v1").state == "changed"


def test_without_a_corpus_ids_are_taken_as_they_are() -> None:
    """Text anchors are not placed: counted, not reached."""
    labels = (label(2, "p1"), label(2, "p1", quote="x"), label(1, doc_id="d", quote="x"), label(1, doc_id="d"))
    resolution = resolve([case("q", *labels)], None)
    assert (resolution.build, [placed.state for placed in resolution.labels[0]]) == (
        None,
        ["present", "present", "not_placed", "not_placed"],
    )
    assert resolution.counts()["not_placed"] == 2


def test_counts_name_all_six_states() -> None:
    """Zeros too; `not_placed` only where it occurs."""
    counts = resolve([case("q", label(2, "r1"), label(2, "zz"))], HANDBOOK).counts()
    assert counts == {"present": 1, "moved": 0, "split": 0, "ambiguous": 0, "changed": 0, "gone": 1}


@pytest.mark.parametrize(
    ("anchors", "state"),
    [
        ({"passage_id": "p2"}, "changed"),
        ({"passage_id": "p2", "chunking": "a"}, "changed"),
        ({"passage_id": "p2", "chunking": "b"}, "present"),
        ({"passage_id": "p2", "chunking": "b", "doc_id": "d"}, "present"),
        ({"doc_id": "d"}, "present"),
    ],
)
@pytest.mark.parametrize("turn", [1, -1])
def test_the_order_of_earlier_builds_decides_nothing(anchors: dict[str, Any], state: str, turn: int) -> None:
    """One id with two texts is no proof, unless the label names the cutting; a document is any that a build has."""
    a = corpus(passage("p2", "Alpha.", "d", doc_version="v1"), name="a-2026-01")
    b = corpus(passage("p2", "One two.", "d", doc_version="v1"), name="b-2026-01")
    now = corpus(passage("p2", "One two.", "d", doc_version="v2"), name="c")
    assert place(now, (a, b)[::turn], doc_version="v1", **anchors).state == state
