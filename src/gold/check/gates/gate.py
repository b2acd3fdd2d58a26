"""What a gate says: met or not, the value that it measured, on how many, and the parts that the value is of."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

import msgspec

GateName = Literal["worst_class", "floor", "coverage", "agreement_alpha", "drift", "stale", "findings", "changelog"]
ROUNDING = 1e-9
"""What a sum of floats may be off: a value that is the threshold but for this meets it, and one that is 1 is all."""


class Part(msgspec.Struct, frozen=True):
    """One of the things that a gate looks at: a class, a measure, a version. `why` says how it was told.

    Of a `ceiling` the threshold is the most that the value may be, not the least.
    """

    name: str
    value: float | None
    n: int
    threshold: float
    met: bool
    why: str = ""
    ceiling: bool = False


class Outcome(msgspec.Struct, frozen=True):
    """One gate. `lacks` says what is missing, and the gate is then not met; `parts` stand worst first."""

    gate: GateName
    value: float | None
    threshold: float
    n: int
    parts: tuple[Part, ...] = ()
    lacks: str | None = None

    @property
    def passed(self) -> bool:
        return self.lacks is None and all(part.met for part in self.parts)


def lacking(gate: GateName, threshold: float, what: str) -> Outcome:
    """A gate that has nothing to measure is not met."""
    return Outcome(gate, None, threshold, 0, lacks=what)


def of_parts(gate: GateName, parts: Sequence[Part]) -> Outcome:
    """A gate that is met where each part is; its value is that of the first, which is the worst."""
    worst = parts[0]
    return Outcome(gate, worst.value, worst.threshold, worst.n, tuple(parts))
