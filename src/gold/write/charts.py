"""A chart into an SVG file named by its content, so that a rebuild draws only what has changed."""

from __future__ import annotations

import json
import math
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cache, partial
from hashlib import blake2b
from importlib.metadata import version
from pathlib import Path
from typing import Any

from gold.pages.chart import Chart
from gold.write.aside import CAN_FORK, answering
from gold.write.characters import NOT_IN_XML, closed
from gold.write.folder import SiteFolder
from gold.write.shipped import templates_folder

STYLE = "static/chart.css"
ENGINE = "vl_convert"
"""The module whose engine, once it runs, does not work in a forked process."""
SVG = "http://www.w3.org/2000/svg"
WORTH_A_PROCESS = 300
"""Files of an earlier build from which a rebuild waits for its charts more than for its pages."""
Drawer = Callable[[Sequence[Chart]], Callable[[], list[str]]]
"""Begins to draw; what it returns waits for the drawings."""


def chart_path(chart: Chart) -> str:
    """The file that a chart is drawn to, by everything that the drawing depends on."""
    content = json.dumps([chart.kind, chart.values, chart.settings], sort_keys=True)
    digest = blake2b(f"{_drawn_by()}\n{content}".encode(), digest_size=10).hexdigest()
    return f"charts/{chart.kind}-{digest}.svg"


@cache
def _drawn_by() -> str:
    """What draws: the specifications, the style, and the versions of both libraries."""
    sources = [Path(__file__).with_name("specs.py"), Path(__file__), templates_folder() / STYLE]
    read = blake2b(b"\0".join(source.read_bytes() for source in sources), digest_size=10).hexdigest()
    return " ".join((read, version("altair"), version("vl-convert-python")))


@contextmanager
def drawer(site: SiteFolder, jobs: int) -> Iterator[Drawer]:
    """What draws the charts of a build; in a rebuild of many pages a process that starts its engine meanwhile."""
    if jobs == 1 or len(site.before) < WORTH_A_PROCESS or ENGINE in sys.modules or not CAN_FORK:
        yield lambda charts: partial(_draw_all, charts)
        return
    first: Sequence[Chart] = [Chart("change", (), {"title": ""}, "")]
    with answering(_draw_all, first) as ask:
        yield ask


def charts_begun(site: SiteFolder, charts: Mapping[str, Chart], begin: Drawer) -> Callable[[], None]:
    """Begin to draw the charts, by their paths, that no earlier build drew; what is returned writes them."""
    anew = {}
    for path, chart in charts.items():
        if site.unchanged(path, "chart"):
            site.keep(path)
        elif path not in site.now:
            anew[path] = chart
    drawn = begin(tuple(anew.values())) if anew else list

    def finish() -> None:
        for path, svg in zip(anew, drawn(), strict=True):
            site.put(path, svg, "chart")

    return finish


def _draw_all(charts: Sequence[Chart]) -> list[str]:
    return [draw(chart) for chart in charts]


def draw(chart: Chart) -> str:
    """A chart as SVG with its description inside, and a style that follows a dark page."""
    from xml.etree import ElementTree

    import vl_convert

    from gold.write.specs import specification

    values = tuple({name: _drawable(value) for name, value in row.items()} for row in chart.values if _finite(row))
    spec = specification(chart.kind, values, chart.settings)
    drawn = ElementTree.fromstring(vl_convert.vegalite_to_svg(json.dumps(spec, sort_keys=True)))
    ElementTree.register_namespace("", SVG)
    for name, text in (("style", (templates_folder() / STYLE).read_text("utf-8")), ("title", chart.alt)):
        element = ElementTree.Element(f"{{{SVG}}}{name}")
        element.text = text
        drawn.insert(0, element)
    drawn.set("role", "img")
    return ElementTree.tostring(drawn, encoding="unicode") + "\n"


def _finite(row: dict[str, Any]) -> bool:
    """Whether a row has a place in a chart: JSON has no word for what is no number."""
    return all(math.isfinite(value) for value in row.values() if isinstance(value, float))


def _drawable(value: Any) -> Any:
    """A text without the characters that XML has no place for."""
    return NOT_IN_XML.sub("\ufffd", closed(value)) if isinstance(value, str) else value
