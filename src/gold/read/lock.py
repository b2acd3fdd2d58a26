"""`gold.lock` into the frozen versions, and the files of these into the digests that they have now."""

from __future__ import annotations

import msgspec

from gold.errors import BadRecord, Where
from gold.model.lock import Lock, digest_of
from gold.model.testset import TestSet
from gold.read.file import read_bytes, within


def read_lock(path: str) -> Lock:
    """What was frozen. Error: the file is not as `gold freeze` writes it."""
    try:
        return msgspec.json.decode(read_bytes(path), type=Lock)
    except msgspec.DecodeError as error:
        message = f"not as gold freeze writes it ({error}): take it from your version control, or remove it"
        raise BadRecord(message, Where(path), "syntax") from None


def digests_now(testset: TestSet, lock: Lock) -> dict[int, str]:
    """The digest of each frozen version that the set still has, by its number."""
    with within(testset.settings.limits):
        return {
            number: digest_of(read_bytes(path))
            for number, path in testset.versions.items()
            if f"v{number}" in lock.versions
        }
