"""Small, regular files of rows by numpy on their bytes; whatever is not so regular is left to the exact reader."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec
import numpy as np
from numpy.typing import NDArray

from gold.model.run import Ids, Ints
from gold.read.rows import DOCUMENT, QUERY, Layout, Rows

WORD = 8
LONGEST_ID = 8 * WORD
MOST_DIGITS = 15
"""Digits of which every number is a 64-bit float exactly, so that one division rounds it rightly."""
MIX = np.uint64(0x9E3779B97F4A7C15)
TENS = np.array([float(f"1e{n}") for n in range(MOST_DIGITS + 1)])
LOW_BYTES = np.array([(1 << (8 * n)) - 1 for n in range(WORD + 1)], dtype=np.uint64)
Words = NDArray[np.uint64]


class PackedColumn(msgspec.Struct, frozen=True, eq=False):
    """Ids held as machine words: row c of `words` is the id of code c, padded with zeros; `hashes` are ascending."""

    codes: NDArray[np.int32]
    words: Words
    hashes: Words

    def __len__(self) -> int:
        return len(self.hashes)

    def find(self, ids: Ids) -> Ints:
        """The code of each given id, -1 for one that the column does not hold."""
        width = self.words.shape[1] * WORD
        asked = ids.fixed.astype(f"S{width}").view(np.uint64).reshape(-1, width // WORD)
        at = np.minimum(np.searchsorted(self.hashes, _hash(asked)), len(self) - 1)
        same = (self.words[at] == asked).all(axis=1) & (ids.lengths <= width)
        return np.where(same, at, -1)

    def names(self, codes: Iterable[int]) -> list[str]:
        """The id of each given code."""
        chosen = np.ascontiguousarray(self.words[np.fromiter(codes, dtype=np.int64)])
        return [name.decode() for name in chosen.view(f"S{self.words.shape[1] * WORD}").ravel().tolist()]

    def all_names(self) -> Sequence[str]:
        """Every id, in the order of their codes."""
        return self.names(range(len(self)))

    def reordered(self, order: Ints) -> PackedColumn:
        """The same column, row i being the old row `order[i]`."""
        return PackedColumn(self.codes[order], self.words, self.hashes)


def small_rows(data: bytes, layout: Layout) -> Rows | None:
    """Read a file whose every line has just its columns, one blank between; None where it is not so regular."""
    size = len(data) + (not data.endswith(b"\n"))
    data = data.ljust(size, b"\n") + bytes(LONGEST_ID + WORD)
    text = np.frombuffer(data, dtype=np.uint8)
    word_at = np.ndarray((size + LONGEST_ID,), dtype="<u8", buffer=data, strides=(1,))
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
    documents = _packed(word_at, start[:, DOCUMENT], end[:, DOCUMENT])
    queries = _words(word_at, start[:, QUERY], end[:, QUERY])
    if values is None or documents is None or queries is None:
        return None
    changes = np.flatnonzero((queries[1:] != queries[:-1]).any(axis=1)) + 1
    firsts = np.concatenate(([0], changes))
    names = [data[a:b].decode() for a, b in zip(start[firsts, QUERY], end[firsts, QUERY], strict=True)]
    number: dict[str, int] = {}
    codes = np.array([number.setdefault(name, len(number)) for name in names], dtype=np.int32)
    query = np.repeat(codes, np.diff(np.append(firsts, len(queries))))
    return Rows(query, tuple(number), documents, values)


def _words(word_at: Words, start: Ints, end: Ints) -> Words | None:
    """The bytes `start:end` of each row as 64-bit words, padded with zeros; None where one is too long.

    `word_at[i]` is the word that begins at byte i.
    """
    length = end - start
    longest = int(length.max())
    if longest > LONGEST_ID:
        return None
    steps = range(0, longest, WORD)
    return np.column_stack([word_at[start + s] & LOW_BYTES[np.clip(length - s, 0, WORD)] for s in steps])


def _packed(word_at: Words, start: Ints, end: Ints) -> PackedColumn | None:
    """The ids of a column; None where two ids have one hash, or one is too long."""
    words = _words(word_at, start, end)
    if words is None:
        return None
    hashes = _hash(words)
    order = np.argsort(hashes, kind="stable")
    hashes = hashes[order]
    new = np.concatenate(([True], hashes[1:] != hashes[:-1]))
    codes = np.empty(len(order), dtype=np.int32)
    codes[order] = np.cumsum(new) - 1
    different = words[order[new]]
    return PackedColumn(codes, different, hashes[new]) if (different[codes] == words).all() else None


def _hash(words: Words) -> Words:
    """One word a row; the word itself where there is only one."""
    mixed = words[:, 0]
    for column in range(1, words.shape[1]):
        mixed = (mixed ^ (mixed >> np.uint64(29))) * MIX ^ words[:, column]
    return mixed


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
    for column in range(longest):
        inside = length > column
        byte = text[start + column]
        digit = inside & (byte >= ord("0")) & (byte <= ord("9"))
        whole = np.where(digit, whole * 10 + byte - ord("0"), whole)
        digits += digit
        places += digit & (dots > 0)
        dots += inside & (byte == ord("."))
    if (digits == 0).any() or (digits + dots + minus != length).any() or (dots > 1).any():
        return None
    values: NDArray[np.float64] = np.where(minus, -whole, whole) / TENS[places]
    return values
