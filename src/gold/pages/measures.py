"""A measure into the name that readers see and its full one."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from gold.measure.measure import Measure

SHOWN = {
    "AnswerRecall": "answer recall",
    "Success": "success",
    "R": "recall",
    "nDCG": "nDCG",
    "RR": "MRR",
    "P": "precision",
    "Judged": "judged",
    "Distractor": "distractor first",
    "Refusal": "refusal",
    "FalseRefusal": "false refusal",
}


class MeasureName(msgspec.Struct, frozen=True):
    """`shown` is short, `full` is exact, `anchor` is its entry in the guide."""

    shown: str
    full: str
    anchor: str


def judged_by(measures: Sequence[Measure]) -> Measure | None:
    """The first measure of how much of a list anyone has judged."""
    return next((measure for measure in measures if measure.kind == "Judged"), None)


def named(measure: Measure) -> MeasureName:
    """The names of one measure. Only one nDCG goes by the bare name: the one with exponential gain."""
    cut = "" if measure.k is None else f"@{measure.k}"
    gain = " (linear)" if measure.dcg == "log2" else ""
    return MeasureName(SHOWN[measure.kind] + cut + gain, str(measure), f"measure-{measure.kind.lower()}")
