"""A JSON Schema as a plain value, and the two changes that every maker of one needs."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

Schema = dict[str, Any]
NULL: Schema = {"type": "null"}


def kinds_of(schema: Schema) -> list[str]:
    """The types that a schema names; none where it says nothing of them."""
    kinds = schema.get("type", [])
    return list(kinds) if isinstance(kinds, list) else [kinds]


def nullable(schema: Schema) -> Schema:
    """The same or null, which says nothing."""
    if "type" in schema:
        return schema if "null" in kinds_of(schema) else schema | {"type": [*kinds_of(schema), "null"]}
    if "enum" in schema:
        return schema if None in schema["enum"] else schema | {"enum": [*schema["enum"], None]}
    if "anyOf" in schema:
        return schema if NULL in schema["anyOf"] else schema | {"anyOf": [*schema["anyOf"], NULL]}
    if "$ref" in schema:
        rest = {key: value for key, value in schema.items() if key != "$ref"}
        return rest | {"anyOf": [{"$ref": schema["$ref"]}, NULL]}
    return schema


def walk(schema: Schema, change: Callable[[Schema], Schema]) -> Schema:
    """The schema with `change` made to every schema inside it, and to itself last."""
    found = dict(schema)
    for key, value in schema.items():
        if key in ("properties", "patternProperties"):
            found[key] = {name: walk(inner, change) for name, inner in value.items()}
        elif key in ("anyOf", "allOf"):
            found[key] = [walk(inner, change) for inner in value]
        elif key in ("items", "additionalProperties", "not", "if", "then") and isinstance(value, dict):
            found[key] = walk(value, change)
    return change(found)
