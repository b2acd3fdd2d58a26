"""A set's downloads into the bytes of their files."""

from __future__ import annotations

from typing import Any

import msgspec

from gold.pages.downloads import Cases, Document, Download, Qrels, Table
from gold.write.comma_separated import comma_separated


def content(download: Download) -> bytes:
    """The file's bytes: valid JSON, guarded CSV, TREC qrels, or JSONL."""
    match download:
        case Table(header=header, rows=rows):
            return _utf8(comma_separated(header, rows))
        case Document(value=value):
            return document(value)
        case Qrels(rows=rows):
            return _utf8("".join(f"{query_id} 0 {passage} {grade}\n" for query_id, passage, grade in rows))
        case Cases(cases=cases):
            encoder = msgspec.json.Encoder()
            return b"".join(encoder.encode(case) + b"\n" for case in cases)


def document(value: Any) -> bytes:
    """A JSON file that people can read too."""
    return msgspec.json.format(msgspec.json.encode(value), indent=1) + b"\n"


def _utf8(text: str) -> bytes:
    return text.encode("utf-8", "surrogatepass")
