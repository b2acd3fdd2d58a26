"""JSONL into typed records with their line numbers, fast where a line is regular and exact where it is not."""

from __future__ import annotations

import gc
import math
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, TypeVar, get_args

import msgspec

from gold.errors import BadRecord, Refuse, Where, stop
from gold.read.file import lines

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
HELD_BACK = b"held_back"
STEP = re.compile(r"\.?([^.\[\]]+)|\[(\d+)\]")
DEEPEST = 50
T = TypeVar("T", bound=msgspec.Struct)
Mend = Callable[[dict[str, Any], Where], Any]


def in_row(numbers: list[int]) -> Sequence[int]:
    """Line numbers as a range where none is left out: a million of them weigh nothing."""
    whole = range(1, len(numbers) + 1)
    return whole if not numbers or numbers[-1] == len(numbers) else tuple(numbers)


@contextmanager
def collector_frozen() -> Iterator[None]:
    """Switch Python's garbage collector off: records hold no cycles, and looking for them costs half the time."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


def decode_lines(
    path: str, data: bytes, kind: type[T], mend: Mend | None = None, refuse: Refuse = stop
) -> tuple[list[T], list[int]]:
    """Every line that is a `kind`, with its line number; the others go to `refuse`.

    A line that `kind` refuses goes to `mend` as a plain object, which gives what `kind` accepts or raises
    BadRecord. Duplicate keys are refused: a file that has as many keys as its records is known to have none.
    """
    decoder = msgspec.json.Decoder(kind)
    decode = decoder.decode
    records: list[T] = []
    numbers: list[int] = []
    mended = False
    with collector_frozen():
        for number, line in lines(data):
            try:
                records.append(decode(line))
            except (msgspec.DecodeError, RecursionError):
                mended = True
                record = _mended(path, number, line, kind, mend, refuse)
                if record is None:
                    continue
                records.append(record)
            numbers.append(number)
        if mended or not _same_keys(data, records):
            read = set(numbers)
            for number, line in lines(data):
                if number in read:
                    _parsed(path, number, line, refuse)
    return records, numbers


def _mended(path: str, number: int, line: bytes, kind: type[T], mend: Mend | None, refuse: Refuse) -> T | None:
    record = _parsed(path, number, line, refuse)
    if record is None:
        return None
    where = Where(path, number)
    try:
        value = record if mend is None else mend(record, where)
    except BadRecord as fault:
        refuse(fault)
        return None
    return convert(value, kind, where, refuse)


def _parsed(path: str, number: int, line: bytes, refuse: Refuse) -> dict[str, Any] | None:
    try:
        return parse_object(path, number, line)
    except BadRecord as fault:
        refuse(fault)
        return None


def _same_keys(data: bytes, records: list[Any]) -> bool:
    """Whether the text has exactly the keys that its records have.

    A key is the only place where JSON has a quote followed by a colon that is not escaped. Any other
    spelling of the same record gives unequal counts and the exact check, never a missed key.
    """
    encode = msgspec.json.Encoder().encode
    there = sum(encode(record).count(b'":') for record in records)
    return data.count(b'":') == there


def parse_object(path: str, number: int, line: bytes) -> dict[str, Any]:
    """One line as a plain JSON object. Errors: no JSON, no object, a key twice, NaN or Infinity."""
    import json  # only for lines that the typed decoder refuses

    where = Where(path, number)

    def pairs(items: list[tuple[str, Any]]) -> dict[str, Any]:
        found = dict(items)
        if len(found) < len(items):
            names = [key for key, _ in items]
            twice = next(key for key in names if names.count(key) > 1)
            values = " and ".join(json.dumps(value)[:60] for key, value in items if key == twice)
            shown = "" if HELD_BACK in line else f", with {values}"
            raise BadRecord(f"the key {twice!r} stands twice{shown}: keep one", where, "duplicate-key")
        return found

    def constant(text: str) -> Any:
        raise BadRecord(f"{text} is no JSON number: write a finite one, or leave it out", where, "not-finite")

    def finite(text: str) -> float:
        if math.isinf(number := float(text)):
            raise BadRecord(f"{text[:40]} is no finite number", where, "not-finite")
        return number

    try:
        value = json.loads(line.decode(), object_pairs_hook=pairs, parse_constant=constant, parse_float=finite)
    except json.JSONDecodeError as error:
        message = f"no valid JSON: {error.msg} at column {error.colno}"
        raise BadRecord(message, where, "syntax", column=error.colno) from None
    except ValueError:
        raise BadRecord("a number of thousands of digits: quote it if it is an id", where, "syntax") from None
    except RecursionError:
        raise BadRecord("nested too deeply", where, "syntax") from None
    if deeper_than(value, DEEPEST):
        raise BadRecord("nested too deeply", where, "syntax")
    if not isinstance(value, dict):
        raise BadRecord(f"a line must be one JSON object, not {type(value).__name__}", where, "syntax")
    if b"\\u" in line:
        _refuse_half_characters(value, where)
    return value


def _refuse_half_characters(value: Any, where: Where) -> None:
    import json  # as above

    try:
        json.dumps(value, ensure_ascii=False).encode()
    except UnicodeEncodeError:
        message = "an escape from \\ud800 to \\udfff alone is half a character: remove it"
        raise BadRecord(message, where, "encoding") from None


def deeper_than(value: Any, most: int) -> bool:
    """Whether lists and objects stand in one another more than so many levels deep."""
    level = [value]
    for _ in range(most):
        level = [inner for outer in level if isinstance(outer, dict | list) for inner in _inside(outer)]
        if not level:
            return False
    return True


def _inside(outer: dict[str, Any] | list[Any]) -> Iterable[Any]:
    return outer.values() if isinstance(outer, dict) else outer


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
