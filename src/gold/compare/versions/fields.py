"""A case in two versions into every stored field that differs, and into what kind of change that is."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import zip_longest

import msgspec

from gold.compare.versions.change import KINDS, CaseChange, FieldChange, Kind
from gold.compare.versions.labels import label_changes
from gold.compare.versions.values import differences, plain
from gold.model.case import FACETS, Case

FIELDS = tuple(msgspec.structs.fields(Case))
FREE = ("meta", "expect_abstention")
"""Fields of any shape, compared to their depth."""
ANSWERABILITY = ("unanswerable", "answerable", "supporting", "expect_abstention")
BESIDE = re.compile(r"^judgments\[.*\]\.(by|at|note)$", re.DOTALL)
HEAD = re.compile(r"^\w+")


def case_change(old: Case, new: Case) -> CaseChange | None:
    """What changed in a case; None: nothing.

    The order of turns counts. The order of labels, of tags and of keys says nothing and is no change.
    """
    if old == new and all(getattr(old, name) is None for name in FREE):
        return None
    fields = tuple(_fields(old, new))
    return CaseChange(new.query_id, kinds(fields, new), fields) if fields else None


def _fields(old: Case, new: Case) -> Iterator[FieldChange]:
    for field in FIELDS:
        before, after = getattr(old, field.name), getattr(new, field.name)
        if field.name in FREE:
            yield from differences(field.encode_name, before, after)
        elif before == after:
            continue
        elif field.name == "judgments":
            yield from label_changes(old.labels, new.labels)
            if (before is None) != (after is None) and not (before is None and after):
                yield FieldChange("judgments", None if before is None else [], None if after is None else [])
        elif field.name == "history" and old.history and new.history:
            yield from _turns(old, new)
        elif field.name != "tags" or before is None or after is None or sorted(before) != sorted(after):
            yield FieldChange(field.encode_name, plain(before), plain(after))


def _turns(old: Case, new: Case) -> Iterator[FieldChange]:
    """Turn by turn, in order; those that only one side has stand at the end."""
    for number, (one, two) in enumerate(zip_longest(old.history or (), new.history or ())):
        path = f"history[{number}]"
        if one is None or two is None:
            yield FieldChange(path, plain(one), plain(two))
            continue
        if one.query != two.query:
            yield FieldChange(f"{path}.query", one.query, two.query)
        if one.answer != two.answer:
            yield FieldChange(f"{path}.answer", one.answer, two.answer)


def kinds(fields: Iterable[FieldChange], new: Case) -> tuple[Kind, ...]:
    """What kinds of change the fields are, each once. Who judged a label anew, and when, is part of its relabelling."""
    paths = {change.field: _kind(change.field, new) for change in fields}
    judged = {path.rpartition(".")[0] for path, kind in paths.items() if kind == "relabelled"}
    found = {kind for path, kind in paths.items() if not (BESIDE.match(path) and path.rpartition(".")[0] in judged)}
    return tuple(kind for kind in KINDS if kind in found)


def _kind(path: str, new: Case) -> Kind:
    """Words that a system is given: reworded. What answers, and whether anything does: relabelled.

    Who judged a label and when, and its note, are beside the point, as are reasons, weights and `meta`.
    """
    match = HEAD.match(path)
    name = match.group() if match else path
    if name in ("query", "history"):
        return "reworded"
    if name == "judgments":
        return "other" if BESIDE.match(path) else "relabelled"
    if name in ANSWERABILITY:
        return "relabelled"
    if name in FACETS:
        return "reclassified"
    if name == "split":
        return "re-split"
    return "retired" if name == "status" and new.status == "retired" else "other"
