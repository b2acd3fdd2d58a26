"""A file of rows by the reader that suits its size and its regularity."""

from __future__ import annotations

from gold.errors import Refuse, stop
from gold.model.ids import Buffer
from gold.read.file import mapped, plain_size, read_bytes
from gold.read.rows import Layout, Rows

FAST_FROM = 4_000_000
"""Bytes from which starting pyarrow costs less than reading without it."""


def read_rows(path: str, layout: Layout, refuse: Refuse = stop) -> Rows:
    """Read a file of either layout; a bad row goes to `refuse`.

    Errors name the line: another number of columns, no finite number.
    """
    if plain_size(path) >= FAST_FROM:
        rows = _by_arrow(mapped(path), layout, ascii_only=True)
        if rows is not None:
            return rows
    data = read_bytes(path)
    rows = _by_arrow(data, layout) if len(data) >= FAST_FROM else _by_bytes(data, layout)
    return _line_by_line(path, data, layout, refuse) if rows is None else rows


def _by_arrow(data: Buffer, layout: Layout, *, ascii_only: bool = False) -> Rows | None:
    from gold.read.rows_arrow import arrow_rows  # pyarrow is slow to start: only where it pays

    return arrow_rows(data, layout, ascii_only=ascii_only)


def _by_bytes(data: bytes, layout: Layout) -> Rows | None:
    from gold.read.rows_bytes import small_rows

    return small_rows(data, layout)


def _line_by_line(path: str, data: bytes, layout: Layout, refuse: Refuse) -> Rows:
    from gold.read.rows_exact import exact_rows

    return exact_rows(path, data, layout, refuse)
