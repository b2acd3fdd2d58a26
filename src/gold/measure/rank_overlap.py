"""Two runs' first results into how far they overlap, question by question."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from gold.model.ids import Bools, Floats, Words
from gold.model.run import Run

PERSISTENCE = 0.9
"""Of the reader that rank-biased overlap imagines: how likely the next rank is looked at."""


class Tops(NamedTuple):
    """The first results of each question, shape (questions, depth), as keys of their ids.

    `there[i, r]`: question i has a result at rank r + 1 that does not stand above already. Keys of 64 bits tell ids
    apart well enough for a mean.
    """

    keys: Words
    there: Bools
    length: NDArray[np.int64]


class Overlap(NamedTuple):
    """Of each question (NaN where neither run has results): `shared` share of the top lists, and `biased`.

    `other_first`: the two first results differ, or only one run has any.
    """

    shared: Floats
    biased: Floats
    other_first: Bools


def tops(run: Run, query_ids: Sequence[str], depth: int) -> Tops:
    """The first `depth` results of the given questions, in their order; a question that the run lacks has none."""
    at = np.fromiter((run.position.get(name, -1) for name in query_ids), dtype=np.int64, count=len(query_ids))
    length = np.where(at >= 0, run.lengths[at] if len(run.lengths) else 0, 0)
    length = np.minimum(length, depth)
    ranks = np.arange(depth)
    there = ranks < length[:, None]
    rows = np.where(there, run.starts[np.maximum(at, 0)][:, None] + ranks, 0)
    keys = run.passages.keys[rows] if run.rows else np.zeros(rows.shape, dtype=np.uint64)
    same = (keys[:, :, None] == keys[:, None, :]) & there[:, None, :]
    repeated = (same & (ranks[None, :] < ranks[:, None])).any(axis=2)
    return Tops(keys, there & ~repeated, length)


def overlap(one: Tops, two: Tops) -> Overlap:
    """How far two runs' first results overlap.

    `shared`: results in both lists over the length of the longer one. `biased`: extrapolated rank-biased overlap over
    the ranks that both have, X_k / k p^k + (1 - p) / p Σ X_d / d p^d, where X_d results are in both first d.
    Source: Webber, Moffat and Zobel (2010), A similarity measure for indefinite rankings, equation 23.
    """
    both = (one.keys[:, :, None] == two.keys[:, None, :]) & one.there[:, :, None] & two.there[:, None, :]
    depth = both.shape[1]
    counts = both.cumsum(axis=1).cumsum(axis=2)[:, np.arange(depth), np.arange(depth)]
    longer, shorter = np.maximum(one.length, two.length), np.minimum(one.length, two.length)
    ranks = np.arange(1, depth + 1)
    agreement = counts / ranks
    weights = np.where(ranks <= shorter[:, None], PERSISTENCE**ranks, 0.0)
    tail = np.where(shorter > 0, agreement[np.arange(len(counts)), np.maximum(shorter - 1, 0)], 0.0)
    biased = tail * PERSISTENCE**shorter + (1 - PERSISTENCE) / PERSISTENCE * (agreement * weights).sum(axis=1)
    nothing = longer == 0
    shared = both.sum(axis=(1, 2)) / np.maximum(longer, 1)
    return Overlap(
        shared=np.where(nothing, np.nan, shared),
        biased=np.where(nothing, np.nan, biased),
        other_first=~nothing & ~both[:, 0, 0],
    )
