"""The versions of a set, and for each step what changed in it, what the changelog says, and what it made pass."""

from __future__ import annotations

import re
from typing import ClassVar

import msgspec

from gold.compare.versions.change import KINDS, CaseChange
from gold.compare.versions.guard import Guard
from gold.model.version import Version
from gold.pages.frame import Frame, set_frame
from gold.pages.held_back import without_held_back
from gold.pages.ingredients import VersionStep
from gold.pages.material import Material
from gold.pages.numbers import DASH, counted, figure, grouped
from gold.pages.shown_value import shown
from gold.pages.slugs import version_href
from gold.pages.told_words import told_in_short

ORDER = ("added", "removed", *KINDS)
MOST_CASES = 100
MOST_FIELDS = 12
MOST_BREAKS = 20
LABEL = re.compile(r"^judgments\[(?P<name>.+)\](?:\.(?P<field>\w+))?$", re.DOTALL)


class VersionRow(msgspec.Struct, frozen=True):
    """One version: its date, its size, since when it is frozen, and its page."""

    label: str
    date: str
    cases: str
    labels: str
    frozen: str | None
    said: str
    href: str | None


class ChangedValue(msgspec.Struct, frozen=True):
    """A value before and after; None: it was not there, or is no more. A label has a name for each of its fields."""

    name: str
    old: str | None
    new: str | None


class ChangedField(msgspec.Struct, frozen=True):
    """One field of a case, or one label, with what changed in it."""

    place: str
    values: tuple[ChangedValue, ...]


class ChangedCase(msgspec.Struct, frozen=True):
    """A case with its page, its words or its fields, and the kinds that it has beside that of its group."""

    query_id: str
    href: str | None
    query: str | None
    fields: tuple[ChangedField, ...]
    more: int
    also: str


class KindGroup(msgspec.Struct, frozen=True):
    """The cases of one kind; one of several kinds stands under the first."""

    kind: str
    cases: tuple[ChangedCase, ...]
    count: int
    more: int


class GuardBox(msgspec.Struct, frozen=True):
    """Which edits make a failing case pass: the case with its page, both scores, and the newest run that tells."""

    said: str
    tone: str
    rows: tuple[tuple[str, str | None, str, str, str], ...]


class StepPart(msgspec.Struct, frozen=True):
    """One step. `text` is the changelog's section in Markdown; `told` what is wrong in it."""

    anchor: str
    title: str
    said: str
    guard: GuardBox | None
    breaking: str
    breaks: tuple[tuple[str, str | None, str], ...]
    more_breaks: int
    groups: tuple[KindGroup, ...]
    text: str | None
    told: str
    download: str


class VersionsPage(msgspec.Struct, frozen=True):
    """Every version, the newest first, and the newest step in full; each step stands on its version's page."""

    template: ClassVar[str] = "versions.html"
    frame: Frame
    said: str
    versions: tuple[VersionRow, ...]
    step: StepPart | None


def versions_page(material: Material) -> VersionsPage:
    """All versions that could be read."""
    rows = tuple(version_row(material, version) for _, version in sorted(material.versions.items(), reverse=True))
    alone = "There is one version, and nothing to set beside it."
    lead = "What changed from each version to the next, and what was said of it."
    return VersionsPage(
        frame=set_frame(material.testset, "Versions", "versions.html"),
        said=lead if len(rows) > 1 else alone,
        versions=rows,
        step=step_part(material, material.steps[-1]) if material.steps else None,
    )


def in_counts(counts: dict[str, int]) -> str:
    """How many cases of each kind; `nothing changed` where there is none."""
    return ", ".join(f"{grouped(counts[kind])} {kind}" for kind in ORDER if counts[kind]) or "nothing changed"


def said_of(step: VersionStep | None) -> str:
    """What changed with a version, in counts."""
    return "the first" if step is None else in_counts(step.diff.counts)


def version_date(material: Material, version: Version) -> str | None:
    """The date of a version's section in the changelog, else of its freezing."""
    section = material.sections.get(version.number or 0)
    if section is not None and section.date is not None:
        return section.date.isoformat()
    frozen = None if material.lock is None else material.lock.versions.get(version.shown)
    return None if frozen is None else frozen.date


def guard_said(guard: Guard) -> str:
    """How many edits there are, and how many of them make a failing case pass."""
    edits = counted(guard.edits, "edit")
    if not guard.runs:
        why = f" ({guard.why_not})" if guard.why_not else ""
        return f"{edits}; no run tells whether one makes a failing case pass{why}."
    many = len(guard.passing)
    makes = f"{many or 'none'} of them {'make' if many > 1 else 'makes'}"
    return f"{edits}; {makes} a failing case pass ({guard.measure}, {counted(guard.runs, 'run')} asked)."


def breaking_said(step: VersionStep) -> str:
    """Whether a system that passed the old version may fail the new one."""
    if not step.breaks:
        return "Not breaking."
    return f"Breaking: a system that passed {step.old.shown} may fail {step.new.shown}."


def version_row(material: Material, version: Version) -> VersionRow:
    """Sizes are those of the open part."""
    shown_cases = [case for case in version.cases if not case.is_held_back and case.query_id not in material.hidden]
    label = version.shown
    frozen = None if material.lock is None else material.lock.versions.get(label)
    step = next((step for step in material.steps if step.new is version), None)
    return VersionRow(
        label=label,
        date=version_date(material, version) or DASH,
        cases=counted(len(shown_cases), "open case"),
        labels=counted(sum(len(case.labels) for case in shown_cases), "label"),
        frozen=None if frozen is None else f"frozen {frozen.date}",
        said=said_of(step),
        href=None if version.number is None else version_href(version.number),
    )


def step_part(material: Material, step: VersionStep) -> StepPart:
    """One step, with links to the cases that have a page."""
    text = None if step.section is None else without_held_back(step.section.text, *material.unseen)
    return StepPart(
        anchor=step.new.shown,
        title=step.title,
        said=in_counts(step.diff.counts),
        guard=None if step.guard is None or not step.guard.edits else _guard(material, step.guard),
        breaking=breaking_said(step),
        breaks=tuple((one.query_id, _href(material, one.query_id), one.why) for one in step.breaks[:MOST_BREAKS]),
        more_breaks=max(len(step.breaks) - MOST_BREAKS, 0),
        groups=tuple(_groups(material, step)),
        text=text,
        told=_told(step),
        download=f"data/diff-{step.new.shown}.json",
    )


def _guard(material: Material, guard: Guard) -> GuardBox:
    rows = [
        (one.query_id, _href(material, one.query_id), figure(one.old), figure(one.new), one.run)
        for one in guard.passing
    ]
    return GuardBox(guard_said(guard), "unknown" if rows else "same", tuple(rows))


def _groups(material: Material, step: VersionStep) -> list[KindGroup]:
    found = []
    for kind in ORDER:
        if kind in ("added", "removed"):
            version = step.new if kind == "added" else step.old
            ids = step.diff.of_kind(kind)
            cases = tuple(_whole(material, version, query_id) for query_id in ids[:MOST_CASES])
        else:
            mine = [case for case in step.diff.changed if case.kinds[0] == kind]
            ids = tuple(case.query_id for case in mine)
            cases = tuple(_changed(material, case) for case in mine[:MOST_CASES])
        if ids:
            found.append(KindGroup(kind, cases, len(ids), max(len(ids) - MOST_CASES, 0)))
    return found


def _whole(material: Material, version: Version, query_id: str) -> ChangedCase:
    """A case that came or went, with its question; that of a version that is gone is not shown unchecked."""
    query = version.by_id[query_id].query if version is material.version else None
    return ChangedCase(query_id, _href(material, query_id), query, (), 0, "")


def _changed(material: Material, case: CaseChange) -> ChangedCase:
    by_place: dict[str, list[ChangedValue]] = {}
    for field in case.fields:
        match = LABEL.match(field.field)
        place = field.field if match is None else f"label {match['name']}"
        old, new = (None if value is None else shown(value, quoted=False) for value in (field.old, field.new))
        by_place.setdefault(place, []).append(ChangedValue((match and match["field"]) or "", old, new))
    fields = tuple(ChangedField(place, tuple(values)) for place, values in by_place.items())
    more, also = max(len(fields) - MOST_FIELDS, 0), ", ".join(case.kinds[1:])
    return ChangedCase(case.query_id, _href(material, case.query_id), None, fields[:MOST_FIELDS], more, also)


def _href(material: Material, query_id: str) -> str | None:
    return material.href(query_id) if query_id in material.slug_of else None


def _told(step: VersionStep) -> str:
    if step.section is None:
        return "The changelog has no section for this version."
    said = ", ".join(told_in_short(step.told))
    return f"Against the change: {said}." if said else "It tells of every change."
