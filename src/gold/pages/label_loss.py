"""The cases that only one of two builds can answer into sentences that say which build lost them."""

from __future__ import annotations

from typing import NamedTuple

from gold.compare.runs import Comparison
from gold.measure.score import RunScore
from gold.pages.numbers import counted

LEFT_OUT = "not in the verdict"


class Loss(NamedTuple):
    """What one build lost: the words, without a full stop, and the cases."""

    words: str
    cases: tuple[str, ...]


def label_loss(comparison: Comparison) -> tuple[Loss, ...]:
    """For the candidate's build, then for the baseline's: the cases that it lost and the other one has."""
    found = []
    for role, score in (("candidate", comparison.candidate), ("baseline", comparison.baseline)):
        gone = frozenset(score.named.unwinnable)
        cases = tuple(query_id for query_id in comparison.label_loss if query_id in gone)
        if cases:
            found.append(Loss(_words(role, score, len(cases)), cases))
    return tuple(found)


def loss_in_short(comparison: Comparison) -> str:
    """All losses in one sentence, without a full stop."""
    return "; ".join(loss.words for loss in label_loss(comparison))


def _words(role: str, score: RunScore, count: int) -> str:
    build = f"{score.build}, the {role}'s build" if score.build else f"the {role}'s passage ids"
    left_out = f"it is {LEFT_OUT}" if count == 1 else f"they are {LEFT_OUT}"
    return f"{counted(count, 'question')} cannot be answered from {build}: {left_out}".replace("'", "\u2019")
