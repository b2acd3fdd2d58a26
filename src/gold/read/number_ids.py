"""Ids that a JSON file writes as numbers: read as text, told once a field, refused where both spellings stand."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from gold.errors import BadRecord, Refuse, Where, stop
from gold.model.version import Notice
from gold.read.file import lines
from gold.read.json_lines import parse_object

IDS = ("query_id", "question_id", "passage_id")


class NumberIds:
    """Collects the number ids of one file, by field: the first of each and how many follow."""

    def __init__(self) -> None:
        self.first: dict[str, tuple[Where, str, int | None]] = {}
        self.count: dict[str, int] = {}
        self.held_back = False
        """Whether the record at hand is of a held-back case: its ids are not told."""

    def text(self, value: Any, name: str, where: Where, place: str = "") -> Any:
        """A whole number as text; anything else as it is."""
        if not isinstance(value, int) or isinstance(value, bool):
            return value
        self.first.setdefault(name, (where, f"{place}.{name}" if place else name, None if self.held_back else value))
        self.count[name] = self.count.get(name, 0) + 1
        return str(value)

    def notices(self) -> list[Notice]:
        """One warning for each field that held numbers."""
        found = []
        for name, (where, field, value) in self.first.items():
            more = f" (as are {self.count[name] - 1} more)" if self.count[name] > 1 else ""
            shown = ("a number", "text") if value is None else (f"the number {value}", f'the text "{value}"')
            message = f"{field} is {shown[0]}{more}: read as {shown[1]}; quote it in the file"
            found.append(Notice(where.path, where.line, message, "number-id", of_hidden=value is None))
        return found

    def refuse_both(self, path: str, data: bytes, refuse: Refuse = stop) -> None:
        """The number 12 here and the text "12" there may be one id or two: refuse, with both lines."""
        if not self.first:
            return
        seen: dict[tuple[str, str], dict[type, int]] = {}
        for number, line in lines(data):
            try:
                record = parse_object(path, number, line)
            except BadRecord:
                continue  # refused already, where the line was read
            for name, value in _ids(record):
                kinds = seen.setdefault((name, str(value)), {})
                kinds.setdefault(type(value), number)
                if len(kinds) > 1:
                    other = min(kinds.values())
                    who = f"a {name} of a held-back case" if record.get("split") == "held_back" else f"{name} {value}"
                    message = f"{who} is a number in one place and text in another (line {other}): quote it"
                    refuse(BadRecord(message, Where(path, number, name), "mixed-ids"))
                    kinds.clear()


def _ids(value: Any) -> Iterator[tuple[str, Any]]:
    """Every query and passage id of a record, a bare list of results included."""
    if isinstance(value, dict):
        for key, inner in value.items():
            if key in IDS and isinstance(inner, str | int):
                yield key.replace("question_id", "query_id"), inner
            elif key == "ranking" and isinstance(inner, list):
                for item in inner:
                    yield from [("passage_id", item)] if isinstance(item, str | int) else _ids(item)
            else:
                yield from _ids(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from _ids(inner)
