"""A bridge into what `gold bridge` prints: a table, JSON or Markdown."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from math import isnan

from gold.cli.table import as_document, markdown, number, plain, signed
from gold.compare.bridge import Bridge, Bridges
from gold.measure.measure import Measure
from gold.pages.bridge_document import bridge_document
from gold.pages.bridge_words import SHOWN, ends, harder_sentence, order_sentence, verdict

HEADER = ("class", "start", *SHOWN.values(), "end")
MOST_MOVED = 10


def as_table(bridges: Bridges, least: int) -> str:
    """Aligned text: for each measure the sentences, then a row for all cases and one a class."""
    return "\n".join(_parts(bridges, least, plain, ""))


def as_markdown(bridges: Bridges, least: int) -> str:
    """The same as the table, for a pull request."""
    return "\n".join(_parts(bridges, least, markdown, "## "))


def _parts(bridges: Bridges, least: int, draw: Callable[..., str], mark: str) -> Iterator[str]:
    yield f"{mark}What moved the score"
    for measure in bridges.measures:
        yield ""
        yield f"{mark and '### '}{measure}"
        yield ""
        said = (
            verdict(bridges, measure),
            ends(bridges, measure),
            order_sentence(bridges, measure),
            harder_sentence(bridges, measure, least),
        )
        for words in filter(None, said):
            yield f"- {words}"
        yield ""
        yield draw(HEADER, list(_rows(bridges, measure)))
        moved = bridges.relabelled[measure]
        if moved:
            rows = [[one.query_id, number(_there(one.before)), number(_there(one.after))] for one in moved]
            yield ""
            yield f"{mark and '#### '}Relabelled, the baseline’s score"
            yield ""
            yield draw(("case", "old labels", "new labels"), rows[:MOST_MOVED])


def _there(value: float) -> float | None:
    return None if isnan(value) else value


def _rows(bridges: Bridges, measure: Measure) -> Iterator[list[str]]:
    for ways in (bridges.overall, *bridges.classes):
        way = ways[measure]
        if way.start.n or way.end.n:
            yield _row(way)


def _row(way: Bridge) -> list[str]:
    name = "all" if way.facet is None else f"{way.facet}: {way.name}"
    cells = ["" if not step.n else f"{signed(step.delta)} (n {step.n})" for step in way.steps]
    return [name, f"{number(way.start.value)} (n {way.start.n})", *cells, f"{number(way.end.value)} (n {way.end.n})"]


def as_json(bridges: Bridges, _: int) -> str:
    """One JSON document: `gold.pages.bridge_document` says its shape."""
    return as_document(bridge_document(bridges))


FORMATS: dict[str, Callable[[Bridges, int], str]] = {
    "table": as_table,
    "json": as_json,
    "markdown": as_markdown,
}
