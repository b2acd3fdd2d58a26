"""Turns a case and what changed in it into the case after the change: the inverse of the diff, for its tests."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any

import msgspec

from gold.compare.versions.change import CaseChange, Diff, FieldChange
from gold.model.case import Case
from gold.model.version import Version

LABEL = re.compile(r"^judgments\[(?P<name>.+)\](?:\.(?P<field>\w+))?$", re.DOTALL)
STEP = re.compile(r"\.([\w-]+)|\[(\d+)\]|\[(\"(?:[^\"\\]|\\.)*\")\]|^(\w+)")
PART = re.compile(r"(\w+)=(\"(?:[^\"\\]|\\.)*\"|\[(?:[^\]\"]|\"(?:[^\"\\]|\\.)*\")*\]|[^,]*)(?:,|$)")


def apply(diff: Diff, old: Version, new: Mapping[str, Case]) -> dict[str, Case]:
    """The cases of the new version by id; those that were added come from `new`."""
    changes = {change.query_id: change for change in diff.changed}
    gone = frozenset(diff.removed)
    kept = {case.query_id: changed(case, changes.get(case.query_id)) for case in old.cases if case.query_id not in gone}
    return kept | {query_id: new[query_id] for query_id in diff.added}


def changed(case: Case, change: CaseChange | None) -> Case:
    """One case after its change."""
    if change is None:
        return case
    record = msgspec.json.decode(msgspec.json.encode(case))
    home = [(dict(label), label) for label in record.get("judgments") or ()]
    for field in change.fields:
        match = LABEL.match(field.field)
        if match is None:
            put(record, field)
        elif match["field"] is None and field.old is None:
            record["judgments"] = [*(record.get("judgments") or ()), field.new]
        else:
            exact, short = ([now for before, now in home if names(match["name"], before, how)] for how in (True, False))
            label = (exact or short)[0]
            if match["field"] is None:
                record["judgments"] = [other for other in record["judgments"] if other is not label]
            else:
                label.pop(match["field"], None)
                if field.new is not None:
                    label[match["field"]] = field.new
    if isinstance(record.get("history"), list):
        record["history"] = [turn for turn in record["history"] if turn is not None]
    return msgspec.convert(record, Case)


def names(name: str, label: Mapping[str, Any], exact: bool) -> bool:
    """Whether a path's name is that of a label: by all its anchors, or by those that the name gives."""
    said = {k: json.loads(v) if v[:1] in ('"', "[") or v == "null" else v for k, v in PART.findall(name)}
    keys = ("passage_id", "doc_id", "document", "heading", "quote") if exact else ()
    return all(label.get(key) == said.get(key) for key in {*keys, *said})


def put(record: dict[str, Any], change: FieldChange) -> None:
    """Set one field of a record by its path; None takes it away."""
    steps: list[Any] = []
    for dotted, number, quoted, first in STEP.findall(change.field):
        steps.append(first or dotted or (int(number) if number else json.loads(quoted)))
    inner: Any = record
    for step in steps[:-1]:
        inner = inner[step]
    last = steps[-1]
    if isinstance(inner, list) and last == len(inner):
        inner.append(change.new)
    elif change.new is None and isinstance(inner, dict):
        inner.pop(last, None)
    else:
        inner[last] = change.new
