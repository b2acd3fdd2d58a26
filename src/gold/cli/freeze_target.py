"""What `gold freeze` writes: an entry in gold.lock for each version without one, and the newest one's section."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import msgspec

from gold.check.told.sections import sections
from gold.cli.day import today
from gold.cli.inputs import open_inputs
from gold.cli.versions import read_version
from gold.compare.versions.breaking import Break, breaks
from gold.compare.versions.change import Diff
from gold.compare.versions.diff import diff
from gold.compare.versions.since import since
from gold.curate.draft import WHY, drafted
from gold.errors import GoldError, NothingToScore
from gold.measure.measure import parse_measure
from gold.measure.ways import Bar, bar_of
from gold.model.lock import Frozen, Lock, dev_digests, digest_of, held_back_digests
from gold.model.settings import DEFAULT_MEASURES
from gold.model.testset import CHANGELOG, LOCK, TestSet
from gold.model.version import Version
from gold.read.file import read_bytes, within
from gold.read.lock import digests_now, read_lock
from gold.read.testset import no_version, read_testset
from gold.write.changelog import section_of, with_section
from gold.write.lock_file import lock_bytes
from gold.write.replace import File


class Freezing(NamedTuple):
    """The newest version, what it breaks, and the files to write.

    `is_new`: it was not frozen yet. `older`: the entries of older versions that were not, oldest first.
    """

    name: str
    number: int
    frozen: Frozen
    since: int | None
    breaks: tuple[Break, ...]
    files: tuple[File, ...]
    is_new: bool
    older: tuple[tuple[int, Frozen], ...]


class _Step(NamedTuple):
    """A version that is frozen now, the number of the one before, what changed since, and what that breaks."""

    frozen: Frozen
    since: int | None
    change: Diff | None
    breaks: tuple[Break, ...]


def freezing(folder: str) -> Freezing:
    """What it takes to freeze a set's newest version, and the older ones that are not.

    Errors: no version, an empty one, a frozen one whose bytes changed.
    """
    testset = read_testset(folder)
    if not testset.versions:
        raise no_version(testset)
    lock = Lock() if testset.lock is None else read_lock(testset.lock)
    _refuse_changed(testset, lock)
    number = max(testset.versions)
    steps = {other: _step(testset, other) for other in sorted(testset.versions) if f"v{other}" not in lock.versions}
    now = {f"v{other}": step.frozen for other, step in steps.items()}
    files: list[File] = []
    if number in steps:
        files += _changelog(testset, number, steps[number].frozen, steps[number].change)
    if now:
        locked = msgspec.structs.replace(lock, versions={**lock.versions, **now})
        files.append(File(str(Path(folder, LOCK)), lock_bytes(locked)))
    older = tuple((other, step.frozen) for other, step in steps.items() if other != number)
    newest = steps.get(number) or _Step(lock.versions[f"v{number}"], None, None, ())
    return Freezing(
        testset.name, number, newest.frozen, newest.since, newest.breaks, tuple(files), number in steps, older
    )


def _step(testset: TestSet, number: int) -> _Step:
    version = read_version(testset.versions[number], testset.settings)
    if not version.cases:
        raise NothingToScore(f"{version.path}: holds no case")
    before = max((there for there in testset.versions if there < number), default=None)
    if before is None:
        return _Step(_frozen(testset, version, breaking=False), None, None, ())
    old = read_version(testset.versions[before], testset.settings)
    change = diff(old, version)
    broken = breaks(change, old, version, _bar(testset).grade)
    return _Step(_frozen(testset, version, bool(broken)), before, change, broken)


def _bar(testset: TestSet) -> Bar:
    measures = [parse_measure(name) for name in testset.settings.measures or DEFAULT_MEASURES]
    return bar_of(measures, testset.settings.answer_grade)


def _refuse_changed(testset: TestSet, lock: Lock) -> None:
    for number, digest in digests_now(testset, lock).items():
        frozen = lock.versions[f"v{number}"]
        if frozen.digest == digest:
            continue
        path = testset.versions[number]
        unseen = open_inputs(testset.folder, "whole").versions.hidden
        differs = since(frozen, read_version(path, testset.settings), unseen)
        to_be = f"{testset.name}-v{max(testset.versions) + 1}.jsonl"
        message = f"v{number} is frozen since {frozen.date}, and its bytes changed ({differs})"
        raise GoldError(f"{path}: {message}: restore it, and save the change as {to_be}")


def _frozen(testset: TestSet, version: Version, breaking: bool) -> Frozen:
    with within(testset.settings.limits):
        digest = digest_of(read_bytes(version.path))
    dev = dev_digests(version)
    return Frozen(
        file=Path(version.path).name,
        digest=digest,
        date=today(),
        cases=len(dev),
        breaking=breaking,
        dev=dev,
        held_back=held_back_digests(version.cases, digest),
    )


def _changelog(testset: TestSet, number: int, frozen: Frozen, change: Diff | None) -> list[File]:
    """The changelog with a draft of the version's section; none where the section is there.

    It takes its place before the lock: a run that is broken off between them leaves a draft, and the next one the lock.
    """
    before = testset.changelog
    if before is not None and any(section.number == number for section in sections(before)):
        return []
    opening = f"The first version, of {frozen.cases} open cases." if change is None else ""
    if change is not None and not change:
        opening = f"No open case changed. {WHY}"
    section = section_of(number, frozen.date, opening, {} if change is None else drafted(change))
    path = Path(testset.folder, CHANGELOG)
    text = read_bytes(path).decode() if path.is_file() else None
    return [File(str(path), with_section(text, number, section).encode())]
