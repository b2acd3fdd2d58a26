"""Labels without a corpus: passage ids are taken as they are, text anchors lie nowhere that can be told."""

from __future__ import annotations

from collections.abc import Sequence
from typing import overload

from gold.model.case import Case, Label
from gold.resolve.resolution import Placed, Resolution

NOT_PLACED = Placed("not_placed")


def take_as_given(cases: Sequence[Case]) -> Resolution:
    """The resolution of `cases` where there is no build to look in."""
    return Resolution(None, AsGiven(cases))


class AsGiven(Sequence[tuple[Placed, ...]]):
    """The places of each case's labels, made when they are looked at."""

    def __init__(self, cases: Sequence[Case]) -> None:
        self.cases = cases

    def __len__(self) -> int:
        return len(self.cases)

    @overload
    def __getitem__(self, index: int) -> tuple[Placed, ...]: ...
    @overload
    def __getitem__(self, index: slice) -> AsGiven: ...
    def __getitem__(self, index: int | slice) -> tuple[Placed, ...] | AsGiven:
        if isinstance(index, slice):
            return AsGiven(self.cases[index])
        return tuple(_place(label) for label in self.cases[index].labels)


def _place(label: Label) -> Placed:
    if label.passage_id is None:
        return NOT_PLACED
    return Placed("present", "passage_id", (label.passage_id,))
