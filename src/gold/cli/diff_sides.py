"""What `gold diff` is asked to set side by side: two files, two versions of a set, or a set's last two."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from gold.check.told.against import Step, Told, hold, step
from gold.check.told.sections import Section, sections
from gold.cli.inputs import Inputs, open_inputs
from gold.cli.numbered import by_number
from gold.errors import GoldError
from gold.model.testset import CHANGELOG
from gold.read.file import read_text


class Sides(NamedTuple):
    """The two versions, each with what lies around it."""

    old: Inputs
    new: Inputs


def sides(old: str, new: str | None) -> Sides:
    """Read both. Errors: no such file or version, a set that has one version only."""
    if new is not None:
        return Sides(open_inputs(old, "whole"), open_inputs(new, "whole"))
    if not Path(by_number(old)).is_dir():
        raise GoldError(f"{old}: give two versions, or the folder of a set for its last two")
    two = open_inputs(old, "whole")
    versions = {} if two.testset is None else two.testset.versions
    if len(versions) < 2:
        raise GoldError(f"{old}: has one version, and nothing to set beside it")
    return Sides(open_inputs(versions[sorted(versions)[-2]], "whole"), two)


class Written(NamedTuple):
    """A changelog that was held against the two versions."""

    path: str
    section: Section | None
    told: Told


def written(pair: Sides, change: Step, changelog: str | None) -> Written | None:
    """The changelog that is named, else the one beside the new version; None where there is none.

    Of a step over several versions, all their sections count, for what they leave out: what came and went between is
    in them and not in the step. A version without a number is told of by the newest section.
    """
    path = changelog or str(Path(pair.new.version.path).parent / CHANGELOG)
    itself = pair.old.version.path == pair.new.version.path  # no step, so no section tells of it
    if changelog is None and (itself or not Path(path).is_file()):
        return None
    found = sections(read_text(path))
    old, new = pair.old.version.number, pair.new.version.number
    if new is None:
        mine = [max(found, key=lambda section: section.number)] if found else []
    else:
        low = new - 1 if old is None or old >= new else old
        mine = [section for section in found if low < section.number <= new]
    told = hold(mine, change)
    if len(mine) > 1:
        told = told._replace(unknown=(), wrong=(), miscounted=())
    return Written(path, mine[0] if mine else None, told)


def step_between(pair: Sides) -> Step:
    """What changed from the one to the other."""
    return step(pair.old.version, pair.new.version)
