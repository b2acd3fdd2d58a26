"""A plain object into a struct, each fault in plain words."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, TypeVar, get_args

import msgspec

from gold.errors import BadRecord, Refuse, Where, stop

EXPECTED = re.compile(r"^Expected `(?P<wanted>[a-z| ]+)`, got `(?P<got>\w+)`$")
BOUND = re.compile(r"^Expected `(?:\w+)`(?P<what> of length)? (?P<sign>[<>]=) (?P<bound>[\d.-]+)$")
LACKS = re.compile(r"^lacks `(\w+)`")
REQUIRED = re.compile(r"^Object missing required field (`\w+`)$")
KINDS = {
    "int": "a whole number",
    "float": "a number",
    "str": "text",
    "bool": "true or false",
    "array": "a list",
    "object": "an object",
    "null": "null",
}
GOT = KINDS | {"float": "a fraction"}
MOST_FAULTS = 20
SPELT_NUMBER = re.compile(r"^[-+]?\d*\.\d+([eE][-+]?\d+)?$")
STEP = re.compile(r"\.?([^.\[\]]+)|\[(\d+)\]")
T = TypeVar("T", bound=msgspec.Struct)


def convert(value: Any, kind: type[T], where: Where, refuse: Refuse = stop, *, strict: bool = True) -> T | None:
    """A plain object as a `kind`, or None where it is none: each fault goes to `refuse`, which may stop there.

    What has a fault is taken out of `value`, and the rest is looked at, as far as that tells more.
    """
    faults, taken = 0, _Taken()
    while True:
        try:
            found = msgspec.convert(value, kind, strict=strict)
        except msgspec.ValidationError as error:
            message, field = split_message(str(error))
            written = taken.as_written(field)
            if not taken.lacks(message, written):
                message = _with_choices(message, kind, field)
                message = message if strict else _as_spelt(message, _value_at(value, field or ""))
                refuse(BadRecord(message, Where(where.path, where.line, written), query_id=_query_id(value)))
                faults += 1
            if faults == MOST_FAULTS or not taken.out_of(value, field):
                return None
        else:
            return None if faults else found


class _Taken:
    """What was taken out of an object, so that the rest keeps its places and is not blamed for the gap."""

    def __init__(self) -> None:
        self.fields: set[str] = set()
        self.left: dict[str, list[int]] = {}
        """By the path of a list, the places that its items had at first."""

    def as_written(self, field: str | None) -> str | None:
        """A field path as it was before anything was taken out."""
        path = ""
        for name, index in STEP.findall(field or ""):
            if index:
                path += f"[{self.left[path][int(index)] if path in self.left else index}]"
            else:
                path += f".{name}" if path else name
        return path or None

    def lacks(self, message: str, place: str | None) -> bool:
        """Whether a fault says that a field is missing that was taken out."""
        match = LACKS.match(message)
        return match is not None and (f"{place}.{match[1]}" if place else match[1]) in self.fields

    def out_of(self, value: Any, field: str | None) -> bool:
        """Take out a field or an item, by its path; False where there is none such."""
        written = self.as_written(field)
        steps = [int(index) if index else name for name, index in STEP.findall(field or "")]
        try:
            for step in steps[:-1]:
                value = value[step]
            last = steps[-1]
            count = len(value)
            del value[last]
        except (LookupError, TypeError):
            return False
        self.fields.add(written or "")
        if isinstance(last, int):
            path = (written or "").rpartition("[")[0]
            del self.left.setdefault(path, list(range(count)))[last]
        return True


def _query_id(value: Any) -> str | None:
    """The id of a record that may be named: it is not held back, nor under any spelling of that."""
    found = value.get("query_id") if isinstance(value, dict) and value.get("split") in (None, "dev") else None
    return found if isinstance(found, str) else None


def _with_choices(message: str, kind: type[msgspec.Struct], field: str | None) -> str:
    """A refusal of a word that is none of a few, with the few."""
    if not message.startswith("invalid enum value"):
        return message
    choices = [str(word) for word in _words(_type_at(kind, field or ""))]
    return f"{message.removeprefix('invalid enum value ')} is not one of {', '.join(choices)}" if choices else message


def _as_spelt(message: str, value: Any) -> str:
    """A refusal of text, in a file where all is text, by what the text spells; the value itself is not told."""
    if message.startswith(f"must be {KINDS['bool']}") or not (
        message.endswith(", not text") and isinstance(value, str)
    ):
        return message
    if value.lower() in ("true", "false", "yes", "no", "on", "off"):
        spelt = GOT["bool"]
    elif SPELT_NUMBER.match(value):
        spelt = GOT["float"]
    else:
        return message
    return f"{message.removesuffix('text')}{spelt}"


def _value_at(value: Any, field: str) -> Any:
    """The value of a field by its path; None where there is none."""
    for name, index in STEP.findall(field):
        try:
            value = value[int(index) if index else name]
        except (LookupError, TypeError):
            return None
    return value


def _type_at(kind: Any, field: str) -> Any:
    """The type of a field by its path through groups (`gates.findings`); None where there is no such field."""
    for name in field.split("."):
        groups = [
            part for part in (kind, *get_args(kind)) if isinstance(part, type) and issubclass(part, msgspec.Struct)
        ]
        types = {known.encode_name: known.type for group in groups for known in msgspec.structs.fields(group)}
        kind = types.get(name)
    return kind


def _words(kind: Any) -> Iterator[Any]:
    """The words of a `Literal`, also of one beside None."""
    for part in get_args(kind):
        yield from _words(part) if get_args(part) else [] if isinstance(part, type) else [part]


def split_message(text: str) -> tuple[str, str | None]:
    """msgspec's error in plain words, and the field path: `... - at `$.a[0].b`` gives `a[0].b`."""
    message, _, place = text.partition(" - at `$")
    kinds = EXPECTED.match(message)
    if kinds is not None:
        wanted = " or ".join(KINDS.get(kind, kind) for kind in kinds["wanted"].split(" | ") if kind != "null")
        message = f"must be {wanted}, not {GOT.get(kinds['got'], kinds['got'])}"
    message = REQUIRED.sub(r"lacks \1: add it", BOUND.sub(_bounded, message))
    field = place.rstrip("`").lstrip(".")
    return message[0].lower() + message[1:], field or None


def _bounded(match: re.Match[str]) -> str:
    if match["what"]:
        return "must not be empty"
    return f"must be at {'least' if match['sign'] == '>=' else 'most'} {match['bound']}"
