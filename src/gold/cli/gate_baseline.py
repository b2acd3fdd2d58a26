"""What `gold gate` holds the candidate against: the site's baseline, a run that is named, or a commit's candidate."""

from __future__ import annotations

import io
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stderr
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

import click
import msgspec
from msgspec.structs import replace

from gold.check.privacy import masked_diff, masked_run
from gold.cli.diff_guard import newest_first
from gold.cli.inputs import Inputs, open_inputs
from gold.cli.pair import compared
from gold.compare.unlike import unlike_measures, unlike_scales, unlike_version, without_bridge
from gold.compare.versions.change import Diff
from gold.compare.versions.diff import diff
from gold.errors import GoldError, Where
from gold.measure.score import RunScore
from gold.model.run import Run
from gold.model.version import Version
from gold.pages.material import Material
from gold.read.commit import NotInCommit, files_at
from gold.read.file import read_bytes, within
from gold.write.checkout import put_folder

GIT = "git:"


class Since(NamedTuple):
    """The commit that the candidate is held against, its version and ours, and what changed that may be shown."""

    ref: str
    old: str
    new: str
    change: Diff


class Against(NamedTuple):
    """The material with the baseline that was asked for; `since` where that is a commit's.

    `is_new`: the commit has no such set, which is held against its own baseline.
    """

    material: Material
    since: Since | None
    is_new: bool = False


def held_against(ctx: click.Context, inputs: Inputs, material: Material, wanted: str | None) -> Against:
    """The candidate against what is asked for; None: what the site compares it with."""
    if wanted is None:
        scores = [score for score in (material.baseline, material.candidate) if score is not None]
        return Against(replace(material, unlike=tuple(_unbridged(inputs, scores))), None)
    if wanted.startswith(GIT):
        folder = ctx.with_resource(TemporaryDirectory(prefix="gold-"))
        try:
            return _against_commit(inputs, material, wanted.removeprefix(GIT), folder)
        except NotInCommit:
            return _new_since(inputs, material, wanted.removeprefix(GIT))
    scored = {score.run.name: score for score in material.scores}
    score = scored.get(wanted) or _scored(inputs, material, inputs.run(wanted), None)
    return Against(_with(inputs, material, score, []), None)


def _new_since(inputs: Inputs, material: Material, ref: str) -> Against:
    """A set that the commit lacks, as without a commit; what is said of its runs tells so."""
    word = f"the set is new since {ref}"
    if material.baseline is None or material.comparison is None:
        why = word if material.why_not is None else f"{material.why_not}; {word}"
        return Against(replace(material, why_not=why), None, is_new=True)
    run = msgspec.structs.replace(material.baseline.run, name=f"{material.baseline.run.name} ({word})")
    score = msgspec.structs.replace(material.baseline, run=run)
    return Against(_with(inputs, material, score, []), None, is_new=True)


def refuse_unlike(material: Material, *, asked: bool) -> None:
    """Stop where the two runs cannot be compared and somebody wants it."""
    if material.unlike and (asked or material.testset.settings.gates.worst_class is not None):
        raise GoldError(f"{material.testset.folder}: these cannot be compared: {'; '.join(material.unlike)}")


def _against_commit(inputs: Inputs, material: Material, ref: str, folder: str) -> Against:
    testset = material.testset
    home = str(Path(folder, Path(testset.folder).resolve().name))
    put_folder(Path(home), files_at(testset.folder, ref))
    with _told_of(home, f"{GIT}{ref}"):
        old = open_inputs(home)
        run = _candidate(old)
        since = Since(ref, *_labels(old, inputs), masked_diff(_change(old, inputs), inputs.settings))
        asked = inputs.settings.gates.worst_class
        unlike = [*unlike_measures(old.settings, inputs.settings, None if asked is None else asked.measure)]
        unlike += [*unlike_scales(old.settings, inputs.settings), *_unlike_versions(old, inputs, run)]
        if run is None:
            missing = f"{GIT}{ref} has no run to compare with"
            return Against(replace(material, baseline=None, comparison=None, why_not=missing, unlike=(*unlike,)), since)
        build, changed = _build(old, inputs, run)
        if unlike or changed:
            return Against(replace(material, unlike=(*unlike, *changed)), since)
        score = _scored(inputs, material, msgspec.structs.replace(run, name=f"{run.name} at {ref}"), build)
        return Against(_with(inputs, material, score, unlike), since)


def _candidate(old: Inputs) -> Run | None:
    """The run that the commit's settings name, else its newest."""
    name = old.settings.candidate
    return old.run(name) if name is not None else next(newest_first(old), None)


def _labels(old: Inputs, new: Inputs) -> tuple[str, str]:
    one, two = old.version, new.version
    return one.shown, two.shown


def _change(old: Inputs, new: Inputs) -> Diff:
    return diff(old.version, new.version).without(old.versions.hidden | new.versions.hidden)


def _unlike_versions(old: Inputs, new: Inputs, run: Run | None) -> Iterator[str]:
    """Versions that changed without a number, or that no bridge leads from."""
    known = {} if new.testset is None else new.testset.versions
    declared = None if run is None else run.sidecar.version_number
    then, now = old.version.number, new.version.number
    if run is not None and declared is None and then != now:
        words = f"the version was v{then} and is v{now} now, and {run.name} does not say which it was asked"
        yield f"{words}: write `version: v{then}` into its sidecar"
    there = {} if old.testset is None else old.testset.versions
    for number in sorted({then, declared} - {None}, key=lambda number: number or 0):
        if number in there and number not in known:
            yield f"v{number} is gone from the set: no bridge leads from it"
        elif number is not None and number in there:
            change = diff(old.versions.numbered(number) if number != then else old.version, _ours(new, number))
            yield from unlike_version(f"v{number}", change.without(old.versions.hidden | new.versions.hidden))


def _ours(new: Inputs, number: int) -> Version:
    return new.version if number == new.version.number else new.versions.numbered(number)


def _build(old: Inputs, new: Inputs, run: Run) -> tuple[str | None, list[str]]:
    """The build to score an old run on, by its id or, where the set has it no more, by its path then."""
    then = old.corpus(None, run)
    if then is None:
        return None, []
    path = {} if new.testset is None else new.testset.corpora
    if then.id not in path:
        return then.path, []
    with within(new.settings.limits):
        same = read_bytes(then.path) == read_bytes(path[then.id])
    return then.id, [] if same else [f"the build {then.id} was changed and kept its name: give the new one another"]


def _scored(inputs: Inputs, material: Material, run: Run, build: str | None) -> RunScore:
    shown = masked_run(inputs.opened(run), inputs.settings)
    return inputs.placing.score(shown, list(material.measures), list(material.facets), build)


def _with(inputs: Inputs, material: Material, score: RunScore, unlike: list[str]) -> Material:
    """The material with another baseline, and nothing that belongs to the old one."""
    candidate = material.candidate
    comparison, why = compared(inputs, score, candidate, list(material.facets), material.why_not)
    scores = [score] if candidate is None else [score, candidate]
    found = (*unlike, *_unbridged(inputs, scores))
    return replace(
        material, baseline=score, comparison=comparison, why_not=why, bridges=None, no_bridge=None, unlike=found
    )


def _unbridged(inputs: Inputs, scores: list[RunScore]) -> Iterator[str]:
    known = () if inputs.testset is None else tuple(inputs.testset.versions)
    for score in scores:
        yield from without_bridge(score, known)


@contextmanager
def _told_of(home: str, name: str) -> Iterator[None]:
    """Errors name the commit, not the folder that it was written into; its warnings were said when it was made."""
    try:
        with redirect_stderr(io.StringIO()):
            yield
    except GoldError as error:
        error.message = error.message.replace(home, name)
        if error.where is not None:
            error.where = Where(error.where.path.replace(home, name), error.where.line, error.where.field)
        raise
