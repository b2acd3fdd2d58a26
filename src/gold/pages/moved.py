"""What moved the score between the old version and the new one: the verdict, the steps, and who is behind them."""

from __future__ import annotations

from typing import ClassVar

import msgspec

from gold.compare.bridge import Bridge, Bridges, StepName
from gold.measure.measure import Measure
from gold.measure.score import RunScore
from gold.pages.bridge_words import SHOWN, ends, harder_sentence, order_sentence, sure_sentence, verdict
from gold.pages.chart import Chart
from gold.pages.charts import bridge_chart, bridges_chart
from gold.pages.frame import Frame, Link, set_frame
from gold.pages.material import Material
from gold.pages.measures import MeasureName, named
from gold.pages.moved_rows import MovedRow, moved_rows
from gold.pages.notes import Note, comparison_notes
from gold.pages.numbers import figure, grouped, signed
from gold.pages.who import who_note

MOST = 50
MOST_DRAWN = 6
"""Ways that one drawing holds; the tables have all."""
HERE = Link("What moved the score", "moved.html")


class WayRow(msgspec.Struct, frozen=True):
    """One measure, or one class, on its way; `steps` follow the table's, each a change and its cases.

    `remark` says why there is no way, where a run makes that so.
    """

    name: str
    measure: MeasureName | None
    start: str
    start_n: str
    steps: tuple[tuple[str, str], ...]
    end: str
    end_n: str
    remark: str


class WayTable(msgspec.Struct, frozen=True):
    """Ways as rows; steps that no row takes have no column."""

    by: str
    steps: tuple[str, ...]
    rows: tuple[WayRow, ...]


class OnVersions(msgspec.Struct, frozen=True):
    """One run on the old version and on the new one."""

    run: str
    old: str
    new: str


class MovedPage(msgspec.Struct, frozen=True):
    """`verdict` is the sentence to begin with; without a way from one run to the other it is all there is."""

    template: ClassVar[str] = "moved.html"
    frame: Frame
    verdict: str
    ends: str | None
    told: tuple[str, ...]
    chart: Chart | None
    measure: MeasureName
    measures: WayTable | None
    measures_chart: Chart | None
    classes: WayTable | None
    classes_chart: Chart | None
    versions: tuple[str, str]
    runs: tuple[OnVersions, ...]
    relabelled: tuple[MovedRow, ...]
    more_relabelled: int
    relabelled_by: MeasureName
    notes: tuple[Note, ...]


def moved_page(material: Material) -> MovedPage:
    """The way by the headline measure, by the others, and per class of the first facet."""
    bridges, measure = material.bridges, material.headline
    listed = _listed_by(material)
    changes = () if bridges is None else bridges.relabelled[listed]
    way = None if bridges is None else bridges.overall[measure]
    return MovedPage(
        frame=set_frame(material.testset, "What moved the score", "moved.html"),
        verdict=_why_not(material) if bridges is None else verdict(bridges, measure),
        ends=None if bridges is None else ends(bridges, measure),
        told=() if bridges is None else _told(material, bridges),
        chart=None if bridges is None or way is None or way.total is None else bridge_chart(bridges, measure),
        measure=named(measure),
        measures=None if bridges is None else _measures(bridges),
        measures_chart=None if bridges is None else _measures_chart(bridges, measure),
        classes=None if bridges is None else _classes(material, bridges),
        classes_chart=None if bridges is None else _classes_chart(material, bridges),
        versions=_versions(bridges),
        runs=() if bridges is None else _runs(bridges, measure),
        relabelled=moved_rows(material, list(changes[:MOST])),
        more_relabelled=max(len(changes) - MOST, 0),
        relabelled_by=named(listed),
        notes=(*comparison_notes(material), *who_note(material)) if material.comparison is not None else (),
    )


def moved_line(material: Material) -> tuple[str, Link] | None:
    """The verdict with the page that says more; None where there is none."""
    if material.bridges is None:
        return None
    bridges, measure = material.bridges, material.headline
    said = verdict(bridges, measure)
    return (f"{said} {ends(bridges, measure)}" if said.startswith("Of ") else said), HERE


def _why_not(material: Material) -> str:
    if material.no_bridge is not None:
        return f"The score cannot be followed from the old version: {material.no_bridge}"
    why = material.why_not or "no comparison"
    if why == "one run" and material.candidate is not None:
        return f"Nothing moved yet: {material.candidate.run.name} is the only run."
    return f"Nothing to compare: {why}."


def _told(material: Material, bridges: Bridges) -> tuple[str, ...]:
    measure, least = material.headline, material.testset.settings.min_class_size
    comparison = material.comparison
    sure = None if comparison is None else sure_sentence(comparison.overall.verdicts[measure], measure)
    said = (sure, order_sentence(bridges, measure), harder_sentence(bridges, measure, least))
    return tuple(words for words in said if words is not None)


def _listed_by(material: Material) -> Measure:
    """The headline, or where no relabelled question moved it the measure that says what moved most."""
    bridges = material.bridges
    if bridges is None or bridges.relabelled[material.headline]:
        return material.headline
    return material.moved_by


def _measures(bridges: Bridges) -> WayTable:
    ways = {measure: bridges.overall[measure] for measure in bridges.measures}
    steps = _taken(list(ways.values()))
    rows = tuple(_row(way, steps, named(measure), _remark(bridges, measure)) for measure, way in ways.items())
    return WayTable("measure", tuple(SHOWN[step] for step in steps), rows)


def _measures_chart(bridges: Bridges, headline: Measure) -> Chart | None:
    """The other measures, those that something moved."""
    ways = [(named(m).shown, way) for m, way in bridges.overall.items() if m != headline and _moves(way)]
    return bridges_chart(bridges, ways[:MOST_DRAWN], "What moved the other measures") if ways else None


def _classes_chart(material: Material, bridges: Bridges) -> Chart | None:
    """The classes of the first facet that moved most, the most lost first."""
    ways = [way for way in _class_ways(material, bridges) if _moves(way)]
    most = sorted(ways, key=lambda way: -abs(way.total or 0.0))[:MOST_DRAWN]
    shown = [(way.name or "", way) for way in ways if way in most]
    title = f"What moved {named(material.headline).shown} per {ways[0].facet}" if ways else ""
    return bridges_chart(bridges, shown, title) if shown else None


def _moves(way: Bridge) -> bool:
    return way.total is not None and any(step.delta for step in way.steps)


def _class_ways(material: Material, bridges: Bridges) -> list[Bridge]:
    """The ways of the first facet's classes, the most lost first."""
    facet, measure = next(iter(material.facets), None), material.headline
    ways = [way for ways in bridges.classes if (way := ways[measure]).facet == facet and (way.start.n or way.end.n)]
    turn = -1 if measure.less_is_better else 1
    return sorted(ways, key=lambda way: (way.total is None, turn * (way.total or 0.0), way.name or ""))


def _classes(material: Material, bridges: Bridges) -> WayTable | None:
    ways = _class_ways(material, bridges)
    if not ways:
        return None
    facet, steps = material.facets[0], _taken(ways)
    return WayTable(facet, tuple(SHOWN[s] for s in steps), tuple(_row(way, steps, None, "") for way in ways))


def _taken(ways: list[Bridge]) -> tuple[StepName, ...]:
    """The steps that any way takes, and always the system's."""
    return tuple(s for s in SHOWN if s == "system" or any(way.step(s).n for way in ways))


def _remark(bridges: Bridges, measure: Measure) -> str:
    pair = (bridges.corners.baseline, bridges.corners.candidate)
    mute = [score.run.name for score in pair if measure in score.not_measurable]
    return f"not measurable for {', '.join(mute)}" if mute else ""


def _row(way: Bridge, steps: tuple[StepName, ...], measure: MeasureName | None, remark: str) -> WayRow:
    taken = (way.step(step) for step in steps)
    return WayRow(
        name=way.name or "",
        measure=measure,
        start=figure(way.start.value),
        start_n=_n(way.start.n),
        steps=tuple(
            (signed(step.delta), _n(step.n)) if step.n and way.total is not None else ("", "") for step in taken
        ),
        end=figure(way.end.value),
        end_n=_n(way.end.n),
        remark=remark,
    )


def _n(count: int) -> str:
    return f"n\u00a0{grouped(count)}"


def _versions(bridges: Bridges | None) -> tuple[str, str]:
    if bridges is None:
        return ("", "")
    old, new = bridges.corners.old, bridges.corners.new
    return (old.shown, new.shown)


def _runs(bridges: Bridges, measure: Measure) -> tuple[OnVersions, ...]:
    """Both runs on both versions; nothing where there is one version."""
    corners = bridges.corners
    if corners.one_version:
        return ()
    pairs = ((corners.baseline_old, corners.baseline), (corners.candidate_old, corners.candidate))
    return tuple(OnVersions(new.run.name, _on(old, measure), _on(new, measure)) for old, new in pairs)


def _on(score: RunScore | None, measure: Measure) -> str:
    if score is None:
        return figure(None)
    mean = score.overall.means[measure]
    return f"{figure(mean.value)} (n\u00a0{grouped(mean.n)})"
