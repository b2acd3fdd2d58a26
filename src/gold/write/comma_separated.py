"""Rows into CSV whose cells no spreadsheet runs as a formula."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence

FORMULA = ("=", "+", "-", "@", "\t", "\r")
PART = "\0"
"""Stands between cells that are looked at together."""


def comma_separated(header: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """RFC 4180 with `\\n` line ends; a cell that begins like a formula gets a quote before it, a number does not."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(map(guarded, header))
    columns = [_guarded(column) for column in zip(*rows, strict=True)]
    writer.writerows(zip(*columns, strict=True))
    return out.getvalue()


def _guarded(column: Sequence[str]) -> Sequence[str]:
    """The cells of a column, guarded; mostly there is nothing to guard, which one search tells."""
    joined = PART + PART.join(column)
    return list(map(guarded, column)) if any(PART + start in joined for start in FORMULA) else column


def guarded(cell: str) -> str:
    """A cell that begins like a formula, made harmless; numbers stay numbers."""
    return f"'{cell}" if cell.startswith(FORMULA) and not _numeric(cell) else cell


def _numeric(cell: str) -> bool:
    try:
        float(cell)
    except ValueError:
        return False
    return True
