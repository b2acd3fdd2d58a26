"""What can stop a command: one exception family that knows where, what, how to mend it, and its exit code."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

LONGEST = 800
"""Characters of a message."""


class Where(NamedTuple):
    """A place in an input file: its path as the user gave it, the line (from 1) and the field path."""

    path: str
    line: int | None = None
    field: str | None = None

    def __str__(self) -> str:
        return self.path if self.line is None else f"{self.path}:{self.line}"


class GoldError(Exception):
    """An input or a usage that a command cannot go on with (exit code 2)."""

    exit_code = 2

    def __init__(self, message: str, where: Where | None = None) -> None:
        if len(message) > LONGEST:
            message = f"{message[: LONGEST // 2]} … {message[-LONGEST // 3 :]}"  # ids and texts may be of any length
        super().__init__(message)
        self.message = message
        self.where = where

    def __str__(self) -> str:
        if self.where is None:
            return self.message
        field = f" ({self.where.field[:LONGEST]})" if self.where.field else ""
        return f"{self.where}: {self.message}{field}"


class BadRecord(GoldError):
    """A file that can be opened but holds a record that breaks its format; `rule` names what it breaks."""

    def __init__(
        self, message: str, where: Where, rule: str = "field", query_id: str | None = None, column: int | None = None
    ) -> None:
        super().__init__(message, where)
        self.rule = rule
        self.query_id = query_id
        self.column = column


Refuse = Callable[[BadRecord], None]
"""What a reader does with a bad record: stop there, or note it and go on with the next one."""


def stop(fault: BadRecord) -> None:
    """End at the first bad record."""
    raise fault


class NotClean(GoldError):
    """Input with findings that a command must not go on with (exit code 1)."""

    exit_code = 1


class NothingToScore(GoldError):
    """Input that vanished or never meets: no number can be given (exit code 3)."""

    exit_code = 3
