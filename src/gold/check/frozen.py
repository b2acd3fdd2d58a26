"""Frozen versions, held against their files as they are now."""

from __future__ import annotations

from collections.abc import Iterator

from gold.check.rule import Found, Rule
from gold.check.subject import Subject
from gold.compare.versions.since import since


def frozen_changed(subject: Subject) -> Iterator[Found]:
    """Frozen versions whose bytes changed, with the cases that differ."""
    if subject.testset is None or subject.lock is None:
        return
    for number, digest in subject.digests.items():
        frozen = subject.lock.versions[f"v{number}"]
        version = subject.versions.get(number)
        if frozen.digest == digest or version is None:
            continue
        message = (
            f"v{number} is frozen since {frozen.date}, and its bytes changed ({since(frozen, version, subject.hidden)})"
        )
        mend = f"restore it, and make the change in v{max(subject.testset.versions) + 1}"
        yield Found(f"{message}: {mend}", file=subject.testset.versions[number])


RULES = (
    Rule(
        "frozen-changed",
        "error",
        "set",
        "A frozen version whose bytes are not those that gold.lock was written for.",
        "Scores that were published on this version were taken on another one.",
        "Restore the file from version control, and make the change in a version of its own.",
        frozen_changed,
    ),
)
