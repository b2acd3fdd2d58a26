"""Large, regular files of rows by pyarrow; whatever it cannot be sure of is left to the exact reader."""

from __future__ import annotations

from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.csv
from numpy.typing import NDArray

from gold.model.ids import PADDING, Buffer, IdColumn, Ints, column
from gold.read.rows import DOCUMENT, QUERY, Layout, Rows

SAMPLE = 4096
BLOCK = 1 << 22
PIECE = 1 << 20
LAST_ASCII = 127
CODED = pa.dictionary(pa.int32(), pa.string())


def regular_table(data: Buffer, layout: Layout, *, ascii_only: bool) -> pa.Table | None:
    """Parse a file whose columns are parted by one blank (or one tab) each; None where it is not so regular.

    Ids are never inferred: they are read as text. `data` is known to be UTF-8, or else `ascii_only` is asked for.
    """
    text = np.frombuffer(data, dtype=np.uint8)
    separator = "\t" if (text[:SAMPLE] == ord("\t")).any() else " "
    if not _regular(text, ord(separator), ascii_only):
        return None
    try:
        return _parse(data, separator, layout)
    except pa.ArrowInvalid:
        return None


def rows_of(table: pa.Table, layout: Layout) -> Rows | None:
    """The columns of a parsed file; None where a number is not finite or a line may be a comment."""
    values = np.concatenate(
        [_numbers(chunk, np.float64) for chunk in table.column(layout.columns[layout.value]).chunks]
    )
    query, queries = _coded(table.column(layout.columns[QUERY]))
    query_ids = tuple(queries.to_pylist())
    if not np.isfinite(values).all() or any(name.startswith("#") for name in query_ids):
        return None
    return Rows(query, query_ids, _ids(table.column(layout.columns[DOCUMENT])), values)


def _regular(text: NDArray[np.uint8], separator: int, ascii_only: bool) -> bool:
    """Whether no two blanks or line ends follow one another, and no byte is a blank but separators and line ends."""
    if text[0] <= ord(" "):
        return False
    for start in range(0, len(text), PIECE):
        piece = text[start : start + PIECE + 1]
        blank = piece <= ord(" ")
        known = (piece == separator) | (piece == ord("\n"))
        if (blank[1:] & blank[:-1]).any() or (blank != known).any():
            return False
        if ascii_only and (piece > LAST_ASCII).any():
            return False
    return True


def _parse(data: Buffer, separator: str, layout: Layout) -> pa.Table:
    names = (layout.columns[QUERY], layout.columns[DOCUMENT], layout.columns[layout.value])
    return pyarrow.csv.read_csv(
        pa.py_buffer(data),
        read_options=pyarrow.csv.ReadOptions(column_names=layout.columns, block_size=BLOCK),
        parse_options=pyarrow.csv.ParseOptions(delimiter=separator, quote_char=False, escape_char=False),
        convert_options=pyarrow.csv.ConvertOptions(
            include_columns=names,
            column_types=dict(zip(names, (CODED, pa.string(), pa.float64()), strict=True)),
            null_values=[],
            strings_can_be_null=False,
            check_utf8=False,
        ),
        memory_pool=pa.system_memory_pool(),  # the default pool's fresh pages cost a fifth of the whole run
    )


def _coded(codes: pa.ChunkedArray) -> tuple[NDArray[np.int32], pa.StringArray]:
    """A dictionary column as one array of codes, numbered in order of first appearance, and its ids."""
    unified = codes.unify_dictionaries()
    return np.concatenate([_numbers(chunk.indices, np.int32) for chunk in unified.chunks]), unified.chunk(0).dictionary


def _numbers(chunk: pa.Array, kind: type[np.generic]) -> NDArray[Any]:
    """A chunk without nulls as it lies in memory (pyarrow's own `to_numpy` starts pandas, which takes longer)."""
    return np.frombuffer(chunk.buffers()[1], dtype=kind)[chunk.offset : chunk.offset + len(chunk)]


def _ids(texts: pa.ChunkedArray) -> IdColumn:
    """A column of strings as one column of ids."""
    pieces, edges, lengths, size = list[NDArray[np.uint8]](), list[Ints](), list[NDArray[np.int32]](), 0
    for chunk in texts.chunks:
        _, offsets, characters = chunk.buffers()
        edge = np.frombuffer(offsets, dtype=np.int32)[chunk.offset : chunk.offset + len(chunk) + 1]
        pieces.append(np.frombuffer(characters, dtype=np.uint8)[edge[0] : edge[-1]])
        edges.append(edge[:-1] + np.int64(size - edge[0]))
        lengths.append(np.diff(edge))
        size += len(pieces[-1])
    text = np.empty(size + len(PADDING), dtype=np.uint8)  # an array, for its pages are large ones
    np.concatenate([*pieces, np.zeros(len(PADDING), dtype=np.uint8)], out=text)
    return column(text.data, np.concatenate(edges), np.concatenate(lengths))
