"""TREC qrels, with a queries file beside them where there is one, into a version of bare cases."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from gold.errors import BadRecord, NothingToScore, Refuse, Where, stop
from gold.model.bare import BareCases
from gold.model.case import MOST_GRADE
from gold.model.ids import Ints, pair_keys
from gold.model.version import Notice, Version
from gold.read.file import ending, lines, read_bytes, stem
from gold.read.json_lines import parse_object
from gold.read.row_file import read_rows
from gold.read.rows import QRELS, Rows

QUERY_NAMES = ("queries", "topics")
QUERY_ENDINGS = (".tsv", ".jsonl", ".tsv.gz", ".jsonl.gz")


def read_qrels(path: str, refuse: Refuse = stop) -> Version:
    """Read `query iteration document grade` rows.

    Errors name the line: another number of columns, a grade that is not whole, one document judged twice
    with two grades. The grade that answers is the smaller of 2 and the highest grade.
    """
    rows = read_rows(path, QRELS, refuse)
    if not len(rows.values):
        raise NothingToScore(f"{path}: holds no judgment")
    _check_grades(path, rows, refuse)
    order, notices = _each_once(path, rows, refuse)
    counts = np.bincount(rows.query[order], minlength=len(rows.query_ids))
    first = np.zeros(len(counts) + 1, dtype=np.int64)
    np.cumsum(counts, out=first[1:])
    grades = rows.values[order].astype(np.int64)
    cases = BareCases(rows.query_ids, first, rows.documents.reordered(order), grades, _texts(path))
    starts = order[first[:-1]]
    numbers = starts + 1 if rows.lines is None else rows.lines[starts]
    answer_grade = min(2, max(int(grades.max()), 1))
    return Version(stem(path), None, path, cases, tuple(numbers.tolist()), notices, answer_grade=answer_grade)


def _check_grades(path: str, rows: Rows, refuse: Refuse) -> None:
    whole = rows.values == np.floor(rows.values)
    for row in np.flatnonzero(~whole | (np.abs(rows.values) > MOST_GRADE)).tolist():
        fault = f"is not between -{MOST_GRADE} and {MOST_GRADE}" if whole[row] else "is no whole number"
        refuse(BadRecord(f"grade {rows.values[row]:g} {fault}", Where(path, rows.line(row), "column 4"), "columns"))


def _each_once(path: str, rows: Rows, refuse: Refuse) -> tuple[Ints, tuple[Notice, ...]]:
    """Rows grouped by query, a repeated judgment left out with a notice; two grades of one pair are refused."""
    order = np.argsort(rows.query, kind="stable")
    pair = np.sort(pair_keys(rows.query, rows.documents.keys))
    if not (pair[1:] == pair[:-1]).any():
        return order, ()
    seen: dict[tuple[int, str], int] = {}
    notices = []
    kept = np.ones(len(order), dtype=np.bool_)
    names = rows.documents.names(range(len(order)))
    for row, (query, document) in enumerate(zip(rows.query.tolist(), names, strict=True)):
        before = seen.setdefault((query, document), row)
        if before == row:
            continue
        kept[row] = False
        if rows.values[before] != rows.values[row]:
            grades = f"grade {rows.values[before]:g} (line {rows.line(before)}) and grade {rows.values[row]:g}"
            message = f"{document!r} is judged twice, with {grades}: keep one"
            refuse(BadRecord(message, Where(path, rows.line(row)), "two-grades", rows.query_ids[query]))
            continue
        message = f"the judgment of {document!r} stands on line {rows.line(before)} too: counted once"
        notices.append(Notice(path, rows.line(row), message, "repeated-label", rows.query_ids[query]))
    return order[kept[order]], tuple(notices)


def _texts(path: str) -> dict[str, str]:
    """The query texts of the file beside: `queries.tsv`, or the qrels' own name with `queries` or `topics` in it."""
    folder, name = Path(path).parent, stem(path)
    for word in QUERY_NAMES:
        names = [f"{name}.{word}", word]
        if "qrels" in name:
            names.insert(0, name.replace("qrels", word))
        for candidate in (beside + last for beside in names for last in QUERY_ENDINGS):
            if (folder / candidate).is_file():
                return _read_queries(str(folder / candidate))
    return {}


def _read_queries(path: str) -> dict[str, str]:
    texts: dict[str, str] = {}
    of_line = _json_query if ending(path) == "jsonl" else _tsv_query
    for number, line in lines(read_bytes(path)):
        query_id, text = of_line(path, number, line)
        if texts.setdefault(query_id, text) != text:
            message = f"query id {query_id!r} has two texts: {texts[query_id]!r} and {text!r}"
            raise BadRecord(message, Where(path, number), "two-texts", query_id)
    return texts


def _tsv_query(path: str, number: int, line: bytes) -> tuple[str, str]:
    query_id, tab, text = line.decode().partition("\t")
    if not tab:
        raise BadRecord("no tab: a line is `query id<TAB>text`", Where(path, number), "columns")
    return query_id.strip(), text


def _json_query(path: str, number: int, line: bytes) -> tuple[str, str]:
    record = parse_object(path, number, line)
    query_id = next((record[key] for key in ("query_id", "question_id", "_id", "id", "qid") if key in record), None)
    text = next((record[key] for key in ("query", "question", "text", "title") if key in record), None)
    if query_id is None or not isinstance(text, str):
        raise BadRecord(f"needs query_id and query: {str(record)[:80]}", Where(path, number))
    return str(query_id), text
