"""Scored rows into rank order: trec_eval's rule, score descending, ties by document id descending."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from gold.model.ids import PIECE, IdColumn, Ints


class Ranked(NamedTuple):
    """Rows grouped by query, best first: `starts` per query, the columns, and how many rows tie with the one above."""

    starts: Ints
    passages: IdColumn
    scores: NDArray[np.float64]
    ties: Ints


def rank_order(query: NDArray[np.int32], queries: int, passages: IdColumn, scores: NDArray[np.float64]) -> Ranked:
    """Group rows by query code and rank them. Ties are compared in 64 bits; ids as UTF-8 bytes.

    Codes are numbered in order of first appearance, and each appears. The columns are the caller's own: ties
    are put in order in place.
    """
    looked = _look(query, scores)
    if not looked.ordered:
        order = np.lexsort((-scores, query))
        query, scores, passages = query[order], scores[order], passages.reordered(order)
        looked = _look(query, scores)
    if len(looked.tied):
        passages.exchange(*_untie(looked.tied, passages))
    starts = np.concatenate((looked.begins, [len(query)]))
    ties = np.bincount(np.searchsorted(starts, looked.tied, side="right") - 1, minlength=queries)
    return Ranked(starts, passages, scores, ties)


class Looked(NamedTuple):
    """What one walk over the rows sees: whether they are in order, where queries begin, which rows tie upwards."""

    ordered: bool
    begins: Ints
    tied: Ints


def _look(query: NDArray[np.int32], scores: NDArray[np.float64]) -> Looked:
    begins, tied = [np.zeros(min(len(query), 1), dtype=np.int64)], list[Ints]()
    ordered = True
    for first in range(1, len(query), PIECE):
        above, here = slice(first - 1, first + PIECE - 1), slice(first, first + PIECE)
        rows = min(PIECE, len(query) - first)
        was, now = query[above][:rows], query[here]
        higher, lower = scores[above][:rows], scores[here]
        same = was == now
        ordered = ordered and not (now < was).any() and not (same & (lower > higher)).any()
        begins.append(np.flatnonzero(~same) + first)
        tied.append(np.flatnonzero(same & (lower == higher)) + first)
    return Looked(ordered, np.concatenate(begins), np.concatenate(tied or [begins[0][:0]]))


def _untie(tied: Ints, passages: IdColumn) -> tuple[Ints, Ints]:
    """The rows of every stretch of equal scores, and in their order the rows that belong there: ids descending.

    `tied` are the rows that equal the one above them.
    """
    begins = tied[np.diff(tied, prepend=-1) > 1] - 1
    rows = np.sort(np.concatenate((tied, begins)))
    stretch = np.searchsorted(begins, rows, side="right")
    return rows, rows[np.lexsort((*passages.descending(rows), stretch))]
