"""Runs held against the version and the build that they say they were made with."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from gold.check.dates import is_date
from gold.check.rule import Found, Rule
from gold.check.subject import Subject
from gold.check.words import short
from gold.model.run import Run
from gold.model.words import listed

MOST_NAMED = 3


def unknown_build(subject: Subject) -> Iterator[Found]:
    """Runs that name no build of the set."""
    known = {build.id for build in subject.builds}
    if subject.testset is not None:
        known |= set(subject.testset.corpora)
    there = ", ".join(sorted(known)) or "none"
    for run in subject.runs:
        corpus = run.sidecar.corpus
        if corpus is not None and corpus not in known:
            message = f"run {run.name} searched build {corpus!r}, and the set has {there}: add it, or mend the name"
            yield _sidecar(subject, run, "corpus", message)
        elif corpus is None and len(known) > 1:
            message = f"run {run.name} does not say which build it searched, and the set has {there}: write `corpus:`"
            yield _sidecar(subject, run, "corpus", message)


def unknown_version(subject: Subject) -> Iterator[Found]:
    """Runs that declare a version that the set does not have."""
    if subject.testset is None:
        return
    for run in subject.runs:
        number = run.sidecar.version_number
        if number is not None and number not in subject.testset.versions:
            have = ", ".join(f"v{n}" for n in subject.testset.versions)
            message = f"run {run.name} declares version v{number}, and the set has {have}: mend the number"
            yield _sidecar(subject, run, "version", message)


def dates(subject: Subject) -> Iterator[Found]:
    """Sidecar dates that are none."""
    for run in subject.runs:
        said = run.sidecar.date
        if said is not None and not is_date(said):
            yield _sidecar(subject, run, "date", f"date {short(said)!r} is none: write 2026-03-31")


def strangers(subject: Subject) -> Iterator[Found]:
    """Runs that answer no question of the set."""
    ids = set(subject.version.query_ids)
    for run in subject.runs:
        if ids and ids.isdisjoint(run.query_ids):
            pair = [_open_id(subject, names) for names in (run.query_ids, subject.version.query_ids)]
            shown = f" ({pair[0]!r} in the run, {pair[1]!r} in the set)" if all(pair) else ""
            yield Found(f"run {run.name} answers no question of the set{shown}: ids must be equal", file=run.path)


def _open_id(subject: Subject, names: Sequence[str]) -> str | None:
    """The first id that may be shown."""
    return next((name for name in names if name not in subject.hidden), None)


def missing(subject: Subject) -> Iterator[Found]:
    """Cases that a run was asked and does not answer."""
    asked_of_all = [case for case in subject.cases if case.is_shown and case.supporting is None]
    for run in subject.runs:
        version = subject.versions.get(run.sidecar.version_number or -1)
        asked = None if version is None else {case.query_id: case.asked_as for case in version.cases}
        gone = [
            case.query_id
            for case in asked_of_all
            if case.query_id not in run.position
            and case.query_id not in subject.hidden
            and (asked is None or asked.get(case.query_id) == case.asked_as)
        ]
        if gone and not run.position.keys().isdisjoint(subject.version.query_ids):
            how = "run it" if len(gone) == 1 else "run them"
            how += "" if asked is not None else ", or say in the sidecar which `version:` was asked"
            names = listed([repr(query_id) for query_id in gone], MOST_NAMED)
            message = f"run {run.name} does not answer {names}, which counts as 0: {how}"
            yield Found(message, file=run.path)


def _sidecar(subject: Subject, run: Run, field: str, message: str) -> Found:
    path = subject.sidecar_paths.get(run.name)
    line = subject.sidecar_lines.get(run.name, {}).get(field)
    return Found(message, file=path or run.path, line=line)


RULES = (
    Rule(
        "unknown-build",
        "error",
        "run",
        "A run that names a build that the set does not have, or none where the set has several.",
        "Its passage ids cannot be placed, so it cannot be scored.",
        "Write `corpus: <build>` into the file beside the run.",
        unknown_build,
    ),
    Rule(
        "unknown-version",
        "warning",
        "run",
        "A run that declares a version that the set does not have.",
        "What it was not asked counts as missed.",
        "Mend `version:` in the file beside the run.",
        unknown_version,
    ),
    Rule(
        "run-date",
        "warning",
        "run",
        "A run's date that is no date.",
        "The newest run is chosen by it.",
        "Write it as 2026-03-31.",
        dates,
    ),
    Rule(
        "no-common-question",
        "error",
        "run",
        "A run that answers no question of the set.",
        "Its score would be 0.00 for a mistake in ids.",
        "Make the query ids equal, byte for byte.",
        strangers,
    ),
    Rule(
        "missing-questions",
        "warning",
        "run",
        "Cases that a run does not answer though it was asked them.",
        "Each of them scores 0 in every measure.",
        "Run them, or declare the version that was asked.",
        missing,
    ),
)
