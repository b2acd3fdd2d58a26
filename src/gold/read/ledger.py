"""`heldback.jsonl` into the looks that were taken at the held-back cases."""

from __future__ import annotations

from gold.errors import BadRecord, Refuse, Where, stop
from gold.model.lock import Lock
from gold.model.look import Ledger, Look, fault_of
from gold.read.file import read_bytes
from gold.read.json_lines import decode_lines


def read_ledger(path: str, refuse: Refuse = stop) -> Ledger:
    """Read all looks. A line that is none is refused; whether the chain holds is asked of what is returned."""
    looks, lines = decode_lines(path, read_bytes(path), Look, refuse=refuse)
    return Ledger(path, looks, lines)


def sound_ledger(path: str, lock: Lock | None) -> Ledger:
    """The same. Error: a chain that is broken, or an end that gold.lock knows and that is gone."""
    ledger = read_ledger(path)
    fault = fault_of(ledger, lock)
    if fault is not None:
        raise BadRecord(fault.message, Where(path, fault.line), "ledger-chain")
    return ledger
