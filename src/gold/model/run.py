"""What one system answered: for each question a ranked list of passage ids, as columns in rank order."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from functools import cached_property
from typing import Any

import msgspec
import numpy as np
from numpy.typing import NDArray

from gold.model.case import Finite
from gold.model.ids import PIECE, IdColumn, Ints
from gold.model.version import Notice

MOST_DIGITS = 9
"""Of a version's number."""


class Sidecar(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What the YAML file beside a run says about it."""

    system: str | None = None
    corpus: str | None = None
    version: str | None = None
    date: str | None = None
    commit: str | None = None
    replays_history: bool = False
    abstain_below: Finite | None = None
    settings: dict[str, Any] | None = None
    note: str | None = None

    @property
    def version_number(self) -> int | None:
        """The version that was asked, written `3` or `v3`."""
        digits = (self.version or "").removeprefix("v")
        return int(digits) if digits.isdecimal() and len(digits) <= MOST_DIGITS else None


class Answered(msgspec.Struct, frozen=True):
    """What a run says of one question beside its ranking."""

    abstained: bool | None = None
    answer: str | None = None
    answer_correct: bool | None = None


class Run(msgspec.Struct, frozen=True, eq=False, dict=True):
    """One run. Rows of question i are `starts[i]:starts[i + 1]`, best first; row order is rank order.

    `ties[i]` counts rows of question i whose score equals that of the row above. `can_abstain` says
    whether the run can express a refusal at all. `texts` are passage texts that the run itself recorded.
    """

    name: str
    path: str
    sidecar: Sidecar
    query_ids: tuple[str, ...]
    starts: Ints
    passages: IdColumn
    scores: NDArray[np.float64] | None
    ties: Ints
    answered: Mapping[str, Answered] = {}
    texts: Mapping[str, str] = {}
    notices: tuple[Notice, ...] = ()
    lines: Sequence[int] = ()
    """The line of each question, where the file has one."""

    @property
    def age(self) -> tuple[str, str]:
        """What orders runs, oldest first: the date that the sidecar gives, then the name."""
        return (self.sidecar.date or "", self.name)

    @property
    def rows(self) -> int:
        return int(self.starts[-1])

    @cached_property
    def position(self) -> dict[str, int]:
        """Where each question stands in `query_ids`."""
        return {query_id: index for index, query_id in enumerate(self.query_ids)}

    @cached_property
    def lengths(self) -> Ints:
        return np.diff(self.starts)

    @cached_property
    def repeats(self) -> Ints:
        """How many rows of each question show a passage that stands above already."""
        count = np.zeros(len(self.query_ids), dtype=np.int64)
        step = max(PIECE // max(int(self.lengths.max(initial=0)), 1), 1)
        for first in range(0, len(count), step):
            length = self.lengths[first : first + step]
            keys = self.passages.keys[self.starts[first] : self.starts[first + len(length)]]
            grid = np.tile(np.arange(length.max(initial=0), dtype=np.uint32), (len(length), 1))
            grid[np.arange(grid.shape[1]) < length[:, None]] = keys.astype(np.uint32)  # half of a key tells enough
            grid.sort(axis=1)
            for near in np.flatnonzero((grid[:, 1:] == grid[:, :-1]).any(axis=1)).tolist():
                names = self.passages.names(range(self.starts[first + near], self.starts[first + near + 1]))
                count[first + near] = len(names) - len(set(names))
        return count

    @cached_property
    def can_abstain(self) -> bool:
        """Whether the run says of any question that it refused, or did not: else refusals cannot be measured."""
        if self.sidecar.abstain_below is not None and self.scores is not None:
            return True
        if any(said.abstained is not None for said in self.answered.values()):
            return True
        return bool((self.lengths == 0).any())

    def abstained(self, query_id: str) -> bool:
        """Whether the run refused: by its word, by an explicit empty ranking, or by a best score under the bound."""
        said = self.answered.get(query_id)
        if said is not None and said.abstained is not None:
            return said.abstained
        at = self.position.get(query_id)
        if at is None:
            return False
        if self.lengths[at] == 0:
            return True
        bound = self.sidecar.abstain_below
        return bound is not None and self.scores is not None and bool(self.scores[self.starts[at]] < bound)

    def ranking(self, query_id: str) -> list[str]:
        """The passage ids for one question, best first; empty where the run has none."""
        at = self.position.get(query_id)
        if at is None:
            return []
        start, stop = int(self.starts[at]), int(self.starts[at + 1])
        return self.passages.names(range(start, stop))

    def without(self, ids: Collection[str]) -> Run:
        """The same as if the questions of these ids had never been asked; lines stay those of the file.

        Texts that the run recorded stay, whichever question brought them, for the passages that are left: a reader
        that leaves the questions out (`read_run`) knows better.
        """
        kept = [at for at, query_id in enumerate(self.query_ids) if query_id not in ids]
        if len(kept) == len(self.query_ids):
            return self
        lengths = self.lengths[kept]
        starts = np.concatenate(([0], np.cumsum(lengths)))
        rows = np.arange(starts[-1]) + np.repeat(self.starts[kept] - starts[:-1], lengths)
        passages = self.passages.reordered(rows)
        shown = frozenset(passages.names(np.arange(len(passages)))) if self.texts else frozenset[str]()
        return msgspec.structs.replace(
            self,
            query_ids=tuple(self.query_ids[at] for at in kept),
            starts=starts,
            passages=passages,
            scores=None if self.scores is None else self.scores[rows],
            ties=self.ties[kept],
            answered={query_id: said for query_id, said in self.answered.items() if query_id not in ids},
            texts={passage_id: text for passage_id, text in self.texts.items() if passage_id in shown},
            lines=[self.lines[at] for at in kept] if len(self.lines) else (),
        )

    def tops(self, depth: int) -> dict[str, tuple[str, ...]]:
        """The first `depth` passage ids of every question, made together."""
        shown = np.minimum(self.lengths, depth)
        ends = np.cumsum(shown)
        names = self.passages.names(np.arange(shown.sum()) + np.repeat(self.starts[:-1] - (ends - shown), shown))
        edges = zip(self.query_ids, (ends - shown).tolist(), ends.tolist(), strict=True)
        return {query_id: tuple(names[start:stop]) for query_id, start, stop in edges}
