"""Ids of many rows as one stretch of bytes with a number for each, so that they are compared without being made."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property
from mmap import mmap
from typing import Any

import msgspec
import numpy as np
from numpy.typing import NDArray

Ints = NDArray[np.int64]
Bools = NDArray[np.bool_]
Floats = NDArray[np.float64]
Words = NDArray[np.uint64]
Lengths = NDArray[np.int32]
Buffer = bytes | mmap

WORD = 8
PADDING = bytes(WORD)
PIECE = 1 << 18
"""Rows looked at together: few enough to stay in the processor's cache."""
LOW_BYTES = np.array([(1 << (8 * n)) - 1 for n in range(WORD + 1)], dtype=np.uint64)
MIX = np.uint64(0x9E3779B97F4A7C15)
PAIR = np.uint64(0xC2B2AE3D27D4EB4F)
HALF = np.uint64(32)
MOST_BITS = 24


class IdColumn(msgspec.Struct, frozen=True, eq=False, dict=True):
    """Row i is the bytes `start[i]:start[i] + length[i]` of `text` (UTF-8, `PADDING` at its end).

    `keys[i]` is a hash: equal ids have equal keys in every column. Unequal ids may share one, so whoever
    matches by key proves the match with `same`.
    """

    text: bytes | memoryview
    start: Ints
    length: Lengths
    keys: Words

    def __len__(self) -> int:
        return len(self.start)

    def names(self, rows: Iterable[int] | Ints) -> list[str]:
        """The ids of the given rows."""
        text = self.text
        at = rows if isinstance(rows, np.ndarray) else np.fromiter(rows, dtype=np.int64)
        ends = self.start[at] + self.length[at]
        return [str(text[a:b], "utf-8") for a, b in zip(self.start[at].tolist(), ends.tolist(), strict=True)]

    def reordered(self, order: Ints) -> IdColumn:
        """The column whose row i is the old row `order[i]`; rows may be left out or repeated."""
        return IdColumn(self.text, self.start[order], self.length[order], self.keys[order])

    def exchange(self, rows: Ints, sources: Ints) -> None:
        """Put what stands in row `sources[i]` into row `rows[i]`, in place.

        Only for the reader that has just made the column: copies of millions of rows cost more than reading them.
        """
        for values in (self.start, self.length, self.keys):
            values[rows] = values[sources]

    def same(self, rows: Ints, other: IdColumn, others: Ints) -> Bools:
        """Whether row `rows[i]` and row `others[i]` of another column are one id, byte for byte."""
        length = self.length[rows]
        equal: Bools = length == other.length[others]
        for step in range(0, int(length.max(initial=0)), WORD):
            equal &= self._word(rows, step) == other._word(others, step)
        return equal

    def begins(self) -> Ints:
        """The rows whose id is not that of the row above; the first row is one of them."""
        differ = self.length[1:] != self.length[:-1]
        for step in range(0, int(self.length.max(initial=0)), WORD):
            word = _words(self._words, self.start, self.length, step)
            differ |= word[1:] != word[:-1]
        return np.flatnonzero(np.append(True, differ))

    def descending(self, rows: Ints) -> tuple[Words, ...]:
        """Sort keys that put the rows in descending order of their bytes; the last key counts most."""
        steps = range(0, int(self.length[rows].max(initial=1)), WORD)
        return tuple(~self._word(rows, step).byteswap() for step in reversed(steps))

    def _word(self, rows: Ints, step: int) -> Words:
        """Eight bytes of each id from byte `step` on, zeros behind its end."""
        start, length = self.start[rows], self.length[rows]
        return _words(self._words, start, length, step)

    @cached_property
    def _words(self) -> Words:
        return words_of(self.text)


def words_of(text: bytes | memoryview) -> Words:
    """The word of eight bytes that begins at each byte of a padded text."""
    return np.ndarray((len(text) - WORD + 1,), dtype="<u8", buffer=text, strides=(1,))


def _words(words: Words, start: Ints, length: Lengths, step: int) -> Words:
    """The word of each id from byte `step` on; plain look-ups where no id ends before the word does."""
    shortest, longest = int(length.min(initial=step + WORD)), int(length.max(initial=0))
    if shortest >= step + WORD:
        return words[start + step]
    if shortest == longest > step:
        return words[start + step] & LOW_BYTES[longest - step : longest - step + 1]
    inside = np.minimum(start + step, len(words) - 1)
    return words[inside] & LOW_BYTES[np.clip(length - step, 0, WORD)]


def column(text: bytes | memoryview, start: Ints, length: Lengths) -> IdColumn:
    """The column of the ids that lie in a padded text."""
    words = words_of(text)
    keys = np.empty(len(start), dtype=np.uint64)
    for first in range(0, len(start), PIECE):
        piece = slice(first, first + PIECE)
        keys[piece] = keys_of(words, start[piece], length[piece])
    return IdColumn(text, start, length, keys)


def column_of(names: Sequence[str]) -> IdColumn:
    """The column of the given ids, a row each."""
    encoded = [name.encode() for name in names]
    length = np.fromiter(map(len, encoded), dtype=np.int32, count=len(encoded))
    ends = np.cumsum(length, dtype=np.int64)
    return column(b"".join((*encoded, PADDING)), ends - length, length)


def pair_keys(number: NDArray[np.integer[Any]], keys: Words) -> Words:
    """A hash of each pair of a number (a case's, a query's place) and an id, from the id's key."""
    return keys + number.astype(np.uint64) * PAIR


def places(ascending: Words, keys: Words) -> Ints:
    """Where each key stands among ascending ones (at least one), or would stand; never past the last.

    Keys are spread evenly, so their first bits say nearly where.
    """
    bits = min(len(ascending).bit_length(), MOST_BITS)
    shift = np.uint64(64 - bits)
    begins = np.zeros((1 << bits) + 1, dtype=np.int64)
    np.cumsum(np.bincount((ascending >> shift).astype(np.int64), minlength=1 << bits), out=begins[1:])
    last = len(ascending) - 1
    at: Ints = np.minimum(begins[keys >> shift], last)
    below = np.flatnonzero((ascending[at] < keys) & (at < last))
    while len(below):
        at[below] += 1
        below = below[(ascending[at[below]] < keys[below]) & (at[below] < last)]
    return at


def distinct(values: Ints) -> Ints:
    """The values in ascending order, each once. For numpy's `unique` all of its masked arrays are imported."""
    ordered = np.sort(values)
    first: Ints = ordered[np.append(True, ordered[1:] != ordered[:-1])[: len(ordered)]]
    return first


def keys_of(words: Words, start: Ints, length: Lengths) -> Words:
    """A multilinear hash of the words of each id, stirred: words of zeros add nothing, so widths do not matter."""
    keys = _words(words, start, length, 0) * MIX
    factors = _stir(np.arange(1, 2 + int(length.max(initial=0)) // WORD, dtype=np.uint64)) | np.uint64(1)
    for step in range(WORD, int(length.max(initial=0)), WORD):
        longer = length > step
        if longer.all():
            keys += _words(words, start, length, step) * factors[step // WORD]
        else:
            keys[longer] += _words(words, start[longer], length[longer], step) * factors[step // WORD]
    stirred: Words = _stir(keys)
    return stirred


def _stir(values: Words) -> Words:
    """Spread what differs over all bits (the last steps of splitmix64)."""
    with np.errstate(over="ignore"):
        mixed = (values ^ (values >> HALF)) * MIX
        return mixed ^ (mixed >> HALF)
