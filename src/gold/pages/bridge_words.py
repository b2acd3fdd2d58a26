"""What moved the score, in sentences: the verdict, the order, the added questions, the runs on both versions."""

from __future__ import annotations

from gold.compare.bridge import Bridges, Step, StepName
from gold.compare.interval import Verdict
from gold.measure.measure import Measure
from gold.pages.measures import named
from gold.pages.numbers import counted, figure, interval, signed
from gold.pages.verdicts import in_words, is_drawn

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
    "corpus": "the corpus build",
    "system": "the system",
    "added": "added questions",
}
NOTHING = signed(0.0)


def verdict(bridges: Bridges, measure: Measure) -> str:
    """One sentence: of the whole change, which part is the system's, and what else moved."""
    way = bridges.overall[measure]
    if way.total is None:
        lacking = [name for name, mean in (("start", way.start), ("end", way.end)) if mean.value is None]
        return f"There is no {named(measure).shown} at the {' nor at the '.join(lacking)}: no way leads there."
    system = way.step("system")
    moved = [step for step in way.steps if signed(step.delta) != NOTHING and step.name != "system"]
    moved.sort(key=lambda step: -abs(step.delta or 0.0))
    if not moved and signed(system.delta) == signed(way.total) == NOTHING:
        return f"No change of {named(measure).shown}."
    if not system.n:
        first = "the system\u2019s part cannot be told (no question that both can answer was put to both)"
    elif not moved and signed(system.delta) == signed(way.total) != NOTHING:
        return f"All of {signed(way.total)} is the system."
    else:
        first = f"{signed(system.delta)} is the system"
    parts = (first, *(f"{signed(step.delta)} {_part(bridges, step)}" for step in moved))
    return f"Of {signed(way.total)}, {', '.join(parts)}."


def _part(bridges: Bridges, step: Step) -> str:
    """What a step is called in a sentence; the build's by what it did to the answers, where its sign agrees."""
    if step.name != "corpus":
        return PARTS[step.name]
    pair = (bridges.corners.baseline, bridges.corners.candidate)
    then, now = (score.scored.answerable & score.scored.winnable for score in pair)
    came = int(now.sum()) - int(then.sum())
    if came and (came > 0) == ((step.delta or 0.0) > 0):
        return "labels found again" if came > 0 else "lost labels"
    return PARTS["corpus"]


def ends(bridges: Bridges, measure: Measure) -> str:
    """From which run on which version and build to which, with both scores."""
    way, corners = bridges.overall[measure], bridges.corners
    told = []
    for score, mean in ((corners.baseline_old, way.start), (corners.candidate, way.end)):
        version = score.scored.version
        where = ", ".join(filter(None, (score.build, counted(mean.n, "question"))))
        told.append(f"{figure(mean.value)} for {score.run.name} on {version.shown} ({where})")
    return f"By {named(measure).shown}: {told[0]}, then {told[1]}."


def sure_sentence(judged: Verdict, measure: Measure) -> str | None:
    """What the system step allows to say, as a comparison judges it; None where it is judged over nothing."""
    said = in_words(judged, measure)
    if not said.sentence or judged.low is None:
        return None
    spread = f" (95 % interval {said.interval}, n\u00a0{said.n})" if is_drawn(judged) else ""
    return f"Verdict on the system: {said.sentence}{spread}."


def order_sentence(bridges: Bridges, measure: Measure) -> str:
    """The system step taken first, on the old version, and whether that turns its sign."""
    way, corners = bridges.overall[measure], bridges.corners
    old = corners.old.shown
    if corners.one_version:
        where, what = (", and one build", "") if corners.one_build else ("", "the corpus build and ")
        return f"Both runs are scored on one version, {old}{where}: only {what}the system can move the score."
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
