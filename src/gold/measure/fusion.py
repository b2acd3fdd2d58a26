"""A run that fuses others into which answers of its parts it keeps, and what it answers beyond them."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
import numpy as np

from gold.measure.measure import Measure
from gold.measure.pool import union_of
from gold.measure.score import RunScore
from gold.model.run import Run


class Fused(msgspec.Struct, frozen=True):
    """What a run makes of its parts, over the `cases` that it and all of these were asked.

    Any of the parts answers `answered` of them, and the run `kept` of these; it loses the cases `lost`, and answers
    those of `beyond`, which no part does. Both are in the version's order.
    """

    run: str
    parts: tuple[str, ...]
    cases: int
    answered: int
    kept: int
    lost: tuple[str, ...]
    beyond: tuple[str, ...]


class Unmatched(msgspec.Struct, frozen=True):
    """A run whose sidecar names parts that no run on its build is of."""

    run: str
    missing: tuple[str, ...]


def parts_named(run: Run) -> tuple[str, ...]:
    """The systems or runs that a run says it fuses, `settings: {parts: [bm25, lsa]}`; nothing is guessed from names."""
    parts = (run.sidecar.settings or {}).get("parts")
    if not isinstance(parts, list) or not all(isinstance(part, str) and part for part in parts):
        return ()
    return tuple(dict.fromkeys(parts))


def fusions(scores: Sequence[RunScore], measure: Measure) -> tuple[Fused | Unmatched, ...]:
    """Each of the runs on one build that names two parts or more, held against these."""
    named = [(score, names) for score in scores if len(names := parts_named(score.run)) > 1]
    return tuple(_held(score, names, scores, measure) for score, names in named)


def _held(score: RunScore, names: Sequence[str], scores: Sequence[RunScore], measure: Measure) -> Fused | Unmatched:
    found = {name: _part(name, score, scores) for name in names}
    missing = tuple(name for name, part in found.items() if part is None)
    if missing:
        return Unmatched(score.run.name, missing)
    parts = {part.run.name: part for part in found.values() if part is not None}
    return fused(score, list(parts.values()), measure)


def _part(name: str, whole: RunScore, scores: Sequence[RunScore]) -> RunScore | None:
    """The run of that name, else the newest of the system that is called so."""
    others = [score for score in scores if score is not whole]
    by_name = [score for score in others if score.run.name == name]
    by_system = [score for score in others if score.run.sidecar.system == name]
    return max(by_name or by_system, key=lambda score: score.run.age, default=None)


def fused(whole: RunScore, parts: Sequence[RunScore], measure: Measure) -> Fused:
    """A run against the union of its parts' answers: kept = |W ∩ ∪P|, lost = ∪P without W, beyond = W without ∪P."""
    union = union_of([whole, *parts], measure)
    mine, any_part = union.answers[0], union.answers[1:].any(axis=0)
    ids = whole.scored.judged.query_ids
    return Fused(
        run=whole.run.name,
        parts=tuple(part.run.name for part in parts),
        cases=union.cases,
        answered=int(any_part.sum()),
        kept=int((any_part & mine).sum()),
        lost=tuple(ids[i] for i in np.flatnonzero(any_part & ~mine).tolist()),
        beyond=tuple(ids[i] for i in np.flatnonzero(mine & ~any_part).tolist()),
    )
