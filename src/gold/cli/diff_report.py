"""A diff into what `gold diff` prints: lines, JSON or Markdown."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

from gold.check.told.against import Named, Step
from gold.cli.diff_sides import Written
from gold.cli.table import MARKUP, as_document, number
from gold.compare.versions.guard import Guard
from gold.pages.documents import diff_document
from gold.pages.shown_value import shown
from gold.pages.versions import guard_said, in_counts


class Report(NamedTuple):
    """What changed, the changelog that was held against it, and the guard; None: there is none."""

    change: Step
    written: Written | None
    guard: Guard | None


class Style(NamedTuple):
    """What stands before a heading, around what is bold and before a field, and how words are made safe."""

    heading: str
    bold: str
    field: str
    safe: Callable[[str], str]


PLAIN = Style("", "", "  ", lambda text: text)
MARKDOWN = Style("## ", "**", "- ", lambda text: MARKUP.sub(r"\\\g<0>", text))


def as_text(report: Report) -> str:
    """The counts; the guard; what was added and removed; each changed case with its fields; the changelog."""
    return "".join(f"{line}\n" for line in _lines(report, PLAIN))


def as_markdown(report: Report) -> str:
    """The same for a pull request."""
    return "".join(f"{line}\n" for line in _lines(report, MARKDOWN))


def _lines(report: Report, style: Style) -> Iterator[str]:
    change, (heading, bold, lead, safe) = report.change.open, style
    yield f"{heading}{safe(_name(report))}: {in_counts(change.counts)}"
    if report.guard is not None and report.guard.edits:
        yield ""
        yield safe(guard_said(report.guard))
        if bold and report.guard.passing:
            yield ""
        for one in report.guard.passing:
            yield f"- {safe(one.query_id)}: {number(one.old)} to {number(one.new)} ({safe(one.run)})"
    for kind in ("added", "removed"):
        if ids := change.of_kind(kind):
            yield ""
            yield f"{bold}{kind.capitalize()}{bold}: {safe(', '.join(ids))}"
    for case in change.changed:
        yield ""
        yield f"{bold}{safe(case.query_id)}{bold} {', '.join(case.kinds)}"
        if bold:
            yield ""
        for field in case.fields:
            yield f"{lead}{safe(field.field)}: {safe(shown(field.old))} → {safe(shown(field.new))}"
    if report.written is not None:
        yield ""
        yield from map(safe, _changelog(report.written))


def _name(report: Report) -> str:
    old, new = report.change.old, report.change.new
    if old.label and new.label and old.name == new.name:
        return f"{new.name} {old.label} to {new.label}"
    return f"{old.path} to {new.path}"


def _changelog(written: Written) -> Iterator[str]:
    told, path = written.told, written.path
    place = path if written.section is None else f"{path}:{written.section.line}"
    if written.section is None:
        yield f"{place}: no section for this version"
    elif not told:
        yield f"{place}: tells of every change"
    if told.undocumented:
        yield f"{place}: does not tell of {', '.join(_missing(*one) for one in told.undocumented)}"
    for named in told.unknown:
        yield f"{path}:{named.line}: {_id(named)} did not change"
    for named in told.wrong:
        claimed, found = (" or ".join(sorted(kinds)) for kinds in (named.claimed, named.found))
        yield f"{path}:{named.line}: {_id(named)} is listed as {claimed}, and was {found}"
    for count in told.miscounted:
        yield f"{path}:{count.line}: says {count.said} {count.what} {count.kind}, it is {count.right}"
    for line in told.unreasoned:
        yield f"{path}:{line}: tells of a change and gives no reason"


def _id(named: Named) -> str:
    return "a held-back case" if named.hidden else named.query_id


def _missing(query_id: str, kinds: frozenset[str]) -> str:
    return f"{query_id} ({', '.join(sorted(kinds))})"


def as_json(report: Report) -> str:
    """One JSON document."""
    written, guarded = report.written, () if report.guard is None else report.guard.passing
    told, name = (None, None) if written is None else (written.told, Path(written.path).name)
    document: dict[str, Any] = diff_document(report.change.open, told, guarded, name)
    return as_document(document)


FORMATS: dict[str, Callable[[Report], str]] = {"text": as_text, "json": as_json, "markdown": as_markdown}
