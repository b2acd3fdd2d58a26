"""How small a change a set can show: by the spread that its runs have, beside what holds in general."""

from __future__ import annotations

import math

import msgspec

from gold.compare.power import detectable
from gold.pages.material import Material
from gold.pages.numbers import figure, grouped

SIZES = (30, 100, 250, 1000)
GENERAL = math.sqrt(0.2)
"""The spread of a share where one case in five differs, as many won as lost."""


class DetectRow(msgspec.Struct, frozen=True):
    """So many cases, and the least change that they show four times in five."""

    cases: str
    seen: str
    general: str
    here: bool


def detects(material: Material) -> tuple[DetectRow, ...]:
    """By the headline, over all cases compared; nothing where no case differs."""
    comparison = material.comparison
    judged = None if comparison is None else comparison.overall.verdicts[material.headline]
    if judged is None or not judged.spread:
        return ()
    spread = judged.spread
    return tuple(
        DetectRow(grouped(n), _shown(spread, n), _shown(GENERAL, n), n == judged.n) for n in sorted({*SIZES, judged.n})
    )


def _shown(spread: float, n: int) -> str:
    least = detectable(spread, n)
    return "none" if least > 1 else figure(least)
