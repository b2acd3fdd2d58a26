"""The runs on one build into what each alone finds, and what all of them find together."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from gold.measure.pool import Pooled
from gold.measure.score import RunScore
from gold.model.ids import Bools
from gold.pages.material import Material
from gold.pages.numbers import DASH, share

MOST_NAMED = 6


@dataclass(frozen=True, slots=True)
class FoundRow:
    """One run: how many cases it answers, which it alone answers, and the labels that it alone shows."""

    run: str
    answers: int
    alone: int
    named: tuple[tuple[str, str | None], ...]
    more: int
    without: str
    labels: int
    only: str


def found_rows(
    material: Material, scores: Sequence[RunScore], pool: Sequence[Pooled], answers: Bools, cases: int
) -> tuple[FoundRow, ...]:
    """`answers[r, i]`: run r answers case i, of so many cases that all were asked."""
    ids = scores[0].scored.judged.query_ids
    of_one, whole = answers.sum(axis=0) == 1, int(answers.any(axis=0).sum())
    rows = []
    for score, mine, answered in zip(scores, pool, answers, strict=True):
        alone = [ids[i] for i in np.flatnonzero(answered & of_one).tolist()]
        rows.append(
            FoundRow(
                run=score.run.name,
                answers=int(answered.sum()),
                alone=len(alone),
                named=tuple((name, material.href(name)) for name in alone[:MOST_NAMED]),
                more=max(len(alone) - MOST_NAMED, 0),
                without=share(whole - len(alone), cases),
                labels=mine.found,
                only=str(mine.alone) if len(scores) > 1 else DASH,
            )
        )
    return tuple(rows)
