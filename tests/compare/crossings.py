"""Turns two versions, two builds and two runs into the corners that a bridge stands on."""

from __future__ import annotations

from collections.abc import Sequence

from gold.compare.corners import Corners
from gold.errors import NothingToScore
from gold.measure.laid_out import lay_out
from gold.measure.score import RunScore
from gold.model.corpus import Corpus
from gold.model.run import Run
from gold.model.version import Version
from gold.resolve.resolve import resolve
from tests.builders import score


def scored_on(version: Version, build: Corpus | None, run: Run, declared: Version | None, *names: str) -> RunScore:
    """One run on one version and build, with classes."""
    laid_out = lay_out(version, resolve(version.cases, build), 2)
    return score(laid_out, run, *names, facets=["class"], declared=declared)


def corners_of(
    versions: Sequence[Version],
    builds: Sequence[Corpus | None],
    runs: Sequence[Run],
    *names: str,
    declared: Sequence[Version | None] | None = None,
) -> Corners:
    """Two of each, the old one first; the runs declare the versions, each its own, unless it is said otherwise."""
    old, new = versions
    then, now = declared or versions
    one_version = old is new
    baseline = scored_on(new, builds[0], runs[0], then, *names)
    baseline_old = baseline if one_version else scored_on(old, builds[0], runs[0], then, *names)
    candidate = scored_on(new, builds[1], runs[1], now, *names)
    try:
        candidate_old = candidate if one_version else scored_on(old, builds[1], runs[1], now, *names)
    except NothingToScore:
        candidate_old = None
    return Corners(baseline_old, baseline, candidate, candidate_old)
