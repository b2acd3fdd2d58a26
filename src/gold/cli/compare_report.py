"""A comparison into what `gold compare` prints: a table, JSON, CSV or Markdown."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator

from gold.cli.table import comma_separated, markdown, number, plain, signed
from gold.compare.interval import Verdict
from gold.compare.runs import Change, ClassChange, Comparison
from gold.measure.measure import Measure
from gold.pages.documents import CHANGE_FIELDS, changes, comparison_document
from gold.pages.numbers import counted

MOST_MOVED = 10
HEADER = ("class", "n", "baseline", "candidate", "change", "95 % interval", "won", "lost", "verdict")


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
    yield f"{counted(len(comparison.shared), 'case')} compared."
    if comparison.across_builds:
        yield f"Two builds ({one.build}, {two.build}): only cases that both can win are compared."
    if comparison.label_loss:
        yield f"Winnable in one build only, left out: {', '.join(comparison.label_loss)}"
    if comparison.not_shared:
        yield f"Not asked of both in the same words, left out: {', '.join(comparison.not_shared)}"
    for measure in comparison.measures:
        rows = [_row(group, group.verdicts[measure], measure) for group in (comparison.overall, *comparison.classes)]
        yield ""
        yield f"{mark and '### '}{measure}"
        yield ""
        yield draw(HEADER, rows)
    headline = comparison.measures[0]
    moved = next((m for m in comparison.measures if m.kind == "nDCG"), headline)
    for title, found in (("Lost most", comparison.worst(moved)), ("Won most", comparison.best(moved))):
        if found:
            rows = [_moved(change) for change in found[:MOST_MOVED]]
            yield ""
            yield f"{mark and '### '}{title} ({moved})"
            yield ""
            yield draw(("case", "baseline", "candidate", "change"), rows)


def _row(group: ClassChange, judged: Verdict, measure: Measure) -> list[str]:
    name = "all" if group.facet is None else f"{group.facet}: {group.name}"
    interval = "–" if judged.low is None else f"{signed(judged.low)} to {signed(judged.high)}"
    values = [number(group.before[measure]), number(group.after[measure]), signed(judged.mean)]
    told = in_words(judged) if measure.is_quality else "–"
    return [name, str(judged.n), *values, interval, str(judged.wins), str(judged.losses), told]


def in_words(judged: Verdict) -> str:
    """The verdict for the eye, with what is missing for one."""
    if judged.too_few is not None:
        return f"{judged.word}: too few cases ({judged.n} of {judged.too_few})"
    if judged.needed is not None:
        return f"{judged.word}: about {counted(judged.needed, 'more case')} needed"
    return f"{judged.word}: none changed" if judged.wins == judged.losses == 0 else judged.word


def _moved(change: Change) -> list[str]:
    return [change.query_id, number(change.before), number(change.after), signed(change.delta)]


def as_json(comparison: Comparison) -> str:
    """One JSON document: the runs, verdicts overall and per class, and every case's change."""
    document = comparison_document(comparison, len(comparison.baseline.scored.version.cases))
    return json.dumps(document, ensure_ascii=False, indent=2, allow_nan=False)


def as_csv(comparison: Comparison) -> str:
    """A row a class and measure: `facet,class,measure`, then the fields of a change."""
    rows = []
    for group in (comparison.overall, *comparison.classes):
        for name, values in changes(group).items():
            cells = ["" if value is None else str(value) for value in values.values()]
            rows.append([group.facet or "", group.name or "", name, *cells])
    return comma_separated(("facet", "class", "measure", *CHANGE_FIELDS), rows)


FORMATS: dict[str, Callable[[Comparison], str]] = {
    "table": as_table,
    "json": as_json,
    "csv": as_csv,
    "markdown": as_markdown,
}
