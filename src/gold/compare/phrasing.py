"""Questions into a model of how they are phrased, and a question into how far from it it is."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from gold.measure.lacking import WORD

EDGE = ""
PAIRS = 0.6
"""How much of a word's probability the word before it decides; the rest its own frequency."""


def words_of(text: str) -> list[str]:
    """The words of a text, folded, in order. Scripts without blanks between words give long ones."""
    return [word.casefold() for word in WORD.findall(text.replace("\u2019", "'").replace("'", ""))]


class Phrasing:
    """Counts of words and of pairs of neighbours in questions, their ends included."""

    def __init__(self, questions: Iterable[Sequence[str]]) -> None:
        self.words: Counter[str] = Counter()
        self.pairs: Counter[tuple[str, str]] = Counter()
        self.before: Counter[str] = Counter()
        for question in questions:
            self._count(question, 1)

    def bits(self, question: Sequence[str]) -> float:
        """The cross-entropy of a question, in bits a word: how little its words in their order are to be expected.

        A word has PAIRS of its probability from its neighbour, the rest from its frequency with one added to each.
        """
        size = self.words.total() + len(self.words) + 1
        told = 0.0
        steps = list(_steps(question))
        for one, two in steps:
            alone = (self.words[two] + 1) / size
            after = self.pairs[one, two] / self.before[one] if self.before[one] else alone
            told -= math.log2(PAIRS * after + (1 - PAIRS) * alone)
        return told / len(steps)

    def bits_without(self, question: Sequence[str]) -> float:
        """The same of a question that the model was made of, as if it had not been."""
        self._count(question, -1)
        bits = self.bits(question)
        self._count(question, 1)
        return bits

    def _count(self, question: Sequence[str], step: int) -> None:
        for one, two in _steps(question):
            self.words[two] += step
            self.pairs[one, two] += step
            self.before[one] += step


def _steps(question: Sequence[str]) -> Iterator[tuple[str, str]]:
    return zip((EDGE, *question), (*question, EDGE), strict=True)
