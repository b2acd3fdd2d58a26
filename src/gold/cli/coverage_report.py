"""A resolution into what `gold coverage` prints: text, JSON or CSV."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Any

from gold.cli.table import comma_separated, plain
from gold.measure.laid_out import Scored

MOST_LISTED = 20


def as_json(scored: Scored) -> str:
    """One JSON document: labels by state, cases by what can be won, and every label."""
    document = {
        "labels": scored.resolution.counts(),
        "cases": _cases(scored),
        "by_label": list(_labels(scored)),
    }
    return json.dumps(document, ensure_ascii=False, indent=2)


def as_csv(scored: Scored) -> str:
    """Rows `query_id,label,state,anchor,passages`, passages parted by blanks."""
    rows = [
        [row["query_id"], str(row["label"]), row["state"], row["anchor"] or "", " ".join(row["passages"])]
        for row in _labels(scored)
    ]
    return comma_separated(("query_id", "label", "state", "anchor", "passages"), rows)


def as_text(scored: Scored) -> str:
    """Counts first, then the cases that cannot be won, then the labels that a person should look at."""
    counts = scored.resolution.counts()
    cases = _cases(scored)
    version = scored.version
    parts = [
        " ".join(filter(None, (version.name, version.label, "in", scored.resolution.build))),
        "",
        plain(("labels", "n"), [[state, str(n)] for state, n in counts.items()]),
        "",
        f"{cases['winnable']} of {cases['answerable']} answerable cases can be won.",
    ]
    if cases["unwinnable"]:
        parts.append("Cannot be won: " + ", ".join(cases["unwinnable"]))
    lost = [row for row in _labels(scored) if row["state"] in ("gone", "changed", "moved")]
    if lost:
        rows = [[r["query_id"], str(r["label"]), r["state"], " ".join(r["passages"][:3])] for r in lost[:MOST_LISTED]]
        parts += ["", plain(("case", "label", "state", "now in"), rows)]
        if len(lost) > MOST_LISTED:
            parts.append(f"and {len(lost) - MOST_LISTED} more: --format csv lists all")
    return "\n".join(parts)


def _cases(scored: Scored) -> dict[str, Any]:
    answerable = scored.answerable
    unwinnable = [scored.cases[i].query_id for i in (answerable & ~scored.winnable).nonzero()[0].tolist()]
    undefined = [scored.cases[i].query_id for i in (~scored.unanswerable & ~scored.defined).nonzero()[0].tolist()]
    count = int(answerable.sum())
    return {
        "answerable": count,
        "winnable": count - len(unwinnable),
        "unwinnable": unwinnable,
        "undefined": undefined,
    }


def _labels(scored: Scored) -> Iterator[dict[str, Any]]:
    for case, places in zip(scored.cases, scored.resolution.labels, strict=True):
        for number, placed in enumerate(places):
            row: dict[str, Any] = {
                "query_id": case.query_id,
                "label": number,
                "state": placed.state,
                "anchor": placed.anchor,
                "passages": list(placed.passages),
            }
            yield row | {"groups": [list(group) for group in placed.groups]} if placed.groups else row


FORMATS: dict[str, Callable[[Scored], str]] = {"text": as_text, "json": as_json, "csv": as_csv}
