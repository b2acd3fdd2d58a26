"""Names and ids into words of a sentence: a row of them that ends, an id that breaks no line."""

from __future__ import annotations

from collections.abc import Sequence


def listed(names: Sequence[str], most: int = 8) -> str:
    """Names in a row, cut after `most` with how many more there are."""
    shown = ", ".join(names[:most])
    return shown + (f" and {len(names) - most} more" if len(names) > most else "")


def one_line(query_id: str) -> str:
    """An id as it may stand in a bullet: it can break no line."""
    return query_id if query_id.isprintable() else repr(query_id)
