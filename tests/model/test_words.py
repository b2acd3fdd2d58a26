"""Names in a row end, and no id breaks a line."""

from __future__ import annotations

from gold.model.words import listed, one_line


def test_a_row_of_names_says_how_many_more_there_are() -> None:
    """As many as are wanted; a few are all named."""
    assert listed(("a", "b"), 2) == "a, b"
    assert listed(("a", "b", "c"), 2) == "a, b and 1 more"
    assert listed(()) == ""


def test_an_id_stays_on_its_line() -> None:
    """One with a line feed is written as Python writes it."""
    assert (one_line("real-1"), one_line("a\nb")) == ("real-1", r"'a\nb'")
