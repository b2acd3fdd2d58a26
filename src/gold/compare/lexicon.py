"""A corpus build into its words: which general English lacks, and which words of questions are slips."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Mapping

from gold.compare.phrasing import words_of
from gold.compare.queries.words import one_word, singular, traces
from gold.measure.lacking import PLAIN
from gold.model.corpus import Corpus

ONE_IN = 20
LEAST_LETTERS = 3
MOSTLY = 0.5
BETWEEN_PARTS = re.compile(r"[-/.]")


def document_counts(corpus: Corpus) -> Counter[str]:
    """In how many documents each word stands."""
    texts: dict[str, list[str]] = {}
    for passage in corpus.passages:
        texts.setdefault(passage.doc_id, []).append(passage.text)
    found: Counter[str] = Counter()
    for pieces in texts.values():
        found.update(set(words_of("\n".join(pieces))))
    return found


def rare_words(counts: Mapping[str, int], documents: int) -> frozenset[str]:
    """The words that stand in at most one document of twenty: what general use lacks, as far as a corpus can tell."""
    most = max(documents // ONE_IN, 1)
    return frozenset(
        word for word, n in counts.items() if n <= most and len(word) >= LEAST_LETTERS and word not in PLAIN
    )


def is_english(questions: Iterable[Iterable[str]], english: Collection[str]) -> bool:
    """Whether a list of English words says anything of these questions: it has at least half of their words."""
    words = [word for question in questions for word in question if word.isalpha()]
    return sum(word in english for word in words) >= MOSTLY * len(words)


def lacked_words(words: Iterable[str], english: Collection[str]) -> frozenset[str]:
    """The words that general English lacks: names, codes and terms, not numbers. One of several parts lacks one."""
    return frozenset(
        word for word in words if len(word) >= LEAST_LETTERS and word[0].isalpha() and not _has(english, word)
    )


def _has(english: Collection[str], word: str) -> bool:
    return all(len(part) < LEAST_LETTERS or part in english for part in BETWEEN_PARTS.split(word))


def slips(
    questions: Iterable[Iterable[str]], known: Iterable[str], english: Collection[str] = frozenset()
) -> dict[str, str]:
    """The words of one question alone that are a slip apart from a known word, and that word.

    A slip is as `one_word` has it: inside a word of five letters or more. What two questions have is taken for a word,
    and so is what is English; an English word of another question is known too.
    """
    seen: Counter[str] = Counter(word for question in questions for word in set(question))
    words = frozenset(known).union(word for word in seen if word in english)
    singulars = {singular(word) for word in words if word.isalpha()}
    doubtful = [
        w for w, n in seen.items() if n == 1 and w.isalpha() and w not in words and singular(w) not in singulars
    ]
    by_trace: dict[str, list[str]] = {}
    for word in doubtful:
        for trace in traces(word):
            by_trace.setdefault(trace, []).append(word)
    found: dict[str, str] = {}
    for word in sorted(words):
        if word.isalpha():
            for slip in {slip for trace in traces(word) for slip in by_trace.get(trace, ())}:
                if slip not in found and one_word(slip, word):
                    found[slip] = word
    return found
