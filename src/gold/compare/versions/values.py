"""Two plain values into the places where they differ, however deep."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterator
from typing import Any

import msgspec

from gold.compare.versions.change import FieldChange

PLAIN_KEY = re.compile(r"[\w-]+")


def plain(value: Any) -> Any:
    """A label, turns or a list of words as JSON has them."""
    return msgspec.json.decode(msgspec.json.encode(value))


def same(old: Any, new: Any) -> bool:
    """Whether two values are one: 1 is neither 1.0 nor true, what is no number is itself, the order of keys is none."""
    if type(old) is not type(new):
        return False
    if isinstance(old, dict):
        return old.keys() == new.keys() and all(same(value, new[key]) for key, value in old.items())
    if isinstance(old, list | tuple):
        return len(old) == len(new) and all(map(same, old, new))
    return bool(old == new or (isinstance(old, float) and math.isnan(old) and math.isnan(new)))


def differences(path: str, old: Any, new: Any) -> Iterator[FieldChange]:
    """The places where the values differ: keys of mappings, items of lists of one length; else the whole value.

    A key that only one side has counts as None on the other; where null itself stands, the mapping is told whole.
    """
    if same(old, new):
        return
    if isinstance(old, dict) and isinstance(new, dict) and not _null(old, new):
        for key in dict.fromkeys((*old, *new)):
            yield from differences(f"{path}{_step(key)}", old.get(key), new.get(key))
    elif isinstance(old, list) and isinstance(new, list) and len(old) == len(new):
        for number, (one, two) in enumerate(zip(old, new, strict=True)):
            yield from differences(f"{path}[{number}]", one, two)
    else:
        yield FieldChange(path, old, new)


def _null(old: dict[str, Any], new: dict[str, Any]) -> bool:
    """Whether a null would be taken for a key that is not there."""
    keys = dict.fromkeys((*old, *new))
    given = [(side, key) for key in keys for side in (old, new) if not same(old.get(key, 0), new.get(key, 0))]
    return any(key in side and side[key] is None for side, key in given) or any(
        (old if key in old else new)[key] is None for key in old.keys() ^ new.keys()
    )


def _step(key: str) -> str:
    return f".{key}" if PLAIN_KEY.fullmatch(key) else f"[{json.dumps(key, ensure_ascii=False)}]"
