"""The passage that comes nearest to a lost quote, and the words that differ."""

from __future__ import annotations

from gold.resolve.nearest import Nearest
from tests.builders import corpus, label, passage

BUILD = Nearest(
    corpus(
        passage(
            "a1", "Returns are free. Report **damage** within three business days of delivery.", "a", title="Returns"
        ),
        passage("a2", "Opening hours are nine to five on any working day.", "a"),
        passage("b1", "Report damage within five business days of delivery to the desk.", "b"),
    )
)
QUOTE = "Report damage within five business days of delivery."


def test_the_nearest_is_looked_for_in_the_label_s_document() -> None:
    """Another document's passage is nearer and is not taken; only what differs is marked."""
    for anchors in ({"doc_id": "a"}, {"document": "Returns"}, {"document": "a"}):
        near = BUILD.find(label(2, quote=QUOTE, **anchors))
        assert near is not None
        assert near.passage_id == "a1"
        assert near.quote == (("Report damage within", False), ("five", True), ("business days of delivery.", False))
        assert near.text == (("Report damage within", False), ("three", True), ("business days of delivery.", False))


def test_where_the_document_is_gone_all_are_looked_at() -> None:
    """A label without a document, or with one that the build lacks."""
    for anchors in ({}, {"doc_id": "z"}):
        near = BUILD.find(label(2, quote="Report damage within five business weeks of delivery", **anchors))
        assert near is not None
        assert near.passage_id == "b1"


def test_what_is_unlike_everything_has_no_nearest() -> None:
    """Nor has a label without a quote."""
    assert BUILD.find(label(2, doc_id="a", quote="zebra quagga okapi")) is None
    assert BUILD.find(label(2, doc_id="z", quote="zebra quagga okapi")) is None
    assert BUILD.find(label(2, "a1")) is None


def test_a_quote_longer_than_its_passage() -> None:
    """The whole passage stands beside it."""
    near = BUILD.find(label(2, doc_id="b", quote="Please " + QUOTE + " to the desk. Then wait for an answer."))
    assert near is not None
    assert (
        " ".join(words for words, _ in near.text) == "Report damage within five business days of delivery to the desk."
    )
