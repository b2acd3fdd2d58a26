"""The passages of a build as pages show them, each made when it is first asked for."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from gold.model.corpus import Passage
from gold.pages.passage_text import IN_SHORT, ShownText, shown_text


class ShownPassage(NamedTuple):
    """`place` is where it stands in its document, in words; `text` is None where nobody knows it."""

    place: str
    passage_id: str
    text: ShownText | None


class ShownPassages(dict[str, ShownPassage | None]):
    """By passage id, in short; None for an id that the build does not have. One passage is shown on many pages."""

    def __init__(self, passages: Mapping[str, Passage]) -> None:
        super().__init__()
        self.passages = passages

    def __missing__(self, passage_id: str) -> ShownPassage | None:
        passage = self.passages.get(passage_id)
        text = None if passage is None else shown_text(passage.text, at_once=IN_SHORT)
        shown = None if passage is None else ShownPassage(place_of(passage), passage_id, text)
        self[passage_id] = shown
        return shown


def place_of(passage: Passage) -> str:
    """Where a passage stands in its document, in words."""
    steps = [passage.title or passage.doc_id]
    steps += [step for step in passage.heading or () if step != steps[0]]
    return " \u203a ".join(steps)
