"""What readers refuse, noted so that they go on."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable
from typing import TypeVar

from gold.check.look import of_fault
from gold.errors import BadRecord, GoldError, Where
from gold.model.finding import Finding

MOST = 1000
"""Faults of one rule in one file that are listed; the rest is counted."""
T = TypeVar("T")


class Faults:
    """Notes what readers refuse, so that they go on."""

    def __init__(self) -> None:
        self.findings: list[Finding] = []
        self.count: Counter[tuple[str, str]] = Counter()
        self.last: dict[tuple[str, str], int | None] = {}
        self.lines: defaultdict[str, set[int]] = defaultdict(set)

    def __call__(self, fault: BadRecord) -> None:
        key = (str(fault.where and fault.where.path), fault.rule)
        self.count[key] += 1
        if fault.where is not None and fault.where.line is not None:
            self.lines[fault.where.path].add(fault.where.line)
        if self.count[key] <= MOST:
            self.findings.append(of_fault(fault))
            self.last[key] = None if fault.where is None else fault.where.line

    def read(self, reader: Callable[[], T], path: str) -> T | None:
        """What a reader gives; None where the file cannot be read at all."""
        try:
            return reader()
        except BadRecord as fault:
            self(fault)
        except GoldError as error:
            message = error.message.removeprefix(f"{path}: ")
            self.findings.append(of_fault(GoldError(message, error.where or Where(path))))
        return None

    def all(self) -> list[Finding]:
        """Everything noted; where a file has too many faults of a kind, how many more there are."""
        more = [
            of_fault(BadRecord(f"and {count - MOST} more of this kind", Where(key[0], self.last[key]), key[1]))
            for key, count in self.count.items()
            if count > MOST
        ]
        return self.findings + more
