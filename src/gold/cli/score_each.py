"""Runs of a set into their scores, oldest first, and those that no number can be given for."""

from __future__ import annotations

from collections.abc import Sequence

from gold.cli.inputs import Inputs
from gold.errors import BadRecord, GoldError, NothingToScore
from gold.measure.measure import Measure
from gold.measure.score import RunScore
from gold.model.run import Run
from gold.pages.choice import choose
from gold.pages.material import Unscored


def score_each(
    inputs: Inputs, runs: Sequence[Run], measures: list[Measure], facets: list[str]
) -> tuple[list[RunScore], list[Unscored]]:
    """Score each run on the build that it searched; what stops one run stops no other, but for a bad record."""
    scores: list[RunScore] = []
    unscored: list[Unscored] = []
    home = "" if inputs.testset is None else f"{inputs.testset.folder}/"
    for run in sorted(runs, key=lambda run: run.age):
        try:
            scores.append(inputs.score(run, measures, facets))
        except BadRecord:
            raise
        except GoldError as error:
            unscored.append(Unscored(run, str(error).replace(home, "") if home else str(error)))
    return scores, unscored


def chosen_pair(inputs: Inputs, measures: list[Measure], facets: list[str]) -> tuple[RunScore, RunScore]:
    """The baseline and the candidate that the site compares; NothingToScore where it compares nothing."""
    names = () if inputs.testset is None else tuple(inputs.testset.runs)
    scores, unscored = score_each(inputs, [inputs.run(name) for name in names], measures, facets)
    baseline, candidate, why = choose(inputs.settings, scores, unscored)
    if baseline is None or candidate is None:
        raise NothingToScore(f"nothing to compare: {why}. Name a baseline and a candidate.")
    return baseline, candidate
