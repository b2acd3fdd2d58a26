"""A schema of JSON values into that of a YAML file, whose scalars an editor types and the readers do not."""

from __future__ import annotations

from gold.model.schema_parts import Schema, kinds_of, nullable, walk

# What else the readers take for a type: `query_id: 12` is the text 12, and `"2"` the number.
ALSO: dict[str, Schema] = {
    "string": {"type": ["number", "boolean"]},
    "integer": {"type": ["string"], "pattern": "^-?(0|[1-9][0-9]*)$"},
    "number": {"type": ["string"], "pattern": r"^[-+]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][-+]?[0-9]+)?$"},
    "boolean": {
        "type": ["string", "integer"],
        "pattern": "^([Tt]rue|TRUE|[Ff]alse|FALSE|[01])$",
        "minimum": 0,
        "maximum": 1,
    },
}
SHARE: Schema = {"type": ["string"], "pattern": r"^\+?(0+\.?[0-9]*|\.[0-9]+|0*1\.?0*|[0-9.]+[eE]-[0-9]+)$"}
"""A number from 0 to 1 between quotes, whose bounds a schema can tell by its letters alone."""
PATTERNED: Schema = {"type": ["integer"]}
"""Text whose pattern lets only digits stand without quotes (the version of a sidecar)."""


def in_yaml(schema: Schema) -> Schema:
    """The schema of a record in YAML."""
    return walk(schema, _typed)


def with_nulls(schema: Schema) -> Schema:
    """`name:` without a value leaves a field out, unless the field is needed."""
    needed = schema["required"]
    fields = schema["properties"].items()
    return schema | {"properties": {name: value if name in needed else nullable(value) for name, value in fields}}


def _typed(schema: Schema) -> Schema:
    if "enum" in schema:
        as_text = [str(value) for value in schema["enum"] if isinstance(value, int)]
        return schema | {"enum": [*schema["enum"], *as_text]}
    kinds = kinds_of(schema)
    for kind in kinds:
        if kind in ALSO:
            also = PATTERNED if "pattern" in schema else SHARE if _is_share(schema) else ALSO[kind]
            return schema | also | {"type": [*kinds, *also["type"]]}
    return schema


def _is_share(schema: Schema) -> bool:
    return schema.get("minimum") == 0 and schema.get("maximum") == 1
