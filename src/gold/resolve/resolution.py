"""What resolving gives: for each label the passages that hold it, by which anchor, and in which state."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Literal, NamedTuple

import msgspec

from gold.model.corpus import Corpus

State = Literal["present", "moved", "split", "ambiguous", "changed", "gone", "not_placed"]
STATES: tuple[State, ...] = ("present", "moved", "split", "ambiguous", "changed", "gone")
Anchor = Literal["passage_id", "heading", "doc_id", "quote"]


class Placed(msgspec.Struct, frozen=True):
    """Where one label lies. Any of `holders` shows it whole; of `groups`, any one group shown whole does.

    `sloppy`: the quote begins or ends inside a word of the passage. `not_placed` is the state of a
    text anchor when there is no corpus to look in.
    """

    state: State
    anchor: Anchor | None = None
    holders: tuple[str, ...] = ()
    groups: tuple[tuple[str, ...], ...] = ()
    sloppy: bool = False

    @property
    def held(self) -> bool:
        return bool(self.holders or self.groups)

    @property
    def passages(self) -> tuple[str, ...]:
        """Every passage that holds the label or a piece of it, once each, holders first."""
        if not self.groups:
            return self.holders
        return tuple(dict.fromkeys((*self.holders, *(p for group in self.groups for p in group))))


class Rot(NamedTuple):
    """Of `whole` labels those that are nowhere any more, and those in a document that changed."""

    whole: int
    gone: int
    changed: int


class Resolution(msgspec.Struct, frozen=True):
    """`labels[i][j]` is where label j of case i lies in `build`, read as `corpus`; None: there was no corpus."""

    build: str | None
    labels: Sequence[tuple[Placed, ...]]
    corpus: Corpus | None = None

    def counts(self) -> dict[str, int]:
        """How many labels are in each state; `not_placed` only where it occurs."""
        seen = Counter(placed.state for case in self.labels for placed in case)
        return {state: seen[state] for state in (*STATES, "not_placed") if state in STATES or seen[state]}

    def rot(self) -> Rot:
        """How many labels there are, and how many of them may no longer be so."""
        seen = self.counts()
        return Rot(sum(seen.values()), seen["gone"], seen["changed"])
