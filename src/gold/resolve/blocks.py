"""A corpus build into blocks of joined document text, each remembering which bytes belong to which passages."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator
from itertools import accumulate

import msgspec
import numpy as np
from numpy.typing import NDArray

from gold.model.corpus import Corpus, Passage
from gold.resolve.normal import normal

BLOCK_SIZE = 1 << 21
"""Characters after which a block is closed: small enough for the cache, large enough for numpy."""
CUT = b"\x01"
END = b"\x00"
LEAST_OVERLAP, LEAST_WORD = 16, 3
"""Characters of a repeat that is no chance, and of one that may be a word that two passages share."""
WIDEST_GAP = 8
"""Characters that may lie between two passages that still follow one another (white space, a mark)."""


class Block(msgspec.Struct, frozen=True, eq=False):
    """Documents joined without white space, as UTF-8 bytes; passage j of the block covers `begin[j]:end[j]`.

    `gap[i]` says that white space stood before byte i, `cut[i]` that a passage was cut there (white space may
    or may not have stood there). `passage[j]` is its place in the corpus; `begin` and `end` never fall within a
    document. A zero byte parts what does not belong together, and eight of them end the block.
    """

    text: bytes
    gap: bytes
    cut: NDArray[np.bool_]
    passage: list[int]
    begin: list[int]
    end: list[int]


def halves(corpus: Corpus) -> tuple[list[list[int]], list[list[int]]]:
    """The documents of a build, each as the places of its passages, in two parts of about as many passages."""
    documents: dict[str, list[int]] = {}
    for index, passage in enumerate(corpus.passages):
        documents.setdefault(passage.doc_id, []).append(index)
    ends = list(accumulate(map(len, documents.values())))
    middle = bisect_left(ends, len(corpus.passages) / 2)
    members = list(documents.values())
    return members[:middle], members[middle:]


def blocks(corpus: Corpus, documents: Iterable[list[int]]) -> Iterator[Block]:
    """Documents of the build, their passages in order, in blocks of bounded size (a document is never parted)."""
    builder = _Builder()
    for members in documents:
        builder.add(corpus.passages, members)
        if builder.size >= BLOCK_SIZE:
            yield builder.block()
            builder = _Builder()
    if builder.size:
        yield builder.block()


class _Builder:
    """Collects the pieces of one block."""

    def __init__(self) -> None:
        self.pieces: list[bytes] = []
        self.size = 0
        self.passage: list[int] = []
        self.starts: list[int] = []
        self.overlaps: list[int] = []
        self.ends: list[int] = []

    def add(self, passages: tuple[Passage, ...], members: list[int]) -> None:
        """Append one document."""
        before: Passage | None = None
        text_before = ""
        for index in members:
            passage = passages[index]
            text = normal(passage.text)
            if not text:
                continue
            shared = overlap(before, text_before, passage, text)
            if shared is None:
                self._append(END)
                shared = 0
            elif not shared:
                self._append(CUT)
            self.passage.append(index)
            self.starts.append(self.size)
            self.overlaps.append(len(text[:shared].replace(" ", "").encode()))
            self._append(text[shared:].encode())
            self.ends.append(self.size)
            before, text_before = passage, text

    def _append(self, piece: bytes) -> None:
        self.pieces.append(piece)
        self.size += len(piece)

    def block(self) -> Block:
        """Drop the white space and say where it was."""
        spaced = np.frombuffer(b"".join((*self.pieces, END * 8)), dtype=np.uint8)
        kept = np.flatnonzero((spaced != ord(" ")) & (spaced != CUT[0]))
        before = spaced[kept - 1]
        begin = np.searchsorted(kept, self.starts) - np.array(self.overlaps, dtype=np.int64)
        return Block(
            text=spaced[kept].tobytes(),
            gap=(before == ord(" ")).tobytes(),
            cut=before == CUT[0],
            passage=self.passage,
            begin=begin.tolist(),
            end=np.searchsorted(kept, self.ends).tolist(),
        )


def overlap(before: Passage | None, text_before: str, passage: Passage, text: str) -> int | None:
    """How many characters at the start of `text` repeat the end of the passage before it; None: it does not follow.

    Offsets tell about how many, or that text is missing between; without them it is the longest repeat, if it is
    long or made of whole words.
    """
    if before is None:
        return None
    if before.char_end is None or passage.char_start is None:
        lengths = _repeats(text_before, text, LEAST_WORD)
        return max((n for n in lengths if n >= LEAST_OVERLAP or _whole_words(text_before, text, n)), default=0)
    if passage.char_start > before.char_end + WIDEST_GAP:
        return None
    told = len(normal(passage.text[: max(before.char_end - passage.char_start, 0)]))
    if not told:
        return 0
    lengths = _repeats(text_before, text, max(min(told // 2, LEAST_OVERLAP), 1))
    return min(lengths, key=lambda length: (length > told, abs(length - told)), default=None)


def _whole_words(text_before: str, text: str, length: int) -> bool:
    """Whether a repeat of so many characters begins and ends between words, and is neither passage as a whole."""
    if length >= min(len(text_before), len(text)):
        return False
    return text_before[len(text_before) - length - 1] == " " and text[length] == " "


def _repeats(text_before: str, text: str, least: int) -> Iterator[int]:
    """The lengths, from `least` on, at which the end of one text is the beginning of the next."""
    if len(text) < least:
        return
    probe = text[:least]
    at = text_before.find(probe, max(len(text_before) - len(text), 0))
    while at >= 0:
        if text.startswith(text_before[at:]):
            yield len(text_before) - at
        at = text_before.find(probe, at + 1)
