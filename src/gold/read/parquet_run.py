"""A Parquet run into a run: a row a result, its ids as text, its place by score (TREC's rule) or by rank."""

from __future__ import annotations

import msgspec
import numpy as np
import pyarrow as pa
import pyarrow.parquet
from numpy.typing import NDArray

from gold.errors import BadRecord, Where
from gold.model.ids import PADDING, IdColumn, column_of
from gold.model.ids import column as column_in
from gold.model.run import Run, Sidecar
from gold.read.file import raw_bytes, stem
from gold.read.rank_order import rank_order
from gold.read.rows_arrow import numbers

QUERY = ("query_id", "question_id", "qid")
PASSAGE = ("passage_id", "doc_id", "docid", "docno")
SCORE, RANK = ("score",), ("rank",)
WANTED = (QUERY, PASSAGE, SCORE, RANK)
Columns = dict[tuple[str, ...], tuple[str, pa.ChunkedArray]]
TEXT = (pa.string(), pa.large_string(), pa.string_view())


def read_parquet_run(path: str, sidecar: Sidecar) -> Run:
    """Read one Parquet run, its rows in any order.

    A score decides, and a rank only where there is no score. Errors: no such column, an id that is no text (`0012`
    and `12` are two ids, and a number cannot tell which it was), a missing value, a score that is not finite, two
    results of one question at one rank.
    """
    columns = _columns(path)
    queries, passages = (_ids(path, *columns[at]) for at in (QUERY, PASSAGE))
    coded = queries.dictionary_encode()
    scored = SCORE in columns
    values = _values(path, *columns[SCORE]) if scored else -_values(path, *columns[RANK])
    query = numbers(coded.indices, np.int32)
    names = tuple(coded.dictionary.to_pylist())
    ranked = rank_order(query, len(names), _column(passages), values)
    run = Run(stem(path), path, sidecar, names, *ranked)
    return run if scored else _by_rank(run)


def _by_rank(run: Run) -> Run:
    """The run whose scores were ranks turned round."""
    for query_id, ties in zip(run.query_ids, run.ties.tolist(), strict=True):
        if ties:
            raise _fault(run.path, f"query id {query_id!r} has two results at one rank: rank each from 1")
    return msgspec.structs.replace(run, scores=None)


def _columns(path: str) -> Columns:
    """The columns that are used, by what they may be called."""
    try:
        file = pyarrow.parquet.ParquetFile(pa.BufferReader(raw_bytes(path)))
        found = {names: next((n for n in names if n in file.schema_arrow.names), None) for names in WANTED}
        table = file.read([name for name in found.values() if name is not None])
        columns: Columns = {names: (name, table.column(name)) for names, name in found.items() if name is not None}
    except (pa.ArrowException, KeyError) as error:  # a KeyError where two columns have one name
        raise _fault(path, f"cannot be read as Parquet ({error})") from None
    if not {QUERY, PASSAGE} <= columns.keys() or not {SCORE, RANK} & columns.keys():
        there = ", ".join(file.schema_arrow.names)
        raise _fault(path, f"needs the columns query_id, passage_id, and score or rank; it has {there}")
    return columns


def _ids(path: str, name: str, texts: pa.ChunkedArray) -> pa.LargeStringArray:
    """A column of ids in one piece."""
    kind = texts.type.value_type if pa.types.is_dictionary(texts.type) else texts.type
    if kind not in TEXT:
        raise _fault(path, f"{name} is {kind}, not text: an id is read as it is written, so write text")
    _refuse_missing(path, name, texts)
    try:
        ids = texts.cast(pa.large_string()).combine_chunks()
        ids.validate(full=True)
    except pa.ArrowException as error:
        raise _fault(path, f"{name} is not UTF-8 ({error})") from None
    empty = ids.index("").as_py()
    if empty >= 0:
        raise _fault(path, f"row {empty + 1} has an empty {name}")
    return ids


def _column(texts: pa.LargeStringArray) -> IdColumn:
    """Ids in one piece as a column of ids."""
    if not len(texts):
        return column_of(())
    _, offsets, characters = texts.buffers()
    edge = np.frombuffer(offsets, dtype=np.int64)[texts.offset : texts.offset + len(texts) + 1]
    text = b"".join((memoryview(characters)[edge[0] : edge[-1]] if edge[-1] > edge[0] else b"", PADDING))
    return column_in(text, edge[:-1] - edge[0], np.diff(edge).astype(np.int32))


def _values(path: str, name: str, column: pa.ChunkedArray) -> NDArray[np.float64]:
    """A column of finite numbers."""
    if not (pa.types.is_integer(column.type) or pa.types.is_floating(column.type)):
        raise _fault(path, f"{name} is {column.type}, not a number")
    _refuse_missing(path, name, column)
    if not len(column):
        return np.zeros(0)
    values = numbers(column.cast(pa.float64(), safe=False).combine_chunks(), np.float64)
    odd = np.flatnonzero(~np.isfinite(values))
    if len(odd):
        raise BadRecord(f"row {odd[0] + 1}: {name} {values[odd[0]]} is no finite number", Where(path), "not-finite")
    return values


def _refuse_missing(path: str, name: str, values: pa.ChunkedArray) -> None:
    if values.null_count:
        row = values.is_null().to_pylist().index(True) + 1
        raise _fault(path, f"row {row} has no {name}")


def _fault(path: str, message: str) -> BadRecord:
    return BadRecord(message, Where(path), "columns")
