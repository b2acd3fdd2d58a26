"""The lines of a version whose records were refused into the ids that they may hold back."""

from __future__ import annotations

import json
import re
from bisect import bisect_right
from collections.abc import Collection, Iterator
from typing import Any

from gold.errors import BadRecord, GoldError
from gold.read.file import ending, lines, read_bytes

NAMES = ("query_id", "question_id")
NAMED = re.compile(rb'"(?:query_id|question_id)"\s*:\s*("(?:[^"\\]|\\.)*"|[^\s,}]+)')
SIDE = re.compile("held|split", re.IGNORECASE)
"""What a record says, in whatever spelling, that may mean to hold its case back."""


def refused_ids(path: str, refused: Collection[int]) -> frozenset[str]:
    """The ids of refused records that are not plainly open: no reader has told which side they are on."""
    if not refused:
        return frozenset()
    try:
        data = read_bytes(path)
        found = _in_yaml(path, data, refused) if ending(path) in ("yaml", "yml") else _in_lines(data, refused)
        return frozenset(found)
    except GoldError:
        return frozenset()


def _in_lines(data: bytes, refused: Collection[int]) -> Iterator[str]:
    for number, line in lines(data):
        if number not in refused:
            continue
        try:
            record = json.loads(line)
        except (ValueError, RecursionError):  # torn: what its letters say
            if SIDE.search(line.decode(errors="replace")):
                yield from (_text(match[1]) for match in NAMED.finditer(line))
            continue
        if isinstance(record, dict):
            yield from _of_record(record)


def _in_yaml(path: str, data: bytes, refused: Collection[int]) -> Iterator[str]:
    from gold.read.yaml_events import load_list  # yaml is started only where there is some

    def pass_over(fault: BadRecord) -> None:
        """It was said when the version was read."""

    records = load_list(path, data, pass_over)
    starts = [line for line, _ in records]
    for at in {bisect_right(starts, line) - 1 for line in refused} - {-1}:
        yield from _of_record(records[at][1])


def _of_record(record: dict[str, Any]) -> Iterator[str]:
    """The ids of a record, unless it says nothing of a side or that it is open."""
    given = [(key, value) for key, value in record.items() if SIDE.search(key) or SIDE.search(str(value)[:40])]
    if all(pair == ("split", "dev") for pair in given):
        return
    yield from (str(record[name]) for name in NAMES if record.get(name) is not None)


def _text(written: bytes) -> str:
    try:
        return str(json.loads(written))
    except ValueError:
        return written.decode(errors="replace")
