"""A TREC run file into a run: `query Q0 document rank score tag`, in any order, with any blanks between."""

from __future__ import annotations

import math

import numpy as np

from gold.errors import BadRecord, Where
from gold.model.run import ListColumn, Run, Sidecar
from gold.read.file import lines, read_bytes, stem
from gold.read.json_lines import collector_frozen
from gold.read.rank_order import rank_order

COLUMNS = 6
FAST_FROM = 4_000_000
"""Bytes from which starting pyarrow costs less than reading without it."""
END = b" \x00 "


def read_trec_run(path: str, sidecar: Sidecar) -> Run:
    """Read one TREC run. Errors name the line: another number of columns, a score that is no finite number."""
    data = read_bytes(path)
    if len(data) >= FAST_FROM:
        from gold.read.trec_arrow import read_regular  # pyarrow is slow to start: only where it pays

        run = read_regular(path, data, sidecar)
        if run is not None:
            return run
    return read_exact(path, data, sidecar)


def read_exact(path: str, data: bytes, sidecar: Sidecar) -> Run:
    """Read a run of any regularity; the rule that the fast reader is held against."""
    with collector_frozen():
        queries, documents, scores = _columns(path, data)
        different = list(dict.fromkeys(documents))
        code_of = dict(zip(different, range(len(different)), strict=True))
        codes = np.fromiter(map(code_of.__getitem__, documents), dtype=np.int32, count=len(documents))
        query_ids = list(dict.fromkeys(queries))
        number_of = dict(zip(query_ids, range(len(query_ids)), strict=True))
        query = np.fromiter(map(number_of.__getitem__, queries), dtype=np.int32, count=len(queries))
    ranked = rank_order(query, len(query_ids), ListColumn(codes, different), scores)
    names = tuple(name.decode() for name in query_ids)
    return Run(stem(path), path, sidecar, names, ranked.starts, ranked.passages, ranked.scores, ranked.ties)


def _columns(path: str, data: bytes) -> tuple[list[bytes], list[bytes], np.ndarray]:
    """The query, document and score columns. A file whose every line has six columns is cut in one go."""
    ended = data if data.endswith(b"\n") or not data else data + b"\n"
    flat = ended.replace(b"\n", END).split()
    width = COLUMNS + 1
    if len(flat) % width == 0 and b"\x00" not in data and flat[COLUMNS::width].count(b"\x00") == len(flat) // width:
        try:
            scores = np.fromiter(map(float, flat[4::width]), dtype=np.float64, count=len(flat) // width)
        except ValueError:
            return _line_by_line(path, data)
        if np.isfinite(scores).all() and b"#" not in (first[:1] for first in flat[0::width]):
            return flat[0::width], flat[2::width], scores
    return _line_by_line(path, data)


def _line_by_line(path: str, data: bytes) -> tuple[list[bytes], list[bytes], np.ndarray]:
    queries, documents, scores = [], [], []
    for number, line in lines(path, data):
        fields = line.split()
        score = _score(fields[4]) if len(fields) == COLUMNS else None
        if score is None or not math.isfinite(score):
            if line.startswith(b"#") and score is None:
                continue
            raise _refusal(path, number, line, fields)
        queries.append(fields[0])
        documents.append(fields[2])
        scores.append(score)
    return queries, documents, np.array(scores, dtype=np.float64)


def _score(text: bytes) -> float | None:
    try:
        return float(text)
    except ValueError:
        return None


def _refusal(path: str, number: int, line: bytes, fields: list[bytes]) -> BadRecord:
    if len(fields) != COLUMNS:
        shown = line[:80].decode(errors="replace")
        message = f"{len(fields)} columns instead of 6 (query Q0 document rank score tag): {shown!r}"
        return BadRecord(message, Where(path, number))
    message = f"score {fields[4].decode(errors='replace')!r} is no finite number"
    return BadRecord(message, Where(path, number, "column 5"))
