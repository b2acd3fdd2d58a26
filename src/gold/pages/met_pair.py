"""The compared runs into what users meet of both, and the change, judged as the house judges changes."""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

import numpy as np

from gold.compare.alike import alike
from gold.compare.interval import FEWEST_CASES, FEWEST_MOVED, verdict
from gold.compare.runs import drawn_together
from gold.compare.traffic import met
from gold.measure.measure import Measure
from gold.model.ids import Floats, Ints
from gold.pages.material import Material
from gold.pages.met import MetPart, Weighed, part_of, rows_of, ways_of
from gold.pages.numbers import DASH, interval, signed
from gold.pages.verdicts import in_words


def met_part(material: Material) -> MetPart | None:
    """By the headline, over the cases compared; None where the set says nothing of its traffic."""
    candidate, measure = material.candidate, material.headline
    if candidate is None or measure.asks_refusal or not measure.is_quality:
        return None
    pair = [candidate] if material.comparison is None else [material.comparison.baseline, candidate]
    columns = [score.column(measure) for score in pair]
    known = np.logical_and.reduce([~np.isnan(column) for column in columns])
    if material.comparison is not None:
        ids = frozenset(change.query_id for change in material.comparison.changes[measure])
        known &= np.array([name in ids for name in candidate.scored.judged.query_ids], dtype=np.bool_)
    part = part_of(pair, measure, known, material.testset.settings.traffic)
    if part is None or len(pair) == 1:
        return part
    ways = ways_of(candidate, known, material.testset.settings.traffic)
    assert ways is not None  # or there were no part
    apart = Apart(columns[1] - columns[0], alike(candidate.scored), measure, material.testset.settings.margin)
    rows = zip(part.rows, rows_of(ways), strict=True)
    return replace(part, rows=tuple(row._replace(change=apart.by(weighed)) for row, weighed in rows))


class Apart(NamedTuple):
    """The difference of two runs a case, and how the house judges it: an interval that is drawn, or none."""

    differences: Floats
    groups: Ints | None
    measure: Measure
    margin: float

    def by(self, way: Weighed) -> tuple[str, str]:
        """The change by one way to average, with its interval where the cases that count and differ are not too few."""
        inside = way.weights > 0
        differences = self.differences[inside]
        if way.even:
            together = None if self.groups is None else drawn_together(self.groups[inside])
            share = self.measure.is_share
            said = in_words(verdict(differences, self.margin, 1, share=share, groups=together), self.measure)
            return said.change, said.interval
        found = met(self.differences, way.weights, way.strata, share=False, least=-1.0)
        few = len(differences) < FEWEST_CASES or np.count_nonzero(differences) < FEWEST_MOVED
        return signed(found.value), DASH if few else interval(found.low, found.high)
