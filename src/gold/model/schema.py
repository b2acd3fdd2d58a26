"""The types of the files into JSON Schemas (draft 2020-12) that accept what the readers take without a warning."""

from __future__ import annotations

from typing import Any, NamedTuple

import msgspec

from gold.model.annotation import Adjudication, Annotation, Drawn
from gold.model.case import FACETS, Case
from gold.model.corpus import Passage
from gold.model.look import Look
from gold.model.run import Sidecar
from gold.model.run_line import Row
from gold.model.schema_examples import EXAMPLES
from gold.model.schema_parts import NULL, Schema, nullable, walk
from gold.model.schema_spellings import spelled
from gold.model.schema_words import WORDS
from gold.model.schema_yaml import in_yaml, with_nulls
from gold.model.settings import Settings

DIALECT = "https://json-schema.org/draft/2020-12/schema"


class Kind(NamedTuple):
    """What one record of a file is made of and called, and whether the file is YAML."""

    record: type[msgspec.Struct]
    title: str
    yaml: bool = False


KINDS = {
    "testset": Kind(Case, "A case: one line of a version"),
    "run": Kind(Row, "One line of a JSONL run"),
    "sidecar": Kind(Sidecar, "The sidecar of a run", yaml=True),
    "corpus": Kind(Passage, "A passage: one line of a corpus build"),
    "settings": Kind(Settings, "gold.yaml: the settings of a set", yaml=True),
    "annotation": Kind(Annotation, "One row of an agreement sample"),
    "sample": Kind(Drawn, "The file beside an agreement sample", yaml=True),
    "adjudication": Kind(Adjudication, "A final grade: one line of adjudicated.jsonl"),
    "look": Kind(Look, "A look at the held-back cases: one line of heldback.jsonl"),
}
# What a reader checks by itself, to say more than a type could.
ALSO_CHECKED: dict[tuple[str, str], Schema] = {
    ("Settings", "facets"): {"items": {"enum": list(FACETS)}},
    ("Settings", "target_composition"): {"propertyNames": {"enum": list(FACETS)}},
    ("Sidecar", "version"): {"pattern": "^v?[0-9]+$", "minimum": 0},
}


def schema_of(name: str) -> Schema:
    """The schema of one record of a kind of file, by its name in `KINDS`."""
    kind = KINDS[name]
    definitions = _definitions(kind.record)
    if kind.yaml:
        definitions = {key: in_yaml(with_nulls(value)) for key, value in definitions.items()}
    root = definitions.pop(kind.record.__name__)
    return _headed(name, kind.title, root, definitions, EXAMPLES[name])


def list_of_cases() -> Schema:
    """The schema of a whole version in YAML: a list of cases."""
    definitions = {key: in_yaml(value) for key, value in _definitions(Case).items()}
    root = {"type": "array", "items": {"$ref": "#/$defs/Case"}}
    return _headed("testset-list", "A version in YAML: a list of cases", root, definitions, [EXAMPLES["testset"]])


def _headed(name: str, title: str, root: Schema, definitions: dict[str, Schema], examples: list[Any]) -> Schema:
    head = {"$schema": DIALECT, "$id": f"urn:goldsets:format:1:{name}"}
    found = head | root | {"title": title, "examples": examples}
    return found | {"$defs": definitions} if definitions else found


def _definitions(record: type[msgspec.Struct]) -> dict[str, Schema]:
    """Every type of a record by its name, with a sentence for each field."""
    made = msgspec.json.schema_components((record,), ref_template="#/$defs/{name}")
    native = msgspec.json.decode(msgspec.json.encode(made[1]))  # defaults are tuples until then
    found = {name: walk(_one_paragraph(value), _flatter) for name, value in native.items()}
    return {name: _described(name, value) for name, value in spelled(found).items()}


def _described(name: str, schema: Schema) -> Schema:
    fields = {}
    for field, value in schema["properties"].items():
        fields[field] = {"description": WORDS[name][field]} | value | ALSO_CHECKED.get((name, field), {})
    return schema | {"properties": fields}


def _one_paragraph(schema: Schema) -> Schema:
    """The first paragraph of a type's docstring; the rest is for those who program."""
    return schema | {"description": " ".join(schema["description"].split("\n\n")[0].split())}


def _flatter(schema: Schema) -> Schema:
    """A type or null as one type, which editors explain better; no default that says nothing."""
    found = {key: value for key, value in schema.items() if (key, value) != ("default", None)}
    options = found.get("anyOf", ())
    if len(options) == 2 and options[1] == NULL and options[0].keys() & {"type", "enum"}:
        del found["anyOf"]
        return nullable(found | options[0])
    return found
