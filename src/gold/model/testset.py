"""A test set's folder: which versions, corpus builds, runs and samples it has, by name and path."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from gold.model.settings import Settings

CHANGELOG = "CHANGELOG.md"
LEDGER = "heldback.jsonl"
LOCK = "gold.lock"
SETTINGS = "gold.yaml"
STABLE = "stable.yaml"


class TestSet(msgspec.Struct, frozen=True):
    """What a folder holds; the files themselves are read when a command needs them.

    `strays` end as versions do, lie beside them, and are none of the files of a set. `unread` are the other files that
    look like a set's own and are not read, each with the way to mend it.
    """

    __test__ = False  # not a pytest class

    folder: str
    name: str
    settings: Settings
    versions: Mapping[int, str]
    corpora: Mapping[str, str]
    runs: Mapping[str, str]
    card: str | None
    guideline: str | None
    changelog: str | None
    lock: str | None = None
    """The path of `gold.lock`, where versions are frozen."""
    strays: tuple[str, ...] = ()
    samples: Mapping[str, str] = {}
    adjudicated: str | None = None
    stable: str | None = None
    """The path of `stable.yaml`, the cases that left the set because every run answers them."""
    ledger: str | None = None
    unread: Mapping[str, str] = {}

    @property
    def title(self) -> str:
        return self.settings.title or self.name
