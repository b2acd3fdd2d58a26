"""The candidate's means against the least that they may be."""

from __future__ import annotations

from gold.check.gates.gate import ROUNDING, Outcome, Part, lacking, of_parts
from gold.check.gates.gated import Gated
from gold.measure.measure import Measure, parse_measure
from gold.measure.score import RunScore


def floor(gated: Gated) -> Outcome | None:
    """Every measure that has a floor, over all cases that the candidate was asked; less is better: a ceiling."""
    floors = gated.settings.gates.floor
    if not floors:
        return None
    if gated.candidate is None:
        return lacking("floor", min(floors.values()), f"no run is scored: {gated.why_not or 'no runs yet'}")
    parts = [_part(gated.candidate, parse_measure(name), least) for name, least in floors.items()]
    return of_parts("floor", sorted(parts, key=lambda part: (part.met, _room(part), part.name)))


def _part(score: RunScore, measure: Measure, bound: float) -> Part:
    mean = score.overall.means[measure]
    if mean.value is None:
        why = score.not_measurable.get(measure, "no case has it")
        return Part(str(measure), None, 0, bound, False, why, measure.less_is_better)
    short = mean.value - bound if measure.less_is_better else bound - mean.value
    return Part(str(measure), mean.value, mean.n, bound, short <= ROUNDING, ceiling=measure.less_is_better)


def _room(part: Part) -> float:
    """How far a value is from its bound, on the right side of it."""
    if part.value is None:
        return -1.0
    return part.threshold - part.value if part.ceiling else part.value - part.threshold
