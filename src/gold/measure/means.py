"""Values of cases into means, over all cases and per class, each with the count it runs over."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec
import numpy as np
from numpy.typing import NDArray

from gold.measure.measure import Measure
from gold.model.case import Case
from gold.model.ids import Bools


class Mean(msgspec.Struct, frozen=True):
    """A mean kept as its sum and count; `value` is None over no case."""

    sum: float
    n: int

    @property
    def value(self) -> float | None:
        return self.sum / self.n if self.n else None


class ClassScore(msgspec.Struct, frozen=True):
    """The means of one class of one facet (`facet` None: of all cases), with those over winnable cases beside."""

    facet: str | None
    name: str | None
    n: int
    means: Mapping[Measure, Mean]
    winnable: Mapping[Measure, Mean]


def class_members(cases: Sequence[Case], facets: Sequence[str]) -> dict[tuple[str, str], Bools]:
    """Which cases belong to each class of each facet: facets in the given order, classes by name."""
    members: dict[tuple[str, str], Bools] = {}
    for facet in facets:
        found: dict[str, list[int]] = {}
        for index, case in enumerate(cases):
            for name in case.classes(facet):
                found.setdefault(name, []).append(index)
        for name in sorted(found):
            members[facet, name] = np.zeros(len(cases), dtype=np.bool_)
            members[facet, name][found[name]] = True
    return members


def class_score(
    facet: str | None,
    name: str | None,
    member: Bools,
    measures: tuple[Measure, ...],
    values: NDArray[np.float64],
    counted: Bools,
    can_win: Bools,
) -> ClassScore:
    """The means of the cases that are members of one class, and of those of them that can be won."""
    return ClassScore(
        facet=facet,
        name=name,
        n=int((member & counted).sum()),
        means=dict(zip(measures, _means(values[member]), strict=True)),
        winnable=dict(zip(measures, _means(values[member & can_win]), strict=True)),
    )


def _means(values: NDArray[np.float64]) -> list[Mean]:
    there = ~np.isnan(values)
    sums = np.where(there, values, 0.0).sum(axis=0)
    return [Mean(float(total), int(n)) for total, n in zip(sums, there.sum(axis=0), strict=True)]
