"""Scores and changes per class, worst first: the page that says where it hurts."""

from __future__ import annotations

from typing import ClassVar

import msgspec

from gold.compare.interval import FEWEST_CASES, FEWEST_MOVED
from gold.compare.runs import ClassChange
from gold.measure.means import ClassScore
from gold.pages.chart import Chart
from gold.pages.charts import change_chart, score_chart
from gold.pages.detects import DetectRow, detects
from gold.pages.floors import Floors
from gold.pages.frame import Frame, set_frame
from gold.pages.hits import Hits, hits
from gold.pages.material import Material
from gold.pages.measures import MeasureName, named
from gold.pages.notes import Note, comparison_notes
from gold.pages.numbers import figure, grouped
from gold.pages.verdicts import VerdictWords, in_words
from gold.pages.who import who_note

ORDER = {"worse": 0, "cannot tell": 1, "counts only": 2, "not measured": 2, "same": 3, "better": 4}


class ClassRow(msgspec.Struct, frozen=True):
    """One class. `winnable` is the candidate's score over winnable cases, empty where it is the same score."""

    name: str
    n: int
    before: str
    after: str
    winnable: str
    verdict: VerdictWords | None


class FacetTable(msgspec.Struct, frozen=True):
    """All classes of one facet by one measure; `charts` show the same figures."""

    facet: str
    measure: MeasureName
    rows: tuple[ClassRow, ...]
    charts: tuple[Chart, ...] = ()


class ClassesPage(msgspec.Struct, frozen=True):
    """`others` are the tables by each further measure, none where no class has a value; under `few` only counts."""

    template: ClassVar[str] = "classes.html"
    frame: Frame
    baseline: str | None
    candidate: str | None
    hits: Hits | None
    facets: tuple[FacetTable, ...]
    others: tuple[tuple[MeasureName, tuple[FacetTable, ...]], ...]
    least: int
    few: tuple[int, int]
    margin: str
    detects: tuple[DetectRow, ...]
    headline: MeasureName
    floors: Floors | None
    notes: tuple[Note, ...]


def classes_page(material: Material) -> ClassesPage:
    """Every class of every facet: the headline measure first, with charts."""
    settings = material.testset.settings
    return ClassesPage(
        frame=set_frame(material.testset, "Classes", "classes.html"),
        baseline=_name(material.baseline if material.comparison else None),
        candidate=_name(material.candidate),
        hits=hits(material),
        facets=tuple(facet_table(material, facet, 0, charts=True) for facet in material.facets),
        others=tuple(_others(material, at) for at in range(1, len(material.measures))) if material.facets else (),
        least=settings.min_class_size,
        few=(FEWEST_CASES, FEWEST_MOVED),
        margin=figure(settings.margin),
        detects=detects(material),
        headline=named(material.headline),
        floors=material.floors,
        notes=(*comparison_notes(material), *who_note(material)),
    )


def _others(material: Material, at: int) -> tuple[MeasureName, tuple[FacetTable, ...]]:
    tables = tuple(facet_table(material, facet, at) for facet in material.facets)
    known = any(row.n for table in tables for row in table.rows)
    return named(material.measures[at]), tables if known else ()


def _name(score: object) -> str | None:
    run = getattr(score, "run", None)
    return None if run is None else str(run.name)


def facet_table(material: Material, facet: str, at: int, *, charts: bool = False) -> FacetTable:
    """The classes of one facet by measure `at`, worst first."""
    measure = material.measures[at]
    comparison = material.comparison
    drawn: tuple[Chart, ...] = ()
    if comparison is not None:
        changes = [group for group in comparison.classes if group.facet == facet]
        changes.sort(key=lambda group: _badness(group, material, at))
        beside = _beside(material)
        rows = tuple(_compared(group, material, at, beside) for group in changes)
        chart = change_chart(material, facet, changes, measure) if charts else None
        drawn = () if chart is None else (chart,)
    else:
        score = material.candidate
        groups = [] if score is None else [group for group in score.classes if group.facet == facet]
        groups.sort(key=lambda group: (group.means[measure].value is None, group.means[measure].value or 0.0))
        rows = tuple(_alone(group, material, at) for group in groups)
        if charts and groups:
            drawn = (score_chart(facet, groups, measure),)
    return FacetTable(facet, named(measure), rows, drawn)


def _badness(group: ClassChange, material: Material, at: int) -> tuple[int, float, str]:
    measure = material.measures[at]
    verdict = group.verdicts[measure]
    said = in_words(verdict, measure)
    mean = verdict.mean if verdict.mean is not None else 0.0
    down = -mean if said.word in ("worse", "better") and (mean > 0) == (said.word == "worse") else mean
    return (ORDER.get(said.word, 1), down, group.name or "")


def _beside(material: Material) -> dict[tuple[str | None, str | None], ClassScore]:
    """The candidate's own scores; across two builds only winnable cases are compared, and nothing is beside them."""
    score = material.candidate
    if score is None or (material.comparison is not None and material.comparison.across_builds):
        return {}
    return {(group.facet, group.name): group for group in score.classes}


def _compared(
    group: ClassChange, material: Material, at: int, beside: dict[tuple[str | None, str | None], ClassScore]
) -> ClassRow:
    measure = material.measures[at]
    said = in_words(group.verdicts[measure], measure, of_class=True)
    alone = beside.get((group.facet, group.name))
    return ClassRow(
        name=group.name or "",
        n=said.n,
        before=figure(group.before[measure]),
        after=figure(group.after[measure]),
        winnable="" if alone is None else winnable_beside(alone, material, at),
        verdict=said,
    )


def _alone(group: ClassScore, material: Material, at: int) -> ClassRow:
    mean = group.means[material.measures[at]]
    return ClassRow(group.name or "", mean.n, "", figure(mean.value), winnable_beside(group, material, at), None)


def winnable_beside(group: ClassScore, material: Material, at: int) -> str:
    """The score over winnable cases where it differs from the score over all; else empty."""
    measure = material.measures[at]
    every, winnable = group.means[measure], group.winnable[measure]
    return (
        ""
        if every.n == winnable.n or measure.kind == "Refusal"
        else f"{figure(winnable.value)} (n\u00a0{grouped(winnable.n)})"
    )
