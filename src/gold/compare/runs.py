"""Two scored runs joined by case id: what changed per case and per class, and a verdict for each."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import NamedTuple

import msgspec
import numpy as np
from numpy.typing import NDArray

from gold.compare.alike import alike
from gold.compare.interval import Paired, Verdict, verdicts
from gold.errors import GoldError, NothingToScore
from gold.measure.means import class_members
from gold.measure.measure import Measure
from gold.measure.score import RunScore
from gold.model.ids import Bools, Ints, distinct

Key = tuple[str | None, str | None]
"""A facet and one of its classes; nothing of both: all cases."""


class Change(msgspec.Struct, frozen=True):
    """One case by one measure: `before` is the baseline's value, `after` the candidate's."""

    query_id: str
    before: float
    after: float

    @property
    def delta(self) -> float:
        return self.after - self.before


class ClassChange(msgspec.Struct, frozen=True):
    """One class (`facet` None: all cases) by each measure: mean values over the shared cases, and the verdict.

    The intervals of a facet's classes hold together at 95 %: each has the level 1 - 0.05 / classes, of which those
    are counted that have cases enough to be measured.
    """

    facet: str | None
    name: str | None
    before: Mapping[Measure, float | None]
    after: Mapping[Measure, float | None]
    verdicts: Mapping[Measure, Verdict]


class Comparison(msgspec.Struct, frozen=True):
    """Candidate against baseline over the cases that both were asked in the same words.

    Verdicts are taken over `shared`; across two builds those are the cases winnable in both, and
    `label_loss` are those winnable in one build only: their change is the labels', not the system's. `unwinnable`
    are all that both were asked and that not both builds can win. Of `not_shared`, `reworded` were put in other words.
    """

    baseline: RunScore
    candidate: RunScore
    measures: tuple[Measure, ...]
    shared: tuple[str, ...]
    not_shared: tuple[str, ...]
    reworded: tuple[str, ...]
    label_loss: tuple[str, ...]
    unwinnable: tuple[str, ...]
    overall: ClassChange
    classes: tuple[ClassChange, ...]
    changes: Mapping[Measure, tuple[Change, ...]]

    @property
    def across_builds(self) -> bool:
        return self.baseline.build != self.candidate.build

    @property
    def asked_of_neither(self) -> tuple[str, ...]:
        """The cases that are new or reworded since the versions that both runs were asked."""
        other = frozenset(self.candidate.named.not_asked)
        return tuple(query_id for query_id in self.baseline.named.not_asked if query_id in other)

    @property
    def earlier_words(self) -> tuple[str, ...]:
        """The compared cases that both runs were asked in the same words, which are not those of this version."""
        earlier = frozenset(self.candidate.named.earlier_words)
        return tuple(query_id for query_id in self.shared if query_id in earlier)

    @property
    def moved_by(self) -> Measure:
        return moved_by(self.measures)

    def worst(self, measure: Measure) -> list[Change]:
        """The cases that lost, most first; equal losses by id."""
        lost = [change for change in self.changes[measure] if measure.gained(change.delta) < 0]
        return sorted(lost, key=lambda change: (measure.gained(change.delta), change.query_id))

    def best(self, measure: Measure) -> list[Change]:
        """The cases that won, most first; equal gains by id."""
        won = [change for change in self.changes[measure] if measure.gained(change.delta) > 0]
        return sorted(won, key=lambda change: (-measure.gained(change.delta), change.query_id))


def moved_by(measures: Sequence[Measure]) -> Measure:
    """The measure that says which case moved most: the first nDCG, else the first of all."""
    return next((measure for measure in measures if measure.kind == "nDCG"), measures[0])


def compare_runs(
    baseline: RunScore, candidate: RunScore, facets: Sequence[str], *, margin: float, least: int
) -> Comparison:
    """Compare two runs scored on one version by the same measures; each may be on a build of its own.

    Raises GoldError where versions or measures differ, NothingToScore where no case is shared.
    """
    one, two = baseline.scored.version, candidate.scored.version
    if (one.name, one.number, one.path) != (two.name, two.number, two.path):
        raise GoldError(f"{one.path} and {two.path} are two versions: score both runs on one")
    if baseline.measures != candidate.measures:
        raise GoldError("the runs are scored by different measures: score both by the same")
    words, both, shared, lost = _compared(baseline, candidate)
    ids = np.array(baseline.scored.judged.query_ids, dtype=object)
    everyone = np.ones(len(ids), dtype=np.bool_)
    groups: dict[Key, Bools] = {(None, None): everyone}
    groups.update(class_members(baseline.scored.cases, facets).items())
    masks = {measure: words if measure.asks_refusal else shared for measure in baseline.measures}
    pairs = {measure: _pairs(measure, baseline, candidate, mask) for measure, mask in masks.items()}
    if not both.any() and not any(len(pair.at) for pair in pairs.values()):
        raise NothingToScore(f"{baseline.run.name} and {candidate.run.name} share no case that both were asked")
    overall, *classes = _judged(groups, pairs, alike(baseline.scored), margin, least)
    not_shared = (baseline.counted | candidate.counted) & ~both
    asked_of_one = frozenset((*baseline.named.not_asked, *candidate.named.not_asked))
    return Comparison(
        baseline=baseline,
        candidate=candidate,
        measures=baseline.measures,
        shared=tuple(ids[shared]),
        not_shared=tuple(ids[not_shared]),
        reworded=tuple(query_id for query_id in ids[not_shared] if query_id not in asked_of_one),
        label_loss=tuple(ids[lost]),
        unwinnable=tuple(ids[both & ~shared]),
        overall=overall,
        classes=tuple(found for found in classes if any(judged.n for judged in found.verdicts.values())),
        changes={measure: _changes(baseline.scored.judged.query_ids, pair) for measure, pair in pairs.items()},
    )


class Compared(NamedTuple):
    """Which cases of the version were asked in the same `words`, asked of `both` runs, and `shared`: shape (cases,).

    `lost` are those of `both` that can be won in one of two builds only.
    """

    words: Bools
    both: Bools
    shared: Bools
    lost: Bools


def _compared(baseline: RunScore, candidate: RunScore) -> Compared:
    words = same_words(baseline, candidate)
    both = baseline.counted & candidate.counted & words
    if baseline.build == candidate.build:
        return Compared(words, both, both, np.zeros_like(both))
    one, two = baseline.scored.winnable, candidate.scored.winnable
    return Compared(words, both, both & one & two, both & (one ^ two))


def same_words(baseline: RunScore, candidate: RunScore) -> NDArray[np.bool_]:
    """Which cases of their version two runs were given in the same words: shape (cases,)."""
    if baseline.declared is candidate.declared:
        return np.ones(len(baseline.scored.cases), dtype=np.bool_)
    return np.array(
        [baseline.asked_as(i) == candidate.asked_as(i) for i in range(len(baseline.scored.cases))],
        dtype=np.bool_,
    )


class Pairs(NamedTuple):
    """The cases that one measure is defined for in both runs (`at`, places in the version), and both values."""

    at: NDArray[np.int64]
    before: NDArray[np.float64]
    after: NDArray[np.float64]


def _pairs(measure: Measure, baseline: RunScore, candidate: RunScore, mask: NDArray[np.bool_]) -> Pairs:
    before, after = baseline.column(measure), candidate.column(measure)
    at = np.flatnonzero(mask & ~np.isnan(before) & ~np.isnan(after))
    return Pairs(at, before[at], after[at])


def _changes(query_ids: Sequence[str], pairs: Pairs) -> tuple[Change, ...]:
    rows = zip(pairs.at.tolist(), pairs.before.tolist(), pairs.after.tolist(), strict=True)
    return tuple(Change(query_ids[i], was, now) for i, was, now in rows)


def _judged(
    groups: Mapping[Key, Bools], pairs: Mapping[Measure, Pairs], alike: Ints | None, margin: float, least: int
) -> list[ClassChange]:
    """Every class by every measure, all judged at once."""
    inside = {key: {m: member[found.at] for m, found in pairs.items()} for key, member in groups.items()}
    classes = Counter(
        (facet, m) for (facet, _), masks in inside.items() for m, mask in masks.items() if mask.sum() >= max(least, 1)
    )
    asked = [
        Paired(
            differences=(pairs[measure].after - pairs[measure].before)[mask],
            groups=None if alike is None else drawn_together(alike[pairs[measure].at[mask]]),
            share=measure.is_share,
            less_is_better=measure.less_is_better,
            classes=classes[key[0], measure],
        )
        for key, masks in inside.items()
        for measure, mask in masks.items()
    ]
    judged = iter(verdicts(asked, margin, least))
    found = []
    for (facet, name), masks in inside.items():
        before = {measure: _mean(pairs[measure].before[mask]) for measure, mask in masks.items()}
        after = {measure: _mean(pairs[measure].after[mask]) for measure, mask in masks.items()}
        found.append(ClassChange(facet, name, before, after, {measure: next(judged) for measure in masks}))
    return found


def drawn_together(groups: Ints) -> Ints | None:
    """The groups of some cases; None where each stands alone."""
    return groups if len(distinct(groups)) < len(groups) else None


def _mean(values: NDArray[np.float64]) -> float | None:
    return float(values.sum() / len(values)) if len(values) else None
