"""Two runs on two versions into what moved the score between them: steps that add up exactly.

The way leads from the mean of the baseline on the old version to the mean of the candidate on the new one,
each run on the build that it searched. For one measure and one class write a(q), b(q) for what the baseline
scores case q under the old and under the new version, c(q) for the candidate under the new one (a case without
a value is in no mean), and M(v, S) for the mean of v over the set S. Kept are the cases of both versions;
"together" are those that both runs were asked in the same words, and winnable those that both builds can answer
(of one build, and of refusals, all are). The way is

    start       M(a, A)    A: all that a scores
    removed     M(a, K1)   K1: of A, those that the new version scores
    reworded    M(a, K2)   K2: of K1, those together
    relabelled  M(b, K3)   K3: kept and together, that b and c score
    corpus      M(b, K4)   K4: of K3, the winnable
    added       M(b, P)    P: K4, and added cases that are together and winnable
    system      M(c, P)    P is what `compare_runs` compares: this is its mean difference
    corpus      M(c, Y1)   Y1: P, and kept cases that are together (those that one build has lost come back)
    reworded    M(c, Y2)   Y2: Y1, and kept cases that are not together (those set aside for their words come back)
    added       M(c, C)    C: all that c scores; the end

What a step changes is the mean after it minus the mean before it; a step that stands twice, because its cases
are set aside before the system changes and come back after it, is the sum of both. So the steps add up to end
minus start. A mean over no case is taken to be the mean before it: the step that empties the set changes
nothing, and the step that fills it again all. Where the start or the end has no case there are no changes.

A case that is reclassified is removed from its old class and added to its new one.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Literal, NamedTuple

import msgspec
import numpy as np

from gold.compare.apart import Apart, apart
from gold.compare.corners import Cases, Corners, Joined, join
from gold.compare.runs import Change
from gold.measure.means import Mean
from gold.measure.measure import Measure
from gold.model.ids import Bools, Floats

StepName = Literal["removed", "reworded", "relabelled", "corpus", "system", "added"]
STEPS: tuple[StepName, ...] = ("removed", "reworded", "relabelled", "corpus", "system", "added")


class Step(msgspec.Struct, frozen=True):
    """One step: the change of the mean (None: there is no way), and the cases that left, came or got another value.

    Of the system step, `n` counts the cases compared.
    """

    name: StepName
    delta: float | None
    n: int


class Bridge(msgspec.Struct, frozen=True):
    """The way of one class (`facet` None: of all cases) by one measure.

    `system_first` is the system step taken first, on the old version; its `n` are the cases compared there.
    """

    facet: str | None
    name: str | None
    start: Mean
    steps: tuple[Step, ...]
    end: Mean
    system_first: Step

    def step(self, name: StepName) -> Step:
        """One of the steps."""
        return self.steps[STEPS.index(name)]

    @property
    def total(self) -> float | None:
        """End minus start; None where either has no case."""
        one, two = self.start.value, self.end.value
        return None if one is None or two is None else two - one


class Bridges(msgspec.Struct, frozen=True):
    """The way by every measure, overall and per class.

    `relabelled` are the kept cases that the baseline scores otherwise under the new labels (NaN: not at all), most
    lost first. `added` sets the candidate's scores of the added cases against those of the kept ones.
    """

    corners: Corners
    measures: tuple[Measure, ...]
    overall: Mapping[Measure, Bridge]
    classes: tuple[Mapping[Measure, Bridge], ...]
    relabelled: Mapping[Measure, tuple[Change, ...]]
    added: Mapping[Measure, Apart]


class Stage(NamedTuple):
    """A set of cases with their values, which one step leads to."""

    step: StepName
    inside: Bools
    values: Floats


def bridge_runs(corners: Corners, facets: Sequence[str]) -> Bridges:
    """Say what moved the score, overall and per class of each facet, by every measure that the runs are scored by."""
    joined = join(corners)
    measures = corners.baseline.measures
    every = {measure: joined.cases(measure) for measure in measures}
    classes = []
    for (facet, name), (old, new) in joined.members(facets).items():
        at = np.flatnonzero(old | new)
        classes.append({m: _bridge(facet, name, cases.inside(at, old, new)) for m, cases in every.items()})
    return Bridges(
        corners=corners,
        measures=measures,
        overall={measure: _bridge(None, None, cases) for measure, cases in every.items()},
        classes=tuple(classes),
        relabelled={measure: _relabelled(joined, measure, cases) for measure, cases in every.items()},
        added={measure: _added(cases, measure) for measure, cases in every.items()},
    )


def _bridge(facet: str | None, name: str | None, cases: Cases) -> Bridge:
    stages = _stages(cases)
    start, end = _mean(stages[0]), _mean(stages[-1])
    there = bool(start.n and end.n)
    deltas = dict.fromkeys(STEPS, 0.0)
    moved = {step: np.zeros(len(cases.old), dtype=np.bool_) for step in STEPS}
    at = start.value or 0.0
    for before, after in pairwise(stages):
        mean = _mean(after).value
        if mean is not None:
            deltas[after.step] += mean - at
            at = mean
        moved[after.step] |= after.inside if after.step == "system" else _moved(before, after)
    steps = tuple(Step(step, deltas[step] if there else None, int(moved[step].sum())) for step in STEPS)
    return Bridge(facet, name, start, steps, end, _system_first(cases))


def _stages(cases: Cases) -> tuple[Stage, ...]:
    """The sets of the module's table, in its order."""
    a, b, c = cases.baseline_old, cases.baseline, cases.candidate
    kept, scored = cases.old & cases.new, ~np.isnan(c)
    together = cases.together & scored & ~np.isnan(b)
    begun = cases.old & ~np.isnan(a)
    compared = cases.new & together & cases.can_win
    with_lost = compared | (kept & together)
    return (
        Stage("removed", begun, a),
        Stage("removed", begun & cases.new, a),
        Stage("reworded", begun & cases.new & cases.together, a),
        Stage("relabelled", kept & together, b),
        Stage("corpus", kept & together & cases.can_win, b),
        Stage("added", compared, b),
        Stage("system", compared, c),
        Stage("corpus", with_lost, c),
        Stage("reworded", with_lost | (kept & scored & ~cases.together), c),
        Stage("added", cases.new & scored, c),
    )


def _system_first(cases: Cases) -> Step:
    a, d = cases.baseline_old, cases.candidate_old
    compared = cases.old & cases.early & ~np.isnan(a) & ~np.isnan(d)
    before, after = _mean_of(a[compared]).value, _mean_of(d[compared]).value
    return Step("system", None if before is None or after is None else after - before, int(compared.sum()))


def _mean(stage: Stage) -> Mean:
    return _mean_of(stage.values[stage.inside])


def _mean_of(values: Floats) -> Mean:
    return Mean(float(values.sum()), len(values))


def _moved(before: Stage, after: Stage) -> Bools:
    """The cases that leave, come or get another value."""
    stays = before.inside & after.inside
    moved: Bools = (before.inside ^ after.inside) | (stays & (before.values != after.values))
    return moved


def _relabelled(joined: Joined, measure: Measure, cases: Cases) -> tuple[Change, ...]:
    before, after = next(pair for pair in pairwise(_stages(cases)) if pair[1].step == "relabelled")
    found = [_change(joined, i, before, after) for i in np.flatnonzero(_moved(before, after)).tolist()]
    turn = -1 if measure.less_is_better else 1
    return tuple(sorted(found, key=lambda one: (np.isnan(one.delta), turn * np.nan_to_num(one.delta), one.query_id)))


def _change(joined: Joined, at: int, before: Stage, after: Stage) -> Change:
    was, now = (float(stage.values[at]) if stage.inside[at] else np.nan for stage in (before, after))
    return Change(joined.query_ids[at], was, now)


def _added(cases: Cases, measure: Measure) -> Apart:
    scored = cases.new & ~np.isnan(cases.candidate)
    return apart(cases.candidate[scored & ~cases.old], cases.candidate[scored & cases.old], share=measure.is_share)
