"""Something that a person should know about an input file: the rule it breaks, a severity, a place, a sentence."""

from __future__ import annotations

from typing import Literal

import msgspec

Severity = Literal["error", "warning", "note"]
SEVERITIES: tuple[Severity, ...] = ("error", "warning", "note")


class Finding(msgspec.Struct, frozen=True):
    """One finding. `hidden`: it is about a held-back case, and no page shows it."""

    rule: str
    severity: Severity
    file: str
    line: int | None
    message: str
    query_id: str | None = None
    column: int | None = None
    hidden: bool = False

    @property
    def place(self) -> str:
        """`file`, `file:line` or `file:line:column`."""
        return ":".join(str(part) for part in (self.file, self.line, self.column) if part is not None)

    @property
    def order(self) -> tuple[str, int, int, str, str]:
        """What findings are sorted by: the file, the line, the column."""
        return (self.file, self.line or 0, self.column or 0, self.rule, self.message)
