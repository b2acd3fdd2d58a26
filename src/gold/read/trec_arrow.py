"""A large, regular TREC run into a run by pyarrow; whatever it cannot be sure of it leaves to the exact reader."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.csv
from numpy.typing import NDArray

from gold.model.run import Ints, Run, Sidecar
from gold.read.file import stem
from gold.read.rank_order import rank_order

NAMES = ("query", "iteration", "document", "rank", "score", "tag")
SAMPLE = 4096
IDS = pa.dictionary(pa.int32(), pa.string())


@dataclass(frozen=True, eq=False)
class ArrowColumn:
    """Ids held as pyarrow strings, for columns of millions of rows."""

    codes: NDArray[np.int32]
    ids: pa.StringArray

    def __len__(self) -> int:
        return len(self.ids)

    def find(self, ids: Sequence[str]) -> Ints:
        """The code of each given id, -1 for one that the column does not hold."""
        if not len(self.ids):
            return np.full(len(ids), -1, dtype=np.int64)
        at = pc.index_in(pa.array(ids, type=pa.string()), value_set=self.ids)
        return pc.fill_null(at, -1).to_numpy(zero_copy_only=False).astype(np.int64)

    def names(self, codes: Iterable[int]) -> list[str]:
        """The id of each given code."""
        return self.ids.take(pa.array(codes, type=pa.int64())).to_pylist()

    def reordered(self, order: Ints) -> ArrowColumn:
        """The same column, row i being the old row `order[i]`."""
        return ArrowColumn(self.codes[order], self.ids)


def read_regular(path: str, data: bytes, sidecar: Sidecar) -> Run | None:
    """Read a run whose columns are parted by one blank (or one tab) each; None where the file is not so regular.

    Ids are never inferred: they are read as text. A score that is no finite number is left to the exact
    reader, which names its line.
    """
    separator = b"\t" if b"\t" in data[:SAMPLE] else b" "
    if not _regular(data, separator):
        return None
    try:
        table = _parse(data, separator.decode())
    except pa.ArrowInvalid:
        return None
    scores = table.column("score").to_numpy()
    if not np.isfinite(scores).all():
        return None
    query, queries = _coded(table.column("query"))
    document, documents = _coded(table.column("document"))
    query_ids = queries.to_pylist()
    if any(name.startswith("#") or not name for name in query_ids) or _has_empty(documents):
        return None
    ranked = rank_order(query, len(query_ids), ArrowColumn(document, documents), scores)
    return Run(stem(path), path, sidecar, tuple(query_ids), *ranked)


def _regular(data: bytes, separator: bytes) -> bool:
    """Whether the bytes hold nothing that pyarrow would take for a line's end or that the exact reader takes for a blank."""
    other = b" " if separator == b"\t" else b"\t"
    blanks = (other, b"\x0b", b"\x0c", b"\x00", separator * 2, separator + b"\n", b"\n" + separator)
    if data.startswith(separator) or data.endswith(separator) or any(blank in data for blank in blanks):
        return False
    return data.count(b"\r") == data.count(b"\r\n")


def _parse(data: bytes, separator: str) -> pa.Table:
    return pyarrow.csv.read_csv(
        pa.py_buffer(data),
        read_options=pyarrow.csv.ReadOptions(column_names=NAMES, block_size=1 << 23),
        parse_options=pyarrow.csv.ParseOptions(delimiter=separator, quote_char=False, escape_char=False),
        convert_options=pyarrow.csv.ConvertOptions(
            include_columns=["query", "document", "score"],
            column_types={"query": IDS, "document": IDS, "score": pa.float64()},
            null_values=[],
            strings_can_be_null=False,
        ),
    )


def _coded(column: pa.ChunkedArray) -> tuple[NDArray[np.int32], pa.StringArray]:
    """A dictionary column as one array of codes, numbered in order of first appearance, and its ids."""
    unified = column.unify_dictionaries()
    codes = np.concatenate([chunk.indices.to_numpy() for chunk in unified.chunks])
    return codes, unified.chunk(unified.num_chunks - 1).dictionary


def _has_empty(ids: pa.StringArray) -> bool:
    return bool(pc.any(pc.equal(pc.binary_length(ids), 0)).as_py())
