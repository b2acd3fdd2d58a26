"""From one build to another: what became of documents and labels, and how fresh the labels are."""

from __future__ import annotations

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gold.compare.builds import compare_builds
from gold.compare.documents import Documents, compare_documents
from gold.compare.freshness import day_of, freshness, newest_day
from gold.model.corpus import Corpus
from tests.builders import case, corpus, label, passage, scored

FIRST = "the first part says what a return is and how a customer asks for one in the portal"
SECOND = "the second part says what a restocking fee is and when it is waived for good customers"
THIRD = "a third thing entirely is the opening hours of the warehouse on a day before a holiday"


def build(**documents: str) -> Corpus:
    """A build with one passage for each sentence of its documents."""
    return corpus(
        *(
            passage(f"{doc}#{n}", text, doc)
            for doc, whole in documents.items()
            for n, text in enumerate(whole.split("; "))
        )
    )


@pytest.mark.parametrize(
    ("before", "after", "expected"),
    [
        (build(a=FIRST, b=SECOND), build(a=FIRST, b=SECOND), (2, (), (), (), {}, {}, {}, (), ())),
        (build(a=FIRST, b=SECOND), build(a=FIRST, c=SECOND), (1, (), (), (), {"b": "c"}, {}, {}, (), ())),
        (build(a=FIRST), build(a=FIRST.replace(" ", "\n  ")), (0, ("a",), (), (), {}, {}, {}, (), ())),
        (build(a=FIRST), build(a=FIRST + " or by mail"), (0, (), (), ("a",), {}, {}, {}, (), ())),
        (build(a=f"{FIRST}; {SECOND}"), build(a=FIRST, c=SECOND), (0, (), (), (), {}, {"a": ("a", "c")}, {}, (), ())),
        (build(a=f"{FIRST}; {SECOND}"), build(b=FIRST, c=SECOND), (0, (), (), (), {}, {"a": ("b", "c")}, {}, (), ())),
        (
            build(a=FIRST, b=SECOND),
            build(c=f"{FIRST}; {SECOND}"),
            (0, (), (), (), {}, {}, {"a": "c", "b": "c"}, (), ()),
        ),
        (build(a=FIRST, b=SECOND), build(a=f"{FIRST}; {SECOND}"), (0, (), (), ("a",), {}, {}, {"b": "a"}, (), ())),
        (build(a=FIRST, b=SECOND), build(a=FIRST, c=THIRD), (1, (), (), (), {}, {}, {}, ("b",), ("c",))),
        (build(a=f"{FIRST}; {SECOND}"), build(a=f"{FIRST} {SECOND}"), (0, (), ("a",), (), {}, {}, {}, (), ())),
        (build(a=FIRST), build(a=FIRST.replace("part", "- part;")), (0, (), ("a",), (), {}, {}, {}, (), ())),
        (build(a=""), build(b=""), (0, (), (), (), {}, {}, {}, ("a",), ("b",))),
    ],
    ids=[
        "kept",
        "renamed",
        "reflowed",
        "edited",
        "split",
        "split up",
        "merged",
        "taken in",
        "replaced",
        "cut anew",
        "cut and marked",
        "empty",
    ],
)
def test_documents_are_known_by_their_text(before: Corpus, after: Corpus, expected: tuple[object, ...]) -> None:
    """A renamed, split or merged document is no deleted one, and what it became is no new one."""
    assert compare_documents(before, after) == Documents(*expected)  # type: ignore[arg-type]  # a row of the table


def test_the_step_of_the_labels() -> None:
    """Held, gone, moved; lost though the id lives on; and how many labels sit in documents that differ at all."""
    cases = [
        case("kept", label(2, "a#0", doc_id="a", quote="how a customer asks")),
        case("moved", label(2, "b#0", doc_id="b", quote="when it is waived")),
        case("gone", label(2, "b#1", doc_id="b", quote="a third thing")),
        case("alive", label(2, "a#0", doc_id="a", quote="says what a return is")),
    ]
    before = build(a=FIRST, b=f"{SECOND}; {THIRD}")
    after = build(a=FIRST.replace("a return", "an RMA"), c=SECOND)
    step = compare_builds(scored(cases, before), scored(cases, after))
    assert step.states == {("present", "present"): 1, ("present", "moved"): 1, ("present", "gone"): 2}
    assert [(one.query_id, one.label) for one in step.labels] == [("moved", 0), ("gone", 0), ("alive", 0)]
    assert [one.query_id for one in step.alive] == ["alive"]
    assert (step.lost, step.won, step.flagged) == (("gone", "alive"), (), 4)
    back = compare_builds(scored(cases, after), scored(cases, before))
    assert (back.lost, back.won) == ((), ("gone", "alive"))


def test_how_fresh_labels_are() -> None:
    """Judged on the build's version or another; ages in days before the day that is given; by source."""
    one = corpus(passage("p", "words", "a", doc_version="2"), passage("q", "others", "b"))
    cases = [
        case("x", label(2, "p", doc_version="2", at="2026-03-01"), label(1, "p", doc_version="1"), source="ticket"),
        case("y", label(2, "q", doc_version="1", at="2026-03-11T08:00"), label(0, "z", at="soon")),
    ]
    laid_out = scored(cases, one)
    every, without, ticket = freshness(laid_out.cases, laid_out.resolution, date(2026, 3, 21))
    assert (every.labels, every.same, every.other, every.unknown) == (4, 1, 1, 2)
    assert (every.dated, every.oldest, every.newest, every.median_age) == (2, "2026-03-01", "2026-03-11", 15)
    assert (without.source, without.labels, ticket.source, ticket.median_age) == ("no source", 2, "ticket", 20)
    assert freshness(laid_out.cases, laid_out.resolution, None)[0].median_age is None


def test_days() -> None:
    """What is no date is none; the newest of none is none."""
    assert (day_of("2026-03-31T10:00"), day_of("soon"), day_of(None)) == (date(2026, 3, 31), None, None)
    assert (newest_day(["2026-01-02", None, "x"]), newest_day([])) == (date(2026, 1, 2), None)


WORDS = st.lists(
    st.sampled_from(("returns", "fee", "25 %", "the", "dock", "a-b", "portal", "ünder")), min_size=12, max_size=60
)


def windows(words: list[str], size: int, step: int, *, offsets: bool) -> Corpus:
    """A document in windows of so many words, each beginning so many words after the one before."""
    whole = " ".join(words)
    starts = [len(" ".join(words[:at])) + (at > 0) for at in range(len(words))]
    passages = []
    for at in range(0, max(len(words) - size, 0) + step, step):
        if at < len(words):
            text = " ".join(words[at : at + size])
            told = {"char_start": starts[at], "char_end": starts[at] + len(text)} if offsets else {}
            passages.append(passage(f"w{at}", text, "a", **told))
    assert not offsets or all(one.text == whole[one.char_start : one.char_end] for one in passages)
    return corpus(*passages)


@given(WORDS, st.integers(3, 9), st.integers(1, 9), st.integers(1, 9))
def test_a_document_cut_anew_is_not_edited(words: list[str], size: int, one: int, two: int) -> None:
    """Windows of any width and overlap that say their places have one text; with another word they have not."""
    before = windows(words, size, min(one, size), offsets=True)
    after = windows(words, size, min(two, size), offsets=True)
    step = compare_documents(before, after)
    assert (step.edited, step.deleted, step.added) == ((), (), ())
    changed = compare_documents(before, windows([*words[:5], "thirty", *words[5:]], size, min(two, size), offsets=True))
    assert changed.edited == ("a",)


def test_headings_in_the_text_or_beside_it() -> None:
    """A build that keeps headings in the text is the same document as one that keeps them beside it."""
    one = corpus(passage("a#1", FIRST, "a", heading=("Returns",)), passage("a#2", SECOND, "a", heading=("Fee",)))
    two = corpus(passage("a:1", f"# Returns\n\n{FIRST}\n\n## Fee\n\n{SECOND}", "a", heading=("Returns",)))
    assert compare_documents(one, two).cut_anew == ("a",)
    assert compare_documents(one, corpus(passage("a:1", f"# Returns\n\n{FIRST}\n\n{THIRD}", "a"))).edited == ("a",)
