"""TREC's blank-separated files (runs and qrels) into columns: query, document, and one number a row."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from gold.errors import BadRecord, Where
from gold.model.run import IdColumn, Ints, ListColumn
from gold.read.file import lines
from gold.read.json_lines import collector_frozen

FAST_FROM = 4_000_000
"""Bytes from which starting pyarrow costs less than reading without it."""
END = b" \x00 "
QUERY, DOCUMENT = 0, 2


class Layout(NamedTuple):
    """What a line holds: its columns by name, and which of them is the number."""

    columns: tuple[str, ...]
    value: int

    @property
    def width(self) -> int:
        return len(self.columns)


RUN = Layout(("query", "Q0", "document", "rank", "score", "tag"), 4)
QRELS = Layout(("query", "iteration", "document", "grade"), 3)


@dataclass(frozen=True, eq=False)
class Rows:
    """The rows of one file in its order. `query[i]` is a place in `query_ids` (in order of first appearance).

    `lines[i]` is the line of row i; None where row i stands on line i + 1.
    """

    query: NDArray[np.int32]
    query_ids: tuple[str, ...]
    documents: IdColumn
    values: NDArray[np.float64]
    lines: Ints | None = None

    def line(self, row: int) -> int:
        return row + 1 if self.lines is None else int(self.lines[row])


def read_rows(path: str, data: bytes, layout: Layout) -> Rows:
    """Read a file of either layout. Errors name the line: another number of columns, no finite number."""
    if len(data) >= FAST_FROM:
        from gold.read.rows_arrow import regular_rows  # pyarrow is slow to start: only where it pays

        rows = regular_rows(data, layout)
        if rows is not None:
            return rows
    return exact_rows(path, data, layout)


def exact_rows(path: str, data: bytes, layout: Layout) -> Rows:
    """Read a file of any regularity: the rule that the fast reader is held against."""
    with collector_frozen():
        cut = _cut_at_once(data, layout)
        queries, documents, values, numbers = cut or _line_by_line(path, data, layout)
        query, query_ids = _coded(queries)
        codes, names = _coded(documents)
    return Rows(query, tuple(name.decode() for name in query_ids), ListColumn(codes, names), values, numbers)


Columns = tuple[list[bytes], list[bytes], NDArray[np.float64], Ints | None]


def _coded(ids: list[bytes]) -> tuple[NDArray[np.int32], list[bytes]]:
    different = list(dict.fromkeys(ids))
    code_of = dict(zip(different, range(len(different)), strict=True))
    return np.fromiter(map(code_of.__getitem__, ids), dtype=np.int32, count=len(ids)), different


def _cut_at_once(data: bytes, layout: Layout) -> Columns | None:
    """The columns of a file whose every line has just the columns of the layout; None for any other."""
    ended = data if data.endswith(b"\n") else data + b"\n"
    width = layout.width + 1
    flat = ended.replace(b"\n", END).split()
    rows = len(flat) // width
    regular = len(flat) == rows * width and b"\x00" not in data and b"#" not in data
    if not regular or flat[layout.width :: width].count(b"\x00") != rows:
        return None
    try:
        values = np.fromiter(map(float, flat[layout.value :: width]), dtype=np.float64, count=rows)
    except ValueError:
        return None
    if not np.isfinite(values).all() or b"_" in b"".join(flat[layout.value :: width]):
        return None
    return flat[QUERY::width], flat[DOCUMENT::width], values, None


def _line_by_line(path: str, data: bytes, layout: Layout) -> Columns:
    queries, documents, values, numbers = list[bytes](), list[bytes](), list[float](), list[int]()
    for number, line in lines(path, data):
        fields = line.split()
        value = _number(fields[layout.value]) if len(fields) == layout.width else None
        if value is None or fields[0] == b"#":
            if line.startswith(b"#"):
                continue
            raise _refusal(Where(path, number), line, fields, layout)
        queries.append(fields[QUERY])
        documents.append(fields[DOCUMENT])
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
        return BadRecord(f"{len(fields)} columns instead of {expected}: {shown!r}", where)
    text = fields[layout.value].decode(errors="replace")
    column = f"column {layout.value + 1}"
    message = f"{layout.columns[layout.value]} {text!r} is no finite number"
    return BadRecord(message, Where(where.path, where.line, column))
