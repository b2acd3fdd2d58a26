"""A set's list of stable cases into a version of its own, and the runs that were asked them into scores on it."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from gold.cli.inputs import Inputs
from gold.cli.versions import read_version
from gold.curate.retire import FIRST
from gold.errors import NothingToScore
from gold.measure.laid_out import Scored, lay_out
from gold.measure.score import RunScore, score_run
from gold.measure.ways import bar_of
from gold.model.version import Version
from gold.pages.ingredients import Stable
from gold.resolve.resolve import resolve


def stable_version(inputs: Inputs) -> Version | None:
    """The retired cases, confirmed again so that they score; none that any version holds back. None without a list."""
    path = None if inputs.testset is None else inputs.testset.stable
    if path is None:
        return None
    read = read_version(path, inputs.settings)
    kept = [
        (msgspec.structs.replace(case, status="confirmed"), line)
        for case, line in zip(read.cases, read.lines, strict=True)
        if case.status != "proposed" and not case.is_held_back and case.query_id not in inputs.versions.hidden
    ]
    cases, lines = (tuple(part) for part in zip(*kept, strict=True)) if kept else ((), ())
    return msgspec.structs.replace(read, cases=cases, lines=lines)


def score_stable(inputs: Inputs, version: Version, scores: Sequence[RunScore]) -> Stable:
    """The runs that were asked stable cases, scored on them alone, oldest first.

    A case that a run lacks was not asked, unless the version that the run declares has it.
    """
    measures = list(dict.fromkeys((bar_of(inputs.measures(), inputs.answer_grade).measure, FIRST)))
    laid_out: dict[str | None, Scored] = {}
    found = []
    for score in scores:
        if not any(case.query_id in score.run.position for case in version.cases):
            continue
        if score.build not in laid_out:
            corpus = score.scored.resolution.corpus
            places = resolve(version.cases, corpus)
            laid_out[score.build] = lay_out(version, places, inputs.answer_grade)
        try:
            now = score.declared or inputs.version
            found.append(score_run(laid_out[score.build], score.run, measures, declared=now))
        except NothingToScore:
            continue  # no label of the list lies in this build: the page says that the run has no score
    return Stable(version, tuple(found))
