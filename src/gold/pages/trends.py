"""Every measure over the dated runs, with a break where another version was asked or another build searched."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

from gold.measure.measure import Measure
from gold.measure.score import RunScore
from gold.pages.charts import Chart, Point, trend_chart
from gold.pages.material import Material
from gold.pages.numbers import DASH, figure


@dataclass(frozen=True, slots=True)
class TrendRow:
    """One run; `figures` follow the page's measures, `breaks` says that another version was asked than before.

    `rebuilt`: its system searched another build than in its run before.
    """

    date: str
    run: str
    version: str
    build: str
    breaks: bool
    rebuilt: bool
    figures: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Trends:
    """A chart for each measure that two dates have, the headline's first.

    `broken`: versions changed on the way; `rebuilt`: a system's build did.
    """

    charts: tuple[Chart, ...]
    rows: tuple[TrendRow, ...]
    broken: bool
    rebuilt: bool


def trends(material: Material) -> Trends | None:
    """The dated runs, oldest first; None where all are of one day."""
    dated = [score for score in material.scores if score.run.sidecar.date]
    if len({score.run.sidecar.date for score in dated}) < 2:
        return None
    versions = [_version(score) for score in dated]
    changed = [bool(one and two and one != two) for one, two in pairwise(versions)]
    other = _rebuilt(dated)
    rows = tuple(
        TrendRow(
            date=score.run.sidecar.date or DASH,
            run=score.run.name,
            version=version or DASH,
            build=score.build or DASH,
            breaks=breaks,
            rebuilt=rebuilt,
            figures=tuple(figure(score.overall.means[measure].value) for measure in material.measures),
        )
        for score, version, breaks, rebuilt in zip(dated, versions, [False, *changed], other, strict=True)
    )
    drawn = [(measure, _points(dated, measure)) for measure in material.measures]
    charts = tuple(trend_chart(points, measure) for measure, points in drawn if len({p.date for p in points}) > 1)
    return Trends(charts, rows, any(changed), any(other))


def _rebuilt(dated: list[RunScore]) -> list[bool]:
    """Whether each run's system searched another build in its run before; of one day, nothing was before."""
    before: dict[str, dict[str, set[str | None]]] = {}
    found = []
    for score in dated:
        days = before.setdefault(_system(score), {})
        earlier = [day for day in days if day < (score.run.sidecar.date or "")]
        found.append(bool(earlier) and score.build not in days[max(earlier)])
        days.setdefault(score.run.sidecar.date or "", set()).add(score.build)
    return found


def _points(dated: list[RunScore], measure: Measure) -> list[Point]:
    return [
        Point(score.run.sidecar.date or "", score.run.name, _system(score), _line(score), _version(score), value)
        for score in dated
        if (value := score.overall.means[measure].value) is not None
    ]


def _version(score: RunScore) -> str:
    """The version that a run says it was asked; empty where it tells none."""
    number = score.run.sidecar.version_number
    return "" if number is None else f"v{number}"


def _line(score: RunScore) -> str:
    """What a run's points are joined by: its system on its build."""
    return _system(score) if score.build is None else f"{_system(score)} on {score.build}"


def _system(score: RunScore) -> str:
    return score.run.sidecar.system or score.run.name
