"""What a gate found, in words: what was measured, on how many, and where it is not met."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from gold.check.gates.gate import GateName, Outcome, Part
from gold.check.gates.gated import Gated
from gold.check.gates.worst_class import ALL
from gold.check.told.against import Told
from gold.measure.measure import parse_measure
from gold.model.words import listed
from gold.pages.label_loss import rot_said
from gold.pages.numbers import DASH, both_ends, counted, figure, grouped, signed
from gold.pages.told_words import told_in_words

NAMED = 5
COUNTS = ("findings", "changelog")
AT_LEAST = ("floor", "coverage", "agreement_alpha")


def measured(outcome: Outcome) -> str:
    """The value for the eye."""
    if outcome.value is None:
        return DASH
    return grouped(int(outcome.value)) if outcome.gate in COUNTS else figure(outcome.value)


def bound(outcome: Outcome, gated: Gated) -> str:
    """What the value may be."""
    if outcome.gate in COUNTS:
        return "none"
    ceiling = outcome.gate == "floor" and any(part.ceiling for part in outcome.parts[:1])
    least = outcome.gate in AT_LEAST and not ceiling
    rule = gated.settings.gates.worst_class
    if outcome.gate == "worst_class" and rule is not None and rule.by == "verdict":
        return f"none told worse by over {figure(outcome.threshold)}" if outcome.threshold else "none told worse"
    return f"{'at least' if least else 'at most'} {figure(outcome.threshold)}"


def reason(gated: Gated, outcome: Outcome) -> str:
    """What was measured, and what is missing or wrong, without a full stop."""
    return outcome.lacks or WORDS[outcome.gate](gated, outcome)


def _worst_class(gated: Gated, outcome: Outcome) -> str:
    rule, comparison = gated.settings.gates.worst_class, gated.comparison
    asked = None if rule is None else rule.measure
    measure = gated.headline if asked is None else parse_measure(asked)
    if comparison is None:
        return f"{measure}: {outcome.parts[0].why}"
    failed = [part for part in outcome.parts if not part.met]
    pair = f"{measure}, {comparison.candidate.run.name} against {comparison.baseline.run.name}"
    left_out = len(comparison.unwinnable)
    apart = f"; {counted(left_out, 'case')} that not both builds can answer left out" if left_out else ""
    if failed:
        return f"{pair}: {listed([_lost(part) for part in failed], NAMED)}{apart}"
    worst, among = outcome.parts[0], _among(len(outcome.parts) - 1, gated.settings.min_class_size)
    if not worst.value or worst.value <= 0:
        return f"{pair}: nothing was lost, {among}{apart}"
    told = ", which may be chance" if worst.value > outcome.threshold else ""
    return f"{pair}: {worst.name} lost most, {figure(worst.value)} of n = {grouped(worst.n)}{told}, {among}{apart}"


def _lost(part: Part) -> str:
    return f"{part.name} lost {figure(part.value)} of n = {grouped(part.n)} ({part.why})"


def _among(classes: int, least: int) -> str:
    return f"over {ALL} and {counted(classes, 'class', 'classes')} of {grouped(least)} cases or more"


def _floor(gated: Gated, outcome: Outcome) -> str:
    run = "" if gated.candidate is None else gated.candidate.run.name
    return f"{run}: {'; '.join(map(_mean, outcome.parts))}"


def _mean(part: Part) -> str:
    if part.value is None:
        return f"{part.name} is not measurable ({part.why})"
    word = "at most" if part.ceiling else "at least"
    return f"{part.name} {figure(part.value)} of n = {grouped(part.n)}, {word} {figure(part.threshold)}"


def _coverage(gated: Gated, outcome: Outcome) -> str:
    can = round((outcome.value or 0.0) * outcome.n)
    words = counted(outcome.n, "question with an answer", "questions with an answer")
    return f"{grouped(can)} of {words} can be answered from {gated.scored.resolution.build}"


def _stale(gated: Gated, _: Outcome) -> str:
    placed = gated.scored.resolution
    return rot_said(placed.rot(), placed.build)


def _agreement_alpha(gated: Gated, outcome: Outcome) -> str:
    found = gated.agreement
    alpha = None if found is None else found.figures.ordinal
    ends = ""
    if alpha is not None and alpha.low is not None and alpha.high is not None:
        ends = f", 95 % interval {both_ends(alpha.low, alpha.high)}"
    return f"alpha, ordinal, over {counted(outcome.n, 'item')} of two people or more{ends}"


def _drift(_: Gated, outcome: Outcome) -> str:
    off = [part for part in outcome.parts if not part.met] or list(outcome.parts[:1])
    return f"{listed([_off(part) for part in off], NAMED)}, of {counted(outcome.n, 'case')}"


def _off(part: Part) -> str:
    if not part.value:
        return f"{part.name} on target"
    return f"{part.name} {signed(part.value)} from its target"


def _findings(_: Gated, outcome: Outcome) -> str:
    counts = [counted(part.n, part.name) for part in outcome.parts]
    return f"{listed(counts)} in {counted(outcome.n, 'case')}"


def _changelog(gated: Gated, outcome: Outcome) -> str:
    wrong = [part for part in outcome.parts if not part.met]
    if not wrong:
        return f"tells of {_versions(outcome.parts)}, and of each step what changed"
    told = gated.told
    return listed([f"{part.name}: {part.why or _faults(told.get(part.name))}" for part in wrong], NAMED)


def _versions(parts: Sequence[Part]) -> str:
    return "the one version" if len(parts) == 1 else f"all {counted(len(parts), 'version')}"


def _faults(told: Told | None) -> str:
    """How many of each kind, without ids and lines: those are for `gold validate` to name."""
    return f"{listed(told_in_words(told or Told()))} (gold validate says where)"


WORDS: dict[GateName, Callable[[Gated, Outcome], str]] = {
    "worst_class": _worst_class,
    "floor": _floor,
    "coverage": _coverage,
    "stale": _stale,
    "agreement_alpha": _agreement_alpha,
    "drift": _drift,
    "findings": _findings,
    "changelog": _changelog,
}
