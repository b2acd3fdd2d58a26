"""A run's first results into those that nobody has judged: all that a missing judgment could change."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from gold.measure.judged import Judged
from gold.model.ids import Ints
from gold.model.run import Run


class Unjudged(NamedTuple):
    """Result i: case `case[i]` has at rank `rank[i]` (from 1) a passage that no label of it touches.

    Ordered by case and rank. Repeats of a passage are left out, and so is what holds a piece of a split label.
    """

    case: Ints
    rank: Ints

    def within(self, k: int | None) -> Unjudged:
        """Those of the first k ranks."""
        if k is None:
            return self
        kept = self.rank <= k
        return Unjudged(self.case[kept], self.rank[kept])


def unjudged(judged: Judged, run: Run, depth: int | None) -> Unjudged:
    """The unjudged results of each case among its first `depth` ones (None: of the whole list)."""
    at = np.fromiter((run.position.get(name, -1) for name in judged.query_ids), dtype=np.int64, count=judged.cases)
    length = np.where(at >= 0, run.lengths[at] if len(run.lengths) else 0, 0)
    length = length if depth is None else np.minimum(length, depth)
    starts = np.append(0, np.cumsum(length))
    case = np.repeat(np.arange(judged.cases), length)
    rank = np.arange(starts[-1]) - starts[case] + 1
    rows = run.starts[at[case]] + rank - 1
    kept = np.ones(len(rows), dtype=np.bool_)
    if len(rows) and len(judged.pairs):
        found, _ = judged.pairs.find(np.arange(judged.cases), starts, run.passages.reordered(rows))
        kept[found] = False
    repeats = run.repeats[at] if len(run.repeats) else length
    for i in np.flatnonzero((repeats > 0) & (length > 1)).tolist():
        names = run.passages.names(rows[starts[i] : starts[i + 1]])
        kept[starts[i] : starts[i + 1]] &= [name not in names[:place] for place, name in enumerate(names)]
    return Unjudged(case[kept], rank[kept])
