"""The date that a command goes by."""

from __future__ import annotations

import os
import re
from datetime import UTC, datetime

from gold.errors import GoldError


def today() -> str:
    """The date of today, or of SOURCE_DATE_EPOCH (UTC) where it is set."""
    return told_day() or datetime.now(UTC).astimezone().date().isoformat()


def told_day() -> str | None:
    """The date of SOURCE_DATE_EPOCH (UTC); None where it is not set."""
    epoch = os.environ.get("SOURCE_DATE_EPOCH")
    if not epoch:
        return None
    if not re.fullmatch(r"\d{1,11}", epoch):
        raise GoldError(f"SOURCE_DATE_EPOCH is {epoch!r}: it must be a whole number of seconds")
    return datetime.fromtimestamp(int(epoch), tz=UTC).date().isoformat()
