"""The recorded runs, newest first, scored by two versions of the cases that were edited between them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice

from gold.cli.diff_sides import Sides
from gold.cli.inputs import Inputs
from gold.compare.versions.change import Diff
from gold.compare.versions.guard import Guard, Guarded, edited, made_to_pass
from gold.errors import BadRecord, GoldError
from gold.measure.laid_out import Scored, lay_out
from gold.measure.score import score_run
from gold.measure.ways import bar_of
from gold.model.run import Run
from gold.model.version import Version

MOST_RUNS = 20
"""The runs that are asked, newest first: each has to be read and scored twice."""


def guard(pair: Sides, diff: Diff) -> Guard | None:
    """Which edits make a failing case pass; None where no set with runs is around the new version."""
    inputs = pair.new
    if inputs.testset is None or not inputs.testset.runs:
        return None
    return guard_of(inputs, pair.old.version, pair.new.version, diff, newest_first(inputs))


def guard_of(inputs: Inputs, old: Version, new: Version, diff: Diff, runs: Iterable[Run]) -> Guard:
    """The same for any two versions of a set. A case is told once, by the newest run that an edit makes it pass in.

    Runs that cannot be scored on what was edited are passed over.
    """
    ids = edited(diff)
    if not ids:
        return Guard(0)
    measure = bar_of(inputs.measures(), inputs.answer_grade).measure
    pair = [version.only(frozenset(ids)) for version in (old, new)]
    laid: dict[str | None, list[Scored]] = {}
    passing: dict[str, Guarded] = {}
    asked, why = 0, None
    for run in islice(runs, MOST_RUNS):
        try:
            before, after = (score_run(one, run, [measure]) for one in _laid_out(inputs, pair, run, laid))
        except BadRecord:
            raise
        except GoldError as error:
            why = why or f"{run.name}: {error}"
            continue
        asked += 1
        passing = {one.query_id: one for one in made_to_pass(before, after, measure)} | passing
    if not asked:
        return Guard(len(ids), why_not=why)
    told = tuple(passing[name] for name in pair[1].query_ids if name in passing)
    return Guard(len(ids), asked, str(measure), told)


def newest_first(inputs: Inputs) -> Iterator[Run]:
    """The set's runs, each read only when it is wanted: their sidecars tell which is the newest."""
    from gold.read.mapping import read_sidecar
    from gold.read.run import sidecar_path

    paths = {} if inputs.testset is None else inputs.testset.runs
    beside = {name: sidecar_path(path) for name, path in paths.items()}
    ages = {name: ("" if path is None else read_sidecar(path).date or "", name) for name, path in beside.items()}
    return map(inputs.run, sorted(paths, key=ages.__getitem__, reverse=True))


def _laid_out(inputs: Inputs, pair: Sequence[Version], run: Run, laid: dict[str | None, list[Scored]]) -> list[Scored]:
    """Both versions in the build that the run searched; `laid` keeps those of the builds that were met."""
    from gold.resolve.resolve import resolve

    corpus = inputs.corpus(None, run)
    build = None if corpus is None else corpus.id
    if build not in laid:
        grade = inputs.settings.answer_grade_of
        laid[build] = [lay_out(one, resolve(one.cases, corpus), grade(one)) for one in pair]
    return laid[build]
