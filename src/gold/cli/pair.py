"""The runs of a set into scores, and into the pair that is compared, with what moved the score between its two."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from gold.check.settings import gate_faults
from gold.cli.corners import corners_of
from gold.cli.inputs import Inputs
from gold.cli.score_each import score_each
from gold.compare.bridge import Bridges, bridge_runs
from gold.compare.runs import Comparison, compare_runs
from gold.errors import GoldError, NothingToScore, Where
from gold.measure.measure import Measure, parse_measure
from gold.measure.score import RunScore
from gold.model.case import Case
from gold.model.run import Run
from gold.model.testset import SETTINGS
from gold.pages.choice import choose
from gold.pages.ingredients import Unscored
from gold.read.mapping import field_lines


class Pair(NamedTuple):
    """Every run that has a score, those that have none, and the two that are compared; else `why_not`.

    `bridges` lead from the baseline to the candidate; without them `no_bridge` says why.
    """

    scores: tuple[RunScore, ...]
    unscored: tuple[Unscored, ...]
    baseline: RunScore | None
    candidate: RunScore | None
    comparison: Comparison | None
    why_not: str | None
    bridges: Bridges | None
    no_bridge: str | None

    @property
    def both(self) -> tuple[RunScore, ...]:
        """The baseline and the candidate, as far as there are any."""
        return tuple(score for score in (self.baseline, self.candidate) if score is not None)


def pair_of(inputs: Inputs, runs: Sequence[Run], measures: list[Measure], facets: list[str]) -> Pair:
    """Score the runs, choose two, and compare them."""
    scores, unscored = score_each(inputs, runs, measures, facets)
    baseline, candidate, why = choose(inputs.settings, scores, unscored)
    comparison, why = compared(inputs, baseline, candidate, facets, why)
    bridges, no_bridge = _bridges(inputs, comparison, facets)
    return Pair(tuple(scores), tuple(unscored), baseline, candidate, comparison, why, bridges, no_bridge)


def compared(
    inputs: Inputs, baseline: RunScore | None, candidate: RunScore | None, facets: list[str], why: str | None
) -> tuple[Comparison | None, str | None]:
    """The two runs compared; else why they are not."""
    if baseline is None or candidate is None:
        return None, why
    settings = inputs.settings
    try:
        found = compare_runs(baseline, candidate, facets, margin=settings.margin, least=settings.min_class_size)
    except NothingToScore as error:
        return None, str(error)
    return found, None


def _bridges(inputs: Inputs, comparison: Comparison | None, facets: list[str]) -> tuple[Bridges | None, str | None]:
    if comparison is None:
        return None, None
    try:
        return bridge_runs(corners_of(inputs, comparison.baseline, comparison.candidate), facets), None
    except NothingToScore as error:
        return None, str(error).replace(f"{inputs.version.path.rpartition('/')[0]}/", "")


def site_measures(inputs: Inputs) -> list[Measure]:
    """The set's measures and its gates', and those that the pages need: an nDCG, judged@10, what its cases call for.

    Errors: a gate's measure that is none, or that has two floors.
    """
    measures = inputs.measures()
    _refuse_gates(inputs)
    gated = (parse_measure(name) for name in inputs.settings.gates.measures)
    measures += [measure for measure in dict.fromkeys(gated) if measure not in measures]
    kinds = {measure.kind for measure in measures}
    cases = [case for case in inputs.version.cases if case.is_shown]
    wanted = [("nDCG", "nDCG(dcg='exp-log2')@10", True), ("Judged", "Judged@10", True)]
    wanted += [("Distractor", "Distractor@10", any(map(_distracts, cases)))]
    refusals = any(case.is_unanswerable for case in cases)
    wanted += [("Refusal", "Refusal", refusals), ("FalseRefusal", "FalseRefusal", refusals)]
    return measures + [parse_measure(name) for kind, name, needed in wanted if needed and kind not in kinds]


def _refuse_gates(inputs: Inputs) -> None:
    for field, message in gate_faults(inputs.settings):
        path = SETTINGS if inputs.testset is None else f"{inputs.testset.folder}/{SETTINGS}"
        raise GoldError(message, Where(path, field_lines(path).get("gates"), field))


def _distracts(case: Case) -> bool:
    return any(label.distractor for label in case.labels)
