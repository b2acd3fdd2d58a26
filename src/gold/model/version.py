"""One version of a test set: its cases in file order, each with the line it stands on."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import cached_property

import msgspec

from gold.model.bare import BareCases
from gold.model.case import Case


class Notice(msgspec.Struct, frozen=True):
    """A warning about an input file that does not stop the work. `of_hidden`: it is of a held-back case."""

    path: str
    line: int | None
    message: str
    rule: str = "notice"
    query_id: str | None = None
    of_hidden: bool = False

    def __str__(self) -> str:
        place = self.path if self.line is None else f"{self.path}:{self.line}"
        return f"{place}: {self.message}"


class Version(msgspec.Struct, frozen=True, dict=True):
    """The cases of one file. `number` is None for a file that is no numbered version (qrels, a stable list)."""

    name: str
    number: int | None
    path: str
    cases: Sequence[Case]
    lines: Sequence[int]
    notices: tuple[Notice, ...] = ()
    answer_grade: int | None = None
    """The grade that answers, where the file itself tells it (qrels); None: the set's settings tell."""

    @property
    def label(self) -> str | None:
        return None if self.number is None else f"v{self.number}"

    @property
    def shown(self) -> str:
        """What it is called among the versions of its set."""
        return self.label or self.name

    @property
    def title(self) -> str:
        """What it is called anywhere."""
        return self.name if self.label is None else f"{self.name} {self.label}"

    @cached_property
    def size(self) -> int:
        """How many cases it has: proposed and retired ones are none of its own. Labels alone have no status."""
        return len(self.cases) if isinstance(self.cases, BareCases) else sum(case.is_confirmed for case in self.cases)

    @cached_property
    def query_ids(self) -> tuple[str, ...]:
        """The ids in file order."""
        if isinstance(self.cases, BareCases):
            return self.cases.query_ids
        return tuple(case.query_id for case in self.cases)

    @cached_property
    def by_id(self) -> dict[str, Case]:
        return {case.query_id: case for case in self.cases}

    def without(self, ids: Collection[str]) -> Version:
        """The same without the cases of these ids; lines stay those of the file."""
        if isinstance(self.cases, BareCases) or not any(query_id in ids for query_id in self.query_ids):
            return self
        return self.only(frozenset(self.query_ids).difference(ids))

    def only(self, ids: Collection[str]) -> Version:
        """The same with no other cases than those of these ids."""
        there = [(c, line) for c, line in zip(self.cases, self.lines, strict=True) if c.query_id in ids]
        cases, lines = tuple(case for case, _ in there), tuple(line for _, line in there)
        return msgspec.structs.replace(self, cases=cases, lines=lines)
