"""Large, regular files of rows by pyarrow, in slices; whatever it cannot be sure of is left to the exact reader."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from itertools import accumulate, pairwise
from threading import Lock
from typing import Any, NamedTuple

import numpy as np
import pyarrow as pa
import pyarrow.csv
from numpy.typing import NDArray

from gold.model.ids import PADDING, Buffer, IdColumn, Ints, Lengths, Words, keys_of, words_of
from gold.read.rows import DOCUMENT, QUERY, Layout, Rows

SAMPLE = 4096
SLICE = 1 << 22
"""Bytes read together: few enough that every slice is read into the memory of one before."""
PIECE = 1 << 18
LAST_ASCII = 127
CODED = pa.dictionary(pa.int32(), pa.string())


class Texts:
    """Bytes of ids, end to end, from several threads; of the room for all only what is filled costs memory."""

    def __init__(self, room: int) -> None:
        self.bytes = np.empty(room + len(PADDING), dtype=np.uint8)
        self.words = words_of(self.bytes.data)
        self._filled = 0
        self._one_by_one = Lock()

    def put(self, piece: NDArray[np.uint8]) -> int:
        """Append a piece. Where it begins."""
        with self._one_by_one:
            begin = self._filled
            self._filled += len(piece)
        self.bytes[begin : begin + len(piece)] = piece
        return begin


class Columns(NamedTuple):
    """The columns of a whole file, to be filled slice by slice; the ids of slices stand in the order of their ends."""

    query: NDArray[np.int32]
    values: NDArray[np.float64]
    text: Texts
    start: Ints
    length: Lengths
    keys: Words


def arrow_rows(data: Buffer, layout: Layout, *, ascii_only: bool) -> Rows | None:
    """Read a file whose columns are parted by one blank (or one tab) each; None where it is not so regular.

    Ids are never inferred: they are read as text. `data` is known to be UTF-8, or else `ascii_only` is asked for.
    A number that is not finite and a line that may be a comment are left to the exact reader too.
    """
    text = np.frombuffer(data, dtype=np.uint8)
    separator = "\t" if (text[:SAMPLE] == ord("\t")).any() else " "
    slices = list(_slices(data))
    with ThreadPoolExecutor(pa.cpu_count()) as pool:
        counts = list(pool.map(partial(_regular_lines, text, ord(separator), ascii_only), slices))
        if 0 in counts:
            return None
        rows = [slice(*ends) for ends in pairwise(accumulate(counts, initial=0))]
        columns = _room(len(data), sum(counts))
        named = list(pool.map(partial(_fill, columns, data, separator, layout), slices, rows))
    number: dict[str, int] = {}
    for here, names in zip(rows, named, strict=True):
        if names is None or any(name.startswith("#") for name in names):
            return None
        codes = np.array([number.setdefault(name, len(number)) for name in names], dtype=np.int32)
        columns.query[here] = codes[columns.query[here]]
    documents = IdColumn(columns.text.bytes.data, columns.start, columns.length, columns.keys)
    return Rows(columns.query, tuple(number), documents, columns.values)


def _slices(data: Buffer) -> Iterator[slice]:
    """The file cut at line ends."""
    begin = 0
    while begin < len(data):
        end = data.find(b"\n", begin + SLICE) + 1 or len(data)
        yield slice(begin, end)
        begin = end


def _regular_lines(text: NDArray[np.uint8], separator: int, ascii_only: bool, where: slice) -> int:
    """How many lines a slice has; 0 where two blanks or line ends follow one another, or a byte is another blank."""
    here = text[where]
    if here[0] <= ord(" ") or len(here) > 2 * SLICE:
        return 0
    lines = int(here[-1] != ord("\n"))
    for start in range(0, len(here), PIECE):
        piece = here[start : start + PIECE + 1]
        blank = piece <= ord(" ")
        ends = piece == ord("\n")
        if (blank[1:] & blank[:-1]).any() or (blank != (ends | (piece == separator))).any():
            return 0
        if ascii_only and (piece > LAST_ASCII).any():
            return 0
        lines += int(np.count_nonzero(ends[:PIECE]))
    return lines


def _room(size: int, rows: int) -> Columns:
    """Columns for the rows of a file of `size` bytes; memory is taken only as they are filled."""
    return Columns(
        query=np.empty(rows, dtype=np.int32),
        values=np.empty(rows, dtype=np.float64),
        text=Texts(size),
        start=np.empty(rows, dtype=np.int64),
        length=np.empty(rows, dtype=np.int32),
        keys=np.empty(rows, dtype=np.uint64),
    )


def _fill(
    columns: Columns, data: Buffer, separator: str, layout: Layout, where: slice, rows: slice
) -> list[str] | None:
    """Fill in the rows of one slice. Its query ids, by which `query` numbers them; None where it is not regular."""
    try:
        table = _parse(memoryview(data)[where], separator, layout)
    except pa.ArrowInvalid:
        return None
    query, document, value = (column.chunk(0) for column in table.columns)
    values = numbers(value, np.float64)
    if len(values) != rows.stop - rows.start or not np.isfinite(values).all():
        return None
    columns.values[rows] = values
    columns.query[rows] = numbers(query.indices, np.int32)
    _, offsets, characters = document.buffers()
    edge = np.frombuffer(offsets, dtype=np.int32)[: len(document) + 1]
    start, length = columns.start[rows], columns.length[rows]
    np.add(edge[:-1], columns.text.put(np.frombuffer(characters, dtype=np.uint8)[: edge[-1]]), out=start)
    np.subtract(edge[1:], edge[:-1], out=length)
    columns.keys[rows] = keys_of(columns.text.words, start, length)
    names: list[str] = query.dictionary.to_pylist()
    return names


def _parse(data: memoryview, separator: str, layout: Layout) -> pa.Table:
    """The query ids, document ids and numbers of one slice, each in one chunk."""
    names = (layout.columns[QUERY], layout.columns[DOCUMENT], layout.columns[layout.value])
    return pyarrow.csv.read_csv(
        pa.py_buffer(data),
        read_options=pyarrow.csv.ReadOptions(column_names=layout.columns, block_size=len(data) + 1, use_threads=False),
        parse_options=pyarrow.csv.ParseOptions(delimiter=separator, quote_char=False, escape_char=False),
        convert_options=pyarrow.csv.ConvertOptions(
            include_columns=names,
            column_types=dict(zip(names, (CODED, pa.string(), pa.float64()), strict=True)),
            null_values=[],
            strings_can_be_null=False,
            check_utf8=False,
        ),
    )


def numbers(chunk: pa.Array, kind: type[np.generic]) -> NDArray[Any]:
    """A chunk without nulls as it lies in memory (pyarrow's own `to_numpy` starts pandas, which takes longer)."""
    return np.frombuffer(chunk.buffers()[1], dtype=kind)[chunk.offset : chunk.offset + len(chunk)]
