"""A grade into the words and the tone that mark it on a page."""

from __future__ import annotations

from typing import NamedTuple

from gold.model.case import Label


class Mark(NamedTuple):
    """What one label says of a result: its number on the page (from 1), words and a tone."""

    number: int
    words: str
    tone: str


def mark(number: int, label: Label, answer_grade: int, piece: bool = False) -> Mark:
    """The mark of one label; `piece`: the result holds only a piece of a split label."""
    words, tone = _said(label, answer_grade)
    return Mark(number, f"holds a piece: {words}" if piece else words, "piece" if piece else tone)


def _said(label: Label, answer_grade: int) -> tuple[str, str]:
    if label.distractor:
        return f"distractor ({label.grade})", "distractor"
    if label.grade >= answer_grade:
        return f"answers it ({label.grade})", "answer"
    if label.grade >= 1:
        return f"supports it ({label.grade})", "support"
    return f"not relevant ({label.grade})", "nothing"
