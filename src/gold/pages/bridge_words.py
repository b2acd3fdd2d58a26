"""What moved the score, in sentences: the verdict, the order, the added questions, the runs on both versions."""

from __future__ import annotations

from gold.compare.bridge import Bridge, Bridges, Step, StepName
from gold.measure.measure import Measure
from gold.pages.measures import named
from gold.pages.numbers import counted, figure, interval, signed

SHOWN: dict[StepName, str] = {
    "removed": "removed",
    "reworded": "reworded",
    "relabelled": "relabelled",
    "corpus": "corpus build",
    "system": "system",
    "added": "added",
}
"""The steps as tables and charts name them."""
PARTS: dict[StepName, str] = {
    "removed": "removed questions",
    "reworded": "reworded questions",
    "relabelled": "relabelling",
    "corpus": "labels found again",
    "system": "the system",
    "added": "added questions",
}
NOTHING = signed(0.0)


def verdict(way: Bridge) -> str:
    """One sentence: of the whole change, which part is the system's, and what else moved."""
    if way.total is None:
        return "The score has no way from one run to the other: " + _undefined(way)
    moved = [step for step in way.steps if signed(step.delta) != NOTHING and step.name != "system"]
    moved.sort(key=lambda step: -abs(step.delta or 0.0))
    system = way.step("system")
    if not system.n:
        begin = (
            "the system’s part cannot be told, for no question that both can answer was put to both in the same words"
        )
        parts = [begin, *map(_part, moved)]
    elif not moved and signed(system.delta) == signed(way.total) != NOTHING:
        return f"All of {signed(way.total)} is the system."
    else:
        parts = [f"{signed(system.delta)} is the system", *map(_part, moved)]
    return f"Of {signed(way.total)}, {_row(parts)}."


def _row(parts: list[str]) -> str:
    return parts[0] if len(parts) == 1 else ", ".join(parts)


def _part(step: Step) -> str:
    lost = step.name == "corpus" and (step.delta or 0.0) < 0
    return f"{signed(step.delta)} {'lost labels' if lost else PARTS[step.name]}"


def _undefined(way: Bridge) -> str:
    lacking = [name for name, mean in (("start", way.start), ("end", way.end)) if mean.value is None]
    return f"there is no score at the {' nor at the '.join(lacking)}."


def ends(bridges: Bridges, measure: Measure) -> str:
    """From which run on which version and build to which, with both scores."""
    way, corners = bridges.overall[measure], bridges.corners
    told = []
    for score, mean in ((corners.baseline_old, way.start), (corners.candidate, way.end)):
        version = score.scored.version
        where = ", ".join(filter(None, (score.build, counted(mean.n, "question"))))
        told.append(f"{figure(mean.value)} for {score.run.name} on {version.label or version.name} ({where})")
    return f"By {named(measure).shown}: {told[0]}, then {told[1]}."


def order_sentence(bridges: Bridges, measure: Measure) -> str:
    """The system step taken first, on the old version, and whether that turns its sign."""
    way, corners = bridges.overall[measure], bridges.corners
    old = corners.old.label or corners.old.name
    if corners.one_version:
        return f"Both runs are scored on one version, {old}: only the corpus build and the system can move the score."
    first, then = way.system_first, way.step("system")
    if first.delta is None:
        return f"Taken first, on {old}, the system’s part cannot be told: no question there was put to both runs."
    words = f"Taken first, on {old}, the system is {signed(first.delta)} ({_n(first)})"
    if then.delta is None or not then.n:
        return f"{words}."
    if opposite(first, then):
        return (
            f"{words}, after the new labels {signed(then.delta)} ({_n(then)}): the signs are opposite, so whether "
            "the system got better hangs on which labels are right. Read the relabelled questions first."
        )
    return f"{words}, after the new labels {signed(then.delta)} ({_n(then)})."


def _n(step: Step) -> str:
    return f"n\u00a0{step.n}"


def opposite(one: Step, two: Step) -> bool:
    """Whether two changes, as they are shown, have opposite signs."""
    if one.delta is None or two.delta is None or NOTHING in (signed(one.delta), signed(two.delta)):
        return False
    return (one.delta > 0) != (two.delta > 0)


def harder_sentence(bridges: Bridges, measure: Measure, least: int) -> str | None:
    """Whether the added questions are harder for the candidate than the kept ones; None where nothing was added."""
    found = bridges.added[measure]
    if bridges.corners.one_version or not found.one.n or not measure.is_quality:
        return None
    many = found.one.n > 1
    what = f"The {counted(found.one.n, 'added question')} {'score' if many else 'scores'} {figure(found.one.value)}"
    if found.difference is None:
        return f"{what}; no question was kept."
    what = f"{what} against {figure(found.two.value)} for the {found.two.n} kept ones"
    if min(found.one.n, found.two.n) < least or found.low is None:
        return f"{what}: too few to tell whether {'they are' if many else 'it is'} harder for this run."
    spread = f" (95 % interval of the difference {interval(found.low, found.high)})"
    if not found.tells:
        return f"{what}: whether they are harder for this run cannot be told{spread}."
    harder = (found.difference < 0) != measure.less_is_better
    return f"{what}: they are {'harder' if harder else 'easier'} for this run{spread}."
