"""Where quotes stand in a corpus build: found by an index of short byte windows, proved letter by letter."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache, cached_property, partial
from typing import Protocol, TypeVar
from unicodedata import category

import msgspec
import numpy as np
from numpy.typing import NDArray

from gold.model.corpus import Corpus
from gold.resolve.blocks import Block, blocks, halves
from gold.resolve.normal import normal

T = TypeVar("T")
WINDOW = 8
SLOPPY_WORDS = 4
"""A quote of this many words or more may begin or end inside a word."""
MOST_GROUPS = 64
UNSPACED = re.compile(
    "[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u309f\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff]"
)
"""Scripts that are written without blanks: each letter is a word of its own (Unicode Standard Annex 29, table 3).

Katakana is none of them there: its letters hold together, as those of other alphabets do.
"""
MIX, REMIX = np.uint64(0x9E3779B97F4A7C15), np.uint64(0xC2B2AE3D27D4EB4F)
LEAST_BITS, MOST_BITS = 12, 22
"""Sizes of the tables that a window is looked up in first: sixteen places a quote, in the cache if they can."""


class Place(msgspec.Struct, frozen=True):
    """One place of a quote: the passages (by their number in the build) that hold it whole, or minimal groups.

    `bounded`: both ends fall on word boundaries.
    """

    whole: tuple[int, ...]
    groups: tuple[tuple[int, ...], ...]
    bounded: bool


class Quote(msgspec.Struct, frozen=True, dict=True):
    """A quote in comparable form."""

    text: str

    @cached_property
    def letters(self) -> bytes:
        return self.text.replace(" ", "").encode()

    @cached_property
    def gap(self) -> bytes:
        """One byte a letter byte: 1 where white space stood before it."""
        marks = bytearray()
        for word in self.text.split(" "):
            marks += b"\x01" + bytes(len(word.encode()) - 1)
        return bytes(marks)

    @property
    def may_be_sloppy(self) -> bool:
        return self.text.count(" ") + 1 >= SLOPPY_WORDS


class Begin(Protocol):
    """Begins a call, in this process or another; what it returns waits for the value."""

    def __call__(self, call: Callable[[], T], /) -> Callable[[], T]: ...


def find_quotes(corpus: Corpus, quotes: Iterable[str], begin: Begin = cache) -> dict[str, tuple[Place, ...]]:
    """Every place of every quote in the build, keyed by the quote as given; no place where it stands nowhere.

    Places inside words are given only where a quote of four words or more has no other. One half of the build is
    looked through by `begin`.
    """
    asked = {raw: Quote(normal(raw)) for raw in dict.fromkeys(quotes)}
    wanted = [quote for quote in dict.fromkeys(asked.values()) if quote.letters]
    found: dict[str, dict[Place, None]] = {quote.text: {} for quote in wanted}
    if wanted:
        index = _WindowIndex(wanted)
        first, rest = halves(corpus)
        meanwhile = begin(partial(_look_through, index, corpus, rest))
        for text, place in (*_look_through(index, corpus, first), *meanwhile()):
            found[text][place] = None
    return {raw: _best(found.get(quote.text, {})) for raw, quote in asked.items()}


def _look_through(index: _WindowIndex, corpus: Corpus, documents: Iterable[list[int]]) -> list[tuple[str, Place]]:
    """The places in some documents, each with the comparable form of its quote."""
    return [
        (quote.text, place)
        for block in blocks(corpus, documents)
        for quote, at in index.candidates(block)
        if (place := _prove(block, quote, at)) is not None
    ]


def _best(places: Iterable[Place]) -> tuple[Place, ...]:
    """The bounded places, or where there is none the sloppy ones; in the build's order."""
    bounded = tuple(place for place in places if place.bounded)
    return bounded or tuple(places)


class _WindowIndex:
    """One window of eight bytes from the middle of each quote, sorted; shorter quotes by a plain search."""

    def __init__(self, quotes: Sequence[Quote]) -> None:
        self.short = [quote for quote in quotes if len(quote.letters) < WINDOW]
        long = [quote for quote in quotes if len(quote.letters) >= WINDOW]
        offset = [(len(quote.letters) - WINDOW) // 2 for quote in long]
        key = np.array([_key(q.letters, o) for q, o in zip(long, offset, strict=True)], dtype=np.uint64)
        order = np.argsort(key, kind="stable")
        self.quotes = [long[i] for i in order]
        self.key = key[order]
        self.offset = np.array(offset, dtype=np.int64)[order]
        self.length = np.array([len(quote.letters) for quote in self.quotes], dtype=np.int64)
        self.head = np.array([_key(quote.letters, 0) for quote in self.quotes], dtype=np.uint64)
        self.tail = np.array([_key(q.letters, len(q.letters) - WINDOW) for q in self.quotes], dtype=np.uint64)
        bits = min(max(len(long).bit_length() + 4, LEAST_BITS), MOST_BITS)
        self.shift = np.uint64(64 - bits)
        self.table, self.again = np.zeros((2, 1 << bits), dtype=np.bool_)
        self.table[(self.key * MIX) >> self.shift] = True
        self.again[(self.key * REMIX) >> self.shift] = True

    def candidates(self, block: Block) -> Iterator[tuple[Quote, int]]:
        """Pairs of a quote and the byte where it may begin, in the text's order for each quote."""
        if self.quotes:
            which, at = self._windows(block)
            for number, place in zip(which.tolist(), at.tolist(), strict=True):
                yield self.quotes[number], place
        for quote in self.short:
            place = block.text.find(quote.letters)
            while place >= 0:
                yield quote, place
                place = block.text.find(quote.letters, place + 1)

    def _windows(self, block: Block) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        size = len(block.text) - WINDOW + 1
        windows = np.ndarray((size,), dtype="<u8", buffer=block.text, strides=(1,))
        likely = np.concatenate([self._likely(block.text, step) for step in range(WINDOW)])
        likely.sort()
        seen = windows[likely]
        low = np.searchsorted(self.key, seen, side="left")
        count = np.searchsorted(self.key, seen, side="right") - low
        which = np.repeat(low, count) + _within(count)
        at = np.repeat(likely, count) - self.offset[which]
        inside = (at >= 0) & (at + self.length[which] <= size - 1)
        which, at = which[inside], at[inside]
        same = (windows[at] == self.head[which]) & (windows[at + self.length[which] - WINDOW] == self.tail[which])
        return which[same], at[same]

    def _likely(self, text: bytes, step: int) -> NDArray[np.int64]:
        """The bytes, of those at `step` from a multiple of eight, whose window may be that of a quote."""
        keys = np.frombuffer(text, dtype="<u8", offset=step, count=(len(text) - step) // WINDOW)
        near = np.flatnonzero(self.table[(keys * MIX) >> self.shift])
        nearer: NDArray[np.int64] = near[self.again[(keys[near] * REMIX) >> self.shift]]
        return nearer * WINDOW + step


def _key(letters: bytes, offset: int) -> int:
    return int.from_bytes(letters[offset : offset + WINDOW], "little")


def _within(count: NDArray[np.int64]) -> NDArray[np.int64]:
    """0, 1, … count - 1 for each count, end to end."""
    return np.arange(int(count.sum())) - np.repeat(np.cumsum(count) - count, count)


def _prove(block: Block, quote: Quote, at: int) -> Place | None:
    """The place at this byte, if the quote really stands there: its letters, its gaps, its ends."""
    stop = at + len(quote.letters)
    if block.text[at:stop] != quote.letters or not _same_gaps(block, quote, at, stop):
        return None
    bounded = _bounded(block, at, quote.text[0]) and _bounded(block, stop, quote.text[-1])
    if not bounded and not quote.may_be_sloppy:
        return None
    return _cover(block, at, stop, bounded)


def _same_gaps(block: Block, quote: Quote, at: int, stop: int) -> bool:
    """Whether white space stands in the same places; where a passage was cut it may be lost or not."""
    here, there = block.gap[at + 1 : stop], quote.gap[1:]
    if here == there:
        return True
    differ = np.frombuffer(here, dtype=np.uint8) != np.frombuffer(there, dtype=np.uint8)
    return bool(block.cut[at + 1 : stop][differ].all())


def _bounded(block: Block, edge: int, inner: str) -> bool:
    """Whether the edge between a quote's outermost character and its neighbour is a word boundary."""
    if block.gap[edge] or block.cut[edge] or not _is_word(inner):
        return True
    return not (_is_word(_char_before(block.text, edge)) and _is_word(_char_at(block.text, edge)))


def _is_word(char: str) -> bool:
    """Whether it belongs to a word: a letter, a mark upon one, a number, or the joining line."""
    return bool(char) and (char == "_" or category(char)[0] in "LMN") and not UNSPACED.match(char)


def _char_at(text: bytes, at: int) -> str:
    return text[at : at + 4].decode(errors="ignore")[:1]


def _char_before(text: bytes, at: int) -> str:
    return text[max(at - 4, 0) : at].decode(errors="ignore")[-1:]


def _cover(block: Block, at: int, stop: int, bounded: bool) -> Place | None:
    """The passages that hold these bytes whole, else the minimal groups of consecutive ones that cover them."""
    near = _touching(block, at, stop)
    whole = tuple(block.passage[j] for j in near if block.begin[j] <= at and block.end[j] >= stop)
    if whole:
        return Place(whole, (), bounded)
    groups = tuple(tuple(block.passage[j] for j in group) for group in _minimal_covers(block, near, at, stop))
    return Place((), groups, bounded) if groups else None


def _touching(block: Block, at: int, stop: int) -> list[int]:
    """The passages of the block that share a byte with the stretch; passages begin and end in the same order."""
    last = bisect_right(block.begin, stop - 1)
    first = last
    while first > 0 and block.end[first - 1] > at:
        first -= 1
    return list(range(first, last))


def _minimal_covers(block: Block, near: list[int], at: int, stop: int) -> list[tuple[int, ...]]:
    """Every chain of passages that covers the stretch and from which none can be left out."""
    covers: list[tuple[int, ...]] = []
    chains: list[tuple[int, ...]] = [(j,) for j in reversed(near) if block.begin[j] <= at < block.end[j]]
    while chains and len(covers) < MOST_GROUPS:
        chain = chains.pop()
        covered = block.end[chain[-1]]
        if covered >= stop:
            covers.append(chain)
            continue
        spare_below = block.end[chain[-2]] if len(chain) > 1 else at
        chains += [(*chain, j) for j in reversed(near) if spare_below < block.begin[j] <= covered < block.end[j]]
    return covers
