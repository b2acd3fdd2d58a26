"""A comparison into what `gold compare` prints: a table, JSON, CSV or Markdown."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Any

from gold.cli.table import comma_separated, markdown, number, plain, signed
from gold.compare.interval import Verdict
from gold.compare.runs import Change, ClassChange, Comparison

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
    yield f"{len(comparison.shared)} cases compared."
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
    for title, changes in (("Lost most", comparison.worst(moved)), ("Won most", comparison.best(moved))):
        if changes:
            rows = [_moved(change) for change in changes[:MOST_MOVED]]
            yield ""
            yield f"{mark and '### '}{title} ({moved})"
            yield ""
            yield draw(("case", "baseline", "candidate", "change"), rows)


def _row(group: ClassChange, judged: Verdict, measure: Any) -> list[str]:
    name = "all" if group.facet is None else f"{group.facet}: {group.name}"
    interval = "–" if judged.low is None else f"{signed(judged.low)} to {signed(judged.high)}"
    values = [number(group.before[measure]), number(group.after[measure]), signed(judged.mean)]
    return [name, str(judged.n), *values, interval, str(judged.wins), str(judged.losses), in_words(judged)]


def in_words(judged: Verdict) -> str:
    """The verdict for the eye, with how many more cases would tell."""
    more = f": about {judged.needed} more cases needed" if judged.needed is not None else ""
    return judged.word + more


def _moved(change: Change) -> list[str]:
    return [change.query_id, number(change.before), number(change.after), signed(change.delta)]


def as_json(comparison: Comparison) -> str:
    """One JSON document: the runs, verdicts overall and per class, and every case's change."""
    one, two = comparison.baseline, comparison.candidate
    version = one.scored.version
    document = {
        "testset": {"name": version.name, "version": version.label, "cases": len(version.cases)},
        "baseline": {"run": one.run.name, "corpus": one.build},
        "candidate": {"run": two.run.name, "corpus": two.build},
        "n": len(comparison.shared),
        "not_shared": list(comparison.not_shared),
        "label_loss": list(comparison.label_loss),
        "overall": _verdicts(comparison, comparison.overall),
        "classes": [
            {"facet": group.facet, "class": group.name, "measures": _verdicts(comparison, group)}
            for group in comparison.classes
        ],
        "cases": _case_rows(comparison),
    }
    return json.dumps(document, ensure_ascii=False, indent=2, allow_nan=False)


def _verdicts(comparison: Comparison, group: ClassChange) -> dict[str, Any]:
    found = {}
    for measure in comparison.measures:
        judged = group.verdicts[measure]
        found[str(measure)] = {
            "n": judged.n,
            "baseline": group.before[measure],
            "candidate": group.after[measure],
            "change": judged.mean,
            "low": judged.low,
            "high": judged.high,
            "wins": judged.wins,
            "losses": judged.losses,
            "ties": judged.ties,
            "verdict": judged.word,
            "needed": judged.needed,
        }
    return found


def _case_rows(comparison: Comparison) -> list[dict[str, Any]]:
    rows: dict[str, dict[str, Any]] = {query_id: {} for query_id in comparison.shared}
    for measure in comparison.measures:
        for change in comparison.changes[measure]:
            values = {"baseline": change.before, "candidate": change.after, "change": change.delta}
            rows[change.query_id][str(measure)] = values
    return [{"query_id": query_id, "measures": measures} for query_id, measures in rows.items()]


def as_csv(comparison: Comparison) -> str:
    """Rows `facet,class,measure,n,baseline,candidate,change,low,high,wins,losses,ties,verdict`."""
    rows = []
    for group in (comparison.overall, *comparison.classes):
        for name, values in _verdicts(comparison, group).items():
            keys = (
                "n",
                "baseline",
                "candidate",
                "change",
                "low",
                "high",
                "wins",
                "losses",
                "ties",
                "verdict",
            )
            cells = ["" if values[key] is None else str(values[key]) for key in keys]
            rows.append([group.facet or "", group.name or "", name, *cells])
    header = (
        "facet",
        "class",
        "measure",
        "n",
        "baseline",
        "candidate",
        "change",
        "low",
        "high",
        "wins",
        "losses",
    )
    return comma_separated((*header, "ties", "verdict"), rows)


FORMATS: dict[str, Callable[[Comparison], str]] = {
    "table": as_table,
    "json": as_json,
    "csv": as_csv,
    "markdown": as_markdown,
}
