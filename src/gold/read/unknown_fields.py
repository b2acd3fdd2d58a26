"""A record's fields held against those that are known."""

from __future__ import annotations

from collections.abc import Iterable

from gold.errors import BadRecord, Where


def refuse_unknown(
    record: Iterable[str], known: tuple[str, ...], where: Where, place: str = "", also: tuple[str, ...] = ()
) -> None:
    """Raise BadRecord for the first field that is not known, proposing the nearest one that is."""
    for name in record:
        if name not in known and name not in also:
            from difflib import get_close_matches  # only on the way to an error

            near = get_close_matches(str(name), known, n=1, cutoff=0.5)
            hint = f": did you mean {near[0]!r}?" if near else f": known are {', '.join(known)}"
            field = f"{place}.{name}" if place else str(name)
            raise BadRecord(f"unknown field {name!r}{hint}", Where(where.path, where.line, field))
