"""The schemas of the native types into those of every spelling that is read without a warning."""

from __future__ import annotations

from collections.abc import Iterable

from gold.model.schema_parts import NULL, Schema, nullable

ANCHORS = ("passage_id", "doc_id", "document", "heading", "quote", "answer_quote")
OF_A_FLAT_LABEL = ("by", "at", "note")
"""A case has no such field: a row's own judgment must be there to take it."""
NOTHING: Schema = {"enum": [None, []]}


def spelled(native: dict[str, Schema]) -> dict[str, Schema]:
    """The definitions by name, wider where the readers are; `Anchor` is new. What is not known here stays as it is."""
    found = dict(native)
    if "Label" in native:
        found["Label"] = label = _label(native["Label"])
        found["Anchor"] = anchor = _anchor(label)
        found["Turn"] = _with_other_name(native["Turn"], "question", "query")
        found["Case"] = _case(native["Case"], anchor)
    if "Passage" in native:
        found["Passage"] = _with_single_heading(native["Passage"])
    if "Row" in native:
        found["Row"] = _with_other_name(native["Row"], "question_id", "query_id")
    return found


def _label(native: Schema) -> Schema:
    label = _with_single_heading(native)
    label["properties"] = label["properties"] | {"answer_quote": label["properties"]["quote"]}
    return label | _one_of(ANCHORS)


def _anchor(label: Schema) -> Schema:
    """A label whose list says the grade."""
    fields = label["properties"]
    described = {"title": "Anchor", "description": "Where the answer is; its list says the grade."}
    return label | described | {"required": [], "properties": fields | {"grade": nullable(fields["grade"])}}


def _case(native: Schema, anchor: Schema) -> Schema:
    case = _with_other_name(_with_other_name(native, "question_id", "query_id"), "question", "query")
    anchors = {"type": ["array", "null"], "items": {"$ref": "#/$defs/Anchor"}}
    turn = {"anyOf": [{"$ref": "#/$defs/Turn"}, {"type": "string"}]}
    own: Schema = {
        "supporting": {"anyOf": [{"enum": ["unknown"]}, anchors]},
        "distractors": anchors,
        "evidence": anchors,
        "history": case["properties"]["history"] | {"items": turn},
    }
    case["properties"] = case["properties"] | own | anchor["properties"]
    case["patternProperties"] = {"^expect_abstention": {}}
    case["allOf"] = [*case["allOf"], *_flat(anchor["properties"])]
    return case


def _flat(fields: Iterable[str]) -> list[Schema]:
    """A row's own judgment has an anchor and a grade; a quote of the answer has the grade that answers."""
    silent = {"properties": {name: NULL for name in fields if name not in OF_A_FLAT_LABEL}}
    graded = _one_of(("grade",))
    told = {"anyOf": [{"required": [name]} for name in OF_A_FLAT_LABEL]}
    return [
        {"if": {"not": silent}, "then": {"allOf": [_one_of(ANCHORS), _one_of(("grade", "answer_quote"))]}},
        {"if": told, "then": graded},
    ]


def _one_of(names: Iterable[str]) -> Schema:
    """At least one of these fields says something."""
    return {"anyOf": [{"required": [name], "properties": {name: {"not": NOTHING}}} for name in names]}


def _with_other_name(native: Schema, other: str, name: str) -> Schema:
    """A required field that may stand under another name; with both, a null under its own is no second value."""
    field = native["properties"][name]
    here: Schema = {"required": [name], "properties": {name: {"not": NULL}}}
    return native | {
        "properties": native["properties"] | {name: nullable(field), other: field},
        "required": [required for required in native["required"] if required != name],
        "allOf": [*native.get("allOf", ()), {"anyOf": [here, {"required": [other]}]}],
    }


def _with_single_heading(native: Schema) -> Schema:
    path = native["properties"]["heading"]
    either = {"anyOf": [path, {"type": "string"}]}
    return native | {"properties": native["properties"] | {"heading": either}}
