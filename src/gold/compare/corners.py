"""Two runs on two versions, joined by case id: which cases are in which, and what each run scores them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import msgspec
import numpy as np

from gold.compare.runs import same_words
from gold.measure.means import class_members
from gold.measure.measure import Measure
from gold.measure.score import RunScore
from gold.model.ids import Bools, Floats, Ints
from gold.model.version import Version

Key = tuple[str | None, str | None]
"""A facet and one of its classes; (None, None) are all cases."""


class Corners(msgspec.Struct, frozen=True, eq=False):
    """A baseline and a candidate, each scored on the old and on the new version, on the build that it searched.

    `candidate_old` is None where the candidate has no score on the old version.
    """

    baseline_old: RunScore
    baseline: RunScore
    candidate: RunScore
    candidate_old: RunScore | None

    @property
    def old(self) -> Version:
        return self.baseline_old.scored.version

    @property
    def new(self) -> Version:
        return self.baseline.scored.version

    @property
    def one_version(self) -> bool:
        return self.baseline_old is self.baseline

    @property
    def one_build(self) -> bool:
        return self.baseline.build == self.candidate.build


class Cases(NamedTuple):
    """The cases of both versions (or of one class), by one measure. Values are NaN where there is none.

    `old`, `new`: the case can score in that version (and is of the class there). `together`: the new version's
    case was put to both runs in the same words; `can_win`: its answer is in both builds. `early`: a case of
    the old version that was put to both in the same words and can be won in both builds.
    """

    old: Bools
    new: Bools
    together: Bools
    can_win: Bools
    early: Bools
    baseline_old: Floats
    baseline: Floats
    candidate: Floats
    candidate_old: Floats

    def inside(self, at: Ints, old: Bools, new: Bools) -> Cases:
        """Those at the given places, with what is old and new among them."""
        return Cases(
            old=(self.old & old)[at],
            new=(self.new & new)[at],
            together=self.together[at],
            can_win=self.can_win[at],
            early=self.early[at],
            baseline_old=self.baseline_old[at],
            baseline=self.baseline[at],
            candidate=self.candidate[at],
            candidate_old=self.candidate_old[at],
        )


class Joined(msgspec.Struct, frozen=True, eq=False):
    """All cases of both versions, each once: `at_old` and `at_new` are the places of each version's cases."""

    corners: Corners
    query_ids: tuple[str, ...]
    at_old: Ints
    at_new: Ints
    together: Bools
    can_win: Bools
    early: Bools
    early_can_win: Bools

    def values(self, score: RunScore | None, at: Ints, measure: Measure) -> Floats:
        """What one run scores each case; NaN where it scores none."""
        found = np.full(len(self.query_ids), np.nan)
        if score is not None:
            found[at] = score.column(measure)
        return found

    def cases(self, measure: Measure) -> Cases:
        """All cases by one measure; refusals are asked of every build alike."""
        corners, everywhere = self.corners, np.full(len(self.query_ids), measure.asks_refusal)
        return Cases(
            old=self._there(self.at_old),
            new=self._there(self.at_new),
            together=self.together,
            can_win=self.can_win | everywhere,
            early=self.early & (self.early_can_win | everywhere),
            baseline_old=self.values(corners.baseline_old, self.at_old, measure),
            baseline=self.values(corners.baseline, self.at_new, measure),
            candidate=self.values(corners.candidate, self.at_new, measure),
            candidate_old=self.values(corners.candidate_old, self.at_old, measure),
        )

    def members(self, facets: Sequence[str]) -> Mapping[Key, tuple[Bools, Bools]]:
        """For each class of each facet its members in the old version and in the new."""
        corners, none = self.corners, np.zeros(len(self.query_ids), dtype=np.bool_)
        now = {k: self._spread(self.at_new, m) for k, m in class_members(corners.baseline.scored.cases, facets).items()}
        if corners.one_version:
            return {key: (member, member) for key, member in now.items()}
        before = class_members(corners.baseline_old.scored.cases, facets)
        then = {key: self._spread(self.at_old, member) for key, member in before.items()}
        keys = sorted({*then, *now}, key=lambda key: (facets.index(key[0]), key[1]))
        return {key: (then.get(key, none), now.get(key, none)) for key in keys}

    def _there(self, at: Ints) -> Bools:
        return self._spread(at, np.ones(len(at), dtype=np.bool_))

    def _spread(self, at: Ints, member: Bools) -> Bools:
        found = np.zeros(len(self.query_ids), dtype=np.bool_)
        found[at] = member
        return found


def join(corners: Corners) -> Joined:
    """Join the cases of both versions by id, those of the old version first."""
    place = {query_id: i for i, query_id in enumerate(corners.baseline_old.scored.judged.query_ids)}
    at_old = np.arange(len(place))
    ids = corners.baseline.scored.judged.query_ids
    at_new = np.array([place.setdefault(query_id, len(place)) for query_id in ids], dtype=np.int64)
    together, can_win, early, early_can_win = np.zeros((4, len(place)), dtype=np.bool_)
    together[at_new] = _together(corners.baseline, corners.candidate)
    can_win[at_new] = _can_win(corners.baseline, corners.candidate)
    if corners.candidate_old is not None:
        early[at_old] = _together(corners.baseline_old, corners.candidate_old)
        early_can_win[at_old] = _can_win(corners.baseline_old, corners.candidate_old)
    return Joined(corners, tuple(place), at_old, at_new, together, can_win, early, early_can_win)


def _together(baseline: RunScore, candidate: RunScore) -> Bools:
    """Which cases of one version were put to both runs in the same words."""
    together = same_words(baseline, candidate)
    not_asked = {*baseline.named.not_asked, *candidate.named.not_asked}
    if not not_asked:
        return together
    asked = [query_id not in not_asked for query_id in baseline.scored.judged.query_ids]
    return together & np.array(asked, dtype=np.bool_)


def _can_win(baseline: RunScore, candidate: RunScore) -> Bools:
    """Which cases of one version can be won from both builds; of one build nothing is asked."""
    if baseline.build == candidate.build:
        return np.ones(len(baseline.scored.cases), dtype=np.bool_)
    return baseline.scored.winnable & candidate.scored.winnable
