"""The runs on one build, two by two, into how alike their first results are."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

import msgspec
import numpy as np

from gold.measure.rank_overlap import Overlap, Tops, overlap, tops
from gold.measure.score import RunScore
from gold.pages.numbers import figure, share

DEPTH = 10
MOST_PAIRS = 15
"""All pairs of six runs: a table and lists that a page still holds."""


class PairRow(msgspec.Struct, frozen=True):
    """Two runs: means over the questions that either has results for."""

    a: str
    b: str
    n: int
    shared: str
    biased: str
    other_first: str


def pairs_on(scores: Sequence[RunScore]) -> list[tuple[RunScore, RunScore, Overlap]]:
    """Every two of the runs that searched one build, as many as a page holds, with their overlap case by case."""
    some = list(combinations(range(len(scores)), 2))[:MOST_PAIRS]
    first: dict[int, Tops] = {}
    for at in {at for pair in some for at in pair}:
        first[at] = tops(scores[at].run, scores[at].scored.judged.query_ids, DEPTH)
    return [(scores[a], scores[b], overlap(first[a], first[b])) for a, b in some]


def pair_row(one: RunScore, two: RunScore, found: Overlap) -> PairRow:
    """The means of one pair."""
    there = ~np.isnan(found.shared)
    n = int(there.sum())
    means = [float(column[there].mean()) if n else None for column in (found.shared, found.biased)]
    other = share(int(found.other_first.sum()), n)
    return PairRow(one.run.name, two.run.name, n, figure(means[0]), figure(means[1]), other)
