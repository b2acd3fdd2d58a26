"""What a changelog section tells wrongly into counts: in short, and each with its noun."""

from __future__ import annotations

from gold.check.told.against import Told
from gold.pages.numbers import counted

FAULTS = {
    "undocumented": ("not told of", "changed case is not told of", "changed cases are not told of"),
    "unknown": (
        "named and not changed",
        "case is told of that did not change",
        "cases are told of that did not change",
    ),
    "wrong": ("under a wrong heading", "case stands under a wrong heading", "cases stand under a wrong heading"),
    "miscounted": ("wrong in its count", "count is wrong", "counts are wrong"),
    "unreasoned": ("without a reason", "bullet gives no reason", "bullets give no reason"),
}
"""By the fields of `Told`: the bare words, those of one, those of several."""


def told_in_short(told: Told) -> list[str]:
    """How many of each kind, in the fewest words."""
    return [f"{len(there)} {FAULTS[name][0]}" for name, there in told._asdict().items() if there]


def told_in_words(told: Told) -> list[str]:
    """How many of each kind, each with its noun."""
    return [counted(len(there), *FAULTS[name][1:]) for name, there in told._asdict().items() if there]
