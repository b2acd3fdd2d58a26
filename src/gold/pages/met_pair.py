"""The compared runs into what users meet of both, and the change, judged as the house judges changes."""

from __future__ import annotations

import numpy as np
from msgspec.structs import replace

from gold.compare.alike import alike
from gold.compare.met_apart import by_weight, evenly
from gold.pages.material import Material
from gold.pages.met import MetPart, part_of, rows_of, ways_of
from gold.pages.numbers import interval, signed


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
    differences, groups, margin = columns[1] - columns[0], alike(candidate.scored), material.testset.settings.margin
    rows = []
    for row, way in zip(part.rows, rows_of(ways), strict=True):
        if way.even:
            found = evenly(differences, way.weights, groups, margin, share=measure.is_share)
        else:
            found = by_weight(differences, way.weights, way.strata)
        rows.append(row._replace(change=(signed(found.value), interval(found.low, found.high))))
    return replace(part, rows=tuple(rows))
