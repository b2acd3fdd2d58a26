"""Small, regular files of rows by numpy on their bytes; whatever is not so regular is left to the exact reader."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from gold.model.ids import PADDING, IdColumn, Ints, column
from gold.read.rows import DOCUMENT, QUERY, Layout, Rows

MOST_DIGITS = 15
"""Digits of which every number is a 64-bit float exactly, so that one division rounds it rightly."""
TENS = np.array([float(f"1e{n}") for n in range(MOST_DIGITS + 1)])


def small_rows(data: bytes, layout: Layout) -> Rows | None:
    """Read a file whose every line has just its columns, one blank between; None where it is not so regular."""
    size = len(data) + (not data.endswith(b"\n"))
    data = data.ljust(size, b"\n") + PADDING
    text = np.frombuffer(data, dtype=np.uint8)
    blank = np.flatnonzero(text[:size] <= ord(" "))
    if len(blank) % layout.width:
        return None
    end = blank.reshape(-1, layout.width)
    start = np.concatenate(([0], blank[:-1] + 1)).reshape(-1, layout.width)
    between = text[end[:, :-1]]
    tidy = ((between == ord(" ")) | (between == ord("\t"))).all() and (text[end[:, -1]] == ord("\n")).all()
    if not tidy or (end == start).any() or (text[start[:, QUERY]] == ord("#")).any():
        return None
    values = _decimals(text, start[:, layout.value], end[:, layout.value])
    if values is None:
        return None
    length = (end - start).astype(np.int32)
    documents = column(data, start[:, DOCUMENT], length[:, DOCUMENT])
    query = IdColumn(data, start[:, QUERY], length[:, QUERY], np.zeros(0, dtype=np.uint64))
    row = np.arange(1, len(query))
    firsts = np.append(0, row[~query.same(row, query, row - 1)])
    number: dict[str, int] = {}
    codes = [number.setdefault(name, len(number)) for name in query.names(firsts)]
    stretches = np.diff(np.append(firsts, len(query)))
    return Rows(np.repeat(np.array(codes, dtype=np.int32), stretches), tuple(number), documents, values)


def _decimals(text: NDArray[np.uint8], start: Ints, end: Ints) -> NDArray[np.float64] | None:
    """Plain decimal numbers (`-12.5`), rounded as `float` does; None where one is written otherwise or is too long."""
    length = end - start
    longest = int(length.max())
    if longest > MOST_DIGITS + 1:
        return None
    whole = np.zeros(len(start), dtype=np.int64)
    places = np.zeros(len(start), dtype=np.int64)
    digits, dots = places.copy(), places.copy()
    minus = text[start] == ord("-")
    for place in range(longest):
        inside = length > place
        byte = text[np.minimum(start + place, len(text) - 1)]
        digit = inside & (byte >= ord("0")) & (byte <= ord("9"))
        whole = np.where(digit, whole * 10 + byte - ord("0"), whole)
        digits += digit
        places += digit & (dots > 0)
        dots += inside & (byte == ord("."))
    if (digits == 0).any() or (digits + dots + minus != length).any() or (dots > 1).any():
        return None
    values: NDArray[np.float64] = np.where(minus, -whole, whole) / TENS[places]
    return values
