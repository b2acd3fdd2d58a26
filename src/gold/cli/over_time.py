"""A set's folder into its versions, oldest first, and what the run in use fails of each."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from gold.cli.inputs import Inputs
from gold.compare.composition import Failing, failing
from gold.errors import NothingToScore
from gold.measure.diagnosis import failed
from gold.measure.score import RunScore, score_run
from gold.model.version import Version

MOST_RESCORED = 24
"""Runs that are scored on an old version too, each at the cost of a score."""


def versions_of(inputs: Inputs) -> tuple[Version, ...]:
    """Every version of the set up to the one that was read, oldest first."""
    number = inputs.version.number
    if inputs.testset is None or number is None:
        return (inputs.version,)
    earlier = [inputs.versions.numbered(other) for other in sorted(inputs.testset.versions) if other < number]
    return (*earlier, inputs.version)


def failing_over(
    inputs: Inputs, versions: Sequence[Version], scores: Sequence[RunScore], preferred: Sequence[str | None]
) -> Failing | None:
    """What one run fails of every version. None with one version, or without a run.

    It is the first preferred one, if it was asked all of the newest version; else the newest of its system that was,
    or another preferred one that was.
    """
    if len(versions) < 2 or not scores:
        return None
    score = _in_use(scores, preferred)
    outcomes = []
    for version in versions:
        then = score if version is inputs.version else _on(inputs, version, score)
        if then is not None:
            outcomes.append((version.shown, _outcomes(then)))
    return failing(score.run.name, outcomes)


def _in_use(scores: Sequence[RunScore], preferred: Sequence[str | None]) -> RunScore:
    by_name = {score.run.name: score for score in scores}
    chosen = [by_name[name] for name in preferred if name in by_name] or [scores[-1]]
    system = chosen[0].run.sidecar.system
    akin = [score for score in reversed(scores) if system is not None and score.run.sidecar.system == system]
    return next((score for score in (chosen[0], *akin, *chosen) if not score.named.not_asked), chosen[0])


def _on(inputs: Inputs, version: Version, score: RunScore) -> RunScore | None:
    laid_out = inputs.placing.scored_then(version, score.scored.resolution.corpus)
    try:
        return score_run(laid_out, score.run, score.measures, declared=score.declared or inputs.version)
    except NothingToScore:
        return None


def as_asked(inputs: Inputs, scores: Sequence[RunScore]) -> dict[str, RunScore]:
    """By run: its score on the version that it was asked, where that is another than the newest; of dated runs alone.

    Of the late ones only, so that a site is built in the time of its set and not in that of its history.
    """
    dated = [score for score in scores if score.run.sidecar.date][-MOST_RESCORED:]
    found = {}
    for score in dated:
        then = None if score.declared is None else _on(inputs, score.declared, score)
        if then is not None:
            found[score.run.name] = then
    return found


def _outcomes(score: RunScore) -> dict[str, bool]:
    fails = failed(score)
    ids = score.scored.judged.query_ids
    return {ids[at]: bool(fails[at]) for at in np.flatnonzero(score.counted).tolist()}
