"""A passage's text into what is read at once and what is folded away, with the quoted words marked."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple

AT_ONCE = 360
IN_SHORT = 130
LEAST_OVERLAP = 8


class Piece(NamedTuple):
    """A stretch of text; `marked` where a label quotes it."""

    text: str
    marked: bool


class ShownText(NamedTuple):
    """`rest` is folded away, unless a quote stands in it (`unfolded`)."""

    head: tuple[Piece, ...]
    rest: tuple[Piece, ...]
    unfolded: bool


def shown_text(text: str, quotes: Sequence[str] = (), at_once: int = AT_ONCE) -> ShownText:
    """Cut a text after about `at_once` characters, at a blank, and mark the quotes that stand in it."""
    cut = len(text)
    if cut > at_once + at_once // 3:
        blank = text.rfind(" ", at_once - 80, at_once)
        cut = blank if blank > 0 else at_once
    if not quotes:
        return ShownText((Piece(text[:cut], False),), _pieces(text, cut, len(text), []), False)
    spans = _merged(span for quote in quotes for span in _spans(text, quote))
    head, rest = _pieces(text, 0, cut, spans), _pieces(text, cut, len(text), spans)
    return ShownText(head, rest, any(piece.marked for piece in rest))


def _spans(text: str, quote: str) -> list[tuple[int, int]]:
    at = text.find(quote)
    if at >= 0:
        return [(at, at + len(quote))]
    words = quote.split()
    found = re.search(r"\s+".join(map(re.escape, words)), text)
    return [found.span()] if found else _overlaps(text, quote)


def _overlaps(text: str, quote: str) -> list[tuple[int, int]]:
    """Where the quote goes on over the passage's end, or comes from before its beginning."""
    left, right = len(text) - len(text.lstrip()), len(text.rstrip())
    inner = text[left:right]
    if inner and inner in quote:
        return [(left, right)]
    most = min(len(quote), len(inner))
    spans = []
    begins = next((n for n in range(most, LEAST_OVERLAP, -1) if inner.endswith(quote[:n])), 0)
    ends = next((n for n in range(most, LEAST_OVERLAP, -1) if inner.startswith(quote[-n:])), 0)
    if begins:
        spans.append((right - begins, right))
    if ends:
        spans.append((left, left + ends))
    return spans


def _merged(spans: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
    merged: list[tuple[int, int]] = []
    for start, stop in sorted(spans):
        if merged and start <= merged[-1][1]:
            merged[-1] = (merged[-1][0], max(stop, merged[-1][1]))
        else:
            merged.append((start, stop))
    return merged


def _pieces(text: str, start: int, stop: int, spans: list[tuple[int, int]]) -> tuple[Piece, ...]:
    pieces = []
    at = start
    for begin, end in spans:
        left, right = max(begin, at), min(end, stop)
        if left >= right:
            continue
        if left > at:
            pieces.append(Piece(text[at:left], False))
        pieces.append(Piece(text[left:right], True))
        at = right
    if at < stop:
        pieces.append(Piece(text[at:stop], False))
    return tuple(pieces)
