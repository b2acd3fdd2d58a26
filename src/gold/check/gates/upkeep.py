"""How a set is kept: its mix against the target, its findings, and what its changelog tells."""

from __future__ import annotations

from collections.abc import Iterator

from gold.check.gates.gate import ROUNDING, Outcome, Part, lacking
from gold.check.gates.gated import Gated
from gold.check.told.against import Told
from gold.compare.composition import facet_mix
from gold.model.finding import SEVERITIES


def drift(gated: Gated) -> Outcome | None:
    """How far the share of any class is from its target, either way."""
    most = gated.settings.gates.drift
    if most is None:
        return None
    targets = gated.settings.target_composition
    if not targets:
        return lacking("drift", most, "no target_composition in gold.yaml")
    mixes = [facet_mix([gated.version], facet, target) for facet, target in targets.items()]
    parts = [
        Part(f"{mix.facet} {one.name}", one.drift, one.shares[-1].whole, most, abs(one.drift) <= most + ROUNDING)
        for mix in mixes
        for one in mix.classes
        if one.drift is not None
    ]
    if not parts:
        return lacking("drift", most, "no case to take shares of")
    parts.sort(key=lambda part: (-abs(part.value or 0.0), part.name))
    return Outcome("drift", abs(parts[0].value or 0.0), most, parts[0].n, tuple(parts))


def findings(gated: Gated) -> Outcome | None:
    """No finding of the severity or of a worse one; those of held-back cases are not counted."""
    worst = gated.settings.gates.findings
    if worst is None:
        return None
    seen = [finding for finding in gated.findings if not finding.hidden]
    counts = {severity: sum(finding.severity == severity for finding in seen) for severity in SEVERITIES}
    asked = SEVERITIES[: SEVERITIES.index(worst) + 1]
    parts = tuple(Part(one, counts[one], counts[one], 0, not counts[one]) for one in asked)
    total = sum(counts[one] for one in asked)
    return Outcome("findings", total, 0, gated.cases, parts)


def changelog(gated: Gated) -> Outcome | None:
    """A section for every version, and no step that it does not tell of rightly."""
    if not gated.settings.gates.changelog:
        return None
    if not gated.changelog:
        return lacking("changelog", 0, "no CHANGELOG.md")
    parts = sorted(_versions(gated), key=lambda part: part.met)
    wrong = sum(int(part.value or 0) for part in parts)
    return Outcome("changelog", wrong, 0, len(parts), tuple(parts))


def _versions(gated: Gated) -> Iterator[Part]:
    for label, told in gated.told.items():
        faults = 1 if told is None else _faults(told)
        yield Part(label, faults, 1, 0, not faults, "no section" if told is None else "")


def _faults(told: Told) -> int:
    """In how much a section and its step do not agree."""
    return sum(map(len, told))
