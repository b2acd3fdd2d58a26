"""Figures into the values that a chart shows, with the words for those who do not see it."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

import msgspec

from gold.compare.bridge import Bridge, Bridges
from gold.compare.runs import ClassChange
from gold.measure.means import ClassScore
from gold.measure.measure import Measure
from gold.pages.bridge_words import SHOWN
from gold.pages.chart import Chart
from gold.pages.material import Material
from gold.pages.measures import named
from gold.pages.numbers import counted, figure, signed
from gold.pages.verdicts import in_words, is_drawn

MOST_CLASSES = 40
PLACES = 4
SHORT = 18
ROOM, LEAST_SPAN = 0.35, 0.1
"""Of the drawn span, what a bridge leaves for the words beside its last bar; and the span that it draws at least."""


def change_chart(material: Material, facet: str, groups: Sequence[ClassChange], measure: Measure) -> Chart | None:
    """The change of each class with its interval, beside zero and the margin; in the order of the table.

    Classes without an interval are not drawn; None where none has one.
    """
    values: list[dict[str, Any]] = []
    for place, group in enumerate(groups[:MOST_CLASSES]):
        verdict = group.verdicts[measure]
        if verdict.mean is None or verdict.low is None or verdict.high is None or not is_drawn(verdict):
            continue
        values.append(
            {
                "class": _label(group.name or "", verdict.n),
                "place": place,
                "change": round(verdict.mean, PLACES),
                "low": round(verdict.low, PLACES),
                "high": round(verdict.high, PLACES),
                "verdict": in_words(verdict, measure).word or "cannot tell",
            }
        )
    if not values:
        return None
    margin = material.testset.settings.margin
    title = f"Change of {named(measure).shown} per {facet}"
    means = [row["change"] for row in values]
    shown = f"{counted(len(values), 'class', 'classes')}: from {signed(min(means))} to {signed(max(means))}"
    alt = f"{title}, with intervals, {shown}. The table below has the figures."
    return Chart("change", tuple(values), {"margin": margin, "title": title}, alt)


def score_chart(facet: str, groups: Sequence[ClassScore], measure: Measure) -> Chart:
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


class Point(msgspec.Struct, frozen=True):
    """A run's score: when, by which system, on which version's questions (empty where it tells none).

    `line` is what its points are joined by: the system on one build. `newest` is its score on the newest version, where
    that is another one; without a `value` it has only that.
    """

    date: str
    run: str
    system: str
    line: str
    version: str
    value: float | None
    newest: float | None = None

    @property
    def now(self) -> float | None:
        """The score on the newest version."""
        return self.value if self.newest is None else self.newest


def trend_chart(points: Sequence[Point], measure: Measure) -> Chart:
    """Score by date, oldest first. A line ends where another version was asked, and a rule says which one begins.

    Where runs were asked an older version, a second line goes through what each scores on the newest.
    """
    asked = [point for point in points if point.value is not None]
    begins: dict[str, str] = {}
    for before, point in pairwise(asked):
        if point.version != before.version and point.version and before.version:
            begins.setdefault(point.version, point.date)
    first = {(date, version): version for version, date in begins.items()}
    rows = [_trend_row("asked", p, f"{p.line} {p.version}", first.pop((p.date, p.version), ""), p.value) for p in asked]
    again = any(point.newest is not None for point in points)
    rows += [_trend_row("newest", p, p.line, "", p.now) for p in points] if again else []
    title = f"{named(measure).shown} by the date of the run"
    broken = "".join(f", {version} asked from {date} on" for version, date in begins.items())
    twice = ", each on the version that it was asked and on the newest" if again else ""
    alt = f"{title}, {counted(len(points), 'run')}{twice}{broken}. The table below has the figures."
    return Chart("trend", tuple(rows), {"title": title}, alt)


def _trend_row(kind: str, point: Point, line: str, begins: str, score: float | None) -> dict[str, Any]:
    return {
        "kind": kind,
        "date": point.date,
        "system": point.system,
        "line": line,
        "begins": begins,
        "score": round(score or 0.0, PLACES),
    }


def bridge_chart(bridges: Bridges, measure: Measure) -> Chart:
    """The score at the start, each step as a bar from where the one before it ended, the score at the end."""
    steps = _steps(bridges, bridges.overall[measure])
    title = f"What moved {named(measure).shown}"
    said = ", ".join(f"{name} {text}" for name, _, _, _, text in steps)
    return Chart("bridge", _bars(steps), {"title": title}, f"{title}: {said}. The table below has the figures.")


def bridges_chart(bridges: Bridges, ways: Sequence[tuple[str, Bridge]], title: str) -> Chart:
    """Several ways as one drawing, a panel each, as cheap as one chart; each way has both ends."""
    panels = [(name, way, _steps(bridges, way)) for name, way in ways]
    values = [
        {"panel": name, "order": order, **bar} for order, (name, _, steps) in enumerate(panels) for bar in _bars(steps)
    ]
    said = "; ".join(f"{name} {figure(way.start.value)} to {figure(way.end.value)}" for name, way, _ in panels)
    return Chart("bridges", tuple(values), {"title": title}, f"{title}: {said}. The table has every step.")


Stretch = tuple[str, str, float, float, str]
"""A bar: its name, its kind, where it begins and ends, the words beside it."""


def _steps(bridges: Bridges, way: Bridge) -> list[Stretch]:
    corners = bridges.corners
    at, end = way.start.value or 0.0, way.end.value or 0.0
    old, new = (version.shown for version in (corners.old, corners.new))
    rows: list[Stretch] = [(f"baseline, {old}", "score", at, at, figure(at))]
    for step in way.steps:
        if step.n:
            after = at + (step.delta or 0.0)
            kind = "system" if step.name == "system" else "set"
            rows.append((SHOWN[step.name], kind, at, after, signed(step.delta)))
            at = after
    return [*rows, (f"candidate, {new}", "score", end, end, figure(end))]


def _bars(rows: Sequence[Stretch]) -> tuple[dict[str, Any], ...]:
    low, high = (pick(value for row in rows for value in row[2:4]) for pick in (min, max))
    floor = min(low, max(high - LEAST_SPAN, 0.0))
    edge = high + ROOM * max(high - floor, LEAST_SPAN)
    return tuple(
        {
            "row": _cut(name),
            "place": place,
            "kind": kind,
            "low": round(min(begin, stop), PLACES),
            "high": round(max(begin, stop), PLACES),
            "to": round(stop, PLACES),
            "text": text,
            "floor": round(floor, PLACES),
            "edge": round(edge, PLACES),
        }
        for place, (name, kind, begin, stop, text) in enumerate(rows)
    )


def _cut(name: str) -> str:
    return name if len(name) <= SHORT else name[: SHORT - 1] + "\u2026"


def _label(name: str, n: int) -> str:
    short = name if len(name) <= 28 else name[:27] + "\u2026"
    return f"{short} (n {n})"
