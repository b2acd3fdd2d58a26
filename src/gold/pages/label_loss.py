"""The labels that a build lost into sentences: cases that only one of two builds can answer, and label rot."""

from __future__ import annotations

from typing import NamedTuple

from gold.compare.runs import Comparison
from gold.pages.numbers import counted, grouped
from gold.resolve.resolution import Rot

LEFT_OUT = "not in the verdict"


class Loss(NamedTuple):
    """What one build lost: the words, without a full stop, and the cases."""

    words: str
    cases: tuple[str, ...]


def label_loss(comparison: Comparison) -> tuple[Loss, ...]:
    """For the candidate's build, then for the baseline's: the cases that it lost and the other one has."""
    return tuple(Loss(_words([(build, cases)]), cases) for build, cases in _lost(comparison))


def loss_in_short(comparison: Comparison) -> str:
    """All losses in one sentence, without a full stop."""
    return _words(_lost(comparison))


def _lost(comparison: Comparison) -> list[tuple[str, tuple[str, ...]]]:
    """Each build that lost cases, in words, with these cases."""
    found = []
    for role, score in (("candidate", comparison.candidate), ("baseline", comparison.baseline)):
        gone = frozenset(score.named.unwinnable)
        cases = tuple(query_id for query_id in comparison.label_loss if query_id in gone)
        if cases:
            build = f"{score.build}, the {role}\u2019s build" if score.build else f"the {role}\u2019s passage ids"
            found.append((build, cases))
    return found


def _words(lost: list[tuple[str, tuple[str, ...]]]) -> str:
    counts = [len(cases) for _, cases in lost]
    left_out = f"it is {LEFT_OUT}" if sum(counts) == 1 else f"they are {LEFT_OUT}"
    first, *others = (build for build, _ in lost)
    also = "".join(f", and {grouped(count)} from {build}" for count, build in zip(counts[1:], others, strict=True))
    return f"{counted(counts[0], 'question')} cannot be answered from {first}{also}: {left_out}"


def rot_said(rot: Rot, build: str | None) -> str:
    """How many labels of one build may no longer be so, without a full stop."""
    gone, changed = grouped(rot.gone), grouped(rot.changed)
    return f"of {counted(rot.whole, 'label')}, {gone} are nowhere in {build}, {changed} in a document that changed"


def unknown_said(count: int) -> str:
    """The questions that nobody has found an answer to: in no count of labels or cases of a build."""
    more = counted(count, "more question has", "more questions have")
    return f"{more} no known answer, which is not ingested as far as anybody knows, and no score"
