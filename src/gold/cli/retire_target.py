"""What `gold retire` writes: the list of stable cases, the changelog, and the version without them."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from msgspec.structs import replace

from gold.cli.day import today
from gold.cli.inputs import Inputs, open_inputs
from gold.cli.redact_target import target_of
from gold.cli.score_each import score_each
from gold.curate.retire import LEAST_RUNS, Standing, standing, to_retire
from gold.errors import GoldError, NothingToScore
from gold.model.case import Case
from gold.model.testset import CHANGELOG, STABLE
from gold.pages.ingredients import Unscored
from gold.read.file import read_bytes, within
from gold.read.testset import check_folder, is_file_of
from gold.read.yaml_events import load_list
from gold.write.case_file import case_lines
from gold.write.changelog import section, with_section
from gold.write.replace import File
from gold.write.stable import with_entries

KEPT_STRATUM = "written"


class Retiring(NamedTuple):
    """How the cases stand, which leave, which the kept stratum exempts, and the files to write: none if none leaves."""

    inputs: Inputs
    standing: Standing
    unscored: tuple[Unscored, ...]
    leave: tuple[Case, ...]
    exempt: tuple[str, ...]
    files: tuple[File, ...]


def retiring(folder: str, runs: int, kept_stratum: str) -> Retiring:
    """What retiring takes. Errors: no folder of a set, fewer than three runs that can be scored, nothing that stays."""
    check_folder(folder, ": give the folder of a set, for its runs are read")
    inputs = open_inputs(folder, "whole")
    _check_stratum(inputs, kept_stratum)
    names = () if inputs.testset is None else tuple(inputs.testset.runs)
    scores, unscored = score_each(inputs, [inputs.run(name) for name in names], inputs.measures(), [])
    found = standing(scores, runs)
    if found is None:
        message = f"needs {LEAST_RUNS} scored runs, has {len(scores)}: record more in runs/"
        raise NothingToScore(f"{folder}: {message}")
    always = frozenset(found.always) - inputs.versions.hidden
    leave = to_retire(inputs.version.cases, always, kept_stratum)
    exempt = tuple(case.query_id for case in to_retire(inputs.version.cases, always - _ids(leave), None))
    files = _files(inputs, leave, found) if leave else ()
    return Retiring(inputs, found, tuple(unscored), leave, exempt, files)


def _check_stratum(inputs: Inputs, kept: str) -> None:
    """Refuse a stratum that no open case has: with a slip in its name all that it was to keep would leave."""
    there = sorted({case.stratum for case in inputs.version.cases if case.is_shown and case.stratum is not None})
    if kept not in ("", KEPT_STRATUM, *there):
        has = f"the set has {', '.join(there)}" if there else "none has any"
        raise GoldError(f"--keep-stratum {kept}: no case has this stratum: {has}")


def _ids(cases: tuple[Case, ...]) -> frozenset[str]:
    return frozenset(case.query_id for case in cases)


def _files(inputs: Inputs, leave: tuple[Case, ...], found: Standing) -> tuple[File, ...]:
    """In the order in which they take their place: the version last.

    A run that is broken off leaves lists that are ahead of the set, and the next one ends it: it adds no case to
    stable.yaml twice, and finds its own section. The other way round cases would be lost.
    """
    gone = _ids(leave)
    rest = [case for case in inputs.version.cases if case.query_id not in gone]
    if not any(case.is_shown for case in rest):
        raise GoldError(f"{inputs.version.path}: every open case would leave: a set that all runs win needs new cases")
    number = (inputs.version.number or 0) + 1
    home = Path(inputs.version.path).parent
    why = f"answered first by every one of the last {len(found.runs)} runs"
    told = {"Removed": ([case.query_id for case in leave], f"{why}; moved to {STABLE}")}
    changelog = home / CHANGELOG
    before = read_bytes(changelog).decode() if changelog.is_file() else None
    return (
        *_stable(inputs, home, [replace(case, status="retired", reason=case.reason or why) for case in leave]),
        File(str(changelog), with_section(before, number, section(number, today(), "", told)).encode()),
        File(target_of(inputs, None), case_lines(rest), new=True),
    )


def _stable(inputs: Inputs, home: Path, cases: list[Case]) -> list[File]:
    path = home / STABLE
    before = None
    with within(inputs.settings.limits):
        if is_file_of(home, path):
            before = read_bytes(path)
    there = [] if before is None else _listed_in(path, before)
    new = [case for case in cases if case.query_id not in there]
    if not new:
        return []
    after = with_entries(before, new)
    try:
        read = _listed_in(path, after)
    except GoldError:
        read = []
    if read != [*there, *(case.query_id for case in new)]:
        raise GoldError(f"{path}: no entry can be added at its end: write it as a list, one entry below the other")
    return [File(str(path), after)]


def _listed_in(path: Path, data: bytes) -> list[str]:
    """The ids in a list of cases, in order."""
    records = (record for _, record in load_list(str(path), data))
    return [str(record.get("query_id", record.get("question_id", ""))) for record in records]
