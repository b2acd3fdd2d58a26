"""A comparison into whether any class, or all cases together, lost more than is allowed."""

from __future__ import annotations

from gold.check.gates.gate import ROUNDING, Outcome, Part, lacking, of_parts
from gold.check.gates.gated import Gated
from gold.compare.proportions import exact_p
from gold.compare.runs import ClassChange, Comparison
from gold.measure.measure import Measure, parse_measure
from gold.model.settings import WorstClass

ALL = "all cases"


def worst_class(gated: Gated) -> Outcome | None:
    """Every class that is large enough to be measured, and all cases, whatever their number.

    The value is what was lost, negative where it was won; of the classes that make the gate fail that of the worst.
    """
    wanted = gated.settings.gates.worst_class
    if wanted is None:
        return None
    if gated.unlike:
        return lacking("worst_class", wanted.drop, f"unlike runs: {'; '.join(gated.unlike)}")
    measure = gated.headline if wanted.measure is None else parse_measure(wanted.measure)
    if gated.comparison is None:
        return _alone(gated, wanted, measure)
    parts = _parts(gated.comparison, wanted, measure, gated.settings.min_class_size)
    if not parts:
        return lacking("worst_class", wanted.drop, f"no case that was compared has {measure}")
    return of_parts("worst_class", parts)


def _alone(gated: Gated, wanted: WorstClass, measure: Measure) -> Outcome:
    """A candidate that is the baseline itself has lost nothing; any other has nothing to be held against."""
    if not gated.is_baseline or gated.candidate is None:
        return lacking("worst_class", wanted.drop, f"nothing is compared: {gated.why_not or 'no comparison'}")
    mean = gated.candidate.overall.means[measure]
    if not mean.n:
        return lacking("worst_class", wanted.drop, f"no case of {gated.candidate.run.name} has {measure}")
    return of_parts("worst_class", [Part(ALL, 0.0, mean.n, wanted.drop, True, "the candidate is the baseline itself")])


def _parts(comparison: Comparison, wanted: WorstClass, measure: Measure, least: int) -> list[Part]:
    if not comparison.overall.verdicts[measure].n:
        return []
    large = [group for group in comparison.classes if group.verdicts[measure].n >= max(least, 1)]
    parts = [_part(group, wanted, measure) for group in (comparison.overall, *large)]
    return sorted(parts, key=lambda part: (part.met, -(part.value or 0.0), part.name != ALL, part.name))


def _part(group: ClassChange, wanted: WorstClass, measure: Measure) -> Part:
    judged = group.verdicts[measure]
    change = judged.mean or 0.0
    lost = change if measure.less_is_better else -change
    if lost == 0:
        lost = 0.0  # no minus before nothing
    told = _told(group, measure) if wanted.by == "verdict" else "lost more than is allowed"
    met = lost <= wanted.drop + ROUNDING or not told
    name = ALL if group.facet is None else f"{group.facet} {group.name}"
    return Part(name, lost, judged.n, wanted.drop, met, "" if met else told)


def _told(group: ClassChange, measure: Measure) -> str:
    """By what a class is told to be worse; empty where it is not.

    Where only counts are told an exact test of them decides, and a class that has nothing left is worse anyway: a
    small set too must fail when everything is lost.
    """
    judged = group.verdicts[measure]
    if judged.word == "worse":
        return "told to be worse"
    if judged.word not in ("counts only", "not measured"):
        return ""
    left = group.after[measure]
    if judged.losses and left is not None and (left >= 1 if measure.less_is_better else left <= 0):
        return f"nothing is left: lost {judged.losses}, won {judged.wins}, of {judged.n}"
    if judged.losses > judged.wins and exact_p(judged.wins, judged.losses) <= 1 - judged.level:
        return f"more than chance explains: lost {judged.losses}, won {judged.wins}, of {judged.n}"
    return ""
