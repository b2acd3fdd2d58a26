"""The passages that labels lie in into those of the build that say nearly the same.

Whether two long texts say the same is no matter of their words one by one, as it is of two queries: most of their
letters must stand in the same order. Stretches of 16 bytes find who may; the letters decide.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from gold.model.ids import Bools, Ints

Hashes = NDArray[np.uint64]
LEAST_ALIKE = 0.9
"""The least likeness in letters: about one word in ten may differ."""
HALF = 8
STRETCH = 2 * HALF
"""Bytes (UTF-8) by which texts are recognised; a shorter text has no near-duplicates, only twins."""
ONE_IN = 16
"""Of so many stretches one is looked at: which, its letters say, so that it is the same one in every text."""
LEAST_SHARED = 0.3
"""The share of the stretches looked at that two texts must have in common before their letters are compared."""
MOST_SHARING = 16
"""A stretch that more passages have is boilerplate."""
MOST_BITS = 25
BLOCK = 1 << 22
"""Letters that are hashed at once."""
FIRST, SECOND, LAST = (np.uint64(odd) for odd in (0x9E3779B97F4A7C15, 0xC2B2AE3D27D4EB4F, 0xBF58476D1CE4E5B9))


class NearPair(NamedTuple):
    """A named passage and one that says nearly the same, by their places; `likeness` from 0.9 to 1."""

    one: int
    other: int
    likeness: float


def near_passages(letters: Sequence[str], named: Bools) -> list[NearPair]:
    """Near-duplicates of the named texts, sorted; texts that are equal are none.

    `letters` are texts without white space. The likeness is rapidfuzz's normalised indel similarity: 2 × the longest
    common subsequence by the sum of both lengths, here without regard to case. Stretches are sampled by their hash (as
    in Schleimer, Wilkerson and Aiken 2003, modulo a number): the work grows with the letters, not with the pairs.
    """
    stretches, holders, sampled = _shared(letters, named)
    begins = np.flatnonzero(np.r_[True, stretches[1:] != stretches[:-1]][: len(stretches)])
    sizes = np.diff(np.r_[begins, len(stretches)])
    shared = Counter[tuple[int, int]]()
    for place in np.flatnonzero((sizes > 1) & (sizes <= MOST_SHARING)).tolist():
        members = holders[begins[place] : begins[place] + sizes[place]].tolist()
        if named[members].any():
            shared.update(combinations(members, 2))
    found = []
    for one, other, likeness in _confirmed(letters, shared, sampled):
        found += [NearPair(one, other, likeness)] if named[one] else []
        found += [NearPair(other, one, likeness)] if named[other] else []
    return sorted(found)


def _confirmed(
    letters: Sequence[str], shared: Counter[tuple[int, int]], sampled: Ints
) -> Iterator[tuple[int, int, float]]:
    """The pairs that share enough stretches and letters, with their likeness."""
    likely = [
        (one, other)
        for (one, other), count in shared.items()
        if count >= LEAST_SHARED * min(sampled[one], sampled[other]) and letters[one] != letters[other]
    ]
    if not likely:
        return
    from rapidfuzz.distance import Indel  # starting it costs more than most commands

    for one, other in likely:
        texts = (letters[one].casefold(), letters[other].casefold())
        likeness = Indel.normalized_similarity(*texts, score_cutoff=LEAST_ALIKE)
        if likeness:
            yield one, other, likeness


def _shared(letters: Sequence[str], named: Bools) -> tuple[Hashes, Ints, Ints]:
    """The sampled stretches that a named text shares with another, sorted, and their texts; how many each text has.

    Each stands once a text. Some are kept that no other text has: what is looked up is a part of the hash.
    """
    parts = [(begin, *_sampled(letters[begin:end])) for begin, end in _blocks(letters)]
    hashes = np.concatenate([some for _, some, _ in parts])
    texts = np.concatenate([begin + some for begin, _, some in parts])
    del parts
    sampled = np.bincount(texts, minlength=len(letters))
    size = 1 << min((4 * len(hashes)).bit_length(), MOST_BITS)
    wanted = np.zeros(size, dtype=np.bool_)
    wanted[_short(hashes[named[texts]], size)] = True
    hashes, texts = _only(wanted[_short(hashes, size)], hashes, texts)
    short, at = _short(hashes, size), np.arange(len(hashes), dtype=np.int32)
    last, several = np.zeros(size, dtype=np.int32), np.zeros(size, dtype=np.bool_)
    last[short] = at
    several[short[last[short] != at]] = True
    hashes, texts = _only(several[short], hashes, texts)
    hashes, texts = _only(np.lexsort((texts, hashes)), hashes, texts)
    new = np.r_[True, (hashes[1:] != hashes[:-1]) | (texts[1:] != texts[:-1])][: len(hashes)]
    return hashes[new], texts[new], sampled


def _short(hashes: Hashes, size: int) -> NDArray[np.int32]:
    """The part of a hash that is looked up."""
    return (hashes & np.uint64(size - 1)).astype(np.int32)


def _only(chosen: Bools | Ints, hashes: Hashes, texts: Ints) -> tuple[Hashes, Ints]:
    return hashes[chosen], texts[chosen]


def _blocks(letters: Sequence[str]) -> Iterator[tuple[int, int]]:
    """Ranges of texts that are hashed at once."""
    begin = size = 0
    for at, text in enumerate(letters):
        size += len(text)
        if size >= BLOCK:
            yield begin, at + 1
            begin, size = at + 1, 0
    yield begin, len(letters)


def _sampled(letters: Sequence[str]) -> tuple[Hashes, NDArray[np.int32]]:
    """The sampled stretches of some texts, and the text that has each."""
    texts = [text.lower().encode("utf-8", "surrogatepass") for text in letters]
    joined = b"\0".join([*texts, bytes(STRETCH)])
    found = [_beginning(joined, offset) for offset in range(HALF)]
    hashes, at = (np.concatenate(parts) for parts in zip(*found, strict=True))
    ends = np.cumsum([*(len(text) + 1 for text in texts), STRETCH])
    text = np.searchsorted(ends, at, side="right")
    inside = at + STRETCH < ends[text]
    return hashes[inside], text[inside].astype(np.int32)


def _beginning(joined: bytes, offset: int) -> tuple[Hashes, Ints]:
    """The hashes that are looked at among those of the stretches at one offset of every eight, and where they begin."""
    count = (len(joined) - STRETCH - offset) // HALF + 1
    first = np.frombuffer(joined, dtype="<u8", offset=offset, count=count)
    second = np.frombuffer(joined, dtype="<u8", offset=offset + HALF, count=count)
    hashes = (first * FIRST) ^ (second * SECOND)
    hashes ^= hashes >> np.uint64(29)
    hashes *= LAST
    kept = np.flatnonzero(hashes >> np.uint64(32) & np.uint64(ONE_IN - 1) == 0)
    return hashes[kept], kept * HALF + offset
