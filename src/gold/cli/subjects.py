"""What a path names, read to the end whatever is wrong in it: the faults met on the way, and what the rules look at."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path, PurePath
from typing import NamedTuple, TypeVar

from gold.check.ledger import NAME as LEDGER
from gold.check.look import guarded, look, of_fault, of_notices, skipped
from gold.check.rule import Rule
from gold.check.rules import RULES
from gold.check.subject import Subject
from gold.cli.file_kind import Kind, file_kind
from gold.errors import BadRecord, GoldError, NothingToScore, Refuse, Where, stop
from gold.model.annotation import Adjudications
from gold.model.bare import BareCases
from gold.model.corpus import Corpus
from gold.model.finding import Finding
from gold.model.lock import Lock
from gold.model.look import Ledger
from gold.model.run import Run
from gold.model.settings import Settings
from gold.model.testset import TestSet
from gold.model.version import Notice, Version
from gold.read.adjudicated import read_adjudicated
from gold.read.cases import read_version
from gold.read.corpus import read_corpus
from gold.read.file import within
from gold.read.ledger import read_ledger
from gold.read.lock import digests_now, read_lock
from gold.read.mapping import field_lines, read_settings, read_sidecar
from gold.read.qrels import read_qrels
from gold.read.refused_ids import refused_ids
from gold.read.run import read_run, sidecar_path
from gold.read.testset import find_testsets, is_testset, read_testset
from gold.resolve.resolution import Resolution
from gold.resolve.resolve import resolve

MOST = 1000
"""Faults of one rule in one file that are listed; the rest is counted."""
T = TypeVar("T")


class Checked(NamedTuple):
    """What was found in one set or file; `cases` counts what was looked at."""

    path: str
    findings: list[Finding]
    skipped: list[str]
    cases: int


class Faults:
    """Notes what readers refuse, so that they go on."""

    def __init__(self) -> None:
        self.findings: list[Finding] = []
        self.count: Counter[tuple[str, str]] = Counter()
        self.last: dict[tuple[str, str], int | None] = {}
        self.lines: defaultdict[str, set[int]] = defaultdict(set)

    def __call__(self, fault: BadRecord) -> None:
        key = (str(fault.where and fault.where.path), fault.rule)
        self.count[key] += 1
        if fault.where is not None and fault.where.line is not None:
            self.lines[fault.where.path].add(fault.where.line)
        if self.count[key] <= MOST:
            self.findings.append(of_fault(fault))
            self.last[key] = None if fault.where is None else fault.where.line

    def read(self, reader: Callable[[], T], path: str) -> T | None:
        """What a reader gives; None where the file cannot be read at all."""
        try:
            return reader()
        except BadRecord as fault:
            self(fault)
        except GoldError as error:
            message = error.message.removeprefix(f"{path}: ")
            self.findings.append(of_fault(GoldError(message, error.where or Where(path))))
        return None

    def all(self) -> list[Finding]:
        """Everything noted; where a file has too many faults of a kind, how many more there are."""
        more = [
            of_fault(BadRecord(f"and {count - MOST} more of this kind", Where(key[0], self.last[key]), key[1]))
            for key, count in self.count.items()
            if count > MOST
        ]
        return self.findings + more


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
    files: dict[str, str] = {LEDGER: "look", "gold.lock": "lock", "gold.yaml": "set", "adjudicated.jsonl": "set"}
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


def adjudications_of(testset: TestSet, refuse: Refuse = stop) -> Adjudications:
    """The final grades of a set; none where it has no file of them."""
    path = testset.adjudicated
    if path is None:
        return Adjudications("", (), ())
    with within(testset.settings.limits):
        return read_adjudicated(path, refuse)


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
        lines=field_lines(f"{testset.folder}/gold.yaml"),
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
    beside = Path(path).parent / "gold.yaml"
    if not (is_testset(Path(path).parent) and beside.is_file()):
        return Settings()
    return read_settings(str(beside), faults)
