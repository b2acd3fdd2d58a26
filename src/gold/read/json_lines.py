"""JSONL into typed records with their line numbers, fast where a line is regular and exact where it is not."""

from __future__ import annotations

import gc
import math
import re
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar

import msgspec

from gold.errors import BadRecord, Where
from gold.read.file import lines

EXPECTED = re.compile(r"^Expected `(?P<wanted>[a-z| ]+)`, got `(?P<got>\w+)`$")
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
DEEPEST = 50
T = TypeVar("T", bound=msgspec.Struct)
Mend = Callable[[dict[str, Any], Where], Any]


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


def decode_lines(path: str, data: bytes, kind: type[T], mend: Mend | None = None) -> tuple[list[T], list[int]]:
    """Every line as a `kind`, with its line number.

    A line that `kind` refuses goes to `mend` as a plain object, which gives what `kind` accepts or raises
    BadRecord. Duplicate keys are refused: a file that has as many keys as its records is known to have none.
    """
    decoder = msgspec.json.Decoder(kind)
    decode = decoder.decode
    records: list[T] = []
    numbers: list[int] = []
    mended = False
    with collector_frozen():
        for number, line in lines(path, data):
            try:
                records.append(decode(line))
            except (msgspec.DecodeError, RecursionError):
                records.append(convert(path, number, parse_object(path, number, line), kind, mend))
                mended = True
            numbers.append(number)
        if mended or not _same_keys(data, records):
            for number, line in lines(path, data):
                parse_object(path, number, line)
    return records, numbers


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
            raise BadRecord(f"the key {twice!r} stands twice, with {values}: keep one", where)
        return found

    def constant(text: str) -> Any:
        raise BadRecord(f"{text} is no JSON number", where)

    def finite(text: str) -> float:
        if math.isinf(number := float(text)):
            raise BadRecord(f"{text[:40]} is no finite number", where)
        return number

    try:
        value = json.loads(line.decode(), object_pairs_hook=pairs, parse_constant=constant, parse_float=finite)
    except json.JSONDecodeError as error:
        raise BadRecord(f"no valid JSON: {error.msg} at column {error.colno}", where) from None
    except ValueError:
        raise BadRecord("a number of thousands of digits: quote it if it is an id", where) from None
    except RecursionError:
        raise BadRecord("nested too deeply", where) from None
    if deeper_than(value, DEEPEST):
        raise BadRecord("nested too deeply", where)
    if not isinstance(value, dict):
        raise BadRecord(f"a line must be one JSON object, not {type(value).__name__}", where)
    if b"\\u" in line:
        _refuse_half_characters(value, where)
    return value


def _refuse_half_characters(value: Any, where: Where) -> None:
    import json  # as above

    try:
        json.dumps(value, ensure_ascii=False).encode()
    except UnicodeEncodeError:
        raise BadRecord("an escape from \\ud800 to \\udfff alone is half a character: remove it", where) from None


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


def convert(path: str, number: int, record: dict[str, Any], kind: type[T], mend: Mend | None = None) -> T:
    """A plain object as a `kind`; the error names the field."""
    where = Where(path, number)
    value = record if mend is None else mend(record, where)
    try:
        return msgspec.convert(value, kind)
    except msgspec.ValidationError as error:
        message, field = split_message(str(error))
        raise BadRecord(message, Where(path, number, field)) from None


def split_message(text: str) -> tuple[str, str | None]:
    """msgspec's error in plain words, and the field path: `... - at `$.a[0].b`` gives `a[0].b`."""
    message, _, place = text.partition(" - at `$")
    kinds = EXPECTED.match(message)
    if kinds is not None:
        wanted = " or ".join(KINDS.get(kind, kind) for kind in kinds["wanted"].split(" | ") if kind != "null")
        message = f"must be {wanted}, not {GOT.get(kinds['got'], kinds['got'])}"
    field = place.rstrip("`").lstrip(".")
    return message[0].lower() + message[1:], field or None
