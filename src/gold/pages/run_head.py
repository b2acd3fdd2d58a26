"""A run into the line that names it wherever its results stand."""

from __future__ import annotations

from dataclasses import dataclass

from gold.measure.score import RunScore
from gold.pages.material import Material


@dataclass(frozen=True, slots=True)
class RunHead:
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


def newest_first(material: Material) -> tuple[RunScore, ...]:
    """All scored runs: the candidate, the baseline, then the others from the newest on."""
    pair = [score for score in (material.candidate, material.baseline) if score is not None]
    return (*pair, *(score for score in reversed(material.scores) if score not in pair))
