"""A set's release on one page, made to be printed: the decision, gates, classes, changes, the held-back part."""

from __future__ import annotations

from typing import ClassVar

import msgspec

from gold.check.ledger import MOST_LOOKS
from gold.measure.measure import Measure, parse_measure
from gold.model.look import Ledger, Look, Released
from gold.pages.classes import FacetTable, facet_table
from gold.pages.decision import Heading, heading_of
from gold.pages.findings import findings_line
from gold.pages.frame import Frame, Link, set_frame
from gold.pages.gates import GateBox, gate_box
from gold.pages.held_back import without_held_back
from gold.pages.ingredients import VersionStep
from gold.pages.material import Material
from gold.pages.measures import MeasureName, named
from gold.pages.notes import Note
from gold.pages.numbers import both_ends, counted, figure, interval, sentence, signed
from gold.pages.versions import breaking_said, guard_said, in_counts
from gold.pages.who import who_note

UNSEEN = "Nothing of a held-back part is in this build. `gold build-site --release --reason` takes a look and shows it."


class SideRow(msgspec.Struct, frozen=True):
    """One line of the figure: which part, how many cases, the mean or the difference, its 95 % interval."""

    name: str
    n: int
    value: str
    interval: str


class HeldBack(msgspec.Struct, frozen=True):
    """What is published of the held-back part; without `rows` no figure is, and the sentence says why."""

    short: str
    sentence: str
    tone: str
    of: str
    measure: MeasureName | None
    rows: tuple[SideRow, ...]


class LookRow(msgspec.Struct, frozen=True):
    """One look, as the site tells of it."""

    date: str
    version: str
    runs: str
    reason: str
    published: bool


class ReleasePage(msgspec.Struct, frozen=True):
    """`judged` says who gave the labels, `changed` what the newest version changed; `looks` are newest first."""

    template: ClassVar[str] = "release.html"
    frame: Frame
    head: Heading
    judged: tuple[Note, ...]
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
    head, ledger = heading_of(material), material.ledger or Ledger("")
    return ReleasePage(
        frame=set_frame(material.testset, "Release", "release.html"),
        head=head,
        judged=who_note(material),
        table=facet_table(material, material.facets[0], 0) if material.facets and material.candidate else None,
        gates=gate_box(material),
        changed=tuple(_changed(material.steps[-1])) if material.steps else (),
        findings=findings_line(material),
        held_back=_held_back(material),
        looked=_looked(ledger),
        worn=_worn(ledger, head.version),
        looks=tuple(_row(material, look) for look in reversed(ledger.looks)),
    )


def _changed(step: VersionStep) -> list[str]:
    """What the newest step did, in sentences."""
    guard = [] if step.guard is None or not step.guard.edits else [guard_said(step.guard)]
    return [f"{step.title}: {in_counts(step.diff.counts)}.", breaking_said(step), *guard]


def _held_back(material: Material) -> HeldBack:
    release = material.release
    if release is None:
        return HeldBack("not in this build", UNSEEN, "plain", "", None, ())
    if release.figure is None:
        return HeldBack("no figure", f"No figure is published: {release.why_not}.", "unknown", "", None, ())
    found, measure = release.figure, parse_measure(release.figure.measure)
    short, whole, tone = _told(found, measure)
    of = f"{found.run} on {found.version}"
    if release.repeated:
        of += ", as published before: a new figure is taken when it moved by more than one standard error and at least "
        of += "ten held-back cases are new, or of another run on the same cases"
    return HeldBack(short, whole, tone, of, named(measure), _rows(found))


def _told(found: Released, measure: Measure) -> tuple[str, str, str]:
    """The verdict in short and in a sentence, and its tone: beyond noise, or not."""
    gap, ends = found.apart, interval(found.apart.low, found.apart.high)
    scores = f"{figure(found.open.value)} on the open part, {figure(found.held_back.value)} on the held-back one"
    low, high = (-gap.high, -gap.low) if measure.less_is_better else (gap.low, gap.high)
    if low > 0:
        short = "your tuning has stopped generalising"
        return short, f"{sentence(short)}: {scores}, further apart than noise makes them ({ends}).", "worse"
    if high < 0:
        why = "its cases are easier, or were chosen otherwise"
        short = "the held-back part does better than the open one"
        return short, f"{sentence(short)}: {scores}, beyond noise ({ends}): {why}.", "unknown"
    shown = f"a difference of less than about {figure((gap.high - gap.low) / 2)} would not show in so few cases"
    short = "no sign that tuning has stopped generalising"
    return short, f"{sentence(short)}: {scores}, within noise ({ends}); {shown}.", "same"


def _rows(found: Released) -> tuple[SideRow, ...]:
    open_, held = found.open, found.held_back
    gap = found.apart
    return (
        SideRow("open", open_.n, figure(open_.value), both_ends(open_.low, open_.high)),
        SideRow("held back", held.n, figure(held.value), both_ends(held.low, held.high)),
        SideRow("open minus held back", gap.n, signed(gap.value), interval(gap.low, gap.high)),
    )


def _looked(ledger: Ledger) -> str:
    if not ledger.looks:
        return "Nobody has looked at it."
    seen = (f"{ledger.of_version(version)} at {version}" for version in dict.fromkeys(x.version for x in ledger.looks))
    return f"{counted(len(ledger.looks), 'look')}: {', '.join(seen)}."


def _worn(ledger: Ledger, version: str) -> str:
    count = ledger.of_version(version)
    if count < MOST_LOOKS:
        return ""
    said = f"{counted(count, 'look')} at {version}"
    return f"{said}: each lets what was seen into the next decision, so this part is worn. Hold new cases back."


def _row(material: Material, look: Look) -> LookRow:
    reason = without_held_back(look.reason, *material.unseen) or "(names a held-back case)"
    return LookRow(look.date, look.version, ", ".join(look.runs), reason, look.published is not None)
