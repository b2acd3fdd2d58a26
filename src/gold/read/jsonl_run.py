"""A JSONL run into a run: one question a line, its list in rank order."""

from __future__ import annotations

import math
from collections.abc import Collection
from typing import Any

import numpy as np

from gold.errors import BadRecord, Refuse, Where, stop
from gold.model.ids import column_of
from gold.model.run import Answered, Run, Sidecar
from gold.model.run_line import Result, Row
from gold.read.file import read_bytes, stem
from gold.read.json_lines import decode_lines, in_row
from gold.read.number_ids import NumberIds
from gold.read.other_names import rename
from gold.read.unknown_fields import refuse_unknown


def read_jsonl_run(path: str, sidecar: Sidecar, refuse: Refuse = stop, without: Collection[str] = frozenset()) -> Run:
    """Read one JSONL run; a bad record goes to `refuse`, and the questions `without` are left out with their texts.

    Errors name the line: a bad record, a question twice, a score that is not finite.
    """
    data = read_bytes(path)
    ids = NumberIds()
    rows, numbers = decode_lines(path, data, Row, lambda record, where: _mend(record, where, ids, refuse), refuse)
    ids.refuse_both(path, data, refuse)
    rows, numbers = _each_once(path, rows, numbers, refuse)
    if without:
        kept = [at for at, row in enumerate(rows) if row.query_id not in without]
        rows, numbers = [rows[at] for at in kept], [numbers[at] for at in kept]
    passages, scores, texts = _results(path, rows, numbers, refuse)
    starts = np.zeros(len(rows) + 1, dtype=np.int64)
    np.cumsum([len(row.ranking) for row in rows], out=starts[1:])
    return Run(
        name=stem(path),
        path=path,
        sidecar=sidecar,
        query_ids=tuple(row.query_id for row in rows),
        starts=starts,
        passages=column_of(passages),
        scores=None if not scores or math.isnan(sum(scores)) else np.array(scores),
        ties=np.zeros(len(rows), dtype=np.int64),
        answered={row.query_id: said for row in rows if (said := _said(row)) != Answered()},
        texts=texts,
        notices=tuple(ids.notices()),
        lines=in_row(numbers),
    )


def _results(
    path: str, rows: list[Row], numbers: list[int], refuse: Refuse
) -> tuple[list[str], list[float], dict[str, str]]:
    """The passages of all rows in a row, their scores (NaN where none is given), and the first text of each passage."""
    passages: list[str] = []
    scores: list[float] = []
    texts: dict[str, str] = {}
    for row, number in zip(rows, numbers, strict=True):
        for item in row.ranking:
            result = Result(item) if isinstance(item, str) else item
            passages.append(result.passage_id)
            scores.append(
                math.nan if result.score is None else _finite(result.score, Where(path, number, "ranking"), refuse)
            )
            if result.text is not None:
                texts.setdefault(result.passage_id, result.text)
    return passages, scores, texts


def _said(row: Row) -> Answered:
    return Answered(row.abstained, row.answer, row.answer_correct)


def _each_once(path: str, rows: list[Row], numbers: list[int], refuse: Refuse) -> tuple[list[Row], list[int]]:
    first: dict[str, int] = {}
    for row, number in zip(rows, numbers, strict=True):
        there = first.setdefault(row.query_id, number)
        if there != number:
            # a run does not know what the set holds back, so that the id is left to those who do
            message = f"its question stands on line {there} already: keep one ranking a question"
            refuse(BadRecord(message, Where(path, number, "query_id"), "duplicate-id", row.query_id))
    kept = [(row, number) for row, number in zip(rows, numbers, strict=True) if first[row.query_id] == number]
    return [row for row, _ in kept], [number for _, number in kept]


def _finite(score: float, where: Where, refuse: Refuse) -> float:
    if not math.isfinite(score):
        refuse(BadRecord(f"score {score} is no finite number", where, "not-finite"))
    return score


def _mend(record: dict[str, Any], where: Where, ids: NumberIds, refuse: Refuse) -> dict[str, Any]:
    record = dict(record)
    rename(record, "question_id", "query_id", where)
    refuse_unknown(record, Row.__struct_fields__, where, refuse=refuse)
    record["query_id"] = ids.text(record.get("query_id"), "query_id", where)
    if isinstance(record.get("ranking"), list):
        record["ranking"] = [
            _result(item, where, f"ranking[{i}]", ids, refuse) for i, item in enumerate(record["ranking"])
        ]
    return {key: value for key, value in record.items() if value is not None}


def _result(item: Any, where: Where, place: str, ids: NumberIds, refuse: Refuse) -> Any:
    if not isinstance(item, dict):
        return ids.text(item, "passage_id", where, place)
    given = dict(item)
    refuse_unknown(given, Result.__struct_fields__, where, place, refuse=refuse)
    given = {key: value for key, value in given.items() if value is not None}
    if "passage_id" in given:
        given["passage_id"] = ids.text(given["passage_id"], "passage_id", where, place)
    return given
