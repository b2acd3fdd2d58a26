"""A quote that stands nowhere into the passage that comes nearest to it, and the words in which the two differ."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import NamedTuple

import msgspec

from gold.model.case import Label
from gold.model.corpus import Corpus, Passage
from gold.resolve.lost import titles
from gold.resolve.normal import normal

LEAST = 55.0
"""The least likeness, of 100, that is worth showing."""
SHARED = 0.5
"""The share of a quote's words that a passage of another document must have to be compared at all."""
Words = tuple[tuple[str, bool], ...]
"""Words in a row, each run of them with whether it differs."""


class Near(NamedTuple):
    """The nearest passage: `quote` and `text` are the quote's words and those there, differing ones marked."""

    passage_id: str
    likeness: float
    quote: Words
    text: Words


class Nearest(msgspec.Struct, frozen=True, dict=True):
    """The passages of one build, to be compared with lost quotes."""

    corpus: Corpus

    @cached_property
    def by_document(self) -> dict[str, list[Passage]]:
        found: dict[str, list[Passage]] = {}
        for passage in self.corpus.passages:
            found.setdefault(passage.doc_id, []).append(passage)
        return found

    @cached_property
    def by_title(self) -> dict[str, list[str]]:
        return titles(self.corpus)

    @cached_property
    def words(self) -> list[frozenset[str]]:
        """The words of each passage; made only where a quote's own document is gone."""
        return [frozenset(normal(passage.text).casefold().split()) for passage in self.corpus.passages]

    def find(self, label: Label) -> Near | None:
        """The nearest passage of the label's documents; where the build has none of them, of all."""
        if label.quote is None:
            return None
        quote = normal(label.quote)
        return _best(quote, self._of_document(label) or self._likely(quote))

    def _of_document(self, label: Label) -> list[Passage]:
        names = [label.doc_id or ""]
        if label.document is not None:
            names += [label.document, *self.by_title.get(normal(label.document), [])]
        return [passage for name in dict.fromkeys(names) for passage in self.by_document.get(name, ())]

    def _likely(self, quote: str) -> list[Passage]:
        wanted = frozenset(quote.casefold().split())
        least = SHARED * len(wanted)
        pairs = zip(self.corpus.passages, self.words, strict=True)
        return [passage for passage, words in pairs if len(wanted & words) >= least]


def _best(quote: str, passages: Iterable[Passage]) -> Near | None:
    from rapidfuzz.fuzz import partial_ratio_alignment  # starting it costs more than most commands

    best: tuple[float, str, str] | None = None
    for passage in passages:
        text = normal(passage.text)
        found = partial_ratio_alignment(quote, text, score_cutoff=max(LEAST, best[0] if best else 0.0))
        if found is not None and text and (best is None or found.score > best[0]):
            whole = len(quote) >= len(text)
            best = (
                found.score,
                passage.passage_id,
                text if whole else _whole_words(text, found.dest_start, found.dest_end),
            )
    if best is None:
        return None
    likeness, passage_id, there = best
    return Near(passage_id, likeness, *_differences(quote.split(), there.split()))


def _whole_words(text: str, start: int, stop: int) -> str:
    """The stretch, stretched to the ends of its words."""
    begin = text.rfind(" ", 0, start) + 1 if start and text[start - 1] != " " else start
    end = text.find(" ", stop)
    return text[begin:] if end < 0 else text[begin:end]


def _differences(one: Sequence[str], two: Sequence[str]) -> tuple[Words, Words]:
    """Both rows of words in runs, those that the other has not marked."""
    from rapidfuzz.distance import Indel

    left: list[tuple[str, bool]] = []
    right: list[tuple[str, bool]] = []
    for step in Indel.opcodes(one, two):
        differs = step.tag != "equal"
        if step.src_end > step.src_start:
            left.append((" ".join(one[step.src_start : step.src_end]), differs))
        if step.dest_end > step.dest_start:
            right.append((" ".join(two[step.dest_start : step.dest_end]), differs))
    return tuple(left), tuple(right)
