"""Two runs' differences into the change of what users meet, with the interval that may be drawn of it."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from gold.compare.interval import FEWEST_CASES, FEWEST_MOVED, verdict
from gold.compare.runs import drawn_together
from gold.compare.traffic import met
from gold.model.ids import Floats, Ints


class Apart(NamedTuple):
    """A mean difference; no ends where the cases that count, or those that differ, are too few."""

    value: float | None
    low: float | None = None
    high: float | None = None


def evenly(differences: Floats, inside: Floats, groups: Ints | None, margin: float, *, share: bool) -> Apart:
    """Of the cases with a weight in `inside`, all alike, as the house judges changes; `groups` are drawn together."""
    there = inside > 0
    together = None if groups is None else drawn_together(groups[there])
    found = verdict(differences[there], margin, 1, share=share, groups=together)
    return Apart(found.mean) if found.word == "counts only" else Apart(found.mean, found.low, found.high)


def by_weight(differences: Floats, weights: Floats, strata: Ints) -> Apart:
    """Each case by its weight, within its stratum."""
    found, counting = met(differences, weights, strata, share=False, least=-1.0), differences[weights > 0]
    few = len(counting) < FEWEST_CASES or np.count_nonzero(counting) < FEWEST_MOVED
    return Apart(found.value) if few else Apart(found.value, found.low, found.high)
