"""Scored rows in any order into rank order: trec_eval's rule, score descending, ties by document id descending."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from gold.model.ids import IdColumn, Ints


class Ranked(NamedTuple):
    """Rows grouped by query, best first: `starts` per query, the columns, and how many rows tie with the one above."""

    starts: Ints
    passages: IdColumn
    scores: NDArray[np.float64]
    ties: Ints


def rank_order(query: NDArray[np.int32], queries: int, passages: IdColumn, scores: NDArray[np.float64]) -> Ranked:
    """Group rows by query code and rank them. Ties are compared in 64 bits; ids as UTF-8 bytes."""
    same_query = query[1:] == query[:-1]
    grouped = bool((query[1:] >= query[:-1]).all())
    if not grouped or bool((same_query & (scores[1:] > scores[:-1])).any()):
        order = np.lexsort((-scores, query))
        query, scores, passages = query[order], scores[order], passages.reordered(order)
        same_query = query[1:] == query[:-1]
    tied = same_query & (scores[1:] == scores[:-1])
    if tied.any():
        passages = passages.exchanged(*_untie(tied, passages))
    starts = np.zeros(queries + 1, dtype=np.int64)
    np.cumsum(np.bincount(query, minlength=queries), out=starts[1:])
    return Ranked(starts, passages, scores, np.bincount(query[1:][tied], minlength=queries))


def _untie(tied: NDArray[np.bool_], passages: IdColumn) -> tuple[Ints, Ints]:
    """The rows of every stretch of equal scores, and in their order the rows that belong there: ids descending.

    `tied[i]` says that row i + 1 equals row i.
    """
    above = np.flatnonzero(tied)
    begins = above[np.diff(above, prepend=-2) > 1]
    rows = np.sort(np.concatenate((above + 1, begins)))
    stretch = np.searchsorted(begins, rows, side="right")
    return rows, rows[np.lexsort((*passages.descending(rows), stretch))]
