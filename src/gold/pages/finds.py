"""The runs on one build into what each alone finds, and what all of them find together."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
import numpy as np

from gold.measure.pool import Pooled, Union
from gold.measure.score import RunScore
from gold.pages.material import Material
from gold.pages.numbers import DASH, share

MOST_NAMED = 6


class FoundRow(msgspec.Struct, frozen=True):
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
    material: Material, scores: Sequence[RunScore], pool: Sequence[Pooled], union: Union
) -> tuple[FoundRow, ...]:
    """A row for each run."""
    ids = scores[0].scored.judged.query_ids
    of_one = union.answers.sum(axis=0) == 1
    rows = []
    for score, mine, answered in zip(scores, pool, union.answers, strict=True):
        alone = [ids[i] for i in np.flatnonzero(answered & of_one).tolist()]
        rows.append(
            FoundRow(
                run=score.run.name,
                answers=int(answered.sum()),
                alone=len(alone),
                named=tuple((name, material.href(name)) for name in alone[:MOST_NAMED]),
                more=max(len(alone) - MOST_NAMED, 0),
                without=share(union.size - len(alone), union.cases),
                labels=mine.found,
                only=str(mine.alone) if len(scores) > 1 else DASH,
            )
        )
    return tuple(rows)
