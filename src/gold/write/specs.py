"""A chart's values into a Vega-Lite specification: one drawing a kind, built once, its values exchanged."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

from gold.write.kept import kept

# Each colour stands for a role, which the style of the chart turns into the colours of the page.
INK, FAINT, RULE, BAND, ACCENT = "#1b1f24", "#5f6874", "#c9ced6", "#eceff3", "#1f5fa8"
TONES = {"better": "#1a7f4b", "worse": "#b42318", "same": "#5f6875", "cannot tell": "#8a5a00"}
SHAPES = {"better": "triangle-up", "worse": "triangle-down", "same": "square", "cannot tell": "circle"}
WIDTH, STEP = 340, 26
BRIDGE_WIDTH = 225
FONT = "Liberation Sans, Arial, Helvetica, sans-serif"


def specification(kind: str, values: tuple[dict[str, Any], ...], settings: dict[str, Any]) -> dict[str, Any]:
    """The whole drawing of one chart."""
    drawn: dict[str, Any] = dict(_drawings()[kind])
    drawn["data"] = {"values": list(values)}
    drawn["params"] = [{"name": "margin", "value": settings.get("margin", 0.0)}]
    drawn["title"] = {"text": settings["title"], "anchor": "start"}
    return drawn


@cache
def _drawings() -> dict[str, dict[str, Any]]:
    """Every kind's drawing without values: altair, slow to start, is asked once for its version and this file's."""
    found: dict[str, dict[str, Any]] = kept(Path(__file__), "altair", _made)
    return found


def _made() -> dict[str, dict[str, Any]]:
    return {kind: make().to_dict(validate=False) for kind, make in DRAWINGS.items()}


def _change() -> Any:
    import altair as alt

    rows = alt.Y("class:N", sort=alt.EncodingSortField("place", op="min"), title=None)
    axis = alt.Axis(format="+.2f", grid=True, tickCount=5)
    base = alt.Chart(_empty())
    shape = alt.Scale(domain=list(SHAPES), range=list(SHAPES.values()))
    colour = alt.Scale(domain=list(TONES), range=list(TONES.values()))
    legend = alt.Legend(orient="bottom", title=None, symbolSize=70)
    band = base.mark_rect(color=BAND, opacity=1).encode(x=alt.X("from:Q"), x2="to:Q")
    band = band.transform_calculate(**{"from": "-margin", "to": "margin"}).transform_aggregate(groupby=["from", "to"])
    zero = base.mark_rule(color=INK, strokeWidth=1).encode(x=alt.datum(0))
    lines = base.mark_rule(strokeWidth=1.6).encode(
        x=alt.X("low:Q", title="change, candidate minus baseline", axis=axis),
        x2="high:Q",
        y=rows,
        color=alt.Color("verdict:N", scale=colour, legend=legend),
    )
    points = base.mark_point(filled=True, size=80, opacity=1).encode(
        x="change:Q",
        y=rows,
        shape=alt.Shape("verdict:N", scale=shape, legend=legend),
        color=alt.Color("verdict:N", scale=colour, legend=legend),
    )
    return _styled(alt.layer(band, zero, lines, points))


def _score() -> Any:
    import altair as alt

    rows = alt.Y("class:N", sort=alt.EncodingSortField("place", op="min"), title=None)
    scale = alt.Scale(domain=[0, 1])
    points = alt.Chart(_empty()).mark_point(filled=True, size=80, opacity=1, color=ACCENT)
    return _styled(points.encode(x=alt.X("score:Q", scale=scale, title="score"), y=rows))


def _trend() -> Any:
    import altair as alt

    empty = alt.Chart(_empty())
    axis, bands = alt.Axis(labelAngle=0, labelOverlap="greedy", labelSeparation=8), alt.Scale(type="band")
    base = empty.encode(
        x=alt.X("date:O", title=None, axis=axis, scale=bands),
        y=alt.Y("score:Q", scale=alt.Scale(zero=False, padding=12), title="score", axis=alt.Axis(format=".3f")),
    )
    edge = alt.X("date:O", title=None, axis=axis, scale=bands, bandPosition=0)
    begins = empty.transform_filter("datum.begins").encode(x=edge)
    rules = begins.mark_rule(color=INK, strokeDash=[4, 3], strokeWidth=1)
    names = begins.mark_text(align="left", dx=4, fontSize=12, color=INK).encode(y=alt.value(8), text="begins:N")
    asked, newest = (base.transform_filter(f"datum.kind == '{kind}'") for kind in ("asked", "newest"))
    lines = asked.mark_line(color=FAINT, strokeWidth=1.5).encode(detail="line:N")
    again = newest.mark_line(color=FAINT, strokeWidth=1, strokeDash=[2, 3]).encode(detail="line:N")
    shape = alt.Shape("system:N", legend=alt.Legend(orient="bottom", columns=3, title=None))
    hollow = newest.mark_point(filled=False, size=70, opacity=1, color=ACCENT).encode(shape=shape)
    points = asked.mark_point(filled=True, size=90, opacity=1, color=ACCENT).encode(shape=shape)
    return _styled(alt.layer(rules, names, again, lines, hollow, points), height=220)


def _bridge() -> Any:
    return _styled(_waterfall()).properties(width=BRIDGE_WIDTH)


def _bridges() -> Any:
    """One panel below the other, each with a scale of its own: the steps are small against the distance of the ways."""
    import altair as alt

    header = alt.Header(title=None, labelOrient="top", labelAnchor="start", labelFontSize=13, labelColor=INK)
    panel = alt.Facet("panel:N", sort=alt.EncodingSortField("order", op="min"), header=header)
    one = _waterfall().properties(width=BRIDGE_WIDTH, height=alt.Step(STEP - 4))
    return _configured(one.facet(panel, columns=1, spacing=12).resolve_scale(x="independent", y="independent"))


def _waterfall() -> Any:
    """Narrow, so that its words can be read on a phone without turning it."""
    import altair as alt

    rows = alt.Y("row:N", sort=alt.EncodingSortField("place", op="min"), title=None)
    no_score = "datum.value > 1.0001 ? '' : datum.label"  # where there is room for words only
    axis = alt.Axis(format=".2f", grid=True, tickCount=4, labelExpr=no_score)
    base = alt.Chart(_empty()).encode(y=rows)
    scale = alt.Scale(zero=False, nice=False, padding=6)
    room = base.mark_rule(opacity=0).encode(x=alt.X("floor:Q", scale=scale, title="score", axis=axis), x2="edge:Q")
    colour = alt.Scale(domain=["system", "set", "score"], range=[ACCENT, FAINT, INK])
    hue = alt.Color("kind:N", scale=colour, legend=None)
    bars = base.mark_bar(height=13).encode(x="low:Q", x2="high:Q", color=hue)
    ends = base.transform_filter("datum.kind != 'score'").mark_tick(thickness=1.6, size=STEP - 4, color=INK)
    dots = base.transform_filter("datum.kind == 'score'").mark_point(filled=True, size=70, opacity=1, color=INK)
    words = base.mark_text(align="left", dx=7, fontSize=13, color=INK).encode(x="high:Q", text="text:N")
    return alt.layer(room, bars, ends.encode(x="to:Q"), dots.encode(x="to:Q"), words)


def _empty() -> Any:
    import altair as alt

    return alt.InlineData(values=[])


def _styled(chart: Any, height: int | None = None) -> Any:
    import altair as alt

    return _configured(chart.properties(width=WIDTH, height=alt.Step(STEP) if height is None else height))


def _configured(chart: Any) -> Any:
    return (
        chart.configure(background="transparent", font=FONT, padding=4)
        .configure_view(stroke=None)
        .configure_axis(
            labelColor=INK,
            titleColor=FAINT,
            gridColor=RULE,
            domainColor=RULE,
            tickColor=RULE,
            labelFontSize=12,
            titleFontSize=12,
            titleFontWeight="normal",
            labelLimit=260,
        )
        .configure_legend(labelColor=INK, labelFontSize=12)
        .configure_title(color=INK, fontSize=13, fontWeight=600)
    )


DRAWINGS = {"change": _change, "score": _score, "trend": _trend, "bridge": _bridge, "bridges": _bridges}
