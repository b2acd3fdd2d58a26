"""Two shares of each class side by side, each with its count and Wilson's interval: refusals, and right answers."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

import msgspec

from gold.compare.answers import AnswersBeside, answers_beside
from gold.compare.refusals import refusals
from gold.compare.shares import Share, wilson
from gold.measure.measure import Measure
from gold.measure.refusals import UNASKABLE
from gold.measure.score import RunScore
from gold.pages.measures import MeasureName, named
from gold.pages.numbers import both_ends, counted, figure, grouped

Cells = tuple[str, str, str, str]
"""How many there are, how many of them did, their share, its interval."""


class SharesRow(NamedTuple):
    """One class; no facet: all cases."""

    facet: str
    name: str
    one: Cells
    two: Cells


class AnswersPart(msgspec.Struct, frozen=True):
    """One run's right answers beside retrieval: `reached` is what says that an answer was reached."""

    run: str
    reached: MeasureName
    said: tuple[str, ...]
    rows: tuple[SharesRow, ...]


def answers_part(score: RunScore) -> AnswersPart | None:
    """Right answers where the answer was reached, and where not; None where the run does not say which are right."""
    found = answers_beside(score)
    if found is None:
        return None
    rows = tuple(_row(one.facet, one.name, one.reached, one.unreached) for one in found.groups)
    return AnswersPart(score.run.name, named(found.bar.measure), tuple(_said(found)), rows)


def refusal_rows(score: RunScore) -> tuple[SharesRow, ...]:
    """Refusals of questions without an answer, and of those with one: all, then the classes that have either."""
    found = refusals(score) or ()
    if not any(one.right.whole or one.false.part for one in found):
        return ()
    shown = (one for one in found if one.facet is None or one.right.whole or one.false.part)
    return tuple(_row(one.facet, one.name, one.right, one.false) for one in shown)


def refusals_document(score: RunScore) -> dict[str, Any]:
    """The same as figures: of every class; why not, where the run cannot say that it refused."""
    found = refusals(score)
    if found is None:
        return {"not_measurable": UNASKABLE}
    rows = (
        (one.facet, one.name, {"unanswerable": _figures(one.right), "answerable": _figures(one.false)}) for one in found
    )
    return _document(rows)


def answers_document(score: RunScore) -> dict[str, Any] | None:
    """Right answers beside retrieval as figures; None where the run does not say which are right."""
    found = answers_beside(score)
    if found is None:
        return None
    rows = (
        (one.facet, one.name, {"reached": _figures(one.reached), "unreached": _figures(one.unreached)})
        for one in found.groups
    )
    return {"measure": str(found.bar.measure), "bottleneck": found.groups[0].bottleneck, **_document(rows)}


def _document(rows: Iterable[tuple[str | None, str | None, dict[str, Any]]]) -> dict[str, Any]:
    (_, _, overall), *classes = rows
    return {"overall": overall, "classes": [{"facet": facet, "class": name, **row} for facet, name, row in classes]}


def _figures(one: Share) -> dict[str, Any]:
    between = wilson(one)
    low, high = (None, None) if between is None else between
    return {"n": one.whole, "count": one.part, "value": one.value, "low": low, "high": high}


def _row(facet: str | None, name: str | None, one: Share, two: Share) -> SharesRow:
    return SharesRow(facet or "", "all" if facet is None else name or "", _cells(one), _cells(two))


def _cells(one: Share) -> Cells:
    between = wilson(one)
    low, high = (None, None) if between is None else between
    return (grouped(one.whole), grouped(one.part), figure(one.value), both_ends(low, high))


def _said(found: AnswersBeside) -> Iterable[str]:
    """Whether retrieval or generation is the bottleneck, and what was right without retrieval."""
    whole, where = found.groups[0], _within(found.bar.measure, found.bar.cut)
    had, wrong = whole.wrong_though_reached
    answers = counted(wrong, "wrong answer")
    parts = f"of {answers}, {grouped(had)} had what answers {where}"
    if whole.bottleneck == "generation":
        yield f"Generation is the bottleneck: {parts}. No re-chunking is going to help with those: mend the answering."
    elif whole.bottleneck == "retrieval":
        yield f"Retrieval is the bottleneck: {parts}. Mend what is found."
    elif whole.bottleneck == "nothing wrong":
        yield f"No answer of {counted(whole.right.whole, 'question')} was wrong."
    else:
        yield f"Retrieval or generation, which of them is the bottleneck cannot be told: {parts}."
    lucky = whole.unreached.part
    if lucky:
        right = counted(lucky, "answer was", "answers were")
        yield f"{right} right without it: the model knew, or a passage that answers has no label."


def _within(measure: Measure, cut: int) -> str:
    return "in the list" if measure.k is None else f"within the first {counted(cut, 'result')}"
