"""A record's fields held against those that are known."""

from __future__ import annotations

from typing import Any

from gold.errors import BadRecord, Refuse, Where, stop


def refuse_unknown(
    record: dict[str, Any],
    known: tuple[str, ...],
    where: Where,
    place: str = "",
    *,
    also: tuple[str, ...] = (),
    refuse: Refuse = stop,
) -> None:
    """Refuse each field that is not known, proposing the nearest one that is, and take it out of the record."""
    for name in tuple(record):
        if name not in known and name not in also:
            from difflib import get_close_matches  # only on the way to an error

            near = get_close_matches(str(name), known, n=1, cutoff=0.5)
            hint = f": did you mean {near[0]!r}?" if near else f": known are {', '.join(known)}"
            field = f"{place}.{name}" if place else str(name)
            refuse(BadRecord(f"unknown field {name!r}{hint}", Where(where.path, where.line, field), "unknown-field"))
            del record[name]
