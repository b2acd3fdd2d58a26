"""`adjudicated.jsonl` into final grades, one an item."""

from __future__ import annotations

from functools import partial
from typing import Any

from gold.errors import BadRecord, Refuse, Where, stop
from gold.model.annotation import Adjudication, Adjudications
from gold.read.file import read_bytes
from gold.read.json_lines import decode_lines
from gold.read.number_ids import NumberIds
from gold.read.unknown_fields import refuse_unknown


def read_adjudicated(path: str, refuse: Refuse = stop) -> Adjudications:
    """Read the final grades; of two of one item the later one stands. Error: two that no time tells apart."""
    data = read_bytes(path)
    numbers = NumberIds()
    rows, lines = decode_lines(path, data, Adjudication, partial(_mended, numbers, refuse), refuse)
    numbers.refuse_both(path, data, refuse)
    last: dict[tuple[str, str], int] = {}
    for at, row in enumerate(rows):
        before = last.setdefault((row.query_id, row.passage_id), at)
        if before == at:
            continue
        there = rows[before]
        if not (row.at and there.at) or row.at == there.at:
            # this file does not know what the set holds back, so that neither the item nor its grades are said
            message = (
                f"an item is adjudicated twice, here and on line {lines[before]}: keep one, or give both the time "
                "(`at`) they were made"
            )
            refuse(BadRecord(message, Where(path, lines[at]), "two-grades", row.query_id))
        elif row.at > there.at:
            last[row.query_id, row.passage_id] = at
    kept = sorted(last.values())
    return Adjudications(path, [rows[at] for at in kept], [lines[at] for at in kept], tuple(numbers.notices()))


def _mended(numbers: NumberIds, refuse: Refuse, record: dict[str, Any], where: Where) -> dict[str, Any]:
    refuse_unknown(record, Adjudication.__struct_fields__, where, refuse=refuse)
    for name in ("query_id", "passage_id"):
        if name in record:
            record[name] = numbers.text(record[name], name, where)
    return record
