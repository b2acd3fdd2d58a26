"""What a rule is: its name, what it finds and why that matters, and the function that looks."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Literal, NamedTuple

from gold.check.subject import Subject
from gold.model.finding import Severity

Needs = Literal["file", "set", "build", "run"]
"""What a rule looks at: one version file, the set around it, a corpus build too, or the runs."""


class Found(NamedTuple):
    """What a rule found; the line is that of the case where none is given, and the file the version's.

    `safe`: the message tells nothing of a held-back case, so it may stand for one.
    """

    message: str
    query_id: str | None = None
    line: int | None = None
    file: str | None = None
    column: int | None = None
    safe: bool = False


Look = Callable[[Subject], Iterable[Found]]


class Rule(NamedTuple):
    """One rule. `look` is None where the fault is met while the file is read."""

    name: str
    severity: Severity
    needs: Needs
    finds: str
    why: str
    mend: str
    look: Look | None = None
