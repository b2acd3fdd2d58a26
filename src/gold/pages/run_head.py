"""A run into the line that names it wherever its results stand."""

from __future__ import annotations

import msgspec

from gold.measure.score import RunScore
from gold.pages.material import Material


class RunHead(msgspec.Struct, frozen=True):
    """`role` is baseline, candidate, production or empty; `build` is None where no corpus is known."""

    name: str
    role: str
    build: str | None
    system: str | None
    date: str | None


def run_head(material: Material, score: RunScore) -> RunHead:
    """The head of one scored run."""
    sidecar = score.run.sidecar
    return RunHead(score.run.name, role(material, score), score.build, sidecar.system, sidecar.date)


def role(material: Material, score: RunScore) -> str:
    """What the run is to this set."""
    if score is material.candidate:
        return "candidate"
    if score is material.baseline:
        return "baseline"
    return "production" if score.run.name == material.testset.settings.production else ""


def pair_first(material: Material) -> tuple[RunScore, ...]:
    """All scored runs: the candidate, the baseline, then the others by the headline measure, the best first."""
    pair = [score for score in (material.candidate, material.baseline) if score is not None]
    by = material.headline
    turn = 1 if by.less_is_better else -1

    def place(score: RunScore) -> tuple[bool, float]:
        value = score.overall.means[by].value
        return (value is None, turn * (value or 0.0))

    return (*pair, *sorted((score for score in reversed(material.scores) if score not in pair), key=place))
