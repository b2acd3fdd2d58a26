"""A corpus build's file into its passages."""

from __future__ import annotations

from typing import Any

from gold.errors import BadRecord, NothingToScore, Refuse, Where, stop
from gold.model.corpus import Corpus, Passage
from gold.read.file import read_bytes, stem
from gold.read.json_lines import decode_lines, in_row
from gold.read.number_ids import NumberIds
from gold.read.unknown_fields import refuse_unknown

FIELDS = Passage.__struct_fields__


def read_corpus(path: str, refuse: Refuse = stop) -> Corpus:
    """Read one build; a bad record goes to `refuse`.

    Errors: a bad record, a passage id twice (both lines); a file without passages.
    """
    data = read_bytes(path)
    ids = NumberIds()
    passages, numbers = decode_lines(
        path, data, Passage, lambda record, where: _mend(record, where, ids, refuse), refuse
    )
    ids.refuse_both(path, data, refuse)
    if not passages:
        raise NothingToScore(f"{path}: holds no passage")
    if len({passage.passage_id for passage in passages}) < len(passages):
        passages, numbers = _each_once(path, passages, numbers, refuse)
    return Corpus(stem(path), path, tuple(passages), tuple(ids.notices()), in_row(numbers))


def _each_once(
    path: str, passages: list[Passage], numbers: list[int], refuse: Refuse
) -> tuple[list[Passage], list[int]]:
    first: dict[str, int] = {}
    for index, passage in enumerate(passages):
        there = first.setdefault(passage.passage_id, index)
        if there != index:
            message = f"passage id {passage.passage_id!r} stands on line {numbers[there]} already: keep one"
            refuse(BadRecord(message, Where(path, numbers[index], "passage_id"), "duplicate-id"))
    return [passages[i] for i in first.values()], [numbers[i] for i in first.values()]


def _mend(record: dict[str, Any], where: Where, ids: NumberIds, refuse: Refuse) -> dict[str, Any]:
    """Ids written as numbers become text; a heading in one string is a path of one."""
    refuse_unknown(record, FIELDS, where, refuse=refuse)
    native = {key: value for key, value in record.items() if value is not None}
    for name in ("passage_id", "doc_id", "doc_version"):
        if name in native:
            native[name] = ids.text(native[name], name, where)
    if isinstance(native.get("heading"), str):
        native["heading"] = [native["heading"]]
    return native
