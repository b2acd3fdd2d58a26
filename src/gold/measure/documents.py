"""At which rank a run first shows any passage of a document."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from gold.measure.laid_out import Scored
from gold.measure.reach import UNREACHED
from gold.model.corpus import Corpus
from gold.model.ids import Ints, distinct, places
from gold.model.run import Run

Wanted = tuple[int, str]
"""A case by its place, and a document that answers it."""


def document_ranks(scored: Scored, run: Run, wanted: Sequence[Wanted]) -> list[int]:
    """For each wanted document the rank at which the run first shows it for that case; `UNREACHED` if never.

    Only the lists of these cases are looked at.
    """
    corpus = scored.resolution.corpus
    if corpus is None or not wanted or not run.rows:
        return [UNREACHED] * len(wanted)
    case = np.array([want[0] for want in wanted], dtype=np.int64)
    document = np.array([corpus.documents.get(want[1], -1) for want in wanted], dtype=np.int64)
    keys = case * len(corpus.documents) + document
    keys[document < 0] = -1
    asked, which = np.unique(keys, return_inverse=True)
    best = np.full(len(asked), UNREACHED)
    found, rank = _rows(scored, run, corpus, distinct(case))
    at = np.minimum(np.searchsorted(asked, found), len(asked) - 1)
    same = asked[at] == found
    np.minimum.at(best, at[same], rank[same])
    if asked[0] < 0:
        best[0] = UNREACHED
    ranks: list[int] = best[which].tolist()
    return ranks


def _rows(scored: Scored, run: Run, corpus: Corpus, cases: Ints) -> tuple[Ints, Ints]:
    """The results of the cases that are passages of the build: (a number for case and document, rank)."""
    ids = scored.judged.query_ids
    position = np.array([run.position.get(ids[i], -1) for i in cases.tolist()], dtype=np.int64)
    cases, position = cases[position >= 0], position[position >= 0]
    length = run.lengths[position]
    rank = np.arange(int(length.sum())) - np.repeat(np.cumsum(length) - length, length)
    row = rank + np.repeat(run.starts[position], length)
    keys = run.passages.keys[row]
    at = places(corpus.keys, keys)
    there = corpus.keys[at] == keys
    found = np.repeat(cases, length)[there] * len(corpus.documents) + corpus.document_of_key[at[there]]
    return found, rank[there] + 1
