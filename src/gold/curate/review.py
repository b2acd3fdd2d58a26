"""How long labels of a source last: `90d`, `12w`, `6m` or `1y` into days."""

from __future__ import annotations

import re

SPAN = re.compile(r"\s*(\d{1,5})\s*(d|w|m|y)[a-z]*\s*", re.IGNORECASE)
DAYS = {"d": 1, "w": 7, "m": 30, "y": 365}


def days_of(text: str) -> int | None:
    """The days that a span means, months of thirty; None where it is no span."""
    found = SPAN.fullmatch(text)
    return None if found is None else int(found[1]) * DAYS[found[2].lower()]
