"""A file into the digest of what may be told of it: all of it, or its lines without those of held-back cases."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from hashlib import file_digest, sha256
from typing import Any

import msgspec

from gold.errors import GoldError
from gold.read.file import BOM, begins_an_object, ending, raw_bytes
from gold.read.run import JSONL_ENDINGS

LINE_FEED = b"\n"


class _Named(msgspec.Struct):
    """The id of a record of a version or a run; the other fields are passed over."""

    query_id: Any = None
    question_id: Any = None


def digest_of_file(path: str) -> str:
    """The SHA-256 of a file, unpacked where it ends in `.gz`. Errors: those of `raw_bytes`."""
    if path.endswith(".gz"):
        return sha256(raw_bytes(path)).hexdigest()
    try:
        with open(path, "rb") as file:
            return file_digest(file, "sha256").hexdigest()
    except OSError as error:
        raise GoldError(f"{path}: cannot be read ({error.strerror or error})") from None


def digest_of_lines(path: str, hidden: Collection[str]) -> str:
    """The SHA-256 of the lines of a JSONL or TREC file that are not of a `hidden` question."""
    data = raw_bytes(path)
    if hidden:
        data = b"".join(_open_lines(data, _named if _is_jsonl(path) else _first, hidden))
    found = sha256(data)
    if data and not data.endswith(LINE_FEED):
        found.update(LINE_FEED)
    return found.hexdigest()


def _is_jsonl(path: str) -> bool:
    return ending(path) in JSONL_ENDINGS or begins_an_object(path)


def _open_lines(data: bytes, name: Callable[[bytes], str], hidden: Collection[str]) -> Iterator[bytes]:
    """Every line with its line feed but those whose question is hidden; blank ones are nobody's."""
    for number, line in enumerate(data.removesuffix(LINE_FEED).split(LINE_FEED)):
        record = line if number else line.removeprefix(BOM)
        if not record.strip() or name(record) not in hidden:
            yield line + LINE_FEED


def _named(line: bytes) -> str:
    """The question of a JSON record; a number is read as text, as elsewhere."""
    record = msgspec.json.decode(line, type=_Named)
    return str(record.question_id if record.query_id is None else record.query_id)


def _first(line: bytes) -> str:
    """The question of a row."""
    return line.split(None, 1)[0].decode()
