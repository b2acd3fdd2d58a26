"""A field under its other accepted name into the native one."""

from __future__ import annotations

from typing import Any

from gold.errors import BadRecord, Where


def rename(record: dict[str, Any], old: str, new: str, where: Where) -> None:
    """Give a field its native name, in place. Error: the record has that field too, with another value."""
    if old in record:
        if record.get(new) is not None and record[new] != record[old]:
            raise BadRecord(f"{old!r} and {new!r} differ: keep one", where, "two-spellings")
        record[new] = record.pop(old)
