"""CSV with a row a judgment, or a row an item and a column an annotator, into annotations with their lines."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator
from typing import Literal, NamedTuple

from gold.errors import BadRecord, Refuse, Where, stop
from gold.model.annotation import Annotation
from gold.model.case import MOST_GRADE
from gold.model.version import Notice
from gold.read.collector import collector_frozen

ITEM = ("query_id", "passage_id")
LONG = (*ITEM, "annotator", "grade")
OPTIONAL = ("note", "at", "kind")
FOR_THE_EYE = ("query", "history", "text")
"""Columns that an annotator reads; what they hold is known from the set."""
WHOLE = re.compile(r"\s*([+-]?\d+)(?:\.0*)?\s*", re.ASCII)
KINDS: dict[str, Literal["human", "model"] | None] = {"": None, "human": "human", "model": "model"}
Row = tuple[int, list[str]]


class _Sheet(NamedTuple):
    """Where what is read of one file goes. `open_` counts rows that nobody has judged yet."""

    path: str
    refuse: Refuse
    annotations: list[Annotation]
    lines: list[int]
    open_: list[int]
    grades: dict[str, int | None]

    def fault(self, line: int, message: str, field: str | None = None, rule: str = "field") -> None:
        self.refuse(BadRecord(message, Where(self.path, line, field), rule))

    def grade(self, text: str, line: int, field: str) -> int | None:
        """A whole number; anything else is refused."""
        if text not in self.grades:
            match = WHOLE.fullmatch(text)
            self.grades[text] = int(match[1]) if match and abs(int(match[1])) <= MOST_GRADE else None
        found = self.grades[text]
        if found is None:
            self.fault(line, f"grade {text[:40]!r} is no whole number from -{MOST_GRADE} to {MOST_GRADE}", field)
        return found


def csv_annotations(path: str, data: bytes, refuse: Refuse = stop) -> tuple[list[Annotation], list[int], list[Notice]]:
    """The judgments in file order. Errors: no header, another number of cells, an empty id, no whole grade."""
    sheet = _Sheet(path, refuse, [], [], [], {})
    rows = _rows(data.decode())
    try:
        with collector_frozen():
            _, header = next(rows, (1, list[str]()))
            if _usable(header, sheet):
                whole = _whole_rows(rows, len(header), sheet)
                _long(header, whole, sheet) if set(header) >= set(LONG) else _wide(header, whole, sheet)
    except csv.Error as error:
        line = int(str(error.args[1])) if len(error.args) > 1 else 1
        refuse(BadRecord(f"no valid CSV: {error.args[0]}", Where(path, line), "syntax"))
    return sheet.annotations, sheet.lines, _unjudged(sheet)


def _unjudged(sheet: _Sheet) -> list[Notice]:
    if not sheet.open_:
        return []
    rows = "1 row has" if len(sheet.open_) == 1 else f"{len(sheet.open_)} rows have"
    return [Notice(sheet.path, sheet.open_[0], f"{rows} no grade yet: left out")]


def _rows(text: str) -> Iterator[Row]:
    """Each record that is not blank with the line that it begins on. Lines end at `\\n` (or `\\r\\n`) only."""
    reader = csv.reader((line + "\n" for line in text.split("\n")), strict=True)
    line = 0
    while True:
        begins = line + 1
        try:
            cells = next(reader, None)
        except csv.Error as error:
            raise csv.Error(str(error), begins) from None
        if cells is None:
            return
        line = reader.line_num
        if cells:
            yield begins, cells


def _usable(header: list[str], sheet: _Sheet) -> bool:
    """Whether the first line names columns that can be read."""
    twice = next((name for name in header if header.count(name) > 1), None)
    missing = [name for name in ITEM if name not in header]
    if missing:
        seen = ", ".join(header)[:80] or "nothing"
        parted = " (cells are parted by commas)" if len(header) == 1 and re.search(r"[;\t]", header[0]) else ""
        message = f"the first line must name the columns query_id and passage_id; it names {seen}{parted}"
        sheet.fault(1, message, None, "columns")
    elif twice is not None:
        sheet.fault(1, f"two columns are called {twice!r}: keep one", None, "columns")
    elif set(header) >= set(LONG):
        return _known(header, sheet)
    elif "annotator" in header or "grade" in header:
        lacks = "grade" if "annotator" in header else "annotator"
        sheet.fault(1, f"a row a judgment needs the column {lacks}, too", None, "columns")
    elif not _annotators(header):
        sheet.fault(1, "no column of an annotator beside query_id and passage_id", None, "columns")
    else:
        return True
    return False


def _known(header: list[str], sheet: _Sheet) -> bool:
    unknown = [name for name in header if name not in (*LONG, *OPTIONAL, *FOR_THE_EYE)]
    for name in unknown:
        known = ", ".join((*LONG, *OPTIONAL))
        sheet.fault(1, f"unknown column {name!r}: known are {known}", None, "unknown-field")
    return not unknown


def _annotators(header: list[str]) -> list[int]:
    return [at for at, name in enumerate(header) if name not in (*ITEM, *FOR_THE_EYE) and name]


def _whole_rows(rows: Iterator[Row], width: int, sheet: _Sheet) -> Iterator[Row]:
    for line, cells in rows:
        if len(cells) == width:
            yield line, cells
        else:
            sheet.fault(line, f"{len(cells)} cells, not {width}: quote a cell that holds a comma", None, "columns")


def _long(header: list[str], rows: Iterator[Row], sheet: _Sheet) -> None:
    query, passage, annotator, grade = (header.index(name) for name in LONG)
    note, at, kind = (header.index(name) if name in header else -1 for name in OPTIONAL)
    add, add_line, known = sheet.annotations.append, sheet.lines.append, sheet.grades
    for line, cells in rows:
        text = cells[grade]
        if not text.strip():
            sheet.open_.append(line)
            continue
        given = known.get(text)
        if given is None:
            given = sheet.grade(text, line, "grade")
        said = cells[kind] if kind >= 0 else ""
        if given is None or not _named(cells, (query, passage, annotator), said, line, sheet):
            continue
        add(
            Annotation(
                query_id=cells[query],
                passage_id=cells[passage],
                annotator=cells[annotator],
                grade=given,
                note=(cells[note] if note >= 0 else "") or None,
                at=(cells[at] if at >= 0 else "") or None,
                kind=KINDS[said],
            )
        )
        add_line(line)


def _named(cells: list[str], needed: tuple[int, int, int], kind: str, line: int, sheet: _Sheet) -> bool:
    """Whether a judged row says of what and by whom."""
    if kind not in KINDS:
        sheet.fault(line, f"kind {kind[:40]!r} is neither human nor model", "kind")
        return False
    if cells[needed[0]] and cells[needed[1]] and cells[needed[2]]:
        return True
    empty = next(name for name, at in zip(LONG, needed, strict=False) if not cells[at])
    sheet.fault(line, f"{empty} is empty", empty)
    return False


def _wide(header: list[str], rows: Iterator[Row], sheet: _Sheet) -> None:
    query, passage = (header.index(name) for name in ITEM)
    columns = [(at, header[at]) for at in _annotators(header)]
    for line, cells in rows:
        if not (cells[query] and cells[passage]):
            sheet.fault(line, f"{'passage_id' if cells[query] else 'query_id'} is empty", None)
            continue
        for at, name in columns:
            text = cells[at]
            given = sheet.grade(text, line, name) if text.strip() else None
            if given is not None:
                found = Annotation(query_id=cells[query], passage_id=cells[passage], annotator=name, grade=given)
                sheet.annotations.append(found)
                sheet.lines.append(line)
