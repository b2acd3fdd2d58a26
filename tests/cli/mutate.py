"""Turns valid files into seeded, broken ones: a byte flipped, a line cut, a field dropped, retyped or given twice."""

from __future__ import annotations

import gzip
import json
import random
from collections.abc import Callable
from typing import Any

ODD: tuple[Any, ...] = (
    *(None, True, False, 0, -1, 1.5, 10**30, -0.0),
    *("", " ", "x", "\0", "\u00e9", "\u202e", "nan", "2026-08-20", "~", "unknown", "a\nb", "<<", "=1"),
    *([], {}, [[]], [None], [{}], {"a": 1}, ["", ""], [1, "1"]),
)
WORDS = (
    *(b"\xef\xbb\xbf", b"\xff", b"\0", b"\r", b"\n", b"\xe2\x80\xa8"),
    *(b'"', b"{", b"}", b"[", b"NaN", b"1e400", b"9" * 5000, b"\\ud800"),
    *(b"&a", b"*a", b"<<: ", b"- ", b"? ", b"!!python/object:os.system ", b"%YAML 9.9\n", b"---\n", b"...\n"),
)


def flip(data: bytes, chance: random.Random) -> bytes:
    """One byte is another one."""
    at = chance.randrange(len(data) or 1)
    return data[:at] + bytes([chance.randrange(256)]) + data[at + 1 :]


def cut(data: bytes, chance: random.Random) -> bytes:
    """The end is gone."""
    return data[: chance.randrange(len(data) + 1)]


def insert(data: bytes, chance: random.Random) -> bytes:
    """Something that means something stands where nothing of the kind should."""
    at = chance.randrange(len(data) + 1)
    return data[:at] + chance.choice(WORDS) + data[at:]


def line(data: bytes, chance: random.Random) -> bytes:
    """A line is cut, gone, there twice, or joined to the next."""
    lines = data.split(b"\n")
    at = chance.randrange(len(lines))
    lines[at : at + 1] = chance.choice(
        ([lines[at][: chance.randrange(len(lines[at]) + 1)]], [], [lines[at]] * 2, [lines[at] + b" " + lines[at - 1]])
    )
    return b"\n".join(lines)


def field(data: bytes, chance: random.Random) -> bytes:
    """A field of a JSON line, at any depth, is gone, of another type, renamed, or there twice; else a flip."""
    lines = data.split(b"\n")
    at = chance.randrange(len(lines))
    try:
        record = json.loads(lines[at])
    except ValueError:
        return flip(data, chance)
    if not isinstance(record, dict) or not record:
        return flip(data, chance)
    inner = _anywhere(record, chance)
    name = chance.choice(sorted(inner))
    match chance.randrange(5):
        case 0:
            del inner[name]
        case 1:
            inner[name] = chance.choice(ODD)
        case 2:
            inner[chance.choice(("query_id", "grade", "quote", "x", "", "ranking", "heading"))] = inner.pop(name)
        case 3:
            inner[name] = [inner[name]] * chance.randrange(3)
        case 4:
            lines[at] = lines[at].replace(b"{", b"{" + json.dumps({name: chance.choice(ODD)})[1:-1].encode() + b",", 1)
            return b"\n".join(lines)
    lines[at] = json.dumps(record, ensure_ascii=chance.random() < 0.5).encode("utf-8", "surrogatepass")
    return b"\n".join(lines)


def packed(data: bytes, chance: random.Random) -> bytes:
    """Packed, whole or not, under a name that says nothing of it."""
    whole = gzip.compress(data, 1, mtime=0)
    return chance.choice((whole, cut(whole, chance), flip(whole, chance)))


MUTATIONS: tuple[Callable[[bytes, random.Random], bytes], ...] = (
    flip,
    cut,
    insert,
    line,
    line,
    field,
    field,
    field,
    packed,
)


def mutated(data: bytes, chance: random.Random) -> bytes:
    """A file's bytes after one to three mutations."""
    for _ in range(chance.choice((1, 1, 1, 2, 3))):
        data = chance.choice(MUTATIONS)(data, chance)
    return data


def _anywhere(record: dict[str, Any], chance: random.Random) -> dict[str, Any]:
    """The record or an object within it."""
    found, rest = [record], list[Any](record.values())
    while rest:
        value = rest.pop()
        if isinstance(value, dict) and value:
            found.append(value)
        rest += value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return chance.choice(found)
