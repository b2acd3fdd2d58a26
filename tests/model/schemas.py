"""The schemas by name, as validators, and values as an editor sees them."""

from __future__ import annotations

import json
import re
from functools import cache
from pathlib import Path
from typing import Any

import yaml
from jsonschema import Draft202012Validator

from gold.model.schema import KINDS, list_of_cases, schema_of

NAMES = (*KINDS, "testset-list")


@cache
def schema(name: str) -> dict[str, Any]:
    """The schema that `gold schema` prints under this name (`testset-list`: with `--list`)."""
    return list_of_cases() if name == "testset-list" else schema_of(name)


@cache
def validator(name: str) -> Draft202012Validator:
    """A validator of that schema."""
    return Draft202012Validator(schema(name))


def faults(name: str, value: Any) -> list[str]:
    """What is wrong with a value, in the validator's words."""
    return [f"{error.json_path}: {error.message}" for error in validator(name).iter_errors(value)]


def json_lines(path: Path) -> list[Any]:
    """The values of a JSONL file."""
    return [json.loads(line) for line in path.read_text("utf-8").split("\n") if line.strip()]


class _Core(yaml.SafeLoader):
    """YAML 1.2's core schema, which editors use: no dates, and `yes` is a word."""

    yaml_implicit_resolvers: dict[str, list[tuple[str, re.Pattern[str]]]] = {}  # noqa: RUF012 - the library's name


for tag, pattern, first in (
    ("null", r"^(?:~|null|Null|NULL|)$", ["~", "n", "N", ""]),
    ("bool", r"^(?:true|True|TRUE|false|False|FALSE)$", list("tTfF")),
    ("int", r"^[-+]?[0-9]+$", list("-+0123456789")),
    ("float", r"^[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?$", list("-+.0123456789")),
):
    _Core.add_implicit_resolver(f"tag:yaml.org,2002:{tag}", re.compile(pattern), first)


def editors_yaml(text: str) -> Any:
    """The value of a YAML file as an editor types it."""
    return yaml.load(text, Loader=_Core)
