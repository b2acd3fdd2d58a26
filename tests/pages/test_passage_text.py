"""What of a passage is read at once, and which words of it are marked."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from gold.pages.passage_text import shown_text


def marked(text: str, *quotes: str) -> list[str]:
    """The marked stretches of a text."""
    shown = shown_text(text, quotes)
    return [piece.text for piece in (*shown.head, *shown.rest) if piece.marked]


def test_a_quote_is_marked() -> None:
    """Verbatim, or with other blanks."""
    assert marked("one two three four", "two three") == ["two three"]
    assert marked("one two\n three four", "two three") == ["two\n three"]


def test_a_quote_cut_over_two_passages_is_marked_in_both() -> None:
    """The end of the one and the beginning of the other."""
    quote = "the window is thirty days from delivery"
    assert marked("They say that the window is thirty", quote) == ["the window is thirty"]
    assert marked("days from delivery, and no longer", quote) == ["days from delivery"]


def test_a_quote_in_the_folded_part_unfolds_it() -> None:
    """What proves a label is never hidden."""
    text = "word " * 200 + "the proof stands here"
    assert shown_text(text, ["the proof stands here"]).unfolded
    assert not shown_text(text).unfolded


@given(st.text(max_size=1500), st.lists(st.text(min_size=1, max_size=30), max_size=3))
def test_no_character_is_lost(text: str, quotes: list[str]) -> None:
    """The pieces are the text, in order, whatever is quoted."""
    shown = shown_text(text, [quote for quote in quotes if quote.strip()])
    assert "".join(piece.text for piece in (*shown.head, *shown.rest)) == text
