"""Every measure over the dated runs: as each was asked, with breaks at versions and builds, and all on the newest."""

from __future__ import annotations

from itertools import pairwise

import msgspec

from gold.measure.measure import Measure
from gold.measure.score import RunScore
from gold.pages.chart import Chart
from gold.pages.charts import Point, trend_chart
from gold.pages.material import Material
from gold.pages.numbers import DASH, figure, grouped


class TrendRow(msgspec.Struct, frozen=True):
    """One run; `breaks`: another version was asked than before; `rebuilt`: its system searched another build.

    `figures` follow the page's measures: on the version that was asked, and on the newest where that is another.
    `n` are the cases that count, likewise.
    """

    date: str
    run: str
    version: str
    build: str
    breaks: bool
    rebuilt: bool
    n: tuple[str, str]
    figures: tuple[tuple[str, str], ...]


class Trends(msgspec.Struct, frozen=True):
    """A chart for each measure that two dates have, the headline's first.

    `broken`: versions changed on the way; `rebuilt`: a system's build did. `again` counts the runs that are scored on
    the newest version too, `unscored` those that are scored on it alone though they were asked another.
    """

    charts: tuple[Chart, ...]
    rows: tuple[TrendRow, ...]
    newest: str
    broken: bool
    rebuilt: bool
    again: int
    unscored: int


def trends(material: Material) -> Trends | None:
    """The dated runs, oldest first; None where all are of one day."""
    dated = [score for score in material.scores if score.run.sidecar.date]
    if len({score.run.sidecar.date for score in dated}) < 2:
        return None
    versions = [_version(score) for score in dated]
    changed = [bool(one and two and one != two) for one, two in pairwise(versions)]
    other = _rebuilt(dated)
    drawn = {measure: [_point(material, score, measure) for score in dated] for measure in material.measures}
    rows = tuple(
        TrendRow(
            date=score.run.sidecar.date or DASH,
            run=score.run.name,
            version=version or DASH,
            build=score.build or DASH,
            breaks=breaks,
            rebuilt=rebuilt,
            n=_cases(material, score),
            figures=tuple(_figures(drawn[measure][at]) for measure in material.measures),
        )
        for at, (score, version, breaks, rebuilt) in enumerate(
            zip(dated, versions, [False, *changed], other, strict=True)
        )
    )
    shown = {measure: [point for point in points if point.now is not None] for measure, points in drawn.items()}
    return Trends(
        charts=tuple(trend_chart(some, measure) for measure, some in shown.items() if len({p.date for p in some}) > 1),
        rows=rows,
        newest=material.version.shown,
        broken=any(changed),
        rebuilt=any(other),
        again=sum(score.run.name in material.as_asked for score in dated),
        unscored=sum(score.declared is not None and score.run.name not in material.as_asked for score in dated),
    )


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


def _point(material: Material, score: RunScore, measure: Measure) -> Point:
    """A run on the version that it was asked, and on the newest."""
    now = score.overall.means[measure].value
    then = material.as_asked.get(score.run.name)
    told = (score.run.sidecar.date or "", score.run.name, _system(score), _line(score), _version(score))
    if then is None:
        return Point(*told, None, now) if score.declared is not None else Point(*told, now)
    return Point(*told, then.overall.means[measure].value, now)


def _cases(material: Material, score: RunScore) -> tuple[str, str]:
    then = material.as_asked.get(score.run.name)
    now = grouped(score.overall.n)
    if then is None:
        return (DASH, now) if score.declared is not None else (now, "")
    return grouped(then.overall.n), now


def _figures(point: Point) -> tuple[str, str]:
    return figure(point.value), "" if point.newest is None else figure(point.newest)


def _version(score: RunScore) -> str:
    """The version that a run says it was asked; empty where it tells none."""
    number = score.run.sidecar.version_number
    return "" if number is None else f"v{number}"


def _line(score: RunScore) -> str:
    """What a run's points are joined by: its system on its build."""
    return _system(score) if score.build is None else f"{_system(score)} on {score.build}"


def _system(score: RunScore) -> str:
    return score.run.sidecar.system or score.run.name
