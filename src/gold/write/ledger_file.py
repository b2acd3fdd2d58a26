"""A look into the bytes of the ledger: one line more, below those that are there."""

from __future__ import annotations

import msgspec

from gold.model.look import Look


def with_look(before: bytes, look: Look) -> bytes:
    """The ledger with a look at its end; what stands above stays byte for byte."""
    end = b"" if not before or before.endswith(b"\n") else b"\n"
    return before + end + msgspec.json.format(msgspec.json.encode(look), indent=0) + b"\n"
