"""What a run's means leave out or treat apart, case by case."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec
import numpy as np

from gold.measure.laid_out import Scored
from gold.measure.reach import Reaches
from gold.model.ids import Bools
from gold.model.run import Run


class Named(msgspec.Struct, frozen=True):
    """What the means leave out or treat apart: the cases of each kind by id; for duplicates and ties results a case.

    Held-back cases are counted and never named.
    """

    missing: tuple[str, ...]
    not_asked: tuple[str, ...]
    extra: tuple[str, ...]
    duplicates: Mapping[str, int]
    ties: Mapping[str, int]
    undefined: tuple[str, ...]
    unanswerable: tuple[str, ...]
    unknown: tuple[str, ...]
    held_back: int
    unwinnable: tuple[str, ...]

    def counts(self) -> dict[str, int]:
        """How many cases of each kind; for duplicates and ties how many results."""
        found: dict[str, int] = {}
        for name in self.__struct_fields__:
            value = getattr(self, name)
            found[name] = value if isinstance(value, int) else len(value)
        rows = {"duplicates": sum(self.duplicates.values()), "ties": sum(self.ties.values())}
        return found | rows


def name_cases(scored: Scored, run: Run, reach: Reaches, not_asked: Bools) -> Named:
    """Say which cases are of which kind for one run."""
    ids = np.array(scored.judged.query_ids, dtype=object)
    known = frozenset(scored.version.query_ids)
    at = [run.position[query_id] for query_id in scored.judged.query_ids if query_id in run.position]
    return Named(
        missing=tuple(ids[~reach.in_run & ~not_asked]),
        not_asked=tuple(ids[not_asked]),
        extra=tuple(query_id for query_id in run.query_ids if query_id not in known),
        duplicates={run.query_ids[i]: int(run.repeats[i]) for i in at if run.repeats[i]},
        ties={run.query_ids[i]: int(run.ties[i]) for i in at if run.ties[i]},
        undefined=tuple(ids[~scored.unanswerable & ~scored.defined]),
        unanswerable=tuple(ids[scored.unanswerable]),
        unknown=scored.unknown,
        held_back=scored.held_back,
        unwinnable=tuple(ids[scored.answerable & ~scored.winnable]),
    )
