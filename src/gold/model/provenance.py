"""What a site was built from: each input file with a digest of what may be told of it."""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import sha256
from typing import Any, Literal

import msgspec

Way = Literal["file", "lines", "content"]
"""What a digest is taken of: the bytes of the file, unpacked; its lines without those of held-back cases, each ended by
a line feed, which are the file itself where none is held back; or what was read of it without them, prose as it is,
all else as lines of JSON."""


class Input(msgspec.Struct, frozen=True):
    """One file that was read, by its path from the set's folder, with the SHA-256 of what `of` says."""

    path: str
    of: Way
    sha256: str


def digest_of_rows(rows: Iterable[Any]) -> str:
    """The digest of what was read: each row a line of JSON."""
    found = sha256()
    encoder = msgspec.json.Encoder()
    for row in rows:
        found.update(encoder.encode(row) + b"\n")
    return found.hexdigest()
