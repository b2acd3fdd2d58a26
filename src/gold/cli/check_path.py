"""A path into all that is wrong there: read to the end whatever is wrong in it, then looked at by the rules."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path, PurePath
from typing import NamedTuple

from gold.check.look import guarded, of_notices, skipped
from gold.check.rule import Rule
from gold.check.subject import Subject
from gold.cli.faults import Faults
from gold.cli.file_kind import Kind, file_kind
from gold.cli.subjects import adjudications_of, found_in, frozen, ledger_of, subject_of
from gold.errors import GoldError, NothingToScore
from gold.model.annotation import Adjudications
from gold.model.bare import BareCases
from gold.model.finding import Finding
from gold.model.settings import Settings
from gold.model.testset import LEDGER, LOCK, SETTINGS, TestSet
from gold.model.version import Notice, Version
from gold.read.cases import read_version
from gold.read.corpus import read_corpus
from gold.read.file import within
from gold.read.mapping import read_settings, read_sidecar
from gold.read.qrels import read_qrels
from gold.read.refused_ids import refused_ids
from gold.read.run import read_run
from gold.read.testset import find_testsets, is_testset, read_testset
from gold.resolve.resolve import resolve


class Checked(NamedTuple):
    """What was found in one set or file; `cases` counts what was looked at."""

    path: str
    findings: list[Finding]
    skipped: list[str]
    cases: int


def check_path(path: str, rules: tuple[Rule, ...]) -> list[Checked]:
    """What is found in a folder of sets, a set's folder, or one file. Errors: no such path, nothing in it."""
    if Path(path).is_dir():
        return [_check_set(folder, rules) for folder in find_testsets(path)]
    if not Path(path).exists():
        raise GoldError(f"{path}: no such file or folder")
    return [_check_file(path, rules)]


def needs_of(path: str) -> str:
    """What of a set a file is, as rules say that they need it, or `look` (the ledger), `lock`, or nothing."""
    place = PurePath(path)
    folders: dict[str, str] = {"corpora": "build", "runs": "run", "agreement": ""}
    files: dict[str, str] = {LEDGER: "look", LOCK: "lock", SETTINGS: "set", "adjudicated.jsonl": "set"}
    return folders.get(place.parent.name, files.get(place.name, "file"))


def _check_set(folder: str, rules: tuple[Rule, ...]) -> Checked:
    faults = Faults()
    testset = faults.read(lambda: read_testset(folder, faults), folder)
    if testset is None:
        return Checked(folder, faults.all(), [], 0)  # its versions were not read
    with within(testset.settings.limits):
        versions = {number: _version(path, testset.settings, faults) for number, path in testset.versions.items()}
        known = {number: version for number, version in versions.items() if version is not None}
        refused = _refused(testset, faults)
        if testset.stable is not None:
            _version(testset.stable, testset.settings, faults)
        corpora = [faults.read(partial(read_corpus, path, faults), path) for path in testset.corpora.values()]
        final = faults.read(partial(adjudications_of, testset, faults), testset.adjudicated or "")
        _check_samples(testset, faults)
        runs = [faults.read(partial(read_run, path, name, faults), path) for name, path in testset.runs.items()]
        lock, digests = faults.read(lambda: frozen(testset), str(testset.lock)) or (None, {})
        ledger = faults.read(partial(ledger_of, testset, faults), testset.ledger or "")
    if not known or max(versions) not in known:
        return Checked(folder, guarded(faults.all(), known.values(), refused), [], 0)
    version = known[max(known)]
    builds = [corpus for corpus in corpora if corpus is not None]
    subject = subject_of(
        testset,
        version,
        versions=known,
        lock=lock,
        ledger=ledger,
        digests=digests,
        builds=builds,
        runs=[run for run in runs if run is not None],
        adjudications=final or Adjudications("", (), ()),
        resolution=lambda build: resolve(version.cases, build, [other for other in builds if other is not build]),
        refused=refused,
    )
    found = guarded(faults.all(), known.values(), refused) + found_in(subject, rules)
    return Checked(folder, found, skipped(subject), _open(version))


def _refused(testset: TestSet, faults: Faults) -> frozenset[str]:
    """The ids of all records of the versions that were refused, and that may be held back."""
    return frozenset(name for path in testset.versions.values() for name in refused_ids(path, faults.lines[path]))


def _check_samples(testset: TestSet, faults: Faults) -> None:
    """Whether every sample can be read, and nobody judged one item twice."""
    if not testset.samples:
        return
    from gold.read.annotations import read_sample, refuse_repeats

    grades = testset.settings.grades
    read = [faults.read(partial(read_sample, path, faults, grades), path) for path in testset.samples.values()]
    for sample in read:
        faults.findings += [] if sample is None else of_notices(sample.notices)
    if len(read) > 1:
        refuse_repeats([sample for sample in read if sample is not None], faults)


def _version(path: str, settings: Settings, faults: Faults) -> Version | None:
    return faults.read(lambda: read_version(path, settings, faults), path)


def _check_file(path: str, rules: tuple[Rule, ...]) -> Checked:
    """One file by the rules of its kind. A file that cannot be read at all is an error of the call."""
    faults = Faults()
    kind = file_kind(path)
    try:
        if kind in ("qrels", "version"):
            return _check_version(path, kind, rules, faults)
        return _check_beside(path, kind, faults)
    except NothingToScore:
        if not faults.findings:
            raise
        return Checked(path, guarded(faults.all(), *_around(path)), [], len(faults.findings))


def _check_version(path: str, kind: Kind, rules: tuple[Rule, ...], faults: Faults) -> Checked:
    """A version by its own rules, with the settings of the set that it lies in."""
    settings = _settings_around(path, faults)
    with within(settings.limits):
        version = read_qrels(path, faults) if kind == "qrels" else read_version(path, settings, faults)
    subject = Subject(version, settings)
    found = guarded(faults.all(), (version,)) + found_in(subject, rules)
    return Checked(path, found, skipped(subject), _open(version) or len(found))


def _open(version: Version) -> int:
    """How many cases may be spoken of: how many are held back is nobody's to know."""
    if isinstance(version.cases, BareCases):
        return len(version.cases)
    return sum(not case.is_held_back for case in version.cases)


def _check_beside(path: str, kind: Kind, faults: Faults) -> Checked:
    """A file that is no version, by what its reader says; held-back cases of the set around it are not named."""
    notices: Sequence[Notice] = ()
    count = 1
    if kind == "settings":
        read_settings(path, faults)
    elif kind == "sidecar":
        read_sidecar(path, faults)
    elif kind == "corpus":
        corpus = read_corpus(path, faults)
        notices, count = corpus.notices, len(corpus.passages)
    else:
        run = read_run(path, None, faults)
        notices, count = run.notices, len(run.query_ids)
    found = guarded([*faults.all(), *of_notices(notices)], *_around(path))
    return Checked(path, found, [], count or len(found))


def _around(path: str) -> tuple[list[Version], frozenset[str]]:
    """The versions of the set that a file lies in, as far as they can be read, and the ids of what cannot."""
    folder = Path(path).resolve().parent
    home = folder.parent if folder.name in ("corpora", "runs") else folder
    silent = Faults()
    testset = silent.read(lambda: read_testset(str(home), silent), str(home)) if is_testset(home) else None
    if testset is None:
        return [], frozenset()
    versions = [_version(other, Settings(), silent) for other in testset.versions.values()]
    return [version for version in versions if version is not None], _refused(testset, silent)


def _settings_around(path: str, faults: Faults) -> Settings:
    """The settings of the set that a version file lies in."""
    beside = Path(path).parent / SETTINGS
    if not (is_testset(Path(path).parent) and beside.is_file()):
        return Settings()
    return read_settings(str(beside), faults)
