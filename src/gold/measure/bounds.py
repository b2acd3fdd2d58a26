"""A run's values into the greatest that they could be, had every unjudged result been judged."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from gold.measure.formulas import count_by_case, gains
from gold.measure.judged import Judged
from gold.measure.measure import Measure
from gold.measure.reach import UNREACHED
from gold.measure.unjudged import Unjudged
from gold.model.ids import Bools, Floats, Ints

MOST_ROUNDS = 100
"""Far more than the steps take, which grow fast: a few at most."""
Bound = Callable[[Measure, Judged, Floats, Unjudged, int], Floats]


def at_most(measure: Measure, judged: Judged, values: Floats, missing: Unjudged, top: int) -> Floats:
    """The greatest value of each case, if unjudged results within the cut may be of grades to `top`: shape (cases,).

    `values` are the values as they are: where nothing unjudged is relevant, no value is lower. What stands in no
    first k results of this run is not thought of. NaN where the value is undefined.

    - Success, AnswerRecall: 1 where any result is unjudged.
    - RR: 1 / the first rank that is relevant or unjudged.
    - P: (relevant + unjudged results) / k.
    - R: (reached + u) / (relevant labels + u), of u unjudged results.
    - nDCG: a relevant result further down adds more to the ideal than to the list, and the more the higher its grade.
      So the grades from 0 to `top` are chosen that leave the list nearest to its ideal. Exact where one label is one
      passage; else never too small.
    """
    return BOUNDS[measure.kind](measure, judged, values, missing.within(measure.k), top)


def _all_or_nothing(_: Measure, judged: Judged, values: Floats, missing: Unjudged, __: int) -> Floats:
    return np.where(_some(judged, missing) & ~np.isnan(values), 1.0, values)


def _reciprocal_rank(_: Measure, judged: Judged, values: Floats, missing: Unjudged, __: int) -> Floats:
    first = np.full(judged.cases, UNREACHED)
    np.minimum.at(first, missing.case, missing.rank)
    return np.maximum(values, np.where(_some(judged, missing), 1.0 / first, 0.0))


def _precision(measure: Measure, judged: Judged, values: Floats, missing: Unjudged, _: int) -> Floats:
    return values + _sizes(judged, missing) / (measure.k or 1)


def _recall(measure: Measure, judged: Judged, values: Floats, missing: Unjudged, _: int) -> Floats:
    relevant = count_by_case(judged, judged.grade >= (measure.rel or 1))
    more = _sizes(judged, missing)
    found: Floats = (values * relevant + more) / np.maximum(relevant + more, 1)
    return found


def _ndcg(measure: Measure, judged: Judged, values: Floats, missing: Unjudged, top: int) -> Floats:
    """The greatest ratio of DCG to ideal, by Dinkelbach's steps: from a ratio to that of the choice that beats it most.

    A gain is the sum of the steps of its grades, so each grade is chosen for alone: the first so many unjudged results
    have it or a higher one. Discounts fall, so that no grade is chosen for more of them than a lower one.
    Source: Dinkelbach 1967, On nonlinear fractional programming.
    """
    cases = np.flatnonzero(_some(judged, missing) & ~np.isnan(values))
    if not len(cases):
        return values
    place = np.full(judged.cases, -1, dtype=np.int64)
    place[cases] = np.arange(len(cases))
    added = np.cumsum(_dense(place[missing.case], 1.0 / np.log2(missing.rank + 1.0)), axis=1)
    reached = np.column_stack((np.zeros(len(cases)), added))
    steps, counts = _by_grade(measure, judged, cases, top)
    discounts = _discounts(measure, int(counts[0].max()) + reached.shape[1])
    more = np.arange(reached.shape[1])
    begun = values[cases] * sum(step * discounts[count] for step, count in zip(steps, counts, strict=True))
    found, ratio = values.copy(), values[cases]
    for _ in range(MOST_ROUNDS):
        dcg, whole = begun.copy(), np.zeros(len(cases))
        for grade, (step, count) in enumerate(zip(steps, counts, strict=True), start=1):
            ideal = discounts[count[:, None] + more]
            chosen = (reached - ratio[:, None] * ideal).argmax(axis=1) if grade <= top else np.zeros_like(cases)
            dcg += step * reached[place[cases], chosen]
            whole += step * ideal[place[cases], chosen]
        if (dcg / whole <= ratio).all():
            break
        ratio = np.maximum(dcg / whole, ratio)
    found[cases] = np.minimum(ratio, 1.0)
    return found


def _by_grade(measure: Measure, judged: Judged, cases: Ints, top: int) -> tuple[list[float], list[Ints]]:
    """For each grade from 1: what it gains more than the one below; each case's labels of it or a higher one."""
    grades = range(1, max(top, int(judged.grade.max(initial=0))) + 1)
    steps = np.diff(gains(measure, np.arange(len(grades) + 1))).tolist()
    return steps, [count_by_case(judged, judged.grade >= grade)[cases] for grade in grades]


def _discounts(measure: Measure, most: int) -> Floats:
    """The summed discounts of the first 0, 1, … `most` ranks within the cut."""
    discount = 1.0 / np.log2(np.arange(most) + 2.0)
    if measure.k is not None:
        discount[measure.k :] = 0.0
    return np.append(0.0, np.cumsum(discount))


def _dense(row: Ints, values: Floats) -> Floats:
    """Values by ascending row (those of negative rows left out) side by side, zeros behind; shape (rows, most)."""
    values, row = values[row >= 0], row[row >= 0]
    counts = np.bincount(row)
    column = np.arange(len(row)) - np.repeat(np.cumsum(counts) - counts, counts)
    table = np.zeros((len(counts), int(counts.max(initial=0))))
    table[row, column] = values
    return table


def _sizes(judged: Judged, missing: Unjudged) -> Ints:
    return np.bincount(missing.case, minlength=judged.cases)


def _some(judged: Judged, missing: Unjudged) -> Bools:
    return _sizes(judged, missing) > 0


BOUNDS: dict[str, Bound] = {
    "AnswerRecall": _all_or_nothing,
    "Success": _all_or_nothing,
    "R": _recall,
    "nDCG": _ndcg,
    "RR": _reciprocal_rank,
    "P": _precision,
}
