"""How large a set is into what it can tell, and what labelling it costs."""

from __future__ import annotations

import msgspec
import numpy as np

from gold.compare.shares import Share, wilson_at
from gold.pages.detects import SIZES
from gold.pages.material import Material
from gold.pages.numbers import counted, grouped

SECONDS_A_CASE = 90
POINT = 100


class SizeRow(msgspec.Struct, frozen=True):
    """A size: half of the interval that it leaves, what one question weighs, and what labelling costs."""

    size: str
    this: bool
    half: str
    point: str
    cost: str


def observed(material: Material) -> Share:
    """What the newest run answers of the cases it was asked; a half without a run, where intervals are widest."""
    score = material.candidate
    if score is None or not score.counted.any():
        return Share(1, 2)
    column = score.column(material.bar.measure) if material.bar.measure in score.measures else score.values[:, 0]
    values = column[score.counted & ~np.isnan(column)]
    return Share(round(float(values.sum())), len(values)) if len(values) else Share(1, 2)


def size_rows(cases: int, answered: Share) -> tuple[SizeRow, ...]:
    """The usual sizes and that of this set, the smallest first."""
    value = answered.value or 0.0
    rows = []
    for size in sorted({*SIZES, *((cases,) if cases else ())}):
        between = wilson_at(value, size)
        rows.append(
            SizeRow(
                size=grouped(size),
                this=size == cases,
                half=f"±{POINT * (between.high - between.low) / 2:.0f} points",
                point=f"{POINT / size:.1f} points",
                cost=_time(size * SECONDS_A_CASE),
            )
        )
    return tuple(rows)


def _time(seconds: int) -> str:
    minutes = round(seconds / 60)
    return counted(minutes, "minute") if minutes < 90 else f"{minutes / 60:.1f} hours"
