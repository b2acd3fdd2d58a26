"""Questions that moved into rows of a table."""

from __future__ import annotations

import msgspec

from gold.compare.runs import Change
from gold.pages.material import Material
from gold.pages.numbers import figure, signed


class MovedRow(msgspec.Struct, frozen=True):
    """One question that moved, with the address of its page."""

    query_id: str
    query: str
    href: str | None
    before: str
    after: str
    change: str


def moved_rows(material: Material, changes: list[Change]) -> tuple[MovedRow, ...]:
    """Changes as rows of a table."""
    return tuple(
        MovedRow(
            query_id=change.query_id,
            query=material.version.by_id[change.query_id].query,
            href=material.href(change.query_id),
            before=figure(change.before),
            after=figure(change.after),
            change=signed(change.delta),
        )
        for change in changes
    )
