"""Runs on one build into how far each one's score rests on what it alone found, and on what nobody has judged."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import msgspec
import numpy as np

from gold.measure.bounds import BOUNDS, at_most
from gold.measure.formulas import count_by_case, ranking_values
from gold.measure.judged import Judged, best_grades
from gold.measure.means import Mean
from gold.measure.measure import Measure
from gold.measure.reach import Reaches, by_case
from gold.measure.score import RunScore
from gold.measure.unjudged import unjudged
from gold.model.ids import Bools, Floats

USUAL_DEPTH = 10


class Pooled(msgspec.Struct, frozen=True):
    """One run among those that searched its build. Labels are of grade 1 or more, of the `n` cases that it was asked.

    `found` labels it shows within the first `depth` results, `alone` of them no other run does. `without`: its means
    had nobody judged these, over the same cases: the `unlabelled` ones, which would have no such label then, count 0.
    `at_most`: its means were every unjudged result as good as it may be. `single` cases have one such label; of
    `own_first` of them it is the first result of the run.
    """

    run: str
    depth: int
    n: int
    found: int
    alone: int
    without: Mapping[Measure, Mean]
    unlabelled: tuple[str, ...]
    at_most: Mapping[Measure, Mean]
    single: int
    own_first: int


class Union(NamedTuple):
    """Which run answers which of the `cases` that all runs were asked, shape (runs, cases of the set)."""

    answers: Bools
    cases: int

    @property
    def size(self) -> int:
        """How many cases any of them answers."""
        return int(self.answers.any(axis=0).sum())


def union_of(scores: Sequence[RunScore], measure: Measure) -> Union:
    """What runs on one build answer together: a case with a value above 0."""
    counted = np.all([score.counted for score in scores], axis=0)
    return Union((np.array([score.column(measure) for score in scores]) > 0) & counted, int(counted.sum()))


def depth_of(measures: Sequence[Measure]) -> int:
    """How deep lists are held against each other: the largest cutoff of a measure of rankings, else 10."""
    return max((m.k for m in measures if m.kind in BOUNDS and m.k is not None), default=USUAL_DEPTH)


def pooled(scores: Sequence[RunScore], top_grade: int) -> tuple[Pooled, ...]:
    """Each of the runs on one build; `top_grade` is the highest grade that a judge may give.

    Leaving out what one run alone contributed asks how a system would score that no judge has seen the results of.
    Source: Zobel (1998), How reliable are the results of large-scale information retrieval experiments?; with topics'
    unique documents Voorhees (2001), The philosophy of information retrieval evaluation.
    """
    if not scores:
        return ()
    depth = depth_of(scores[0].measures)
    relevant = scores[0].scored.judged.grade >= 1
    shown = np.array([(score.reach.rank <= depth) & relevant for score in scores])
    of_one = shown.sum(axis=0) == 1
    return tuple(_one(score, mine, mine & of_one, top_grade) for score, mine in zip(scores, shown, strict=True))


def _one(score: RunScore, found: Bools, alone: Bools, top_grade: int) -> Pooled:
    judged, counted = score.scored.judged, score.counted
    asked = counted[judged.case_of_label]
    found, alone = found & asked, alone & asked
    fewer, reach = _without(judged, score.reach, alone)
    measures = [measure for measure in score.measures if measure.kind in BOUNDS]
    missing = unjudged(judged, score.run, None if any(m.k is None for m in measures) else depth_of(measures))
    labelled = count_by_case(fewer, fewer.grade >= 1) > 0
    single = counted & (count_by_case(judged, judged.grade >= 1) == 1)
    first = by_case(judged, score.reach.rank, judged.grade >= 1) == 1
    return Pooled(
        run=score.run.name,
        depth=depth_of(score.measures),
        n=int(counted.sum()),
        found=int(found.sum()),
        alone=int(alone.sum()),
        without={m: _mean(_rescored(score, m, fewer, reach), counted) for m in measures},
        unlabelled=tuple(judged.query_ids[i] for i in np.flatnonzero(counted & score.scored.defined & ~labelled)),
        at_most={m: _mean(at_most(m, judged, score.column(m), missing, top_grade), counted) for m in measures},
        single=int(single.sum()),
        own_first=int((single & first).sum()),
    )


def _without(judged: Judged, reach: Reaches, labels: Bools) -> tuple[Judged, Reaches]:
    """The same had nobody judged the given labels: they are worth nothing, and an answer's parts stay needed."""
    grade = np.where(labels, 0, judged.grade)
    best, _ = best_grades(len(judged.pairs), judged.holder_pair, grade[judged.holder_label])
    fewer = msgspec.structs.replace(judged, grade=grade, best_grade=best)
    return fewer, msgspec.structs.replace(reach, hit_grade=best[reach.hit_pair])


def _rescored(score: RunScore, measure: Measure, fewer: Judged, reach: Reaches) -> Floats:
    """The values by fewer labels; 0 where they leave none to score by."""
    found = np.nan_to_num(ranking_values(measure, fewer, reach, score.scored.answer_grade))
    return np.where(np.isnan(score.column(measure)), np.nan, found)


def _mean(values: Floats, counted: Bools) -> Mean:
    column = values[counted]
    there = ~np.isnan(column)
    return Mean(float(column[there].sum()), int(there.sum()))
