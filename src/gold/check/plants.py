"""For each rule at least one defect that it must find."""

from __future__ import annotations

from gold.check.plant import Plant
from gold.check.plants_around import AROUND, OVER_TIME
from gold.check.plants_in_cases import LABELS, QUERIES, READING

PLANTS: tuple[Plant, ...] = (*READING, *QUERIES, *LABELS, *AROUND, *OVER_TIME)
