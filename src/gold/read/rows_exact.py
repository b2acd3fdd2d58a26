"""Files of rows of any regularity, line by line: the rule that the fast readers are held against."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from gold.errors import BadRecord, Refuse, Where, stop
from gold.model.ids import Ints, column_of
from gold.read.collector import collector_frozen
from gold.read.file import lines
from gold.read.rows import DOCUMENT, QUERY, Layout, Rows

NOT_FINITE = ("nan", "inf", "infinity")


def exact_rows(path: str, data: bytes, layout: Layout, refuse: Refuse = stop) -> Rows:
    """Read any file of the layout; a bad row goes to `refuse`.

    Errors name the line: another number of columns, no finite number.
    """
    with collector_frozen():
        queries, documents, values, numbers = _columns(path, data, layout, refuse)
        number_of: dict[str, int] = {}
        query = [number_of.setdefault(name, len(number_of)) for name in queries]
        return Rows(np.array(query, dtype=np.int32), tuple(number_of), column_of(documents), values, numbers)


def _columns(
    path: str, data: bytes, layout: Layout, refuse: Refuse
) -> tuple[list[str], list[str], NDArray[np.float64], Ints]:
    queries, documents, values, numbers = list[str](), list[str](), list[float](), list[int]()
    for number, line in lines(data):
        fields = line.split()
        value = _number(fields[layout.value]) if len(fields) == layout.width else None
        if value is None or fields[0] == b"#":
            if line.startswith(b"#"):
                continue
            refuse(_refusal(Where(path, number), line, fields, layout))
            continue
        queries.append(fields[QUERY].decode())
        documents.append(fields[DOCUMENT].decode())
        values.append(value)
        numbers.append(number)
    return queries, documents, np.array(values, dtype=np.float64), np.array(numbers, dtype=np.int64)


def _number(text: bytes) -> float | None:
    """The number as C reads it; None for what is none, and for NaN and infinity."""
    try:
        value = math.nan if b"_" in text else float(text)
    except ValueError:
        return None
    return value if math.isfinite(value) else None


def _refusal(where: Where, line: bytes, fields: list[bytes], layout: Layout) -> BadRecord:
    if len(fields) != layout.width:
        shown = line[:80].decode(errors="replace")
        expected = f"{layout.width} ({' '.join(layout.columns)})"
        count = "1 column" if len(fields) == 1 else f"{len(fields)} columns"
        return BadRecord(f"{count} instead of {expected}: {shown!r}{_hint(where, line, fields)}", where, "columns")
    text = fields[layout.value].decode(errors="replace")
    column = f"column {layout.value + 1}"
    message = (
        f"{layout.columns[layout.value]} {text!r} is no finite number{_hint(where, line, fields) or ': write one'}"
    )
    rule = "not-finite" if text.strip("+-").lower() in NOT_FINITE else "columns"
    return BadRecord(message, Where(where.path, where.line, column), rule)


def _hint(where: Where, line: bytes, fields: list[bytes]) -> str:
    """How to mend what other tools write: cells parted by commas, a line of names above the rows."""
    if len(fields) == 1 and b"," in line:
        return ": part the columns by blanks, not by commas"
    if where.line == 1 and not any(byte in b"123456789" for byte in line):
        return ": if it names the columns, remove the line"
    return ""
