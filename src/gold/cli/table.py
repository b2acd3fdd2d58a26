"""Rows of words into aligned plain text, Markdown or CSV; a document into JSON."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

Row = Sequence[str]
MARKUP = re.compile(r"[\\`*_\[\]<>|&~]")


def plain(header: Row, rows: Sequence[Row]) -> str:
    """Columns aligned by blanks; a column whose cells are all numbers (or empty) stands to the right."""
    table = [[" ".join(cell.split("\n")) for cell in row] for row in (header, *rows)]
    columns = list(zip(*table, strict=True))
    widths = [max(map(len, column)) for column in columns]
    right = [all(_numeric(cell) for cell in column[1:]) for column in columns]
    lines = []
    for row in table:
        cells = zip(row, widths, right, strict=True)
        lines.append("  ".join(c.rjust(w) if r else c.ljust(w) for c, w, r in cells).rstrip())
    return "\n".join(lines)


def markdown(header: Row, rows: Sequence[Row]) -> str:
    """A Markdown table; what Markdown or HTML would take for markup is escaped in its cells."""
    right = [all(_numeric(cell) for cell in column) for column in zip(*rows, strict=True)] or [False] * len(header)
    rule = ["---:" if r else "---" for r in right]
    escaped = [[MARKUP.sub(r"\\\g<0>", cell).replace("\n", " ") for cell in row] for row in (header, *rows)]
    return in_bars([escaped[0], rule, *escaped[1:]])


def in_bars(lines: Sequence[Row]) -> str:
    """The lines of a Markdown table, of cells that are safe already."""
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)


def comma_separated(header: Row, rows: Sequence[Row]) -> str:
    """RFC 4180 with `\\n` line ends; a cell that a spreadsheet would run as a formula gets a quote before it."""
    from gold.write.comma_separated import comma_separated as written

    return written(header, rows).rstrip("\n")


def as_document(value: Any) -> str:
    """JSON for people too. Error: ValueError, for a number that JSON has none of."""
    import json  # not for a table

    return json.dumps(value, ensure_ascii=False, indent=2, allow_nan=False)


def number(value: float | None) -> str:
    """A score for the eye: three places, a dash where there is none."""
    return "–" if value is None else f"{value:.3f}"


def signed(value: float | None) -> str:
    """A difference for the eye: three places with its sign."""
    return "–" if value is None else f"{value:+.3f}"


def _numeric(cell: str) -> bool:
    try:
        float(cell.replace("–", "0") or "0")
    except ValueError:
        return False
    return True
