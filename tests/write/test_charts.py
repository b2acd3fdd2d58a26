"""A chart's values into a picture, whatever the values are called and however many there are."""

from __future__ import annotations

import json
from xml.etree import ElementTree

import pytest

from gold.measure.measure import parse_measure
from gold.pages.charts import Chart, trend_chart
from gold.write.charts import chart_path, draw
from gold.write.specs import specification

SVG = "{http://www.w3.org/2000/svg}"
RR = parse_measure("RR")


def test_five_thousand_points_still_chart() -> None:
    """The usual limit of the drawing library is 5,000 rows: no chart falls silent above it."""
    points = [(f"2026-{i % 12 + 1:02d}-{i % 28 + 1:02d}", f"r{i}", "bm25", i / 5001) for i in range(5001)]
    chart = trend_chart(points, RR)
    assert len(specification(chart.kind, chart.values, chart.settings)["data"]["values"]) == 5001
    drawn = ElementTree.fromstring(draw(chart))
    symbols = [path for path in drawn.iter(f"{SVG}path") if path.get("aria-roledescription") == "point"]
    assert len(symbols) == 5001


@pytest.mark.parametrize("name", ["how:to", "a.b[0]", 'a"b', "</svg><script>", "datum['x']", "日本"])
def test_a_class_of_any_name_is_one_row(name: str) -> None:
    """Names that a drawing language could take for types, paths or markup stand as they are."""
    values = ({"class": name, "place": 0, "score": 0.5}, {"class": "plain", "place": 1, "score": 0.25})
    chart = Chart("score", values, {"title": name}, name)
    drawn = ElementTree.fromstring(draw(chart))
    assert name in {text.text for text in drawn.iter(f"{SVG}text")}
    assert name == drawn.findtext(f"{SVG}title")
    assert not list(drawn.iter(f"{SVG}script"))


@pytest.mark.parametrize("value", [float("nan"), float("inf")])
def test_what_is_no_number_reaches_no_chart(value: float) -> None:
    """JSON has no NaN: such a value is a defect of whoever computed it, and stops the build."""
    chart = Chart("score", ({"class": "a", "place": 0, "score": value},), {"title": "t"}, "t")
    with pytest.raises(ValueError, match="not JSON compliant"):
        chart_path(chart)


def test_a_specification_is_valid_json() -> None:
    """With one point, and with none."""
    for points in ([("2026-01-01", "r", "bm25", 0.5)], []):
        chart = trend_chart(points, RR)
        json.dumps(specification(chart.kind, chart.values, chart.settings), allow_nan=False)
        assert ElementTree.fromstring(draw(chart)).tag == f"{SVG}svg"
