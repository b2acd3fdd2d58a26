"""`gold selftest`: puts each defect that a rule is for into a copy of a set, and sees whether it is found."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from gold.cli.say import say

if TYPE_CHECKING:
    from pathlib import Path

    from gold.check.original import Original
    from gold.check.plant import Plant
    from gold.check.rule import Rule

Seen = tuple[str, str, str | None]


@click.command()
@click.argument("testset", default="testsets/atlas")
def command(testset: str) -> None:
    """Plant every defect in a copy of a set, and check that each is found.

    TESTSET is the folder of a sound set with a corpus build and a TREC run. Nothing is written into
    it. Exits with 1 if a defect is missed.
    """
    from pathlib import Path
    from tempfile import TemporaryDirectory

    from gold.check.plants import PLANTS
    from gold.check.rules import RULES
    from gold.errors import NotClean
    from gold.write.set_copy import write_files

    original = _original(testset)
    with TemporaryDirectory() as folder:
        write_files(Path(folder, "sound"), original.files)
        sound = _seen(Path(folder, "sound"), RULES)
        missed = [
            plant for number, plant in enumerate(PLANTS) if not _told(plant, original, Path(folder, str(number)), sound)
        ]
    if missed:
        raise NotClean(f"{len(missed)} of {len(PLANTS)} planted defects were missed")
    say(f"all {len(PLANTS)} planted defects were found")


def _told(plant: Plant, original: Original, folder: Path, sound: frozenset[Seen]) -> bool:
    """Say whether the rule finds in the planted copy what it does not find in the sound one."""
    from gold.check.rules import BY_NAME
    from gold.write.set_copy import write_files

    write_files(folder, {**original.files, **plant.put(original)})
    rule = BY_NAME[plant.rule]
    found = any(seen[0] == rule.name for seen in _seen(folder, (rule,)) - sound)
    say(f"{'found ' if found else 'MISSED'} {plant.rule}: {plant.what}")
    return found


def _seen(folder: Path, rules: tuple[Rule, ...]) -> frozenset[Seen]:
    """What is found in a set, without the lines, which a planted record shifts."""
    from gold.cli.check_path import check_path

    found = [finding for checked in check_path(str(folder), rules) for finding in checked.findings]
    return frozenset((finding.rule, finding.message.replace(str(folder), ""), finding.query_id) for finding in found)


def _original(folder: str) -> Original:
    """The set's files. Error: it has no version in JSONL, build or TREC run to plant defects in."""
    from gold.check.original import Original
    from gold.cli.subjects import current_build
    from gold.errors import GoldError
    from gold.read.corpus import read_corpus
    from gold.read.run import read_run
    from gold.read.testset import check_folder, read_files, read_testset

    check_folder(folder, ": give the folder of a set, gold selftest SET")
    testset = read_testset(folder)
    runs = [read_run(path, name) for name, path in testset.runs.items()]
    build = current_build([read_corpus(path) for path in testset.corpora.values()], runs)
    trec = next((run.path for run in runs if run.path.endswith(".trec")), None)
    version = testset.versions[max(testset.versions)] if testset.versions else ""
    if build is None or trec is None or not version.endswith(".jsonl"):
        raise GoldError(f"{folder}: needs a version in JSONL, a build and a .trec run to plant defects in")
    inside = [path.removeprefix(f"{folder.rstrip('/')}/") for path in (version, build.path, trec)]
    return Original(read_files(folder), *inside)
