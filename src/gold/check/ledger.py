"""The looks that were taken at the held-back cases, held against their chain and against what a part can bear."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import PurePosixPath

from gold.check.rule import Found, Rule
from gold.check.subject import Subject
from gold.model.look import MEND, fault_of
from gold.model.testset import LEDGER

MOST_LOOKS = 3
"""At one version, with which its held-back part is worn."""


def chain(subject: Subject) -> Iterator[Found]:
    """Looks that were edited, removed or put in another order."""
    ledger, lock = subject.ledger, subject.lock
    if ledger is None:
        if lock is not None and lock.ledger is not None and lock.ledger.looks:
            yield Found(
                f"{LEDGER} is gone, and gold.lock knows of {lock.ledger.looks} looks: {MEND}", file=_path(subject)
            )
        return
    fault = fault_of(ledger, lock)
    if fault is not None:
        yield Found(fault.message, line=fault.line, file=ledger.path)


def often(subject: Subject) -> Iterator[Found]:
    """Versions that were looked at three times, at the third look."""
    ledger = subject.ledger
    seen = Counter[str]()
    for look, line in zip(ledger.looks, ledger.lines, strict=True) if ledger is not None else ():
        seen[look.version] += 1
        if ledger is not None and seen[look.version] == MOST_LOOKS:
            many = ledger.of_version(look.version)
            message = (
                f"{many} looks at {look.version}: its held-back part is worn, so hold new cases back in the next one"
            )
            yield Found(message, line=line, file=ledger.path)


def _path(subject: Subject) -> str:
    return LEDGER if subject.testset is None else str(PurePosixPath(subject.testset.folder, LEDGER))


RULES = (
    Rule(
        "ledger-chain",
        "error",
        "set",
        "A ledger of looks whose lines are not those that were written, or not all of them.",
        "Nobody can tell any more how often the held-back cases were looked at, and what was published of them.",
        "Take `heldback.jsonl` and `gold.lock` from version control; a look is never taken back.",
        chain,
    ),
    Rule(
        "looked-often",
        "warning",
        "set",
        "Three looks, or more, at the held-back cases of one version.",
        "Each look lets what was seen into the next decision: what is looked at often is no longer unseen.",
        "Hold new cases back (`gold split`), and look at the next version.",
        often,
    ),
)
