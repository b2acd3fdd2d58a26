"""What gold.yaml and the changelog say, held against what the set has."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import PurePosixPath

from gold.check.rule import Found, Rule
from gold.check.subject import Subject
from gold.check.told.sections import SECTION
from gold.compare.freshness import days_of
from gold.compare.traffic import ROUNDED, fault, odd_share
from gold.errors import GoldError
from gold.measure.measure import Measure, measure_on
from gold.model.case import FACETS
from gold.model.settings import Settings
from gold.model.testset import CHANGELOG, SETTINGS, STABLE

HEADING = re.compile(r"^#{1,6}[ \t]+(.+)$|^(\S.*)\n(?:=+|-+)[ \t]*$", re.MULTILINE)
OTHER_NAMES = {"gold.yml": SETTINGS, "stable.yml": STABLE}


def unknown_measures(subject: Subject) -> Iterator[Found]:
    """Measures that cannot be parsed or met, those of the gates too, and two floors of one measure."""
    for name in subject.settings.measures:
        try:
            measure_on(subject.settings.grades, name)
        except GoldError as error:
            yield _setting(subject, "measures", str(error))
    for _, message in gate_faults(subject.settings):
        yield _setting(subject, "gates", message)


def gate_faults(settings: Settings) -> Iterator[tuple[str, str]]:
    """The gates' measures that are none, and those that have two floors: the field, and what is wrong with it."""
    gates = settings.gates
    named = [("gates.floor", name) for name in gates.floor]
    if gates.worst_class is not None and gates.worst_class.measure is not None:
        named.insert(0, ("gates.worst_class", gates.worst_class.measure))
    floors: dict[Measure, str] = {}
    for field, name in named:
        try:
            measure = measure_on(settings.grades, name)
        except GoldError as error:
            yield field, str(error)
            continue
        if field == "gates.floor" and floors.setdefault(measure, name) != name:
            yield field, f"{floors[measure]!r} and {name!r} are one measure, {measure}: keep one floor of it"


def unknown_runs(subject: Subject) -> Iterator[Found]:
    """Roles that name no run of the set."""
    if subject.testset is None:
        return
    settings = subject.settings
    roles = {"baseline": settings.baseline, "candidate": settings.candidate, "production": settings.production}
    for role, name in roles.items():
        if name is not None and name not in subject.testset.runs:
            known = ", ".join(subject.testset.runs) or "none"
            yield _setting(subject, role, f"{role} names the run {name!r}, and the set has {known}: mend the name")


def scale(subject: Subject) -> Iterator[Found]:
    """An answer grade that the scale lacks."""
    grades = subject.settings.grades
    if grades is not None and subject.settings.answer_grade not in grades:
        listed = ", ".join(map(str, grades))
        message = f"answer_grade {subject.settings.answer_grade} is not one of grades {listed}: choose one of them"
        yield _setting(subject, "answer_grade", message)


def targets(subject: Subject) -> Iterator[Found]:
    """Target shares that are none, that add up to more than everything, or that name a class that no case has."""
    for facet, shares in subject.settings.target_composition.items():
        odd, total = odd_share(facet, shares), sum(shares.values())
        if odd is not None:
            yield _setting(subject, "target_composition", odd)
        elif total > 1 + ROUNDED:
            message = f"the shares of {facet} add up to {total:g}: make them at most 1"
            yield _setting(subject, "target_composition", message)
        if subject.cases and facet in FACETS:
            yield from _unknown_classes(subject, facet, shares, "target_composition")


def _unknown_classes(subject: Subject, facet: str, shares: Iterable[str], field: str) -> Iterator[Found]:
    there = {value for case in subject.cases for value in case.classes(facet)}
    for name in sorted(set(shares) - there):
        yield _setting(subject, field, f"no case has the {facet} {name!r}: spell it as cases do, or add some")


def traffic(subject: Subject) -> Iterator[Found]:
    """Shares of the traffic that are none, or that leave a class of the set out or have none of its cases."""
    given = subject.settings.traffic
    wrong = fault(given) if given else None
    if wrong is not None:
        yield _setting(subject, "traffic", wrong)
    elif given and subject.cases:
        ((facet, shares),) = given.items()
        yield from _unknown_classes(subject, facet, shares, "traffic")
        ranked = [c for c in subject.cases if c.is_shown and not c.is_unanswerable]
        for name in sorted({value for case in ranked for value in case.classes(facet)} - set(shares)):
            message = f"cases of {facet} {name!r} have no share: they count for nothing in what users meet"
            yield _setting(subject, "traffic", message)


def allowed(subject: Subject) -> Iterator[Found]:
    """Exceptions from the privacy rule for ids that are not there."""
    ids = set(subject.version.query_ids)
    ids.update(name for build in subject.builds for p in build.passages for name in (p.passage_id, p.doc_id))
    for name in subject.settings.privacy.allow:
        if name not in ids:
            yield _setting(subject, "privacy", f"privacy allows {name!r}, which is no case and no passage: remove it")


def review_spans(subject: Subject) -> Iterator[Found]:
    """Spans of review that are none, or of a source that no case has."""
    sources = {case.source for case in subject.cases}
    for source, span in subject.settings.review_every.items():
        if days_of(span) is None:
            yield _setting(subject, "review_every", f"{span!r} is no span of time: write 90d, 12w, 6m or 1y")
        elif source not in sources:
            yield _setting(subject, "review_every", f"no case has the source {source!r}: spell it as cases do")


def no_changelog(subject: Subject) -> Iterator[Found]:
    """Numbered versions that the changelog has no section for."""
    if subject.testset is None or subject.version.number is None:
        return
    path = str(PurePosixPath(subject.testset.folder, CHANGELOG))
    if subject.testset.changelog is None:
        number = subject.version.number
        yield Found(f"no CHANGELOG.md: begin one with a section `## v{number} - <date>`", file=path)
        return
    headings = ("".join(match) for match in HEADING.findall(subject.testset.changelog))
    told = {int("".join(number)) for heading in headings for number in SECTION.findall(heading.strip())}
    lacking = [number for number in subject.testset.versions if number not in told]
    if lacking:
        listed = ", ".join(f"v{number}" for number in lacking)
        message = f"no section for {listed}: write `## v{lacking[-1]} - <date>` and what changed, case by case"
        yield Found(message, file=path, line=1)


def strays(subject: Subject) -> Iterator[Found]:
    """Files that look like versions and have no number, and settings under a name that is not read."""
    if subject.testset is not None:
        for path in subject.testset.strays:
            right = OTHER_NAMES.get(PurePosixPath(path).name)
            name = subject.testset.name
            if right is not None:
                yield Found(f"is not read under this name: rename it to {right}", file=path)
            else:
                yield Found(f"no version, for it has no number: rename it to {name}-v<number>, or move it", file=path)


def _setting(subject: Subject, field: str, message: str) -> Found:
    return Found(message, line=subject.setting(field), file=subject.settings_path)


RULES = (
    Rule(
        "unknown-measure",
        "error",
        "set",
        "A measure in gold.yaml that is none, that asks for a grade above `grades`, or that has two floors.",
        "Nothing can be scored by it, and of two floors nobody knows which is meant.",
        "Spell it as ir_measures does, with a grade of the scale, and keep one floor of each.",
        unknown_measures,
    ),
    Rule(
        "unknown-run",
        "error",
        "set",
        "A baseline, candidate or production run in gold.yaml that the set does not have.",
        "The comparison that a reviewer expects is not made.",
        "Name a file under runs/, without its ending.",
        unknown_runs,
    ),
    Rule(
        "answer-grade",
        "error",
        "set",
        "An `answer_grade` that is not on the scale `grades`.",
        "No label can answer, and every AnswerRecall is undefined.",
        "Choose a grade of the scale.",
        scale,
    ),
    Rule(
        "target",
        "warning",
        "set",
        "Target shares that are not from 0 to 1, add up to more than 1, or name a class that no case has.",
        "Drift is measured against a mix that cannot be.",
        "Mend `target_composition`.",
        targets,
    ),
    Rule(
        "traffic",
        "warning",
        "set",
        "Shares of the traffic that are not of one facet, do not add up to 1, or do not fit the classes of the cases.",
        "What users meet is estimated from them, or cannot be.",
        "Mend `traffic`.",
        traffic,
    ),
    Rule(
        "allowed-nothing",
        "warning",
        "set",
        "An id under `privacy: allow` that is no case, passage or document of the set.",
        "An exception that nobody needs hides the next one.",
        "Remove it.",
        allowed,
    ),
    Rule(
        "review-span",
        "warning",
        "set",
        "A span under `review_every` that is none, or a source there that no case has.",
        "Its labels are never due, and grow old unseen.",
        "Write 90d, 12w, 6m or 1y, by a `source` of the cases.",
        review_spans,
    ),
    Rule(
        "changelog-version",
        "warning",
        "set",
        "A version that the changelog has no section for.",
        "Nobody can tell what moved a score between two versions.",
        "Add a dated section that names the cases.",
        no_changelog,
    ),
    Rule(
        "unnumbered-version",
        "warning",
        "set",
        "A JSONL or YAML file beside the versions that is none of the files of a set.",
        "It is never read, and looks as if it were.",
        "Number it, or move it out of the folder.",
        strays,
    ),
)
