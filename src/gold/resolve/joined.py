"""The passages of a document into its text, of two that overlap what they share once."""

from __future__ import annotations

from collections.abc import Sequence

from gold.model.corpus import Passage
from gold.resolve.blocks import overlap
from gold.resolve.normal import normal


def joined(passages: Sequence[Passage]) -> str:
    """The comparable form of a document from its passages in order, however they are cut; blanks between words."""
    told = _by_offsets(passages)
    return _by_repeats(passages) if told is None else normal(told)


def _by_offsets(passages: Sequence[Passage]) -> str | None:
    """The document where every passage says from where to where it goes; None where one does not, or says it wrong."""
    pieces: list[str] = []
    begin = end = 0
    for passage in passages:
        start, stop = passage.char_start, passage.char_end
        if start is None or stop is None or stop - start != len(passage.text) or start < begin:
            return None
        pieces += ["\n"] if start > end else []
        pieces.append(passage.text[max(end - start, 0) :])
        begin, end = start, max(end, stop)
    return "".join(pieces)


def _by_repeats(passages: Sequence[Passage]) -> str:
    """The document where what two passages share is what the end of one and the beginning of the next have alike."""
    pieces: list[str] = []
    before: Passage | None = None
    text_before = ""
    for passage in passages:
        text = normal(passage.text)
        if text:
            pieces.append(text[overlap(before, text_before, passage, text) or 0 :].strip())
            before, text_before = passage, text
    return " ".join(filter(None, pieces))
