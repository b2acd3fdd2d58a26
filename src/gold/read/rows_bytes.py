"""Small, regular files of rows by numpy on their bytes; whatever is not so regular is left to the exact reader."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from gold.model.ids import PADDING, IdColumn, Ints, column
from gold.read.rows import DOCUMENT, QUERY, Layout, Rows

MOST_DIGITS = 15
"""Digits of which every number is a 64-bit float exactly, so that one division rounds it rightly."""
LAST_DIGIT = 9
TENS = np.array([float(f"1e{n}") for n in range(MOST_DIGITS + 1)])


def small_rows(data: bytes, layout: Layout) -> Rows | None:
    """Read a file whose every line has just its columns, one blank between; None where it is not so regular."""
    size = len(data) + (not data.endswith(b"\n"))
    data = b"".join((data, b"\n" * (size - len(data)), PADDING, PADDING))  # no number is longer than that
    text = np.frombuffer(data, dtype=np.uint8)
    blanks = np.flatnonzero(text[:size] <= ord(" "))
    empty = blanks[0] == 0 or (blanks[1:] - blanks[:-1] == 1).any()
    if empty or len(blanks) % layout.width or not _tidy(text[blanks], layout):
        return None
    end = np.ascontiguousarray(blanks.reshape(-1, layout.width).T)
    start = {QUERY: np.append(0, end[-1, :-1] + 1)} | {at: end[at - 1] + 1 for at in (DOCUMENT, layout.value)}
    if (text[start[QUERY]] == ord("#")).any():
        return None
    values = _decimals(text, start[layout.value], end[layout.value])
    if values is None:
        return None
    length = {at: (end[at] - start[at]).astype(np.int32) for at in (QUERY, DOCUMENT)}
    documents = column(data, start[DOCUMENT], length[DOCUMENT])
    query = IdColumn(data, start[QUERY], length[QUERY], np.zeros(0, dtype=np.uint64))
    firsts = query.begins()
    number: dict[str, int] = {}
    codes = [number.setdefault(name, len(number)) for name in query.names(firsts)]
    stretches = np.diff(np.append(firsts, len(query)))
    return Rows(np.repeat(np.array(codes, dtype=np.int32), stretches), tuple(number), documents, values)


def _tidy(marks: NDArray[np.uint8], layout: Layout) -> bool:
    """Whether every line is ended by its last blank, and by no other, and the others are blanks or tabs."""
    ends = marks == ord("\n")
    known = ends | (marks == ord(" ")) | (marks == ord("\t"))
    lines = len(marks) // layout.width
    return bool(known.all()) and bool(ends[layout.width - 1 :: layout.width].all()) and int(ends.sum()) == lines


def _decimals(text: NDArray[np.uint8], start: Ints, end: Ints) -> NDArray[np.float64] | None:
    """Plain decimal numbers (`-12.5`), rounded as `float` does; None where one is written otherwise or is too long.

    As many bytes as the longest may have follow the last.
    """
    length = end - start
    longest = int(length.max())
    if longest > MOST_DIGITS + 1:
        return None
    whole = np.zeros(len(start), dtype=np.int64)
    digits, places, dots = np.zeros((3, len(start)), dtype=np.int8)
    minus = text[start] == ord("-")
    for place in range(longest):
        inside = length > place
        byte = text[start + place]
        value = byte - np.uint8(ord("0"))  # what is below a nought becomes large
        digit = inside & (value <= LAST_DIGIT)
        np.copyto(whole, whole * 10 + value, where=digit)
        digits += digit
        places += digit & (dots > 0)
        dots += inside & (byte == ord("."))
    if (digits == 0).any() or (digits + dots + minus != length).any() or (dots > 1).any():
        return None
    values: NDArray[np.float64] = np.where(minus, -whole, whole) / TENS[places]
    return values
