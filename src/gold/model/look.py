"""One line of `heldback.jsonl`: who looked at the held-back cases, when and why, and what was published of it."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256
from typing import Annotated, NamedTuple

import msgspec

from gold.model.case import Finite, Id
from gold.model.lock import Lock

Count = Annotated[int, msgspec.Meta(ge=0)]
FIRST = ""
"""What the first line is chained to."""
MEND = "take heldback.jsonl from your version control: its lines are never edited, removed or put in another order"


class Share(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A mean over some cases, how many they are, and its 95 % interval."""

    value: Finite
    n: Count
    low: Finite
    high: Finite


class Released(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The one figure of the held-back part that a release published, so that the next one can repeat it.

    `apart` is open minus held back, over the open cases of then, and `error` the standard error of `held_back`.
    `cases` are digests of the words of the held-back questions that it is taken over, in no telling order: whoever
    does not know a question cannot tell whether it is one of them.
    """

    run: Id
    version: str
    measure: Id
    held_back: Share
    open: Share
    apart: Share
    error: Annotated[float, msgspec.Meta(ge=0, le=1e300)]
    cases: tuple[Id, ...]


class Look(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """One look at the held-back cases.

    `digest` is that of the files that were read, `runs` are the runs that were scored. `chain` ties the line to all
    that stand above it.
    """

    date: Id
    who: Id
    reason: Id
    version: str
    digest: Id
    runs: tuple[str, ...] = ()
    published: Released | None = None
    chain: Id

    def is_of(self, digest: str, runs: Sequence[str]) -> bool:
        """Whether it saw the same: the same runs of the same files."""
        return self.digest == digest and set(self.runs) == set(runs)


class Ledger(msgspec.Struct, frozen=True):
    """All looks, oldest first, with their lines."""

    path: str
    looks: Sequence[Look] = ()
    lines: Sequence[int] = ()

    @property
    def broken_at(self) -> int | None:
        """The place of the first look that is not as it was written, or not where it was; None: all are."""
        before = FIRST
        for place, look in enumerate(self.looks):
            if look.chain != chain_of(before, look):
                return place
            before = look.chain
        return None

    @property
    def head(self) -> str:
        return self.looks[-1].chain if self.looks else FIRST

    @property
    def published(self) -> tuple[Released, ...]:
        """Every figure that was published, oldest first."""
        return tuple(look.published for look in self.looks if look.published is not None)

    def of_version(self, version: str) -> int:
        """How many looks there were at one version."""
        return sum(look.version == version for look in self.looks)


def chain_of(before: str, look: Look) -> str:
    """The digest of a look and, by the chain of the one before, of all looks above it."""
    record = msgspec.json.encode(msgspec.structs.replace(look, chain="-"))
    return sha256(before.encode() + b"\n" + record).hexdigest()


def chained(before: str, look: Look) -> Look:
    """The look, tied to those above it."""
    return msgspec.structs.replace(look, chain=chain_of(before, look))


class Release(NamedTuple):
    """What a release says of the held-back part: a figure, new or `repeated`; without one, why there is none."""

    figure: Released | None
    repeated: bool
    why_not: str | None


class Fault(NamedTuple):
    """What is wrong with a ledger, and the line where it shows."""

    line: int | None
    message: str


def fault_of(ledger: Ledger, lock: Lock | None) -> Fault | None:
    """A chain that is broken, or an end that gold.lock knows and that is gone; None: every look stands as written."""
    broken = ledger.broken_at
    if broken is not None:
        return Fault(ledger.lines[broken], f"this look, or one above it, is not as it was written: {MEND}")
    known = None if lock is None else lock.ledger
    if known is None or known.looks == 0:
        return None
    if len(ledger.looks) < known.looks:
        return Fault(None, f"{len(ledger.looks)} looks stand here, and gold.lock knows of {known.looks}: {MEND}")
    if ledger.looks[known.looks - 1].chain != known.chain:
        return Fault(ledger.lines[known.looks - 1], f"this look is not the one that gold.lock knows of: {MEND}")
    return None
