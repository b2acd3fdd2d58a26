"""Whether a text is a day, in the one form that sorts as days do."""

from __future__ import annotations

import re
from datetime import date

DAY = re.compile(r"(\d{4}-\d\d-\d\d)(?:[T ]\d\d(?::?\d\d.*)?)?", re.ASCII)


def is_date(text: str) -> bool:
    """Whether a text is a day of the calendar such as 2026-03-31, with or without the time."""
    match = DAY.fullmatch(text)
    if match is None:
        return False
    try:
        date.fromisoformat(match[1])
    except ValueError:
        return False
    return True
