"""Many queries into the pairs and groups of them that ask the same question in almost the same words."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations
from typing import NamedTuple

from gold.compare.queries.near import near, similarity
from gold.compare.queries.reading import Reading, read_query
from gold.compare.queries.words import traces

Told = tuple[str, frozenset[str]]
WHOLE = 32
BACK = 16


class Pair(NamedTuple):
    """Two near-duplicates by their places, `one < two`; `similarity` is 1.0 where they are equal in normal form."""

    one: int
    two: int
    similarity: float


def near_pairs(texts: Sequence[str]) -> list[Pair]:
    """Pairs of near-duplicates, sorted.

    Of texts that are equal in normal form each is paired with the first one alone, and only the first is compared
    with others. Of up to 32 texts that have the same words but for slips, every pair is looked at; where there are
    more, each is compared with 16 neighbours in each of two sorted orders and paired with the nearest that fits. So
    the work grows with the number of texts, whatever they hold.
    """
    read = [read_query(text) for text in texts]
    first, told_apart, pairs = dict[str, int](), dict[Told, int](), dict[tuple[int, int], float]()
    for i, reading in enumerate(read):
        if (held := first.setdefault(reading.normal, i)) != i:
            pairs[held, i] = 1.0
        told_apart.setdefault((reading.normal, reading.fixed), i)
    for bucket in _buckets(read, list(told_apart.values())):
        for one, two in _few(read, bucket) if len(bucket) <= WHOLE else _many(read, bucket):
            if read[one].normal != read[two].normal:
                pairs[min(one, two), max(one, two)] = similarity(read[one], read[two])
    return [Pair(i, j, alike) for (i, j), alike in sorted(pairs.items())]


def groups(n: int, pairs: Iterable[Pair]) -> list[list[int]]:
    """Which of `n` texts hang together by pairs: sorted groups of two or more; what is in none stands alone."""
    above = list(range(n))
    for one, two, _ in pairs:
        _join(above, one, two)
    members = defaultdict[int, list[int]](list)
    for i in range(n):
        members[_top(above, i)].append(i)
    return [held for held in members.values() if len(held) > 1]


def _join(above: list[int], one: int, two: int) -> None:
    low, high = sorted((_top(above, one), _top(above, two)))
    above[high] = low


def _top(above: list[int], i: int) -> int:
    while above[i] != i:
        above[i] = above[above[i]]
        i = above[i]
    return i


def _buckets(read: Sequence[Reading], places: Sequence[int]) -> Iterator[list[int]]:
    """Readings that may be near-duplicates: of the same words but for slips, or of the same letters."""
    shared = _spellings({word.rpartition(" ")[2] for place in places for word in read[place].words})
    by_words = defaultdict[tuple[str, ...], list[int]](list)
    by_letters = defaultdict[str, list[int]](list)
    for place in places:
        by_words[tuple(sorted(_shared(word, shared) for word in read[place].words))].append(place)
        by_letters[read[place].joined].append(place)
    yield from (bucket for bucket in by_words.values() if len(bucket) > 1)
    yield from (bucket for bucket in by_letters.values() if len(bucket) > 1)


def _shared(word: str, shared: Mapping[str, str]) -> str:
    bound, blank, last = word.rpartition(" ")
    return f"{bound}{blank}{shared.get(last, last)}"


def _spellings(words: set[str]) -> dict[str, str]:
    """One spelling for all words of letters that hang together by slips and plurals."""
    letters = sorted(filter(str.isalpha, words))
    above, holders = list(range(len(letters))), dict[str, int]()
    for i, word in enumerate(letters):
        for trace in traces(word):
            if (held := holders.setdefault(trace, i)) != i:
                _join(above, held, i)
    return {word: letters[_top(above, i)] for i, word in enumerate(letters)}


def _few(read: Sequence[Reading], bucket: Sequence[int]) -> Iterator[tuple[int, int]]:
    return ((one, two) for one, two in combinations(bucket, 2) if near(read[one], read[two]))


def _many(read: Sequence[Reading], bucket: Sequence[int]) -> Iterator[tuple[int, int]]:
    """Each place with the nearest one before it that fits, in the order of the words and in that of their ends."""
    orders = (
        sorted(bucket, key=lambda place: (read[place].words, read[place].normal)),
        sorted(bucket, key=lambda place: (read[place].joined[::-1], read[place].normal)),
    )
    for order in orders:
        for i, one in enumerate(order):
            before = reversed(order[max(0, i - BACK) : i])
            two = next((two for two in before if near(read[one], read[two])), None)
            if two is not None:
                yield one, two
