"""Two readings into a verdict whether they are near-duplicates, and into how similar they are."""

from __future__ import annotations

from collections import Counter
from itertools import permutations

from rapidfuzz.distance import Indel

from gold.compare.queries.reading import Reading
from gold.compare.queries.words import one_word, singular

LEAST_SIMILAR = 0.65
MOST_LIGHT = 2
MOST_SLIPS = 3


def near(one: Reading, two: Reading) -> bool:
    """Whether two readings ask one question in almost the same words.

    The words that matter must be the same ones in any order, where up to half of them, and no more than three, may be
    misspelt; or the same letters, however they are cut into words. Numbers and code must be equal. One of the two
    may lack the beginning (`how to`) and up to two light words; below a likeness of 0.65 in letters it lacks too much
    of what the other says (`backup`, `how to backup`).

    No threshold on letters alone can stand for that. Between pairs that a curator calls one question (`head set`,
    `headset`: 0.93) stand claims that say the opposite (`is effective`, `is not effective`: 0.98).
    """
    if one.head != two.head and one.head and two.head:
        return False
    if one.light != two.light and not _lighter(one, two):
        return False
    if one.joined != two.joined and not _same_words(one, two):
        return False
    return max(_alike(one, two)) >= LEAST_SIMILAR


def similarity(one: Reading, two: Reading) -> float:
    """Letters in common, from 0 to 1: the mean over the words as they stand and over the words sorted.

    It is 1 only where the normal forms are equal, and the order counts half. Each is rapidfuzz's normalised indel
    similarity, 2 × the longest common subsequence by the sum of both lengths.
    """
    return sum(_alike(one, two)) / 2


def _alike(one: Reading, two: Reading) -> tuple[float, float]:
    standing = Indel.normalized_similarity(one.normal, two.normal)
    return standing, Indel.normalized_similarity(*(" ".join(sorted(side.normal.split())) for side in (one, two)))


def _lighter(one: Reading, two: Reading) -> bool:
    """Whether the light words of one are those of the other without one or two."""
    less, more = sorted((one.light, two.light), key=len)
    return len(more) - len(less) <= MOST_LIGHT and not Counter(less) - Counter(more)


def _same_words(one: Reading, two: Reading) -> bool:
    if len(one.words) != len(two.words):
        return False
    fixed = one.fixed | two.fixed
    left, right = _lacking(one, two, fixed), _lacking(two, one, fixed)
    if len(left) > min(MOST_SLIPS, (len(one.words) + 1) // 2):
        return False
    return any(all(_slipped(a, b, fixed) for a, b in zip(left, order, strict=True)) for order in permutations(right))


def _lacking(one: Reading, two: Reading, fixed: frozenset[str]) -> list[str]:
    """The words of one that two does not have, in the singular or in the plural."""
    had, lacking = Counter(_key(word, fixed) for word in two.words), list[str]()
    for word in one.words:
        key = _key(word, fixed)
        if had[key]:
            had[key] -= 1
        else:
            lacking.append(word)
    return lacking


def _key(word: str, fixed: frozenset[str]) -> tuple[str, str]:
    bound, _, last = word.rpartition(" ")
    return (bound, singular(last)) if last.isalpha() and last not in fixed else (bound, f"={last}")


def _slipped(one: str, two: str, fixed: frozenset[str]) -> bool:
    (bound, _, last), (other, _, other_last) = one.rpartition(" "), two.rpartition(" ")
    return bound == other and not fixed & {last, other_last} and one_word(last, other_last)
