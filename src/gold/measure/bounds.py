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

Bound = Callable[[Measure, Judged, Floats, Unjudged, int], Floats]


def at_most(measure: Measure, judged: Judged, values: Floats, missing: Unjudged, top: int) -> Floats:
    """The greatest value of each case, if unjudged results within the cut may be of grade `top`: shape (cases,).

    `values` are the values as they are: where nothing unjudged is relevant, no value is lower. What stands in no
    first k results of this run is not thought of. NaN where the value is undefined.

    - Success, AnswerRecall: 1 where any result is unjudged.
    - RR: 1 / the first rank that is relevant or unjudged.
    - P: (relevant + unjudged results) / k.
    - R: (reached + u) / (relevant labels + u), of u unjudged results.
    - nDCG: a relevant result further down adds more to the ideal than to the list. So the greatest over j = 0 … u
      counts, where the first j unjudged results are relevant: (DCG + G Σ 1 / log2(r + 1)) / ideal with j more labels
      of the gain G. Exact where one label is one passage; else never too small.
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
    cases = np.flatnonzero(_some(judged, missing) & ~np.isnan(values))
    if not len(cases):
        return values
    place = np.full(judged.cases, -1, dtype=np.int64)
    place[cases] = np.arange(len(cases))
    gain = float(gains(measure, np.array([top]))[0])
    added = _dense(place[missing.case], gain / np.log2(missing.rank + 1.0))
    ideal = _ideals(measure, judged, place, added.shape[1], gain)
    begun = values[cases] * ideal[:, 0]
    reached = np.column_stack((begun, begun[:, None] + np.cumsum(added, axis=1)))
    found = values.copy()
    found[cases] = np.minimum((reached / ideal).max(axis=1), 1.0)
    return found


def _ideals(measure: Measure, judged: Judged, place: Ints, more: int, gain: float) -> Floats:
    """The ideal DCG of each chosen case with 0, 1, … `more` further labels of the top gain; shape (cases, more + 1).

    `gain` is no less than that of any label, so the further labels come first and push the others down.
    """
    own = gains(measure, judged.grade)
    which = np.flatnonzero((own > 0) & (place[judged.case_of_label] >= 0))
    order = which[np.lexsort((-own[which], place[judged.case_of_label[which]]))]
    sorted_gains = _dense(place[judged.case_of_label[order]], own[order])
    width = sorted_gains.shape[1]
    discount = 1.0 / np.log2(np.arange(width + more) + 2.0)
    if measure.k is not None:
        discount[measure.k :] = 0.0
    pushed = np.array([discount[j : j + width] for j in range(more + 1)])
    first = np.append(0.0, np.cumsum(discount)[:more])
    found: Floats = sorted_gains @ pushed.T + gain * first
    return found


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
