"""What the changelog says of each version, held against what changed: each finding with its line."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from pathlib import PurePosixPath

from gold.check.rule import Found, Rule
from gold.check.subject import Subject
from gold.check.told.against import Step, Told
from gold.check.told.sections import Section, sections
from gold.model.testset import CHANGELOG
from gold.model.words import listed

MOST_NAMED = 12


def undocumented(subject: Subject) -> Iterator[Found]:
    """Changes that the section of their version does not tell."""
    for change, section, told in _checked(subject):
        by_kind: dict[str, list[str]] = {}
        for query_id, missing in told.undocumented:
            by_kind.setdefault(" and ".join(sorted(missing)), []).append(query_id)
        for kind, ids in by_kind.items():
            names = listed(ids, MOST_NAMED)
            message = f"v{change.new.number} does not tell of {names} ({kind}): name the cases, and say why"
            yield _found(subject, message, section.line, ids[0] if len(ids) == 1 else None)


def unknown(subject: Subject) -> Iterator[Found]:
    """Ids that did not change."""
    for change, _, told in _checked(subject):
        for name in told.unknown:
            if name.hidden:
                yield _hidden(subject, name.line, "a held-back case is named, and did not change", name.query_id)
                continue
            there = name.query_id in change.new.by_id or name.query_id in change.old.by_id
            what = "did not change" if there else "is no case of either version"
            message = f"{name.query_id!r} {what} (v{change.old.number} to v{change.new.number}): mend or remove it"
            yield _found(subject, message, name.line, name.query_id if there else None)


def wrong_kind(subject: Subject) -> Iterator[Found]:
    """Ids under another heading than what happened to them."""
    for _, _, told in _checked(subject):
        for name in told.wrong:
            if name.hidden:
                yield _hidden(subject, name.line, "a held-back case stands under a wrong heading", name.query_id)
                continue
            claimed, found = (" or ".join(sorted(kinds)) for kinds in (name.claimed, name.found))
            message = f"{name.query_id!r} is listed as {claimed}, and was {found}: move it"
            yield _found(subject, message, name.line, name.query_id)


def wrong_count(subject: Subject) -> Iterator[Found]:
    """Counts that the difference does not bear out."""
    for _, _, told in _checked(subject):
        for count in told.miscounted:
            message = f"says that {count.said} {count.what} were {count.kind}, and it is {count.right}: mend the count"
            yield _found(subject, message, count.line)


def without_reason(subject: Subject) -> Iterator[Found]:
    """Bullets that say what and not why, drafts among them."""
    for _, _, told in _checked(subject):
        for line in told.unreasoned:
            yield _found(subject, "tells of a change and gives no reason: say after a colon why", line)


def dates(subject: Subject) -> Iterator[Found]:
    """Sections without a date, or with one that is earlier than that of the version before."""
    found = [section for section in _sections(subject) if section.number in _numbers(subject)]
    for section in found:
        if section.date is None:
            message = f"the section of v{section.number} has no date: write `## v{section.number} - YYYY-MM-DD`"
            yield _found(subject, message, section.line)
    dated = sorted((s.number, s.date, s.line) for s in found if s.date is not None)
    for (number, earlier, _), (newer, later, line) in pairwise(dated):
        if later < earlier and newer != number:
            message = f"v{newer} is of {later}, before v{number} of {earlier}: mend the date that is wrong"
            yield _found(subject, message, line)


def without_version(subject: Subject) -> Iterator[Found]:
    """Sections of a version that the set does not have, and second sections of one."""
    numbers = _numbers(subject)
    seen: dict[int, int] = {}
    for section in _sections(subject):
        if section.number in seen:
            message = f"v{section.number} has a section on line {seen[section.number]} already: keep one a version"
            yield _found(subject, message, section.line)
        elif numbers and section.number not in numbers and section.number > min(numbers):
            message = f"a section for v{section.number}, which the set does not have: mend its number or remove it"
            yield _found(subject, message, section.line)
        seen.setdefault(section.number, section.line)


def _checked(subject: Subject) -> Iterator[tuple[Step, Section, Told]]:
    """Each step whose version has a section, and in what the two do not agree; what any version hides is not named."""
    hidden = subject.hidden
    for change, section, told in subject.told:
        if section is not None:
            yield change, section, told.masked(hidden)


def _sections(subject: Subject) -> tuple[Section, ...]:
    text = None if subject.testset is None else subject.testset.changelog
    return () if text is None else sections(text)


def _numbers(subject: Subject) -> set[int]:
    return set(() if subject.testset is None else subject.testset.versions)


def _found(subject: Subject, message: str, line: int, query_id: str | None = None) -> Found:
    return Found(message, query_id, line, changelog_path(subject))


def _hidden(subject: Subject, line: int, message: str, query_id: str) -> Found:
    return Found(message, query_id if query_id in subject.line_of else None, line, changelog_path(subject), safe=True)


def changelog_path(subject: Subject) -> str:
    """The path of the set's changelog, whether it has one or not."""
    folder = "" if subject.testset is None else subject.testset.folder
    return str(PurePosixPath(folder, CHANGELOG))


RULES = (
    Rule(
        "changelog-undocumented",
        "warning",
        "set",
        "A change between two versions that the changelog's section does not tell.",
        "A score that moves because the set was edited is taken for the system's.",
        "Name the case under what happened to it (added, relabelled, reworded and so on), and say why.",
        undocumented,
    ),
    Rule(
        "changelog-unknown",
        "error",
        "set",
        "A case that the changelog says changed, and that did not.",
        "What is told of the others cannot be trusted either.",
        "Mend the id, or move the bullet to the version that it is about.",
        unknown,
    ),
    Rule(
        "changelog-kind",
        "error",
        "set",
        "A case under a heading that is not what happened to it.",
        "A reworded question that is called new hides that old scores no longer hold.",
        "Move it under the right heading.",
        wrong_kind,
    ),
    Rule(
        "changelog-count",
        "error",
        "set",
        "A count in the changelog that the two versions do not bear out.",
        "Cases came or went that nobody told of.",
        "Count again, or name the cases.",
        wrong_count,
    ),
    Rule(
        "changelog-reason",
        "warning",
        "set",
        "A bullet that names cases without a reason, or with the `(why?)` of a draft.",
        "Whether an edit mends the set or flatters a system can only be told by its reason.",
        "Say after a colon why.",
        without_reason,
    ),
    Rule(
        "changelog-date",
        "warning",
        "set",
        "A section without a date, or dates out of order.",
        "Nobody can tell which runs a version was there for.",
        "Write `## v3 - 2026-03-11`.",
        dates,
    ),
    Rule(
        "changelog-section",
        "warning",
        "set",
        "A section of a version that the set does not have, or a second section of one.",
        "It tells of changes that are nowhere.",
        "Mend its number, or remove it.",
        without_version,
    ),
)
