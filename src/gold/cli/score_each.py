"""Runs of a set into their scores, oldest first, and into the pair and the build taken where none is named."""

from __future__ import annotations

from collections.abc import Sequence

from gold.cli.inputs import Inputs
from gold.errors import BadRecord, GoldError, NothingToScore
from gold.measure.measure import Measure
from gold.measure.score import RunScore
from gold.model.run import Run
from gold.pages.choice import Chosen, choose
from gold.pages.ingredients import Unscored


def score_each(
    inputs: Inputs, runs: Sequence[Run], measures: list[Measure], facets: list[str]
) -> tuple[list[RunScore], list[Unscored]]:
    """Score each run on the build that it searched; what stops one run stops no other, but for a bad record."""
    scores: list[RunScore] = []
    unscored: list[Unscored] = []
    home = "" if inputs.testset is None else f"{inputs.testset.folder}/"
    for run in sorted(runs, key=lambda run: run.age):
        try:
            scores.append(inputs.placing.score(run, measures, facets))
        except BadRecord:
            raise
        except GoldError as error:
            unscored.append(Unscored(run, str(error).replace(home, "") if home else str(error)))
    return scores, unscored


def chosen_pair(inputs: Inputs, measures: list[Measure], facets: list[str]) -> tuple[RunScore, RunScore]:
    """The baseline and the candidate that the site compares; NothingToScore where it compares nothing."""
    baseline, candidate, why = _choice(inputs, measures, facets)
    if baseline is None or candidate is None:
        names = ", ".join(_names(inputs))
        has = f": the set has {names}" if names else ""
        raise NothingToScore(
            f"nothing to compare: {(why or '').removesuffix('.')}. Name a baseline and a candidate{has}."
        )
    return baseline, candidate


def candidates_build(inputs: Inputs) -> str:
    """The build that the candidate searched, else the set's only one. Error: there is neither."""
    builds = () if inputs.testset is None else tuple(inputs.testset.corpora)
    if len(builds) == 1:
        return builds[0]
    _, candidate, _ = _choice(inputs, inputs.measures(), [])
    build = None if candidate is None else candidate.build
    if build is None:
        has = f"the set has {', '.join(builds)}" if builds else "the set has none"
        raise GoldError(
            f"{inputs.version.path}: no build is named, and no candidate says which it searched: {has}; name one's file"
        )
    return build


def _choice(inputs: Inputs, measures: list[Measure], facets: list[str]) -> Chosen:
    scores, unscored = score_each(inputs, [inputs.run(name) for name in _names(inputs)], measures, facets)
    return choose(inputs.settings, scores, unscored)


def _names(inputs: Inputs) -> tuple[str, ...]:
    return () if inputs.testset is None else tuple(inputs.testset.runs)
