"""More than two scored runs into a verdict on each two of them, by one measure."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import NamedTuple

import numpy as np

from gold.compare.alike import alike
from gold.compare.interval import Paired, Verdict, verdicts
from gold.compare.runs import drawn_together, same_words
from gold.measure.measure import Measure
from gold.measure.score import RunScore
from gold.model.ids import Bools


class Duel(NamedTuple):
    """Run `two` against run `one`, by their places: the verdict over the cases that both were asked and can win."""

    one: int
    two: int
    before: float | None
    after: float | None
    verdict: Verdict


def duels(
    scores: Sequence[RunScore], pairs: Sequence[tuple[int, int]], measure: Measure, *, margin: float, least: int
) -> list[Duel]:
    """Judge the given pairs of runs of one version all at once: the intervals of all hold together at 95 %.

    Two runs meet over the cases that both were asked in the same words and, on two builds, that both builds can win;
    pairs that share none are left out.
    """
    if not scores:
        return []
    groups, found = alike(scores[0].scored), list[tuple[int, int, Paired, float, float]]()
    words: dict[tuple[int, int], Bools] = {}
    for one, two in pairs:
        baseline, candidate = scores[one], scores[two]
        told = (id(baseline.declared), id(candidate.declared))
        if told not in words:
            words[told] = same_words(baseline, candidate)
        at = _shared(baseline, candidate, words[told], measure)
        if not at.any():
            continue
        before, after = baseline.column(measure)[at], candidate.column(measure)[at]
        together = None if groups is None else drawn_together(groups[at])
        paired = Paired(after - before, together, measure.is_share, measure.less_is_better, len(pairs))
        found.append((one, two, paired, float(before.mean()), float(after.mean())))
    judged = verdicts([row[2] for row in found], margin, least)
    return [
        Duel(one, two, before, after, said) for (one, two, _, before, after), said in zip(found, judged, strict=True)
    ]


def every_two(count: int) -> list[tuple[int, int]]:
    """Each pair of so many once."""
    return list(combinations(range(count), 2))


def _shared(one: RunScore, two: RunScore, words: Bools, measure: Measure) -> Bools:
    shared = words & ~np.isnan(one.column(measure)) & ~np.isnan(two.column(measure))
    if one.build != two.build and not measure.asks_refusal:
        shared &= one.scored.winnable & two.scored.winnable
    return shared
