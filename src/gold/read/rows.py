"""TREC's blank-separated files (runs and qrels) into columns: query, document, and one number a row."""

from __future__ import annotations

from typing import NamedTuple

import msgspec
import numpy as np
from numpy.typing import NDArray

from gold.model.ids import IdColumn, Ints

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


class Rows(msgspec.Struct, frozen=True, eq=False):
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
