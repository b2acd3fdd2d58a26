"""Cases into the bytes of a version file: JSONL, one case a line, its fields in the order of the model."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from gold.errors import GoldError
from gold.model.case import Case


def case_lines(cases: Iterable[Case]) -> bytes:
    """The content of a version file. Error: a case that would not read back as it is (a number that JSON lacks)."""
    encode = msgspec.json.Encoder().encode
    decode = msgspec.json.Decoder(Case).decode
    lines = []
    for case in cases:
        line = encode(case)
        if decode(line) != case:
            raise GoldError(
                f"{case.query_id!r} holds a value that JSON cannot say, such as an infinite number: mend it"
            )
        lines.append(msgspec.json.format(line, indent=0))
    return b"".join(line + b"\n" for line in lines)
