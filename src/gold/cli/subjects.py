"""A set, as it was read, into what the rules look at, and into what they find."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from gold.check.look import guarded, look, of_notices
from gold.check.rule import Rule
from gold.check.rules import RULES
from gold.check.subject import Subject
from gold.errors import Refuse, stop
from gold.model.annotation import Adjudications
from gold.model.corpus import Corpus
from gold.model.finding import Finding
from gold.model.lock import Lock
from gold.model.look import Ledger
from gold.model.run import Run
from gold.model.testset import SETTINGS, TestSet
from gold.model.version import Version
from gold.read.adjudicated import read_adjudicated
from gold.read.file import within
from gold.read.ledger import read_ledger
from gold.read.lock import digests_now, read_lock
from gold.read.mapping import field_lines
from gold.read.run import sidecar_path
from gold.resolve.resolution import Resolution


def adjudications_of(testset: TestSet, refuse: Refuse = stop) -> Adjudications:
    """The final grades of a set; none where it has no file of them."""
    path = testset.adjudicated
    if path is None:
        return Adjudications("", (), ())
    with within(testset.settings.limits):
        return read_adjudicated(path, refuse)


def found_in(subject: Subject, rules: tuple[Rule, ...] = RULES) -> list[Finding]:
    """What was read kindly, and what the rules find."""
    kindly = [subject.version.notices, *(b.notices for b in subject.builds), *(r.notices for r in subject.runs)]
    kindly += [] if subject.adjudications is None else [subject.adjudications.notices]
    found = [finding for notices in kindly for finding in of_notices(notices)] + look(subject, rules)
    return guarded(found, (subject.version, *subject.versions.values()), subject.refused)


def subject_of(
    testset: TestSet,
    version: Version,
    *,
    versions: dict[int, Version],
    builds: list[Corpus],
    runs: list[Run],
    resolution: Callable[[Corpus], Resolution],
    lock: Lock | None = None,
    digests: Mapping[int, str] | None = None,
    adjudications: Adjudications | None = None,
    ledger: Ledger | None = None,
    refused: frozenset[str] = frozenset(),
) -> Subject:
    """A set's newest version with all around it, placed in the build that the newest run searched."""
    build = current_build(builds, runs)
    beside = {run.name: sidecar_path(run.path) for run in runs}
    paths = {name: path for name, path in beside.items() if path is not None}
    return Subject(
        version=version,
        settings=testset.settings,
        testset=testset,
        lines=field_lines(f"{testset.folder}/{SETTINGS}"),
        builds=builds,
        resolution=None if build is None else resolution(build),
        runs=runs,
        sidecar_paths=paths,
        sidecar_lines={name: field_lines(path) for name, path in paths.items()},
        versions=versions,
        lock=lock,
        digests=digests or {},
        adjudications=adjudications,
        ledger=ledger,
        refused=refused,
    )


def ledger_of(testset: TestSet, refuse: Refuse = stop) -> Ledger | None:
    """The looks at the held-back cases of a set; None where it has no file of them."""
    return None if testset.ledger is None else read_ledger(testset.ledger, refuse)


def frozen(testset: TestSet) -> tuple[Lock | None, dict[int, str]]:
    """What is frozen, and the digests that these versions have now."""
    if testset.lock is None:
        return None, {}
    lock = read_lock(testset.lock)
    return lock, digests_now(testset, lock)


def current_build(builds: list[Corpus], runs: list[Run]) -> Corpus | None:
    """The build that the newest run searched, else the last by name."""
    by_id = {build.id: build for build in builds}
    for run in sorted(runs, key=lambda run: run.age, reverse=True):
        if run.sidecar.corpus in by_id:
            return by_id[run.sidecar.corpus]
    return builds[-1] if builds else None
