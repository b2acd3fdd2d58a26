"""What `gold.lock` says: the digest of each frozen version and of its cases, by which a change is seen."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from hashlib import sha256
from typing import Any, Literal

import msgspec

from gold.model.case import Case
from gold.model.version import Version

PER_CASE = 16
"""Hexadecimal digits of a case's digest: they find what changed; that something did, the whole digest proves."""


class Frozen(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """One frozen version.

    `digest` is the SHA-256 of the file's content, unpacked. `cases` counts the open ones, and `dev` has a digest for
    each by its id. `held_back` has those of the held-back ones, salted with the file's digest and in no order that
    tells anything.
    """

    file: str
    digest: str
    date: str
    cases: int
    breaking: bool
    dev: Mapping[str, str]
    held_back: tuple[str, ...] | None = None


class Looked(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The end of `heldback.jsonl`, so that its last looks cannot be cut off unseen: how many, and the last chain."""

    looks: int
    chain: str


class Lock(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The whole file; versions by their labels (`v3`)."""

    format: Literal[1] = 1
    versions: Mapping[str, Frozen] = {}
    ledger: Looked | None = None

    def published(self, hidden: Collection[str]) -> dict[str, Any]:
        """What may leave the house, as plain data: nothing of held-back cases.

        The digest of a file would move with them, so that of its open cases stands in its place.
        """
        return {
            "format": self.format,
            "versions": {name: _published(frozen, hidden) for name, frozen in self.versions.items()},
        }


def _published(frozen: Frozen, hidden: Collection[str]) -> dict[str, Any]:
    dev = {query_id: digest for query_id, digest in frozen.dev.items() if query_id not in hidden}
    return {
        "file": frozen.file,
        "open_digest": digest_of(msgspec.json.encode(sorted(dev.items()))),
        "date": frozen.date,
        "cases": len(dev),
        "breaking": frozen.breaking,
        "dev": dev,
    }


def digest_of(data: bytes) -> str:
    """The digest of a file's content."""
    return sha256(data).hexdigest()


def dev_digests(version: Version) -> dict[str, str]:
    """A digest for each open case."""
    return {case.query_id: _of_case(case, "") for case in version.cases if not case.is_held_back}


def held_back_digests(cases: Iterable[Case], salt: str) -> tuple[str, ...]:
    """The digests of the held-back cases, sorted."""
    return tuple(sorted(_of_case(case, salt) for case in cases if case.is_held_back))


def _of_case(case: Case, salt: str) -> str:
    return sha256(salt.encode() + msgspec.json.encode(case)).hexdigest()[:PER_CASE]
