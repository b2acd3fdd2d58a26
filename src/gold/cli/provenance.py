"""What was read of a set into a digest for each of its files, without anything of its held-back cases."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

from msgspec.structs import replace

from gold.model.annotation import Adjudications, Sample
from gold.model.lock import Lock, digest_of
from gold.model.provenance import Input, Way, digest_of_rows
from gold.model.run import Run
from gold.model.settings import Settings
from gold.model.testset import CHANGELOG, SETTINGS, TestSet
from gold.model.version import Version
from gold.pages.held_back import without_held_back
from gold.read.digests import digest_of_file, digest_of_lines
from gold.read.file import ending, within
from gold.read.run import sidecar_path

PROSE = ("CARD.md", "GUIDELINE.md", CHANGELOG)


class ReadOf(NamedTuple):
    """What was read of one set; `hidden` are the ids that no output names, and `samples` are without them."""

    testset: TestSet
    versions: Iterable[Version]
    runs: Iterable[Run]
    samples: Iterable[Sample]
    final: Adjudications
    lock: Lock | None
    hidden: Collection[str]
    queries: Collection[str] = ()


def inputs_of(read: ReadOf) -> tuple[Input, ...]:
    """Every file that was read, by path. The ledger of looks is none of them: it says nothing of what is shown."""
    home = Path(read.testset.folder)
    with within(read.testset.settings.limits):
        found = [
            Input(Path(path).relative_to(home).as_posix(), of, digest)
            for path, of, digest in (*_whole(read, home), *_records(read), *_beside(read, home))
        ]
    return tuple(sorted(found, key=lambda file: file.path))


def _whole(read: ReadOf, home: Path) -> Iterator[tuple[str, Way, str]]:
    """Files that name no case."""
    testset = read.testset
    settings, glossary = home / SETTINGS, testset.settings.glossary
    said = [sidecar_path(path) for path in (*testset.runs.values(), *testset.samples.values())]
    files = [*testset.corpora.values(), *(path for path in said if path is not None)]
    files += [str(home / glossary)] if glossary is not None and (home / glossary).is_file() else []
    for path in files:
        yield path, "file", digest_of_file(path)
    if settings.is_file() and testset.settings.privacy.allow:
        yield str(settings), "content", digest_of_rows([_settings(testset.settings, read.hidden)])
    elif settings.is_file():
        yield str(settings), "file", digest_of_file(str(settings))


def _settings(settings: Settings, hidden: Collection[str]) -> Settings:
    """The settings without the held-back cases that they allow to be shown as they are."""
    allow = tuple(name for name in settings.privacy.allow if name not in hidden)
    return replace(settings, privacy=replace(settings.privacy, allow=allow))


def _records(read: ReadOf) -> Iterator[tuple[str, Way, str]]:
    """Versions and runs: by their lines, where a line has one question."""
    for version in read.versions:
        if ending(version.path) == "jsonl":
            yield version.path, "lines", digest_of_lines(version.path, read.hidden)
        else:
            rows = (case for case in version.cases if case.query_id not in read.hidden)
            yield version.path, "content", digest_of_rows(rows)
    for run in read.runs:
        if ending(run.path) == "parquet":
            yield run.path, "content", digest_of_rows(_answers(run, read.hidden))
        else:
            yield run.path, "lines", digest_of_lines(run.path, read.hidden)


def _answers(run: Run, hidden: Collection[str]) -> Iterator[Any]:
    for at, query_id in enumerate(run.query_ids):
        if query_id not in hidden:
            scores = None if run.scores is None else run.scores[run.starts[at] : run.starts[at + 1]].tolist()
            yield query_id, run.ranking(query_id), scores, run.answered.get(query_id)


def _beside(read: ReadOf, home: Path) -> Iterator[tuple[str, Way, str]]:
    """What people wrote and said of cases, as the site gives it."""
    testset, hidden = read.testset, read.hidden
    for sample in read.samples:
        yield sample.path, "content", digest_of_rows(sample.annotations)
    if read.final.path:
        rows = (row for row in read.final.rows if row.query_id not in hidden)
        yield read.final.path, "content", digest_of_rows(rows)
    for name, text in zip(PROSE, (testset.card, testset.guideline, testset.changelog), strict=True):
        if text is not None:
            yield str(home / name), "content", digest_of((without_held_back(text, hidden, read.queries) or "").encode())
    if testset.lock is not None and read.lock is not None and read.lock.versions:
        yield testset.lock, "content", digest_of_rows(_frozen(read.lock, hidden))


def _frozen(lock: Lock, hidden: Collection[str]) -> Iterator[Any]:
    """The digests of open cases; that of a whole file is one of its held-back cases too."""
    for name, frozen in lock.versions.items():
        dev = {query_id: digest for query_id, digest in frozen.dev.items() if query_id not in hidden}
        yield name, frozen.file, frozen.date, frozen.breaking, dev
