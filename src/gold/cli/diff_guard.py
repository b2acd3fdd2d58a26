"""The newest run that answers, scored by two versions of the cases that were edited between them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from gold.cli.diff_sides import Sides
from gold.cli.inputs import Inputs
from gold.compare.versions.change import Diff
from gold.compare.versions.guard import Guard, edited, made_to_pass
from gold.errors import BadRecord, GoldError
from gold.measure.laid_out import lay_out
from gold.measure.measure import Measure
from gold.measure.score import RunScore, score_run
from gold.measure.ways import bar_of
from gold.model.run import Run
from gold.model.version import Version


def guard(pair: Sides, diff: Diff) -> Guard | None:
    """Which edits make a failing case pass; None where no set with runs is around the new version."""
    inputs = pair.new
    if inputs.testset is None or not inputs.testset.runs:
        return None
    return guard_of(inputs, pair.old.version, pair.new.version, diff, newest_first(inputs))


def guard_of(inputs: Inputs, old: Version, new: Version, diff: Diff, runs: Iterable[Run]) -> Guard:
    """The same for any two versions of a set, by the first of the runs that can be scored on what was edited."""
    ids = edited(diff)
    if not ids:
        return Guard(0)
    measure = bar_of(inputs.measures(), inputs.answer_grade).measure
    why = None
    for run in runs:
        try:
            before, after = (_score(inputs, version.only(frozenset(ids)), run, measure) for version in (old, new))
        except BadRecord:
            raise
        except GoldError as error:
            why = why or f"{run.name}: {error}"
            continue
        return Guard(len(ids), run.name, str(measure), made_to_pass(before, after, measure))
    return Guard(len(ids), why_not=why)


def newest_first(inputs: Inputs) -> Iterator[Run]:
    """The set's runs, each read only when it is wanted: their sidecars tell which is the newest."""
    from gold.read.mapping import read_sidecar
    from gold.read.run import sidecar_path

    paths = {} if inputs.testset is None else inputs.testset.runs
    beside = {name: sidecar_path(path) for name, path in paths.items()}
    ages = {name: ("" if path is None else read_sidecar(path).date or "", name) for name, path in beside.items()}
    return map(inputs.run, sorted(paths, key=ages.__getitem__, reverse=True))


def _score(inputs: Inputs, version: Version, run: Run, measure: Measure) -> RunScore:
    from gold.resolve.resolve import resolve

    resolution = resolve(version.cases, inputs.corpus(None, run))
    return score_run(lay_out(version, resolution, inputs.settings.answer_grade_of(version)), run, [measure])
