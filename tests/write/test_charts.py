"""Charts of any values: valid JSON goes in, a picture comes out."""

from __future__ import annotations

import math
from pathlib import Path
from xml.etree import ElementTree

import pytest

from gold.compare.bridge import bridge_runs
from gold.pages.chart import Chart
from gold.pages.charts import bridge_chart, bridges_chart
from gold.write.charts import SVG, chart_path, charts_begun, draw, drawer
from gold.write.folder import SiteFolder
from tests.builders import graded, measures, run, version
from tests.compare.crossings import corners_of
from tests.write.make_worst import TEXTS


def score_rows(*rows: tuple[str, float]) -> Chart:
    """A chart of scores."""
    values = tuple({"class": name, "place": place, "score": score} for place, (name, score) in enumerate(rows))
    return Chart("score", values, {"title": "Scores"}, "Scores")


def marks(svg: str) -> int:
    """How many points a drawn chart has."""
    return sum("aria-roledescription" in e.attrib and e.attrib["aria-roledescription"] == "point"
               for e in ElementTree.fromstring(svg).iter(f"{{{SVG}}}path"))  # fmt: skip


def test_many_points_are_all_drawn() -> None:
    """The site: 5,001 points."""
    rows = [
        {"kind": "asked", "date": f"2026-{i % 50:02d}", "system": f"s{i % 3}", "score": i / 5001} for i in range(5001)
    ]
    assert marks(draw(Chart("trend", tuple(rows), {"title": "t"}, "t"))) == 5001


@pytest.mark.parametrize("count", [0, 1])
def test_few_points_are_drawn(count: int) -> None:
    """The site: one point, and none."""
    rows = [{"kind": "asked", "date": "2026-01-01", "system": "s", "score": 0.5}][:count]
    assert marks(draw(Chart("trend", tuple(rows), {"title": "t"}, "t"))) == count


def test_equal_scores_are_told_as_they_are() -> None:
    """The one tick of a flat line says its score, not the whole number next to it."""
    rows = tuple({"kind": "asked", "date": f"2026-0{i}-01", "system": "s", "line": "s", "score": 0.909} for i in (1, 2))
    svg = draw(Chart("trend", rows, {"title": "t"}, "t"))
    ticks = [e.text for e in ElementTree.fromstring(svg).iter(f"{{{SVG}}}text") if (e.text or "")[:1].isdigit()]
    assert [tick for tick in ticks if tick and "-" not in tick and float(tick) in (0.0, 1.0)] == []
    assert "0.909" in ticks


@pytest.mark.parametrize("value", [math.nan, math.inf, -math.inf])
def test_what_is_no_number_is_no_point(value: float, tmp_path: Path) -> None:
    """The site: NaN or inf in chart data. The others are drawn, and the file has a name."""
    chart = score_rows(("a", 0.25), ("b", value), ("c", 0.5))
    assert marks(draw(chart)) == 2
    site = SiteFolder(str(tmp_path), {})
    with drawer(site, 1) as begin:
        charts_begun(site, {chart_path(chart): chart}, begin)()
    assert chart_path(chart) in site.now


@pytest.mark.parametrize("name", [*TEXTS.values(), "how:to", "a.b[0]", "a\\b", "datum.x", "]]>"], ids=ascii)
def test_any_class_is_a_row(name: str) -> None:
    """The site: a class called `how:to` or `a.b[0]`, and every other one."""
    assert marks(draw(score_rows(("plain", 0.25), (f"{name[:28]} (n 1)", 0.5)))) == 2


def test_a_chart_holds_no_code() -> None:
    """Whatever a class is called, the picture has no element or attribute that could run."""
    for name in TEXTS.values():
        elements = list(ElementTree.fromstring(draw(score_rows((name[:28], 0.5)))).iter())
        assert "path" in {element.tag.rpartition("}")[2] for element in elements}
        for element in elements:
            assert element.tag.rpartition("}")[2] in {"svg", "title", "style", "g", "path", "text", "rect", "line"}
            assert not [attribute for attribute in element.attrib if attribute.startswith("on") or "href" in attribute]


def test_many_bridges_are_one_drawing() -> None:
    """Each panel has the bars of its own way, and no panel takes those of another: a drawing costs as one chart."""
    old, new = version(graded("q", {"a": 2})), version(graded("q", {"b": 2}), graded("r", {"a": 2}), number=2)
    pair = run({"q": ["a", "b"]}), run({"q": ["b"], "r": ["x", "a"]})
    bridges = bridge_runs(corners_of((old, new), (None, None), pair, "RR", "P@2"), [])
    ways = [(str(measure), bridges.overall[measure]) for measure in bridges.measures]
    chart = bridges_chart(bridges, ways, "Both")
    for place, measure in enumerate(bridges.measures):
        alone = bridge_chart(bridges, measure).values
        mine = [row for row in chart.values if row["panel"] == str(measure)]
        assert mine == [{"panel": str(measure), "order": place, **row} for row in alone]
    drawn = "".join(ElementTree.fromstring(draw(chart)).itertext())
    assert drawn.count("candidate, v2") == 2
    assert all(row["text"] in drawn for row in chart.values)
    assert "RR(rel=1) 1.000 to 0.750; P(rel=1)@2 0.500 to 0.500" in chart.alt


def test_a_bridge_is_a_way_without_gaps() -> None:
    """Each bar begins where the one before it ended, the first at the start's score; the last ends at the end's."""
    old = version(graded("q", {"a": 2}), graded("gone", {"b": 2}))
    new = version(graded("q", {"b": 2}), graded("more", {"a": 2}), number=2)
    pair = run({"q": ["a", "b"], "gone": ["a"]}), run({"q": ["b"], "more": ["x", "y", "z", "a"]})
    chart = bridge_chart(bridge_runs(corners_of((old, new), (None, None), pair, "RR"), []), measures("RR")[0])
    rows = [(row["row"], row["kind"], row["low"], row["high"], row["to"], row["text"]) for row in chart.values]
    assert rows == [
        ("baseline, v1", "score", 0.5, 0.5, 0.5, "0.500"),
        ("removed", "set", 0.5, 1.0, 1.0, "+0.500"),
        ("relabelled", "set", 0.5, 1.0, 0.5, "\u22120.500"),
        ("system", "system", 0.5, 1.0, 1.0, "+0.500"),
        ("added", "set", 0.625, 1.0, 0.625, "\u22120.375"),
        ("candidate, v2", "score", 0.625, 0.625, 0.625, "0.625"),
    ]
    words = "".join(ElementTree.fromstring(draw(chart)).itertext())
    assert all(row[0] in words and row[5] in words for row in rows)
    assert all(f"{row[0]} {row[5]}" in chart.alt for row in rows)
