"""The versions of the set around the one that a command names, each read once, and which of their cases are hidden."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cached_property
from typing import Literal

from gold.cli.say import warn
from gold.errors import GoldError
from gold.model.bare import BareCases
from gold.model.run import Run
from gold.model.settings import Settings
from gold.model.testset import TestSet
from gold.model.version import Notice, Version
from gold.read.file import read_bytes, within
from gold.read.json_lines import HELD_BACK

Part = Literal["open", "whole", "looked at"]
"""What of a set is given out: `open` is all that may be shown, `whole` is for what writes versions, `looked at` scores
the held-back cases too."""


class Versions:
    """The version that was `read`, and the others of its set, if any.

    Of the part `open` they are given out as if no case were held back: what is not there cannot leak.
    """

    def __init__(self, testset: TestSet | None, read: Version, settings: Settings, part: Part) -> None:
        self.testset = testset
        self.read = read
        self.settings = settings
        self.part = part
        self.others: dict[int, Version | None] = {}
        self.opened: dict[int, Version] = {}

    @cached_property
    def shown(self) -> Version:
        """The version that was read, as it is given out."""
        return self.read.without(self.hidden) if self.part == "open" else self.read

    def declared(self, run: Run) -> Version | None:
        """The version that the run says it was asked, if it is another one of this set."""
        number = run.sidecar.version_number
        if number is None or number == self.read.number or self.testset is None:
            return None
        if number not in self._paths and number not in self.others:
            warn(Notice(run.path, None, f"declares version v{number}, which the set does not have"))
        return self._given(number)

    def numbered(self, number: int) -> Version:
        """Another version of the set, by its number."""
        version = self._given(number)
        if version is None:
            listed = ", ".join(f"v{one}" for one in sorted(self._paths)) or "no numbered one"
            raise GoldError(f"no version v{number}: the set has {listed}")
        return version

    def given(self) -> dict[int, Version]:
        """Every numbered version of the set as it is given out, the one that was read among them."""
        return self._each(self.shown, self._given)

    def whole(self) -> dict[int, Version]:
        """The same as they were read."""
        return self._each(self.read, self._other)

    @cached_property
    def hidden(self) -> frozenset[str]:
        """The ids that any version of the set holds back: no output names them."""
        holding = [n for n, path in self._paths.items() if n != self.read.number and self._holds_back(path)]
        versions = [self.read, *(version for n in holding if (version := self._other(n)) is not None)]
        cases = (case for version in versions if not isinstance(version.cases, BareCases) for case in version.cases)
        return frozenset(case.query_id for case in cases if case.is_held_back)

    @cached_property
    def hidden_queries(self) -> frozenset[str]:
        """The words of those cases in every version that has them."""
        versions = [self.read, *(version for version in self.others.values() if version is not None)]
        return frozenset(v.by_id[name].query for name in self.hidden for v in versions if name in v.by_id)

    @property
    def _paths(self) -> Mapping[int, str]:
        return {} if self.testset is None else self.testset.versions

    def _each(self, mine: Version, other: Callable[[int], Version | None]) -> dict[int, Version]:
        own = self.read.number
        numbers = sorted({*self._paths, *([] if own is None else [own])})
        found = {number: mine if number == own else other(number) for number in numbers}
        return {number: version for number, version in found.items() if version is not None}

    def _given(self, number: int) -> Version | None:
        version = self._other(number)
        if version is None or self.part != "open":
            return version
        if number not in self.opened:
            self.opened[number] = version.without(self.hidden)
        return self.opened[number]

    def _other(self, number: int) -> Version | None:
        if number not in self.others:
            path = self._paths.get(number)
            self.others[number] = None if path is None else read_version(path, self.settings)
        return self.others[number]

    def _holds_back(self, path: str) -> bool:
        with within(self.settings.limits):
            return HELD_BACK in read_bytes(path)


def read_version(path: str, settings: Settings) -> Version:
    """One version file; its reader is started only where there is one."""
    from gold.read.cases import read_version as read

    with within(settings.limits):
        return read(path, settings)
