"""Frozen versions into the bytes of `gold.lock`: a line for each case, so that one change is one line."""

from __future__ import annotations

import msgspec

from gold.model.lock import Lock


def lock_bytes(lock: Lock) -> bytes:
    """The content of the file, versions in order."""
    in_order = dict(sorted(lock.versions.items(), key=lambda item: int(item[0].removeprefix("v"))))
    whole = msgspec.to_builtins(msgspec.structs.replace(lock, versions=in_order))
    if whole["ledger"] is None:
        del whole["ledger"]
    for frozen in whole["versions"].values():
        if frozen["held_back"] is None:
            del frozen["held_back"]
    return msgspec.json.format(msgspec.json.encode(whole), indent=1) + b"\n"
