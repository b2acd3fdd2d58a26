"""A comparison into what `gold compare` prints: a table, JSON, CSV or Markdown."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from gold.cli.table import as_document, comma_separated, markdown, number, plain, signed
from gold.compare.interval import Verdict
from gold.compare.runs import Change, ClassChange, Comparison
from gold.measure.measure import Measure
from gold.model.words import listed
from gold.pages.documents import CHANGE_FIELDS, change, comparison_document
from gold.pages.judges import judges, labels_by
from gold.pages.numbers import counted
from gold.pages.verdicts import in_words, is_drawn

MOST_MOVED = 10
NAMED = 12
HEADER = ("class", "n", "baseline", "candidate", "change", "interval", "won", "lost", "verdict")


def as_table(comparison: Comparison) -> str:
    """Aligned text: a table a measure, then the questions that moved most."""
    return "\n".join(_parts(comparison, plain, ""))


def as_markdown(comparison: Comparison) -> str:
    """The same as the table, for a pull request."""
    return "\n".join(_parts(comparison, markdown, "## "))


def _parts(comparison: Comparison, draw: Callable[..., str], mark: str) -> Iterator[str]:
    one, two = comparison.baseline, comparison.candidate
    yield f"{mark}{two.run.name} against {one.run.name}"
    yield ""
    yield f"{_compared(comparison)} compared."
    by = labels_by(one.scored.version.cases)
    if any(by):
        yield f"Labels by {judges(by)}."
    if comparison.across_builds:
        yield f"Two builds ({one.build}, {two.build}): only cases that both can win are compared."
    if comparison.unwinnable:
        yield f"Not winnable in both builds, left out: {', '.join(comparison.unwinnable)}"
    if comparison.not_shared:
        yield f"Not asked of both in the same words, left out: {', '.join(comparison.not_shared)}"
    if comparison.asked_of_neither:
        yield f"Not asked of either run, left out: {listed(comparison.asked_of_neither, NAMED)}"
    if comparison.earlier_words:
        yield f"Compared in the words that both were asked, reworded since: {listed(comparison.earlier_words, NAMED)}"
    for measure in comparison.measures:
        rows = [_row(group, group.verdicts[measure], measure) for group in (comparison.overall, *comparison.classes)]
        yield ""
        yield f"{mark and '### '}{measure}"
        yield ""
        yield draw(HEADER, rows)
    yield ""
    yield "Intervals are at 95 %: overall by itself, the measured classes of a facet together."
    moved = comparison.moved_by
    for title, found in (("Lost most", comparison.worst(moved)), ("Won most", comparison.best(moved))):
        if found:
            rows = [_moved(one) for one in found[:MOST_MOVED]]
            yield ""
            yield f"{mark and '### '}{title} ({moved})"
            yield ""
            yield draw(("case", "baseline", "candidate", "change"), rows)


def _row(group: ClassChange, judged: Verdict, measure: Measure) -> list[str]:
    name = "all" if group.facet is None else f"{group.facet}: {group.name}"
    interval = "–" if not is_drawn(judged) else f"{signed(judged.low)} to {signed(judged.high)}"
    values = [number(group.before[measure]), number(group.after[measure]), signed(judged.mean)]
    told = in_words(judged, measure, of_class=group.facet is not None).sentence or "–"
    return [name, str(judged.n), *values, interval, str(judged.wins), str(judged.losses), told]


def _compared(comparison: Comparison) -> str:
    """How many cases; where none has an answer, how many questions may be refused."""
    refusals = [comparison.overall.verdicts[one].n for one in comparison.measures if one.asks_refusal]
    if not comparison.shared and any(refusals):
        return f"No case with an answer, {counted(max(refusals), 'unanswerable case')}"
    return counted(len(comparison.shared), "case")


def _moved(one: Change) -> list[str]:
    return [one.query_id, number(one.before), number(one.after), signed(one.delta)]


def as_json(comparison: Comparison) -> str:
    """One JSON document: the runs, verdicts overall and per class, and every case's change."""
    document = comparison_document(comparison, comparison.baseline.scored.version.size)
    return as_document(document)


def as_csv(comparison: Comparison) -> str:
    """A row a class and measure: `facet,class,measure`, then the fields of a change."""
    rows = []
    for group in (comparison.overall, *comparison.classes):
        for measure in comparison.measures:
            cells = ["" if value is None else str(value) for value in change(group, measure).values()]
            rows.append([group.facet or "", group.name or "", str(measure), *cells])
    return comma_separated(("facet", "class", "measure", *CHANGE_FIELDS), rows)


FORMATS: dict[str, Callable[[Comparison], str]] = {
    "table": as_table,
    "json": as_json,
    "csv": as_csv,
    "markdown": as_markdown,
}
