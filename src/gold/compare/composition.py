"""A set's versions into the shares of their classes, how far the newest is from its target, and what it drifts to."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence

import msgspec

from gold.compare.shares import Between, Share, difference, wilson
from gold.model.bare import BareCases
from gold.model.case import UNCLASSIFIED, Case
from gold.model.version import Version

ON_TARGET = 0.03
"""A share is on target where it is nearer than this."""
SOON_ENOUGH = 100
"""Rounds after which filling up is given up."""


class ClassMix(msgspec.Struct, frozen=True):
    """One class in every version, oldest first. `between` is the interval of the newest share.

    `add` is about how many cases bring it back on target while the other classes get what they lack too; None where it
    lacks none, has no target, or no number of cases would do.
    """

    name: str
    shares: tuple[Share, ...]
    between: Between | None
    target: float | None
    add: int | None = None

    @property
    def drift(self) -> float | None:
        """The newest share less the target."""
        value = self.shares[-1].value
        return None if self.target is None or value is None else value - self.target


class FacetMix(msgspec.Struct, frozen=True):
    """The classes of one facet, those that the newest version has most of first."""

    facet: str
    classes: tuple[ClassMix, ...]

    @property
    def has_target(self) -> bool:
        return any(one.target is not None for one in self.classes)


class Failing(msgspec.Struct, frozen=True):
    """How many cases of each version one run fails, oldest version first, of those that it was asked.

    `added` and `kept` part the newest version's cases by whether the oldest has them; `apart` is the interval of the
    difference of their shares.
    """

    run: str
    versions: tuple[str, ...]
    shares: tuple[Share, ...]
    added: Share
    kept: Share
    apart: Between | None

    @property
    def rises(self) -> bool:
        """Whether the share of failures is higher in the newest version than in the oldest."""
        first, last = self.shares[0].value, self.shares[-1].value
        return first is not None and last is not None and last > first

    @property
    def drifts(self) -> bool:
        """Whether what was added fails more often than what was there, beyond what chance explains."""
        return self.rises and self.apart is not None and self.apart.low > 0


def open_cases(version: Version) -> Sequence[Case]:
    """The cases that count: confirmed and not held back."""
    if isinstance(version.cases, BareCases):
        return version.cases
    return [case for case in version.cases if case.is_shown]


def facet_mix(versions: Sequence[Version], facet: str, target: Mapping[str, float]) -> FacetMix:
    """The shares of a facet's classes in every version, oldest first; the last one is held against the target.

    A tag counts every case that has it, so that its shares may add up to more than one.
    """
    counts, wholes = [], []
    for version in versions:
        cases = open_cases(version)
        counts.append(Counter(name for case in cases for name in case.classes(facet)))
        wholes.append(len(cases))
    newest = counts[-1]
    names = sorted({*target, *(name for seen in counts for name in seen)}, key=lambda n: _place(n, newest))
    wanted = missing(newest, wholes[-1], target)
    classes = []
    for name in names:
        shares = tuple(Share(seen[name], whole) for seen, whole in zip(counts, wholes, strict=True))
        classes.append(ClassMix(name, shares, wilson(shares[-1]), target.get(name), wanted.get(name)))
    return FacetMix(facet, tuple(classes))


def missing(counts: Mapping[str, int], whole: int, target: Mapping[str, float]) -> dict[str, int]:
    """About how many cases each class lacks, so that with all of them none is off under its target.

    Cases are only ever added: a class that has too many gets its share by the growth of the others, which in turn may
    put others off. With the classes U that get some, the set grows to (n − n of U) / (1 − target of U).
    """
    filled: set[str] = set()
    size = float(whole)
    for _ in range(SOON_ENOUGH):
        off = {
            name
            for name, share in target.items()
            if name not in filled and size and counts.get(name, 0) / size <= share - ON_TARGET
        }
        if not off:
            break
        filled |= off
        rest = 1 - math.fsum(target[name] for name in filled)
        size = (whole - sum(counts.get(name, 0) for name in filled)) / rest if rest > 1e-9 else 0.0
        if size < whole:
            return {}
    return {name: add for name in sorted(filled) if (add := round(target[name] * size - counts.get(name, 0))) > 0}


def failing(run: str, outcomes: Sequence[tuple[str, Mapping[str, bool]]]) -> Failing | None:
    """How the failures of one run rise; `outcomes` say of each version's cases whether it fails them, oldest first."""
    asked = [(label, fails) for label, fails in outcomes if fails]
    if len(asked) < 2:
        return None
    oldest, newest = asked[0][1], asked[-1][1]
    added = _share([failed for query_id, failed in newest.items() if query_id not in oldest])
    kept = _share([failed for query_id, failed in newest.items() if query_id in oldest])
    shares = tuple(_share(list(fails.values())) for _, fails in asked)
    return Failing(run, tuple(label for label, _ in asked), shares, added, kept, difference(added, kept))


def _share(failed: Sequence[bool]) -> Share:
    return Share(sum(failed), len(failed))


def _place(name: str, newest: Mapping[str, int]) -> tuple[bool, int, str]:
    return (name == UNCLASSIFIED, -newest.get(name, 0), name)
