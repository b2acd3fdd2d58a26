"""Settings, versions and runs of two times into the reasons why they cannot be held against each other."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from gold.compare.versions.change import Diff
from gold.measure.measure import Measure, parse_measure
from gold.measure.score import RunScore
from gold.model.settings import DEFAULT_MEASURES, Settings

SCORES = ("added", "removed", "reworded", "relabelled", "re-split", "retired")
"""The kinds of a change that move a score, whatever the system does."""


def unlike_measures(then: Settings, now: Settings, asked: str | None) -> Iterator[str]:
    """The measure that is compared now (None: the headline), where it was another variant or had another cutoff.

    A measure of a kind that was not there is new, and both runs are scored by it.
    """
    measure = parse_measure(asked or _names(now)[0])
    before = [parse_measure(name) for name in (*_names(then), *then.gates.measures)]
    akin = [old for old in before if old.kind == measure.kind]
    if akin and measure not in akin:
        yield f"the {_differs(akin[0], measure)}: it was {akin[0]} and is {measure} now"


def unlike_scales(then: Settings, now: Settings) -> Iterator[str]:
    """Another scale, or another grade that answers."""
    if then.grades != now.grades:
        old, new = (_scale(settings) for settings in (then, now))
        yield f"the grade scale is another one: it was {old} and is {new} now"
    if then.answer_grade != now.answer_grade:
        yield f"the grade that answers is another one: it was {then.answer_grade} and is {now.answer_grade} now"


def unlike_version(label: str, change: Diff) -> Iterator[str]:
    """A version that was edited under its number, in what moves a score; `change` holds nothing that is held back."""
    counts = {kind: count for kind in SCORES if (count := change.counts[kind])}
    if counts:
        words = ", ".join(f"{count} {kind}" for kind, count in counts.items())
        yield f"{label} was edited without a new number ({words}): save the change as a version of its own"


def without_bridge(score: RunScore, known: Collection[int]) -> Iterator[str]:
    """A run that was asked a version which the set does not have: nothing tells which questions were asked alike."""
    declared = score.run.sidecar.version_number
    if declared is not None and known and declared not in known:
        have = ", ".join(f"v{number}" for number in sorted(known))
        yield f"{score.run.name} was asked v{declared}, and the set has {have}: no bridge leads from one to the other"


def _names(settings: Settings) -> tuple[str, ...]:
    return settings.measures or DEFAULT_MEASURES


def _differs(old: Measure, new: Measure) -> str:
    same_variant = (old.rel, old.dcg) == (new.rel, new.dcg)
    return f"cutoff of {new.kind} is another one" if same_variant else f"variant of {new.kind} is another one"


def _scale(settings: Settings) -> str:
    return "undeclared" if settings.grades is None else ", ".join(map(str, settings.grades))
