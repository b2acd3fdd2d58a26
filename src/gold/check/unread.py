"""Files of a set's folder that look like its own, and that no command reads."""

from __future__ import annotations

from collections.abc import Iterator

from gold.check.rule import Found, Rule
from gold.check.subject import Subject


def unread(subject: Subject) -> Iterator[Found]:
    """Other endings, other letters, a sidecar without its run, a glossary that is named and not there."""
    if subject.testset is not None:
        for path, mend in subject.testset.unread.items():
            yield Found(f"is not read: {mend}", file=path)


RULES = (
    Rule(
        "unread-file",
        "warning",
        "set",
        "A file that looks like one of the set and is not read: another ending, other letters, YAML beside no run; "
        "or a glossary that is not there.",
        "A run, a build or a sidecar that is never read is missed by nobody.",
        "Rename it as the message says, or move it out of the folder.",
        unread,
    ),
)
