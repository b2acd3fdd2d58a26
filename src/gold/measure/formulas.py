"""The measures: one value a case from the reaches of its labels, NaN where the measure is undefined."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from gold.measure.judged import Judged
from gold.measure.measure import Measure
from gold.measure.reach import UNREACHED, Reaches, by_case
from gold.model.ids import Bools, Floats, Ints, distinct

Formula = Callable[[Measure, Judged, Reaches, int], Floats]


def ranking_values(measure: Measure, judged: Judged, reach: Reaches, answer_grade: int) -> Floats:
    """Score every case by one ranking measure: shape (cases,), in [0, 1], NaN where undefined."""
    return FORMULAS[measure.kind](measure, judged, reach, answer_grade)


def winnable(judged: Judged, answer_grade: int) -> Bools:
    """Whether each case's answer can still be reached in the build: shape (cases,).

    A case that names no label of answer grade (or not for each of its parts) is winnable while any
    label of positive grade is held.
    """
    held_rank = np.where(judged.held, 1, UNREACHED)
    answered = _answered(judged, held_rank, answer_grade, 1)
    positive = by_case(judged, held_rank, judged.grade >= 1) == 1
    can_win: Bools = np.where(np.isnan(answered), positive, answered == 1)
    return can_win


def defined(judged: Judged) -> Bools:
    """Whether each case has a label of positive grade at all."""
    return count_by_case(judged, judged.grade >= 1) > 0


def count_by_case(judged: Judged, where: Bools) -> Ints:
    """How many of the chosen labels each case has."""
    return np.bincount(judged.case_of_label[where], minlength=judged.cases)


def gains(measure: Measure, grades: Ints) -> Floats:
    """What each grade gains by an nDCG: the grade, or 2^grade - 1; nothing where it is negative."""
    positive = np.maximum(grades, 0).astype(float)
    return np.exp2(positive) - 1.0 if measure.dcg == "exp-log2" else positive


def _answer_recall(measure: Measure, judged: Judged, reach: Reaches, answer_grade: int) -> Floats:
    return _answered(judged, reach.rank, answer_grade, _cut(measure))


def _answered(judged: Judged, rank: Ints, answer_grade: int, k: int) -> Floats:
    """1 where an unparted answer is within k, or one answer of every part is; NaN where a part has no answer."""
    answers = judged.grade >= answer_grade
    alone = judged.part < 0
    got = by_case(judged, rank, answers & alone) <= k
    exists = count_by_case(judged, answers & alone) > 0
    parted = np.flatnonzero(~alone)
    if not len(parted):
        return np.where(exists, got.astype(float), np.nan)
    width = int(judged.part.max()) + 1
    part = judged.case_of_label[parted] * width + judged.part[parted]
    size = judged.cases * width
    named = np.bincount(part, minlength=size).reshape(-1, width) > 0
    answer_part = part[answers[parted]]
    answerable = np.bincount(answer_part, minlength=size).reshape(-1, width) > 0
    reached_part = part[answers[parted] & (rank[parted] <= k)]
    reached = np.bincount(reached_part, minlength=size).reshape(-1, width) > 0
    has_parts = named.any(axis=1)
    broken = (named & ~answerable).any(axis=1)
    got |= has_parts & (reached | ~named).all(axis=1)
    return np.where((exists | has_parts) & ~broken, got.astype(float), np.nan)


def _success(measure: Measure, judged: Judged, reach: Reaches, _: int) -> Floats:
    relevant = judged.grade >= _rel(measure)
    got = by_case(judged, reach.rank, relevant) <= _cut(measure)
    return _where_any(judged, relevant, got.astype(float))


def _recall(measure: Measure, judged: Judged, reach: Reaches, _: int) -> Floats:
    relevant = judged.grade >= _rel(measure)
    reached = count_by_case(judged, relevant & (reach.rank <= _cut(measure)))
    return _where_any(judged, relevant, reached / np.maximum(count_by_case(judged, relevant), 1))


def _reciprocal_rank(measure: Measure, judged: Judged, reach: Reaches, _: int) -> Floats:
    relevant = judged.grade >= _rel(measure)
    first = by_case(judged, reach.rank, relevant)
    return _where_any(judged, relevant, np.where(first <= _cut(measure), 1.0 / first, 0.0))


def _precision(measure: Measure, judged: Judged, reach: Reaches, _: int) -> Floats:
    k = _cut(measure)
    hits = reach.hit_case[(reach.hit_rank <= k) & (reach.hit_grade >= _rel(measure))]
    return _where_any(judged, judged.grade >= _rel(measure), np.bincount(hits, minlength=judged.cases) / k)


def _judged(measure: Measure, judged: Judged, reach: Reaches, _: int) -> Floats:
    k = _cut(measure)
    hits = np.bincount(reach.hit_case[reach.hit_rank <= k], minlength=judged.cases)
    shown = np.minimum(reach.returned, k)
    return hits / np.maximum(shown, 1)


def _distractor(measure: Measure, judged: Judged, reach: Reaches, _: int) -> Floats:
    trap = by_case(judged, reach.rank, judged.distractor)
    answer = by_case(judged, reach.rank, judged.grade >= 1)
    first = (trap <= _cut(measure)) & (trap < answer)
    return _where_any(judged, judged.distractor, first.astype(float))


def _ndcg(measure: Measure, judged: Judged, reach: Reaches, _: int) -> Floats:
    """Credit each reached label to one rank of its own, not above its reach, highest gain first.

    Source: Järvelin & Kekäläinen 2002 for the gain and the discount; trec_eval's `ndcg_cut` where one
    label is one passage (each reach is then a rank of its own).
    """
    k = _cut(measure)
    gain = gains(measure, judged.grade)
    case = judged.case_of_label
    credited = np.flatnonzero((gain > 0) & (reach.rank <= k))
    rank = _credit_ranks(case[credited], reach.rank[credited], gain[credited], k)
    kept = np.argsort(rank, kind="stable")[: np.count_nonzero(rank <= k)]  # summed as the ideal is: never above it
    dcg = _sum_by_case(judged, case[credited][kept], gain[credited][kept] / np.log2(rank[kept] + 1.0))
    graded = np.flatnonzero(gain > 0)
    order = graded[np.lexsort((-gain[graded], case[graded]))]
    counts = np.bincount(case[order], minlength=judged.cases)
    place = np.arange(len(order)) - np.repeat(np.cumsum(counts) - counts, counts) + 1
    top = place <= k
    ideal = _sum_by_case(judged, case[order][top], gain[order][top] / np.log2(place[top] + 1.0))
    return np.where(ideal > 0, dcg / np.where(ideal > 0, ideal, 1.0), np.nan)


def _credit_ranks(case: Ints, reach: Ints, gain: Floats, k: int) -> Ints:
    """The rank that each label is credited to; above k where no rank within k is left."""
    order = np.lexsort((-gain, reach, case))
    shared = (np.diff(case[order]) == 0) & (np.diff(reach[order]) == 0)
    credited = reach.copy()
    for crowded in distinct(case[order[1:][shared]]):
        labels = order[np.searchsorted(case[order], crowded) : np.searchsorted(case[order], crowded, "right")]
        _credit_one_case(labels, reach, gain, credited, k)
    return credited


def _credit_one_case(labels: Ints, reach: Ints, gain: Floats, credited: Ints, k: int) -> None:
    """Walk one case's labels by reach: at each rank the waiting label of highest gain is credited."""
    waiting: list[int] = []
    at = 0
    rank = 0
    while at < len(labels) or waiting:
        rank = rank + 1 if waiting else int(reach[labels[at]])
        while at < len(labels) and reach[labels[at]] <= rank:
            waiting.append(int(labels[at]))
            at += 1
        waiting.sort(key=lambda label: gain[label])
        credited[waiting.pop()] = rank if rank <= k else UNREACHED


def _sum_by_case(judged: Judged, case: Ints, values: Floats) -> Floats:
    return np.bincount(case, weights=values, minlength=judged.cases).astype(np.float64, copy=False)


def _where_any(judged: Judged, labels: Bools, values: Floats) -> Floats:
    return np.where(count_by_case(judged, labels) > 0, values, np.nan)


def _cut(measure: Measure) -> int:
    return UNREACHED - 1 if measure.k is None else measure.k


def _rel(measure: Measure) -> int:
    return 1 if measure.rel is None else measure.rel


FORMULAS: dict[str, Formula] = {
    "AnswerRecall": _answer_recall,
    "Success": _success,
    "R": _recall,
    "nDCG": _ndcg,
    "RR": _reciprocal_rank,
    "P": _precision,
    "Judged": _judged,
    "Distractor": _distractor,
}
