"""Two scored runs into the corners of a bridge: both on the old version of the set too."""

from __future__ import annotations

import re

from gold.cli.inputs import Inputs
from gold.compare.corners import Corners
from gold.errors import GoldError, NothingToScore
from gold.measure.laid_out import Scored
from gold.measure.score import RunScore, score_run
from gold.model.version import Version

SPELLED = re.compile(r"v?(\d{1,9})")


def corners_of(inputs: Inputs, baseline: RunScore, candidate: RunScore, old: int | None = None) -> Corners:
    """Score both runs on the old version, each on its own build.

    `old` is its number; without one it is the version that the baseline declares, else the newest. A candidate
    that declares none was asked the newest. Raises NothingToScore where the baseline has no score there.
    """
    version = _old(inputs, baseline, old)
    if version is inputs.version:
        return Corners(baseline, baseline, candidate, candidate)
    laid_out = _laid_out(inputs, version, baseline, candidate)
    then = baseline.declared
    if then is None and baseline.run.sidecar.version_number == inputs.version.number:
        then = inputs.version
    before = score_run(laid_out[baseline.build], baseline.run, baseline.measures, declared=then)
    try:
        now = candidate.declared or inputs.version
        after = score_run(laid_out[candidate.build], candidate.run, candidate.measures, declared=now)
    except NothingToScore:
        after = None
    return Corners(before, baseline, candidate, after)


def version_number(text: str) -> int:
    """The number of a version, written `3` or `v3`."""
    match = SPELLED.fullmatch(text)
    if match is None:
        raise GoldError(f"no version {text!r}: write its number, such as v1")
    return int(match[1])


def _old(inputs: Inputs, baseline: RunScore, number: int | None) -> Version:
    if number is None:
        return baseline.declared or inputs.version
    return inputs.version if number == inputs.version.number else inputs.versions.numbered(number)


def _laid_out(inputs: Inputs, version: Version, *scores: RunScore) -> dict[str | None, Scored]:
    """The version laid out on each build that the runs searched."""
    corpora = {score.build: score.scored.resolution.corpus for score in scores}
    return {build: inputs.placing.scored_then(version, corpus) for build, corpus in corpora.items()}
