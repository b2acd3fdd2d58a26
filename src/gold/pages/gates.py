"""A set's gates into lines: met or not, what was measured on how many, and the page that says more."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from gold.check.gates.gate import GateName, Outcome
from gold.check.gates.gated import Gated
from gold.check.gates.gates import asked
from gold.model.words import listed
from gold.pages.frame import Link
from gold.pages.gate_words import bound, measured, reason
from gold.pages.material import Material
from gold.pages.numbers import counted, grouped
from gold.pages.verdicts import sign_of

PAGES: dict[GateName, Link] = {
    "worst_class": Link("Classes", "classes.html"),
    "floor": Link("Runs", "runs.html"),
    "coverage": Link("Coverage", "coverage.html"),
    "stale": Link("Coverage", "coverage.html"),
    "agreement_alpha": Link("Agreement", "agreement.html"),
    "drift": Link("Composition", "composition.html"),
    "findings": Link("Findings", "findings.html"),
    "changelog": Link("Versions", "versions.html"),
}


class GateLine(msgspec.Struct, frozen=True):
    """One gate. `value`, `threshold` and `n` are bare; `measured` and `bound` are the same for the eye.

    `link` is None where the set has no such page.
    """

    gate: GateName
    passed: bool
    value: float | None
    threshold: float
    n: int
    reason: str
    measured: str
    bound: str
    link: Link | None

    @property
    def name(self) -> str:
        """The gate as readers see it."""
        return self.gate.replace("_", " ")


class GateBox(msgspec.Struct, frozen=True):
    """All gates of a set, those that are not met first."""

    said: str
    tone: str
    lines: tuple[GateLine, ...]

    @property
    def sign(self) -> str:
        return sign_of(self.tone)


def gate_lines(material: Material) -> tuple[GateLine, ...]:
    """What each gate of the settings says, in the order of the gates."""
    if not material.testset.settings.gates:
        return ()
    gated = gated_of(material)
    return tuple(_line(material, gated, outcome) for outcome in asked(gated))


def gate_box(material: Material) -> GateBox | None:
    """The gates for the pages that decide; None for a set without any."""
    lines = material.gates
    if not lines:
        return None
    met = all(line.passed for line in lines)
    return GateBox(in_short(lines), "better" if met else "worse", tuple(sorted(lines, key=lambda line: line.passed)))


def unmet_gates(material: Material) -> Link | None:
    """Which gates are not met, with where they stand; None where all are."""
    lines = material.gates
    return None if all(line.passed for line in lines) else Link(in_short(lines), "release.html#gates")


def in_short(lines: Sequence[GateLine]) -> str:
    """How many gates are met, and which are not."""
    failed = [line.name for line in lines if not line.passed]
    if not failed:
        return f"All {grouped(len(lines))} gates met" if len(lines) > 1 else "The one gate is met"
    return f"{grouped(len(failed))} of {counted(len(lines), 'gate')} not met: {listed(failed)}"


def gates_document(lines: Sequence[GateLine]) -> dict[str, Any]:
    """What `gold gate` prints of one set as JSON."""
    fields = ("gate", "passed", "value", "threshold", "n", "reason")
    rows = [{name: getattr(line, name) for name in fields} for line in lines]
    return {"passed": all(line.passed for line in lines), "gates": rows}


def gated_of(material: Material) -> Gated:
    """What the gates look at. Findings and agreement are asked for only where a gate wants them."""
    settings, candidate = material.testset.settings, material.candidate
    wanted = settings.gates
    judged = material.judged if wanted.agreement_alpha is not None else None
    return Gated(
        settings=settings,
        headline=material.headline,
        version=material.version,
        cases=len(material.cases),
        candidate=candidate,
        comparison=material.comparison,
        why_not=material.why_not,
        is_baseline=candidate is not None and settings.baseline == candidate.run.name,
        unlike=material.unlike,
        scored=material.queue_build.scored,
        agreement=None if judged is None else judged.first,
        findings=material.findings if wanted.findings is not None else (),
        changelog=material.testset.changelog is not None,
        told={version.shown: None for version in material.in_order} | _told(material),
    )


def _told(material: Material) -> dict[str, Any]:
    """What is wrong in the sections that are there; the first version has nothing that it could tell wrongly."""
    from gold.check.told.against import Told

    first, found = material.in_order[0], {}
    if (first.number or 0) in material.sections:
        found[first.shown] = Told()
    for step in material.steps:
        if step.section is not None:
            found[step.new.shown] = step.told
    return found


def _line(material: Material, gated: Gated, outcome: Outcome) -> GateLine:
    link = PAGES[outcome.gate]
    there = link.href != "agreement.html" or bool(material.testset.samples)
    return GateLine(
        gate=outcome.gate,
        passed=outcome.passed,
        value=outcome.value,
        threshold=outcome.threshold,
        n=outcome.n,
        reason=reason(gated, outcome),
        measured=measured(outcome),
        bound=bound(outcome, gated),
        link=link if there else None,
    )
