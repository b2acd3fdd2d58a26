"""What a command that makes a version writes: where it goes, its bytes, and the changelog with its section."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from pathlib import Path

from gold.cli.day import today
from gold.cli.inputs import Inputs
from gold.cli.numbered import by_number
from gold.curate.redact import Redacted
from gold.errors import GoldError
from gold.model.case import Case
from gold.model.testset import CHANGELOG
from gold.read.cases import VERSION_NAME
from gold.read.file import VERSION_ENDINGS, ending, read_bytes, stem
from gold.read.testset import is_testset, read_testset
from gold.write.case_file import case_lines
from gold.write.changelog import section, with_section
from gold.write.replace import File

Bullets = Mapping[str, tuple[Sequence[str], str]]
"""By heading: case ids, and why they stand there."""


def check_version_file(path: str) -> None:
    """Refuse what has no questions to mask: labels alone (TREC qrels)."""
    if not Path(by_number(path)).exists():
        raise GoldError(f"{path}: no such file or folder")
    if not Path(path).is_dir() and ending(path) not in VERSION_ENDINGS:
        raise GoldError(f"{path}: is no version file: give a set's folder, or a file that ends in .jsonl or .yaml")


def target_of(inputs: Inputs, out: str | None) -> str:
    """The new version's path: the one asked for, else the next number beside the version that was read."""
    assert inputs.part == "whole"  # or the new version would lose what is held back
    version = inputs.version
    if out is None and version.number is None:
        raise GoldError(f"{version.path}: its name has no version number: say where to write with --out")
    path = out or str(Path(version.path).parent / f"{version.name}-v{(version.number or 0) + 1}.jsonl")
    if not path.endswith(".jsonl"):
        raise GoldError(f"{path}: a version is written as JSONL: give --out a name that ends in .jsonl")
    if os.path.lexists(path):
        raise GoldError(f"{path}: is there already, and no version is written over: give another name with --out")
    _refuse_clash(Path(path))
    return path


def changelog_of(inputs: Inputs, testset: str, out: str | None) -> Path | None:
    """The changelog that the new version belongs in: a set's, or one that stands beside a version file."""
    path = Path(inputs.version.path).parent / CHANGELOG
    return path if out is None and (Path(testset).is_dir() or path.is_file()) else None


def files_of(inputs: Inputs, found: Sequence[Redacted], target: str, changelog: Path | None) -> list[File]:
    """The masked version, and the changelog with its section."""
    cases = list(inputs.version.cases)
    for one in found:
        cases[one.at] = one.case
    return new_version(inputs, cases, target, changelog, *_told(inputs, found))


def new_version(
    inputs: Inputs, cases: Sequence[Case], target: str, changelog: Path | None, opening: str, bullets: Bullets
) -> list[File]:
    """What is to be written, in the order in which it takes its place: the changelog before its version.

    A run that is broken off between them leaves a changelog that is ahead of the set: the set reads, and the next run
    finds the section and writes the version. The other way round the next run would find nothing to do, and the
    section would be missing for ever.
    """
    version = File(target, case_lines(cases), new=True)
    if changelog is None:
        return [version]
    number = (inputs.version.number or 0) + 1
    before = read_bytes(changelog).decode() if changelog.is_file() else None
    after = with_section(before, number, section(number, today(), opening, bullets))
    return [File(str(changelog), after.encode()), version]


def open_ids(inputs: Inputs, found: Sequence[Redacted], reworded: bool) -> list[str]:
    """The ids that may be shown of the cases that changed: in what a system is asked, or elsewhere."""
    changed = (one.case.query_id for one in found if one.changed and one.reworded == reworded)
    return [query_id for query_id in changed if query_id not in inputs.versions.hidden]


def held_back(inputs: Inputs, found: Sequence[Redacted]) -> str:
    """How many of the changed cases are held back, in words; empty where none is."""
    count = sum(one.changed and one.case.query_id in inputs.versions.hidden for one in found)
    return f"{count} held-back case{'' if count == 1 else 's'}" if count else ""


def _told(inputs: Inputs, found: Sequence[Redacted]) -> tuple[str, Bullets]:
    """The section's opening sentence and its bullets; they are published, so they say nothing of held-back cases."""
    opening = "Personal data were masked."
    bullets: Bullets = {
        "Reworded": (open_ids(inputs, found, True), "personal data masked in the question or its history"),
        "Notes and answers": (open_ids(inputs, found, False), "personal data masked; the question is as it was"),
    }
    return opening, bullets


def _refuse_clash(path: Path) -> None:
    """Refuse a name that would make its folder unreadable: a number that a version has, another set's name."""
    match = VERSION_NAME.match(stem(path))
    if match is None or not path.parent.is_dir() or not is_testset(path.parent):
        return
    there = read_testset(str(path.parent))
    if int(match["number"]) in there.versions:
        raise GoldError(f"{there.versions[int(match['number'])]} is version {match['number']} already: see --out")
    if there.versions and match["name"] != there.name:
        raise GoldError(f"{path}: {path.parent} holds the versions of {there.name}: write it elsewhere with --out")
