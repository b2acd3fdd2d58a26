"""Scored runs into the two that are set against each other, as the settings or the dates say."""

from __future__ import annotations

from collections.abc import Sequence

from gold.measure.score import RunScore
from gold.model.settings import Settings
from gold.pages.ingredients import Unscored

Chosen = tuple[RunScore | None, RunScore | None, str | None]


def choose(settings: Settings, scores: Sequence[RunScore], unscored: Sequence[Unscored]) -> Chosen:
    """The baseline, the candidate, and why there is nothing to compare (None where there is)."""
    by_name = {score.run.name: score for score in scores}
    reasons = {item.run.name: item.why for item in unscored}
    newest = max((*(s.run for s in scores), *(u.run for u in unscored)), key=lambda run: run.age, default=None)
    if newest is None:
        return None, None, "no runs yet"
    wanted = settings.candidate or newest.name
    candidate = by_name.get(wanted)
    if candidate is None:
        return by_name.get(settings.baseline or ""), None, _absent("candidate", wanted, reasons)
    if settings.baseline is not None:
        baseline = by_name.get(settings.baseline)
        if baseline is None:
            return None, candidate, _absent("baseline", settings.baseline, reasons)
        if baseline is candidate:
            return None, candidate, f"the candidate {wanted} is the baseline itself, and no newer run is there"
        return baseline, candidate, None
    others = [score for score in scores if score is not candidate]
    if not others:
        if unscored:
            return None, candidate, f"the other runs could not be scored: {unscored[0].run.name}: {unscored[0].why}"
        return None, candidate, "one run"
    older = [score for score in others if score.run.age < candidate.run.age]
    return (older or others)[-1], candidate, None


def _absent(role: str, name: str, reasons: dict[str, str]) -> str:
    if name in reasons:
        return f"the {role} {name} could not be scored: {reasons[name]}"
    return f"the settings (gold.yaml) name {name} as {role}, and the set has no such run"
