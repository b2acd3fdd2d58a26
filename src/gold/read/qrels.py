"""TREC qrels, with a queries file beside them where there is one, into a version of bare cases."""

from __future__ import annotations

import json
from pathlib import Path

from gold.errors import BadRecord, NothingToScore, Where
from gold.model.case import Case, Label
from gold.model.version import Notice, Version
from gold.read.file import ending, lines, read_bytes, stem
from gold.read.json_lines import collector_frozen, parse_object

COLUMNS = 4
QUERY_NAMES = ("queries", "topics")
QUERY_ENDINGS = (".tsv", ".jsonl", ".tsv.gz", ".jsonl.gz")


def read_qrels(path: str) -> Version:
    """Read `query iteration document grade` rows. Errors: another number of columns, a grade that is not whole."""
    data = read_bytes(path)
    rows: dict[str, dict[str, tuple[int, int]]] = {}
    notices: list[Notice] = []
    with collector_frozen():
        for number, line in lines(path, data):
            fields = line.split()
            grade = _grade(fields)
            if grade is None:
                if line.startswith(b"#"):
                    continue
                raise _refusal(path, number, line, fields)
            documents = rows.setdefault(fields[0].decode(), {})
            document = fields[2].decode()
            before = documents.setdefault(document, (grade, number))
            if before[1] != number:
                notices.append(_twice(path, number, document, grade, before))
        if not rows:
            raise NothingToScore(f"{path}: holds no judgment")
        texts = _texts(path)
        first = [next(iter(documents.values()))[1] for documents in rows.values()]
        cases = tuple(_case(query_id, documents, texts) for query_id, documents in rows.items())
    highest = max(grade for documents in rows.values() for grade, _ in documents.values())
    return Version(stem(path), None, path, cases, tuple(first), tuple(notices), answer_grade=min(2, max(highest, 1)))


def _grade(fields: list[bytes]) -> int | None:
    """The grade of a row of four columns; None for anything else. `2.0` is 2."""
    if len(fields) != COLUMNS:
        return None
    try:
        return int(fields[3])
    except ValueError:
        try:
            value = float(fields[3])
        except ValueError:
            return None
        return int(value) if value.is_integer() else None


def _refusal(path: str, number: int, line: bytes, fields: list[bytes]) -> BadRecord:
    if len(fields) != COLUMNS:
        shown = line[:80].decode(errors="replace")
        message = f"{len(fields)} columns instead of 4 (query iteration document grade): {shown!r}"
        return BadRecord(message, Where(path, number))
    return BadRecord(f"grade {fields[3].decode()!r} is no whole number", Where(path, number, "column 4"))


def _twice(path: str, number: int, document: str, grade: int, before: tuple[int, int]) -> Notice:
    if before[0] != grade:
        grades = f"grade {before[0]} (line {before[1]}) and grade {grade}"
        raise BadRecord(f"{document!r} is judged twice, with {grades}: keep one", Where(path, number))
    return Notice(path, number, f"the judgment of {document!r} stands on line {before[1]} too: counted once")


def _case(query_id: str, documents: dict[str, tuple[int, int]], texts: dict[str, str]) -> Case:
    labels = tuple(Label(grade=grade, passage_id=document) for document, (grade, _) in documents.items())
    return Case(query_id=query_id, query=texts.get(query_id) or query_id, judgments=labels)


def _texts(path: str) -> dict[str, str]:
    """The query texts of the file beside: `queries.tsv`, or the qrels' own name with `queries` or `topics` in it."""
    folder, name = Path(path).parent, stem(path)
    for word in QUERY_NAMES:
        for last in QUERY_ENDINGS:
            for candidate in (word + last, name.replace("qrels", word) + last, f"{name}.{word}{last}"):
                beside = folder / candidate
                if beside.is_file():
                    return _read_queries(str(beside))
    return {}


def _read_queries(path: str) -> dict[str, str]:
    texts: dict[str, str] = {}
    for number, line in lines(path, read_bytes(path)):
        query_id, text = _json_query(path, number, line) if ending(path) == "jsonl" else _tsv_query(path, number, line)
        if texts.setdefault(query_id, text) != text:
            message = f"query id {query_id!r} has two texts: {texts[query_id]!r} and {text!r}"
            raise BadRecord(message, Where(path, number))
    return texts


def _tsv_query(path: str, number: int, line: bytes) -> tuple[str, str]:
    query_id, tab, text = line.decode().partition("\t")
    if not tab:
        raise BadRecord("no tab: a line is `query id<TAB>text`", Where(path, number))
    return query_id.strip(), text.strip("\r")


def _json_query(path: str, number: int, line: bytes) -> tuple[str, str]:
    record = parse_object(path, number, line)
    query_id = next((record[key] for key in ("query_id", "question_id", "_id", "id", "qid") if key in record), None)
    text = next((record[key] for key in ("query", "question", "text", "title") if key in record), None)
    if query_id is None or not isinstance(text, str):
        raise BadRecord(f"needs query_id and query: {json.dumps(record)[:80]}", Where(path, number))
    return str(query_id), text
