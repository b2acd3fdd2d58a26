"""What changed between two versions: by case id, field by field, with the old and the new value."""

from __future__ import annotations

from collections import Counter
from functools import cached_property
from typing import Any, Literal

import msgspec

Kind = Literal["reworded", "relabelled", "reclassified", "re-split", "retired", "other"]
KINDS: tuple[Kind, ...] = ("reworded", "relabelled", "reclassified", "re-split", "retired", "other")


class FieldChange(msgspec.Struct, frozen=True):
    """One stored field: a path such as `history[0].query` or `judgments[passage_id=p1].grade`.

    The values are plain ones, as JSON has them; None: the field, the turn or the label is not there.
    """

    field: str
    old: Any
    new: Any


class CaseChange(msgspec.Struct, frozen=True):
    """One case that both versions have, and that is not the same in both."""

    query_id: str
    kinds: tuple[Kind, ...]
    fields: tuple[FieldChange, ...]


class Diff(msgspec.Struct, frozen=True, dict=True):
    """What is in the new version only, in the old one only, and in both with other fields."""

    added: tuple[str, ...] = ()
    removed: tuple[str, ...] = ()
    changed: tuple[CaseChange, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.added or self.removed or self.changed)

    @cached_property
    def kinds(self) -> dict[str, frozenset[str]]:
        """What happened to each case, by its id: `added`, `removed`, or the kinds of its change."""
        found = {query_id: frozenset(("added",)) for query_id in self.added}
        found |= {query_id: frozenset(("removed",)) for query_id in self.removed}
        return found | {case.query_id: frozenset(case.kinds) for case in self.changed}

    @cached_property
    def counts(self) -> dict[str, int]:
        """How many cases each kind has; a case of two kinds counts in both."""
        seen = Counter(kind for case in self.changed for kind in case.kinds)
        return {"added": len(self.added), "removed": len(self.removed), **{kind: seen[kind] for kind in KINDS}}

    def of_kind(self, kind: str) -> tuple[str, ...]:
        """The ids of one kind, in the order of the files."""
        if kind in ("added", "removed"):
            return self.added if kind == "added" else self.removed
        return tuple(case.query_id for case in self.changed if kind in case.kinds)

    def without(self, ids: frozenset[str]) -> Diff:
        """The same with some cases left out."""
        if not ids:
            return self
        return Diff(
            tuple(query_id for query_id in self.added if query_id not in ids),
            tuple(query_id for query_id in self.removed if query_id not in ids),
            tuple(case for case in self.changed if case.query_id not in ids),
        )
