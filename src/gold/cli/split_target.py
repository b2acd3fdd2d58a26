"""What `gold split` writes and says: the version with its sides, and a section of the changelog that names nobody."""

from __future__ import annotations

from collections.abc import Iterator
from math import ceil
from typing import NamedTuple

from msgspec.structs import replace

from gold.cli.inputs import Inputs, open_inputs
from gold.cli.redact_target import changelog_of, new_version, target_of
from gold.compare.held_back import LEAST
from gold.curate.split import Side, Split, split
from gold.errors import GoldError, NothingToScore
from gold.model.bare import BareCases
from gold.model.version import Version
from gold.pages.numbers import counted
from gold.read.lock import read_lock
from gold.read.testset import check_folder
from gold.write.replace import File


class Splitting(NamedTuple):
    """The sides, how many of the cases now held back were open before, and the files to write, if anything is new."""

    inputs: Inputs
    split: Split
    share: float
    seen: int
    files: tuple[File, ...]


def splitting(folder: str, share: float, seed: int) -> Splitting:
    """What splitting a set takes. Errors: no folder of a set, no confirmed case, none that is held back."""
    check_folder(folder, ": give the folder of a set, for older versions tell which side a case is on")
    inputs = open_inputs(folder, "whole")
    version = inputs.version
    if isinstance(version.cases, BareCases) or not any(case.is_confirmed for case in version.cases):
        raise NothingToScore(f"{version.path}: no confirmed case to hold back")
    found = split(version.cases, _sides(inputs), share, seed, inputs.settings.facets)
    new = frozenset(found.new)
    lost = any(case.split is None and found.sides.get(case.query_id) == "held_back" for case in version.cases)
    if not new and not lost:
        return Splitting(inputs, found, share, 0, ())
    if not found.count("held_back"):
        raise GoldError(_too_small(share, len(found.sides)))
    cases = [replace(c, split=found.sides.get(c.query_id)) if c.split is None else c for c in version.cases]
    opening = f"Each case has a side: a share of {share:g} is held back for releases, the rest is open to tune on."
    files = new_version(inputs, cases, target_of(inputs, None), changelog_of(inputs, folder, None), opening, {})
    earlier = {name for other in _earlier(inputs) for name in other.query_ids}
    seen = sum(found.sides[name] == "held_back" and name in earlier for name in new)
    return Splitting(inputs, found, share, seen, tuple(files))


def _too_small(share: float, confirmed: int) -> str:
    none = f"--held-back {share:g}: of {counted(confirmed, 'confirmed case')} none would be held back, nothing written"
    enough = ceil(100 * LEAST / confirmed) / 100
    if enough >= 1:
        return f"{none}: a release gives no figure of fewer than {LEAST}, so collect more cases first"
    return f"{none}: --held-back {enough:g} would hold about {LEAST} back, and a release gives no figure of fewer"


def _earlier(inputs: Inputs) -> list[Version]:
    """The versions that people have worked with: all before the newest, and that one too if it is frozen."""
    versions = inputs.versions.whole()
    lock = None if inputs.testset is None or inputs.testset.lock is None else read_lock(inputs.testset.lock)
    frozen = lock is not None and (inputs.version.label or "") in lock.versions
    return [version for number, version in versions.items() if frozen or number != inputs.version.number]


def _sides(inputs: Inputs) -> dict[str, Side]:
    """The side of each case that has one: its own, else that of an older version.

    Once a set is split, a case that was open in an earlier version without a word of sides is dev.
    """
    found: dict[str, Side] = {}
    if inputs.versions.hidden:
        found |= {name: "dev" for version in _earlier(inputs) for name in version.query_ids}
    found |= dict.fromkeys(inputs.versions.hidden, "held_back")
    return found | {case.query_id: case.split for case in inputs.version.cases if case.split is not None}


def said(done: Splitting, *, dry_run: bool) -> Iterator[str]:
    """The whole answer, line by line; no case is named."""
    version, found = done.inputs.version, done.split
    name = version.title
    if not done.files:
        yield f"{name}: every confirmed case has a side, nothing written"
        return
    held, open_ = found.count("held_back"), found.count("dev")
    yield f"{name}: {held} of {held + open_} confirmed cases held back, {open_} open ({len(found.new)} newly chosen)"
    if found.kept:
        yield f"- {len(found.kept)} follow a near-duplicate, or another turn of their conversation"
    if found.torn:
        yield f"- {len(found.torn)} are like cases of both sides and went to dev: gold validate names the lines"
    if done.seen:
        yield f"- {done.seen} now held back were open until now: whoever tuned on earlier versions has seen them"
    if held < LEAST:
        yield f"- fewer than {LEAST} are held back: a release publishes no figure of so few"
    if open_ < LEAST:
        yield f"- fewer than {LEAST} stay open: nothing is left to tune on, and a release publishes no figure"
    yield from (f"{'would write' if dry_run else 'wrote'} {file.path}" for file in done.files)
