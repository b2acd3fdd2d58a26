"""A set's release on one page, made to be printed: the decision, gates, classes, changes, the held-back part."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from gold.check.ledger import MOST_LOOKS
from gold.measure.measure import Measure, parse_measure
from gold.model.look import Look, Released, Share
from gold.pages.classes import FacetTable, facet_table
from gold.pages.decision import Decision, decide
from gold.pages.findings import findings_line
from gold.pages.frame import Frame, Link, set_frame
from gold.pages.gates import GateBox, gate_box
from gold.pages.held_back import without_held_back
from gold.pages.ingredients import VersionStep
from gold.pages.material import Material
from gold.pages.measures import MeasureName, named
from gold.pages.numbers import counted, figure, interval, signed
from gold.pages.versions import guard_said, in_counts

UNSEEN = "Nothing of a held-back part is in this build. `gold build-site --release --reason` takes a look and shows it."


@dataclass(frozen=True, slots=True)
class SideRow:
    """One line of the figure: which part, how many cases, the mean or the difference, its 95 % interval."""

    name: str
    n: int
    value: str
    interval: str


@dataclass(frozen=True, slots=True)
class HeldBack:
    """What is published of the held-back part; without `rows` no figure is, and the sentence says why."""

    short: str
    sentence: str
    tone: str
    of: str
    measure: MeasureName | None
    rows: tuple[SideRow, ...]


@dataclass(frozen=True, slots=True)
class LookRow:
    """One look, as the site tells of it."""

    date: str
    version: str
    runs: str
    reason: str
    published: bool


@dataclass(frozen=True, slots=True)
class ReleasePage:
    """`changed` says what the newest version changed; `looks` are newest first."""

    template: ClassVar[str] = "release.html"
    frame: Frame
    version: str
    cases: int
    decision: Decision
    baseline: str | None
    candidate: str | None
    table: FacetTable | None
    gates: GateBox | None
    changed: tuple[str, ...]
    findings: tuple[str, Link]
    held_back: HeldBack
    looked: str
    worn: str
    looks: tuple[LookRow, ...]


def release_page(material: Material) -> ReleasePage:
    """What a reviewer signs."""
    comparison = material.comparison
    looks = () if material.ledger is None else tuple(material.ledger.looks)
    return ReleasePage(
        frame=set_frame(material.testset, "Release", "release.html"),
        version=material.version.label or material.version.name,
        cases=len(material.cases),
        decision=decide(material),
        baseline=None if comparison is None else comparison.baseline.run.name,
        candidate=None if material.candidate is None else material.candidate.run.name,
        table=facet_table(material, material.facets[0], 0) if material.facets and material.candidate else None,
        gates=gate_box(material),
        changed=tuple(_changed(material.steps[-1])) if material.steps else (),
        findings=findings_line(material),
        held_back=_held_back(material),
        looked=_looked(looks),
        worn=_worn(looks, material.version.label or material.version.name),
        looks=tuple(_row(material, look) for look in reversed(looks)),
    )


def _changed(step: VersionStep) -> list[str]:
    """What the newest step did, in sentences."""
    old, new = step.old.label or step.old.name, step.new.label or step.new.name
    breaking = f"Breaking: a system that passed {old} may fail {new}." if step.breaks else "Not breaking."
    guard = [] if step.guard is None or not step.guard.edits else [guard_said(step.guard)]
    return [f"{old} to {new}: {in_counts(step.diff.counts)}.", breaking, *guard]


def _held_back(material: Material) -> HeldBack:
    release = material.release
    if release is None:
        return HeldBack("not in this build", UNSEEN, "plain", "", None, ())
    if release.figure is None:
        return HeldBack("no figure", f"No figure is published: {release.why_not}.", "unknown", "", None, ())
    found, measure = release.figure, parse_measure(release.figure.measure)
    short, sentence, tone = _told(found, measure)
    of = f"{found.run} on {found.version}"
    if release.repeated:
        of += ", as published before: a new figure is taken when it moved by more than one standard error and at least "
        of += "ten held-back cases are new, or of another run on the same cases"
    return HeldBack(short, sentence, tone, of, named(measure), _rows(found))


def _told(found: Released, measure: Measure) -> tuple[str, str, str]:
    """The verdict in short and in a sentence, and its tone: beyond noise, or not."""
    gap, ends = found.apart, interval(found.apart.low, found.apart.high)
    scores = f"{figure(found.open.value)} on the open part, {figure(found.held_back.value)} on the held-back one"
    low, high = (-gap.high, -gap.low) if measure.less_is_better else (gap.low, gap.high)
    if low > 0:
        short = "your tuning has stopped generalising"
        return short, f"Y{short[1:]}: {scores}, further apart than noise makes them ({ends}).", "worse"
    if high < 0:
        why = "its cases are easier, or were chosen otherwise"
        short = "the held-back part does better than the open one"
        return short, f"T{short[1:]}: {scores}, beyond noise ({ends}): {why}.", "unknown"
    shown = f"a difference of less than about {figure((gap.high - gap.low) / 2)} would not show in so few cases"
    short = "no sign that tuning has stopped generalising"
    return short, f"N{short[1:]}: {scores}, within noise ({ends}); {shown}.", "same"


def _rows(found: Released) -> tuple[SideRow, ...]:
    open_, held = found.open, found.held_back
    gap = found.apart
    return (
        SideRow("open", open_.n, figure(open_.value), _ends(open_)),
        SideRow("held back", held.n, figure(held.value), _ends(held)),
        SideRow("open minus held back", gap.n, signed(gap.value), interval(gap.low, gap.high)),
    )


def _ends(found: Share) -> str:
    return f"{figure(found.low)} to {figure(found.high)}"


def _looked(looks: tuple[Look, ...]) -> str:
    if not looks:
        return "Nobody has looked at it."
    versions = list(dict.fromkeys(look.version for look in looks))
    seen = (f"{sum(look.version == version for look in looks)} at {version}" for version in versions)
    return f"{counted(len(looks), 'look')}: {', '.join(seen)}."


def _worn(looks: tuple[Look, ...], version: str) -> str:
    count = sum(look.version == version for look in looks)
    if count < MOST_LOOKS:
        return ""
    said = f"{counted(count, 'look')} at {version}"
    return f"{said}: each lets what was seen into the next decision, so this part is worn. Hold new cases back."


def _row(material: Material, look: Look) -> LookRow:
    reason = without_held_back(look.reason, *material.unseen) or "(names a held-back case)"
    return LookRow(look.date, look.version, ", ".join(look.runs), reason, look.published is not None)
