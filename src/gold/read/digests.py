"""A file into the digest of what may be told of it: all of it, or its lines without those of held-back cases."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from hashlib import file_digest, sha256
from typing import Any

import msgspec

from gold.errors import GoldError
from gold.read.file import BOM, begins_an_object, ending, raw_bytes
from gold.read.run import JSONL_ENDINGS

LINE_FEED = b"\n"
OF_ONE_QUESTION = re.compile(rb"[ \t\r\v\f]*+([^\s]++)\s(?<!\n)[^\n]*+\n(?:\1\s(?<!\n)[^\n]*+\n)*+|[^\n]*+\n")
"""Rows that begin with the same field, or a line without one that something follows."""


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
    if data and not data.endswith(LINE_FEED):
        data += LINE_FEED
    if hidden and data:
        mark = BOM if data.startswith(BOM) else b""
        kept = (_open_records if _is_jsonl(path) else _open_rows)(data[len(mark) :], hidden)
        data = mark + b"".join(kept)
    return sha256(data).hexdigest()


def _is_jsonl(path: str) -> bool:
    return ending(path) in JSONL_ENDINGS or begins_an_object(path)


def _open_records(data: bytes, hidden: Collection[str]) -> Iterator[bytes]:
    """The lines of JSON whose question is not hidden; blank ones are nobody's. A number is an id as text."""
    for line in data.removesuffix(LINE_FEED).split(LINE_FEED):
        named = msgspec.json.decode(line, type=_Named) if line.strip() else None
        if named is None or str(named.question_id if named.query_id is None else named.query_id) not in hidden:
            yield line + LINE_FEED


def _open_rows(data: bytes, hidden: Collection[str]) -> Iterator[bytes]:
    """The rows whose question is not hidden, as many at a time as stand together."""
    ids = {name.encode() for name in hidden}
    return (rows[0] for rows in OF_ONE_QUESTION.finditer(data) if rows[1] not in ids)
