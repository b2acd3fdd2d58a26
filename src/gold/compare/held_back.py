"""The values of one run on the open and on the held-back cases into the one figure that a release may publish."""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping, Sequence
from functools import partial
from hashlib import sha256
from typing import NamedTuple

import msgspec
import numpy as np
from numpy.typing import NDArray

from gold.compare import proportions
from gold.compare.alike import alike, asked_after
from gold.compare.queries.normal_query import normal_query
from gold.compare.resample import Units, spread_of
from gold.measure.measure import Measure
from gold.measure.score import RunScore
from gold.model.case import Case
from gold.model.ids import Ints
from gold.model.look import Released, Share

LEAST = 10
"""No figure stands for fewer cases, on either side, and so many must be new before a figure is taken anew."""
DIGITS = 16


class Side(msgspec.Struct, frozen=True):
    """One side of the split: a value in [0, 1] for each case and the group that it is drawn with, shapes (n,)."""

    values: NDArray[np.float64]
    groups: Ints

    @property
    def n(self) -> int:
        return len(self.values)

    def only(self, kept: NDArray[np.bool_]) -> Side:
        return Side(self.values[kept], self.groups[kept])


class Sides(NamedTuple):
    """The cases of both sides that have a value, and the place of each held-back one by its digest."""

    open: Side
    held: Side
    places: Mapping[str, int]


def sides_of(score: RunScore, measure: Measure, hidden: Collection[str]) -> Sides | None:
    """The sides of a run's cases; those of `hidden` were never open. None: no held-back question was asked."""
    there = ~np.isnan(score.column(measure))
    held = np.array([case.is_held_back for case in score.scored.cases], dtype=np.bool_)
    unseen = np.array([case.query_id in hidden for case in score.scored.cases], dtype=np.bool_)
    if not (score.reach.in_run & held).any():
        return None
    groups = alike(score.scored)
    side = Side(score.column(measure), np.arange(len(held), dtype=np.int64) if groups is None else groups)
    cases = [case for case, at in zip(score.scored.cases, held & there, strict=True) if at]
    return Sides(side.only(there & ~unseen), side.only(held & there), places_of(cases))


def places_of(cases: Sequence[Case]) -> dict[str, int]:
    """The place of each case by a digest of what is asked; whoever does not know the question cannot make it.

    The digest is of the form in which two queries are the same question: a full stop makes no new case.
    """
    found: dict[str, int] = {}
    for place, case in enumerate(cases):
        words = msgspec.json.encode([*asked_after(case), normal_query(case.query)])
        twin = 0
        while (digest := sha256(b"%d\n%b" % (twin, words)).hexdigest()[:DIGITS]) in found:
            twin += 1
        found[digest] = place
    return found


def figure(side: Side, share: bool) -> tuple[Share, float]:
    """The mean with its 95 % interval, and its standard error; cases of one group are drawn together.

    Of shares the interval is Wilson's (1927), over as many cases as the groups are worth; else Student's, over the
    groups.
    """
    mean = math.fsum(side.values.tolist()) / side.n
    _, group = np.unique(side.groups, return_inverse=True)
    sizes = np.bincount(group).astype(np.float64)
    error = spread_of(Units(np.bincount(group, side.values).astype(np.float64), sizes, mean, 0.95)) / math.sqrt(side.n)
    if share:
        worth = side.n if len(sizes) == side.n or error == 0 else mean * (1 - mean) / error**2
        n = max(min(round(worth), side.n), 1) if error or len(sizes) == side.n else len(sizes)
        low, high = proportions.mean_ends(mean, n)
    else:
        low, high = proportions.mean_ends(mean, len(sizes), error)
    return Share(value=mean, n=side.n, low=low, high=high), error


def apart(one: Share, two: Share) -> Share:
    """The difference of two means over different cases with its 95 % interval; `n` counts both."""
    low, high = proportions.apart(one.value, one.low, one.high, two.value, two.low, two.high)
    return Share(value=one.value - two.value, n=one.n + two.n, low=low, high=high)


class Question(msgspec.Struct, frozen=True):
    """What a figure is of: the run, the version and the measure, and whether each case has 0 or 1 by it."""

    run: str
    version: str
    measure: str
    share: bool


def taken(question: Question, open_: Side, held: Mapping[str, int], side: Side) -> Released | None:
    """The figure as it is now; `held` is the place of each held-back case by its digest. None: of too few cases."""
    if min(open_.n, side.n) < LEAST:
        return None
    ours, error = figure(side, question.share)
    theirs, _ = figure(open_, question.share)
    return Released(
        run=question.run,
        version=question.version,
        measure=question.measure,
        held_back=ours,
        open=theirs,
        apart=apart(theirs, ours),
        error=error,
        cases=tuple(sorted(held)),
    )


def to_publish(
    question: Question, open_: Side, held: Mapping[str, int], side: Side, earlier: Sequence[Released]
) -> Released | None:
    """The figure that may be published: a new one, or an earlier one again; None: of too few cases.

    No two figures that were ever published may differ by one case. So what is published is

    - the first time: the figure;
    - of cases of which ten were in no figure before: a new one, or the last one again;
    - of the same run on the last figure's cases: that one again;
    - by another measure, or where cases of the last figure are missing: the last one again (figures at several cutoffs
      would tell the ranks);
    - of another run: its own over exactly the last figure's cases, or the nearest one again.

    A new one lies further from every earlier one than one standard error, and than two cases could take it.
    """
    if not earlier:
        return taken(question, open_, held, side)
    last = earlier[-1]
    before = {case for one in earlier for case in one.cases}
    if len(held.keys() - before) >= LEAST:
        return _apart_from(earlier, taken(question, open_, held, side), last)
    of_this_run = [one for one in earlier if one.run == question.run and one.cases == last.cases]
    if of_this_run or question.measure != last.measure or not held.keys() >= set(last.cases):
        return of_this_run[-1] if of_this_run else last
    kept = {case: held[case] for case in last.cases}
    mask = np.zeros(side.n, dtype=np.bool_)
    mask[list(kept.values())] = True
    now = taken(question, open_, kept, side.only(mask))
    nearest = last if now is None else min(reversed(earlier), key=partial(_distance, now))
    return _apart_from(earlier, now, nearest)


def _apart_from(earlier: Sequence[Released], now: Released | None, instead: Released) -> Released:
    """The figure as it is now, if it lies far enough from every earlier one; else the one that stands for it."""
    return now if now is not None and all(_moved(now, one) for one in earlier) else instead


def _distance(now: Released, one: Released) -> float:
    return abs(now.held_back.value - one.held_back.value)


def _moved(now: Released, one: Released) -> bool:
    """Whether the mean lies further from an earlier one than one standard error, and than two cases could take it."""
    return _distance(now, one) > max(now.error, one.error, 2 / now.held_back.n)
