"""What a case needs into the ways in which it is answered, and the depth at which a run completes one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from gold.measure.measure import Measure
from gold.measure.reach import UNREACHED
from gold.model.case import Case

USUAL_CUT = 10
Way = tuple[tuple[int, ...], ...]
"""Groups of labels, by their places in the case; one label of every group is needed."""


class Bar(NamedTuple):
    """What decides whether a case failed: the measure, its depth, and the grade that answers."""

    measure: Measure
    cut: int
    answer_grade: int


def bar_of(measures: Sequence[Measure], answer_grade: int) -> Bar:
    """The first AnswerRecall or Success decides; without one, whether the answer stands within the first cut."""
    first = next((m for m in measures if m.kind in ("AnswerRecall", "Success")), None)
    cut = first or next((m for m in measures if m.k is not None), None)
    depth = USUAL_CUT if cut is None or cut.k is None else cut.k
    return Bar(first or Measure("AnswerRecall", depth), depth, answer_grade)


def ways_of(case: Case, bar: Bar) -> tuple[Way, ...]:
    """Each way to answer a case: an unparted answer alone, or one answer of every part.

    Where no label is of answer grade, each label of positive grade is a way; for Success each label that counts.
    """
    if bar.measure.kind == "Success":
        return _alone(case, bar.measure.rel or 1)
    parts: dict[str, list[int]] = {}
    ways: list[Way] = []
    graded = False
    for at, label in enumerate(case.labels):
        answers = label.grade >= bar.answer_grade
        graded = graded or answers
        if label.part is not None:
            parts.setdefault(label.part, []).extend([at] if answers else [])
        elif answers:
            ways.append(((at,),))
    if not graded:
        return _alone(case, 1)
    if parts:
        ways.append(tuple(map(tuple, parts.values())))
    return tuple(ways)


def _alone(case: Case, least: int) -> tuple[Way, ...]:
    return tuple(((at,),) for at, label in enumerate(case.labels) if label.grade >= least)


def complete_at(ways: Sequence[Way], ranks: Sequence[int]) -> int | None:
    """The least depth at which a way is complete; None where none is."""
    best = UNREACHED
    for way in ways:
        depth = 0
        for group in way:
            depth = max(depth, min((ranks[at] for at in group), default=UNREACHED))
        best = min(best, depth)
    return None if best == UNREACHED else best
