"""Rows into CSV whose cells no spreadsheet runs as a formula."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence

FORMULA = ("=", "+", "-", "@", "\t", "\r")


def comma_separated(header: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """RFC 4180 with `\\n` line ends; a cell that begins like a formula gets a quote before it, a number does not."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(header)
    writer.writerows([guarded(cell) for cell in row] for row in rows)
    return out.getvalue()


def guarded(cell: str) -> str:
    """A cell that begins like a formula, made harmless; numbers stay numbers."""
    return f"'{cell}" if cell.startswith(FORMULA) and not _numeric(cell) else cell


def _numeric(cell: str) -> bool:
    try:
        float(cell)
    except ValueError:
        return False
    return True
