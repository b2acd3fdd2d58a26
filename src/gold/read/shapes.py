"""The accepted spellings of a case, brought into the native one."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec

from gold.errors import BadRecord, Refuse, Where, stop
from gold.model.case import Case, Label
from gold.read.number_ids import NumberIds
from gold.read.other_names import rename
from gold.read.unknown_fields import refuse_unknown

CASE_FIELDS = tuple(field.encode_name for field in msgspec.structs.fields(Case))
LABEL_FIELDS = tuple(field.encode_name for field in msgspec.structs.fields(Label))
FLAT_FIELDS = tuple(name for name in LABEL_FIELDS if name not in ("note", "by", "at"))
SHAPE_FIELDS = ("question_id", "question", "supporting", "distractors", "answer_quote", "evidence")
ID_FIELDS = ("query_id", "passage_id", "doc_id", "document", "part", "doc_version")


class CaseMender:
    """Turns each record of one file into the native shape, remembering what it had to read kindly.

    `flat` holds the lines that gave one judgment each.
    """

    def __init__(self, answer_grade: int, refuse: Refuse = stop) -> None:
        self.answer_grade = answer_grade
        self.refuse = refuse
        self.flat: set[int] = set()
        self.numbers = NumberIds()

    def __call__(self, record: dict[str, Any], where: Where) -> dict[str, Any]:
        """The record with native fields only. Errors: an unknown field, two spellings of one field, a bad list."""
        record = dict(record)
        self.numbers.held_back = record.get("split") == "held_back"
        rename(record, "question_id", "query_id", where)
        rename(record, "question", "query", where)
        _fold_expectation(record)
        self._ids(record, where, "")
        labels = [self._label(item, where, f"judgments[{i}]") for i, item in _items(record, "judgments", where)]
        labels += self._supporting(record, where)
        labels += self._flat_label(record, where)
        if labels or "judgments" in record:
            record["judgments"] = labels
        if record.get("history") is not None:
            record["history"] = [self._turn(item, where, i) for i, item in _items(record, "history", where)]
        refuse_unknown(record, CASE_FIELDS, where, also=SHAPE_FIELDS, refuse=self.refuse)
        return {key: value for key, value in record.items() if value is not None}

    def _supporting(self, record: dict[str, Any], where: Where) -> list[dict[str, Any]]:
        labels = []
        if record.get("supporting") != "unknown":
            for i, item in _items(record, "supporting", where):
                labels.append({"grade": self.answer_grade} | self._label(item, where, f"supporting[{i}]"))
            record.pop("supporting", None)
        for i, item in _items(record, "distractors", where):
            labels.append({"grade": 0, "distractor": True} | self._label(item, where, f"distractors[{i}]"))
        for i, item in _items(record, "evidence", where):
            part = {"grade": self.answer_grade, "part": str(i + 1)}
            labels.append(part | self._label(item, where, f"evidence[{i}]"))
        record.pop("distractors", None)
        record.pop("evidence", None)
        return labels

    def _flat_label(self, record: dict[str, Any], where: Where) -> list[dict[str, Any]]:
        """The judgment that a flat row gives at its top level, if it gives one."""
        flat = {name: record.pop(name) for name in (*FLAT_FIELDS, "answer_quote") if name in record}
        anchors = ("passage_id", "doc_id", "document", "heading", "quote", "answer_quote")
        given = any(flat.get(name) is not None for name in anchors)
        if not given:
            alone = next((name for name, value in flat.items() if value is not None), None)
            if alone is not None:
                message = f"a {alone} without an anchor: add passage_id, or doc_id and quote"
                raise BadRecord(message, where, "anchor")
            return []
        if flat.get("grade") is None and flat.get("answer_quote") is None:
            raise BadRecord("a judgment without a grade: add one", Where(where.path, where.line, "grade"))
        if flat.get("grade") is not None:
            self.flat.add(where.line or 0)
            flat |= {name: record.pop(name) for name in ("note", "by", "at") if name in record}
        return [{"grade": self.answer_grade} | self._label(flat, where, "")]

    def _label(self, item: Any, where: Where, place: str) -> dict[str, Any]:
        if not isinstance(item, dict):
            message = "an anchor must be an object, such as {passage_id: …}"
            raise BadRecord(message, Where(where.path, where.line, place))
        item = dict(item)
        refuse_unknown(item, LABEL_FIELDS, where, place, also=("answer_quote",), refuse=self.refuse)
        label = {key: value for key, value in item.items() if value is not None}
        rename(label, "answer_quote", "quote", where)
        self._ids(label, where, place)
        if isinstance(label.get("heading"), str):
            label["heading"] = [label["heading"]]
        grade = label.get("grade")
        if isinstance(grade, float) and grade.is_integer():
            label["grade"] = int(grade)
        return label

    def _turn(self, item: Any, where: Where, index: int) -> Any:
        if isinstance(item, str):
            return {"query": item}
        if isinstance(item, dict):
            turn = dict(item)
            rename(turn, "question", "query", where)
            refuse_unknown(turn, ("query", "answer"), where, f"history[{index}]", refuse=self.refuse)
            return turn
        message = "a turn of the history must be an object with `query`"
        raise BadRecord(message, Where(where.path, where.line, "history"))

    def _ids(self, record: dict[str, Any], where: Where, place: str) -> None:
        """Ids that were written as whole numbers become text."""
        for name in ID_FIELDS:
            if name in record:
                record[name] = self.numbers.text(record[name], name, where, place)


def _items(record: dict[str, Any], name: str, where: Where) -> Iterable[tuple[int, Any]]:
    value = record.get(name)
    if value is None:
        return ()
    if not isinstance(value, list):
        raise BadRecord(f"{name} must be a list", Where(where.path, where.line, name))
    return enumerate(value)


def _fold_expectation(record: dict[str, Any]) -> None:
    """Any key that begins with `expect_abstention` is one field; the text `false` means false."""
    for name in [key for key in record if key.startswith("expect_abstention")]:
        value = record.pop(name)
        record["expect_abstention"] = False if value in ("false", "False", "no") else value
