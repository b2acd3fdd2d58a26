"""The values that systems without any skill get: the floor that a run has to stand above."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

import numpy as np

from gold.measure.formulas import ranking_values
from gold.measure.laid_out import Scored
from gold.measure.measure import Measure
from gold.measure.rank_overlap import tops
from gold.measure.reach import UNREACHED, reaches_of
from gold.measure.score import RunScore
from gold.model.bare import BareCases
from gold.model.corpus import Corpus
from gold.model.ids import Bools, Floats, Ints, Words, pair_keys

DEPTH = 10
SHUFFLED, MOST_SHUFFLES = 10_000, 100
"""Lists in all, and shuffles of one case: the floor moves by less than three places show, in a fraction of a second."""
SEED = 20
"""Any number would do; the same one gives the same floor on every build."""
CASE_BITS = np.uint64(40)
"""Behind the number of a case, so many bits of chance."""
MOST_TEXT, MOST_LOOKS, MOST_CASES = 2_000_000, 2_000_000, 2_000
"""Characters of a build, passages looked at (cases times passages) and cases, up to which words are counted."""
ABOVE = 1e-9
"""By less than this two means differ by how their sums were rounded."""
WORD = re.compile(r"\w+")


class Pool(NamedTuple):
    """What some runs on one build show in their first ten: each (case, passage) once, the two as columns."""

    case: Ints
    passage: Words
    pair: Words


def pool_of(scores: Sequence[RunScore]) -> Pool:
    """The pool of runs on one build. Keys of 64 bits tell passages apart well enough for a mean."""
    ids = scores[0].scored.judged.query_ids
    cases, passages = [], []
    for score in scores:
        shown = tops(score.run, ids, DEPTH)
        at, rank = np.nonzero(shown.there)
        cases.append(at)
        passages.append(shown.keys[at, rank])
    case, passage = np.concatenate(cases).astype(np.int64), np.concatenate(passages)
    pair, first = np.unique(pair_keys(case, passage), return_index=True)
    return Pool(case[first], passage[first], pair)


def most_frequent(scored: Scored, pool: Pool, measure: Measure) -> Floats:
    """Each case is given the passages that are in the pool of most cases; of equal ones, those with the lower key."""
    names, counts = np.unique(pool.passage, return_counts=True)
    chosen = names[np.lexsort((names, -counts))[: _depth(measure)]]
    rank = np.full(len(scored.judged.pairs), UNREACHED)
    for place, name in enumerate(chosen.tolist(), start=1):
        rank[scored.judged.pairs.passages.keys == np.uint64(name)] = place
    return _values(scored, rank, np.full(len(scored.cases), len(chosen)), measure)


def shuffled(scored: Scored, pool: Pool, measure: Measure) -> Floats:
    """Each case is given its own pool in random order: the mean over seeded shuffles, the fewer the more cases."""
    judged = scored.judged
    at = np.minimum(np.searchsorted(pool.pair, judged.pairs.keys), max(len(pool.pair) - 1, 0))
    there = pool.pair[at] == judged.pairs.keys if len(pool.pair) else np.zeros(len(at), dtype=np.bool_)
    size = np.bincount(pool.case, minlength=len(scored.cases))
    starts, chance = np.cumsum(size) - size, np.random.PCG64(SEED)
    by_case, spread = pool.case.astype(np.uint64) << CASE_BITS, np.uint64(64) - CASE_BITS
    times = min(max(SHUFFLED // max(len(scored.cases), 1), 1), MOST_SHUFFLES)
    total = np.zeros(len(scored.cases))
    place = np.empty(len(pool.pair), dtype=np.int64)
    for _ in range(times):
        order = np.argsort(by_case | (chance.random_raw(len(pool.pair)) >> spread), kind="stable")
        place[order] = np.arange(len(order)) - starts[pool.case[order]] + 1
        rank = np.where(there, place[at] if len(place) else UNREACHED, UNREACHED)
        total += _values(scored, rank, size, measure)
    return total / times


def can_count_words(scored: Scored, corpus: Corpus | None) -> bool:
    """Whether there are texts to count words in, and so few that it takes no time."""
    if corpus is None or isinstance(scored.cases, BareCases):
        return False
    cases, passages = len(scored.cases), len(corpus.passages)
    if cases > MOST_CASES or cases * passages > MOST_LOOKS:
        return False
    return sum(len(passage.text) for passage in corpus.passages) <= MOST_TEXT


def term_overlap(scored: Scored, corpus: Corpus, measure: Measure) -> Floats:
    """Each case is given the passages that share most words with its question; of equal ones, the lower id first."""
    asked = [frozenset(WORD.findall(case.query.casefold())) for case in scored.cases]
    known = frozenset[str]().union(*asked)
    ordered = sorted(corpus.passages, key=lambda passage: passage.passage_id)
    lists: dict[str, list[int]] = {word: [] for word in known}
    for at, passage in enumerate(ordered):
        for word in known.intersection(WORD.findall(passage.text.casefold())):
            lists[word].append(at)
    posted = {word: np.array(places, dtype=np.int64) for word, places in lists.items()}
    place_of = {passage.passage_id: at for at, passage in enumerate(ordered)}
    judged = scored.judged
    of_pair = [place_of.get(name, -1) for name in judged.pairs.passages.names(np.arange(len(judged.pairs)))]
    pairs_of_case: dict[int, list[int]] = {}
    for pair, case in enumerate(judged.pairs.case.tolist()):
        pairs_of_case.setdefault(case, []).append(pair)
    rank, returned = np.full(len(judged.pairs), UNREACHED), np.zeros(len(asked), dtype=np.int64)
    for case, words in enumerate(asked):
        found = [posted[word] for word in words]
        shared = np.bincount(np.concatenate(found), minlength=len(ordered)) if found else np.zeros(len(ordered))
        returned[case] = int((shared > 0).sum())
        for pair in pairs_of_case.get(case, ()):
            at = of_pair[pair]
            if at >= 0 and shared[at]:
                rank[pair] = 1 + int((shared > shared[at]).sum() + (shared[:at] == shared[at]).sum())
    return _values(scored, rank, returned, measure)


class Beside(NamedTuple):
    """The mean of a run over `n` cases, that of each floor, and the floors that it is not above."""

    n: int
    mean: float
    floors: dict[str, float]
    not_above: tuple[str, ...]


def beside(column: Floats, floors: Mapping[str, Floats], inside: Bools) -> Beside:
    """A run's values over the cases inside, beside what each floor gets there; what has no value there counts 0."""
    mean = float(column[inside].mean())
    means = {name: float(np.nan_to_num(values[inside]).mean()) for name, values in floors.items()}
    not_above = tuple(name for name, floor in means.items() if mean <= floor + ABOVE)
    return Beside(int(inside.sum()), mean, means, not_above)


def _values(scored: Scored, rank: Ints, returned: Ints, measure: Measure) -> Floats:
    in_run: Bools = np.ones(len(scored.cases), dtype=np.bool_)
    reach = reaches_of(scored.judged, rank, returned, in_run)
    return ranking_values(measure, scored.judged, reach, scored.answer_grade)


def _depth(measure: Measure) -> int:
    return max(measure.k or DEPTH, DEPTH)


Trivial = Callable[[Scored, Pool, Measure], Floats]
FROM_POOL: tuple[tuple[str, Trivial], ...] = (("most frequent", most_frequent), ("shuffled", shuffled))
