"""JSONL into typed records with their line numbers, fast where a line is regular and exact where it is not."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from typing import Any, TypeVar

import msgspec

from gold.errors import BadRecord, Refuse, Where, stop
from gold.read.collector import collector_frozen
from gold.read.file import lines

HELD_BACK = b"held_back"
DEEPEST = 50
TOO_DEEP = f"nested too deeply: keep to {DEEPEST} levels of lists and objects"
MANY = 1000
"""Records that are looked at together: more take no less time, and more memory."""
T = TypeVar("T", bound=msgspec.Struct)
Mend = Callable[[dict[str, Any], Where], Any]


def in_row(numbers: list[int]) -> Sequence[int]:
    """Line numbers as a range where none is left out: a million of them weigh nothing."""
    whole = range(1, len(numbers) + 1)
    return whole if not numbers or numbers[-1] == len(numbers) else tuple(numbers)


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
    from gold.read.typed import convert  # only for lines that the typed decoder refuses

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
    encode = msgspec.json.Encoder().encode_lines
    there = sum(encode(records[at : at + MANY]).count(b'":') for at in range(0, len(records), MANY))
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
        message = f"no valid JSON: {error.msg.removesuffix(' at')} at column {error.colno}{_many_lines(line)}"
        raise BadRecord(message, where, "syntax", column=error.colno) from None
    except ValueError:
        raise BadRecord("a number of thousands of digits: quote it if it is an id", where, "syntax") from None
    except RecursionError:
        raise BadRecord(TOO_DEEP, where, "syntax") from None
    if deeper_than(value, DEEPEST):
        raise BadRecord(TOO_DEEP, where, "syntax")
    if not isinstance(value, dict):
        raise BadRecord(f"a line must be one JSON object, not {_kind(value)}", where, "syntax")
    if b"\\u" in line:
        _refuse_half_characters(value, where)
    return value


def _kind(value: Any) -> str:
    """What a JSON value is, in words."""
    kinds: tuple[tuple[type, str], ...] = ((list, "a list"), (str, "text"), (bool, "true or false"))
    return next((word for kind, word in kinds if isinstance(value, kind)), "null" if value is None else "a number")


def _many_lines(line: bytes) -> str:
    """How to mend a list or an object that is written over several lines, by what such a line looks like."""
    laid_out = line.strip() in (b"[", b"{", b"[{") or line.rstrip().endswith(b"},")
    return ": write each object on a line of its own, with no list around them" if laid_out else ""


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
