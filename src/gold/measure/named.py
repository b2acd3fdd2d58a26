"""What a run's means leave out or treat apart, case by case."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec
import numpy as np

from gold.measure.laid_out import Scored
from gold.measure.reach import Reaches
from gold.model.ids import Bools, Ints, places
from gold.model.run import Run

UNNAMED = ("held_back", "extra")
"""Counted alone: what the set lacks may have been held back."""


class Named(msgspec.Struct, frozen=True):
    """What the means leave out or treat apart: the cases of each kind by id; for duplicates and ties results a case.

    `unconfirmed` are proposed or retired; `foreign` counts results that the build does not hold, a case.
    `earlier_words` were
    asked in those of the version that the run declares, which are not this version's.
    `held_back` counts the held-back cases that a look lets in; without one there are none.
    """

    missing: tuple[str, ...]
    not_asked: tuple[str, ...]
    earlier_words: tuple[str, ...]
    extra: tuple[str, ...]
    duplicates: Mapping[str, int]
    ties: Mapping[str, int]
    undefined: tuple[str, ...]
    unanswerable: tuple[str, ...]
    unknown: tuple[str, ...]
    held_back: int
    unwinnable: tuple[str, ...]
    unconfirmed: tuple[str, ...]
    foreign: Mapping[str, int]

    def size(self, kind: str) -> int:
        """How many cases are of one kind; for duplicates, ties and foreign results how many results."""
        value = getattr(self, kind)
        if isinstance(value, int):
            return value
        return sum(value.values()) if kind in ("duplicates", "ties", "foreign") else len(value)

    def counts(self) -> dict[str, int]:
        """The kinds that the JSON form promises, with their sizes."""
        return {kind: self.size(kind) for kind in self.__struct_fields__ if kind not in ("unconfirmed", "foreign")}


def name_cases(scored: Scored, run: Run, reach: Reaches, not_asked: Bools, earlier: Bools, foreign: Ints) -> Named:
    """Say which cases are of which kind for one run; `foreign` counts each question's foreign results."""
    ids = np.array(scored.judged.query_ids, dtype=object)
    known = frozenset(scored.version.query_ids)
    at = [place for place in map(run.position.get, scored.judged.query_ids) if place is not None]
    return Named(
        missing=tuple(ids[~reach.in_run & ~not_asked]),
        not_asked=tuple(ids[not_asked]),
        earlier_words=tuple(ids[earlier]),
        extra=tuple(query_id for query_id in run.query_ids if query_id not in known),
        duplicates=_of_each(run, run.repeats, at),
        ties=_of_each(run, run.ties, at),
        undefined=tuple(ids[~scored.unanswerable & ~scored.defined]),
        unanswerable=tuple(ids[scored.unanswerable]),
        unknown=scored.unknown,
        held_back=sum(case.is_held_back for case in scored.cases) if scored.looked else 0,
        unwinnable=tuple(ids[scored.answerable & ~scored.winnable]),
        unconfirmed=scored.unconfirmed,
        foreign=_of_each(run, foreign, at),
    )


def _of_each(run: Run, count: Ints, at: list[int]) -> dict[str, int]:
    """The counts of the run's questions at the given places that have any."""
    counts = count.tolist()
    return {run.query_ids[i]: counts[i] for i in at if counts[i]}


def foreign_results(scored: Scored, run: Run) -> Ints:
    """How many results of each question of the run are no passage of the build; none where there is no corpus."""
    corpus = scored.resolution.corpus
    if corpus is None:
        return np.zeros(len(run.query_ids), dtype=np.int64)
    at = places(corpus.keys, run.passages.keys)
    foreign = np.flatnonzero(corpus.keys[at] != run.passages.keys)
    query = np.searchsorted(run.starts, foreign, side="right") - 1
    return np.bincount(query, minlength=len(run.query_ids))
