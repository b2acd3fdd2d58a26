"""A corpus build's file into its passages."""

from __future__ import annotations

from typing import Any

from gold.errors import BadRecord, NothingToScore, Where
from gold.model.corpus import Corpus, Passage
from gold.read.file import read_bytes, stem
from gold.read.json_lines import decode_lines
from gold.read.number_ids import NumberIds
from gold.read.unknown_fields import refuse_unknown

FIELDS = Passage.__struct_fields__


def read_corpus(path: str) -> Corpus:
    """Read one build. Errors: a bad record, a passage id twice (both lines); a file without passages."""
    data = read_bytes(path)
    ids = NumberIds()
    passages, numbers = decode_lines(path, data, Passage, lambda record, where: _mend(record, where, ids))
    ids.refuse_both(path, data)
    if not passages:
        raise NothingToScore(f"{path}: holds no passage")
    if len({passage.passage_id for passage in passages}) < len(passages):
        _refuse_twice(path, passages, numbers)
    return Corpus(stem(path), path, tuple(passages), tuple(ids.notices()))


def _refuse_twice(path: str, passages: list[Passage], numbers: list[int]) -> None:
    first: dict[str, int] = {}
    for passage, number in zip(passages, numbers, strict=True):
        there = first.setdefault(passage.passage_id, number)
        if there != number:
            message = f"passage id {passage.passage_id!r} stands on line {there} already: keep one"
            raise BadRecord(message, Where(path, number, "passage_id"))


def _mend(record: dict[str, Any], where: Where, ids: NumberIds) -> dict[str, Any]:
    """Ids written as numbers become text; a heading in one string is a path of one."""
    refuse_unknown(record, FIELDS, where)
    native = {key: value for key, value in record.items() if value is not None}
    for name in ("passage_id", "doc_id", "doc_version"):
        if name in native:
            native[name] = ids.text(native[name], name, where)
    if isinstance(native.get("heading"), str):
        native["heading"] = [native["heading"]]
    return native
