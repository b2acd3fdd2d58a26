"""One run scored on a case before and after it was edited, into the edits that make a failing case pass."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from gold.compare.versions.change import Diff
from gold.measure.laid_out import Scored
from gold.measure.measure import Measure
from gold.measure.score import RunScore

EDITED = frozenset(("relabelled", "reworded"))


class Guarded(msgspec.Struct, frozen=True):
    """A case that the run failed as it was labelled and worded before, and passes as it is now."""

    query_id: str
    run: str
    old: float
    new: float


class Guard(msgspec.Struct, frozen=True):
    """How many cases were relabelled or reworded; which of these edits make a case pass, each by the newest such run.

    `runs` counts those that were asked; 0: no run tells, and why.
    """

    edits: int
    runs: int = 0
    measure: str | None = None
    passing: tuple[Guarded, ...] = ()
    why_not: str | None = None


def edited(diff: Diff) -> tuple[str, ...]:
    """The cases of which a label or a word changed."""
    return tuple(case.query_id for case in diff.changed if EDITED.intersection(case.kinds))


def made_to_pass(old: RunScore, new: RunScore, measure: Measure) -> tuple[Guarded, ...]:
    """The cases of both that are 0 by the old version and more by the new one, for the same run, in the new order."""
    before = dict(zip(_ids(old.scored), old.column(measure).tolist(), strict=True))
    return tuple(
        Guarded(query_id, new.run.name, before[query_id], value)
        for query_id, value in zip(_ids(new.scored), new.column(measure).tolist(), strict=True)
        if before.get(query_id) == 0 and value > 0
    )


def _ids(scored: Scored) -> Sequence[str]:
    return scored.judged.query_ids
