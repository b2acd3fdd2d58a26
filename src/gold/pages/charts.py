"""Figures into the values that a chart shows, with the words for those who do not see it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from gold.compare.runs import ClassChange
from gold.measure.means import ClassScore
from gold.measure.measure import Measure
from gold.pages.material import Material
from gold.pages.measures import named
from gold.pages.numbers import counted, signed
from gold.pages.verdicts import in_words

MOST_CLASSES = 40
PLACES = 4


@dataclass(frozen=True, slots=True)
class Chart:
    """`kind` names the drawing, `values` are its rows, `settings` its other numbers; `alt` says what it shows."""

    kind: str
    values: tuple[dict[str, Any], ...]
    settings: dict[str, Any]
    alt: str


def change_chart(material: Material, facet: str, groups: Sequence[ClassChange], measure: Measure) -> Chart:
    """The change of each class with its interval, beside zero and the margin; in the order of the table."""
    values: list[dict[str, Any]] = []
    for place, group in enumerate(groups[:MOST_CLASSES]):
        verdict = group.verdicts[measure]
        if verdict.mean is None:
            continue
        low = verdict.mean if verdict.low is None else max(verdict.low, -1.0)
        high = verdict.mean if verdict.high is None else min(verdict.high, 1.0)
        values.append(
            {
                "class": _label(group.name or "", verdict.n),
                "place": place,
                "change": round(verdict.mean, PLACES),
                "low": round(low, PLACES),
                "high": round(high, PLACES),
                "verdict": in_words(verdict, measure).word or "cannot tell",
            }
        )
    margin = material.testset.settings.margin
    title = f"Change of {named(measure).shown} per {facet}"
    means = [mean for group in groups if (mean := group.verdicts[measure].mean) is not None]
    reach = f": from {signed(min(means))} to {signed(max(means))}" if means else ""
    shown = f"{counted(len(values), 'class', 'classes')}{reach}"
    alt = f"{title}, with 95 % intervals, {shown}. The table below has the figures."
    return Chart("change", tuple(values), {"margin": margin, "title": title}, alt)


def score_chart(material: Material, facet: str, groups: Sequence[ClassScore], measure: Measure) -> Chart:
    """The score of each class of the only run; in the order of the table."""
    values = tuple(
        {
            "class": _label(group.name or "", group.means[measure].n),
            "place": place,
            "score": round(value, PLACES),
        }
        for place, group in enumerate(groups[:MOST_CLASSES])
        if (value := group.means[measure].value) is not None
    )
    title = f"{named(measure).shown} per {facet}"
    return Chart("score", values, {"title": title}, f"{title}. The table below has the figures.")


def trend_chart(points: Sequence[tuple[str, str, str, float]], measure: Measure) -> Chart:
    """Score by date: points (date, run, the system that it is of, value)."""
    values = tuple({"date": day, "system": line, "score": round(value, PLACES)} for day, _, line, value in points)
    title = f"{named(measure).shown} by the date of the run"
    return Chart(
        "trend", values, {"title": title}, f"{title}, {counted(len(values), 'run')}. The table below has the figures."
    )


def _label(name: str, n: int) -> str:
    short = name if len(name) <= 28 else name[:27] + "\u2026"
    return f"{short} (n {n})"
