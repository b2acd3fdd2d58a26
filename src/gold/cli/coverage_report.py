"""A resolution into what `gold coverage` prints: text, JSON or CSV."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import date
from typing import Any, NamedTuple

import msgspec

from gold.cli.coverage_step import step_document, step_lines
from gold.cli.table import as_document, comma_separated, plain
from gold.compare.builds import BuildStep, compare_builds
from gold.compare.freshness import Freshness, freshness
from gold.compare.label_groups import Kind, label_groups, least_present, states_of
from gold.compare.repeats import Repeats
from gold.measure.laid_out import Scored
from gold.model.words import listed
from gold.pages.label_loss import unknown_said
from gold.pages.numbers import counted
from gold.pages.twins import repeat_document

MOST_LISTED = 20
MOST_REPEATS = 5
HEADER = ("query_id", "label", "state", "anchor", "passages")


class Report(NamedTuple):
    """What is printed: a version laid out on a build, how fresh its labels are, and the step from another build."""

    scored: Scored
    facet: str
    fresh: tuple[Freshness, ...]
    as_of: date | None
    repeats: Repeats | None
    step: BuildStep | None
    before: Scored | None


def report(
    scored: Scored, before: Scored | None, repeats: Repeats | None, facets: Sequence[str], as_of: date | None
) -> Report:
    """Compute what is printed; `as_of` is what ages are taken against."""
    step = None if before is None else compare_builds(before, scored)
    fresh = freshness(scored.cases, scored.resolution, as_of)
    return Report(scored, facets[0] if facets else "class", fresh, as_of, repeats, step, before)


def as_json(given: Report) -> str:
    """One JSON document: labels by state, cases by what can be won, and every label."""
    scored = given.scored
    document: dict[str, Any] = {
        "labels": scored.resolution.counts(),
        "cases": _cases(scored),
        **{
            f"by_{kind}": {name: dict(states) for name, states in found.items()}
            for kind, found in _groups(given).items()
        },
        "freshness": {
            "as_of": None if given.as_of is None else given.as_of.isoformat(),
            "all": _fresh(given.fresh[0]),
            "by_source": {row.source: _fresh(row) for row in given.fresh[1:]},
        },
        "repeats": [] if given.repeats is None else [repeat_document(row) for row in given.repeats.rows],
        "by_label": list(_labels(scored)),
    }
    if given.step is not None:
        document["against"] = step_document(given.step)
    return as_document(document)


def as_csv(given: Report) -> str:
    """Rows `query_id,label,state,anchor,passages`, passages parted by blanks; with another build, its state too."""
    rows = [
        [row["query_id"], str(row["label"]), row["state"], row["anchor"] or "", " ".join(row["passages"])]
        for row in _labels(given.scored)
    ]
    if given.before is None:
        return comma_separated(HEADER, rows)
    then = [row["state"] for row in _labels(given.before)]
    return comma_separated((*HEADER, "before"), [[*row, state] for row, state in zip(rows, then, strict=True)])


def as_text(given: Report) -> str:
    """Counts first, then the cases that cannot be won, then the labels that a person should look at."""
    scored = given.scored
    counts = scored.resolution.counts()
    cases = _cases(scored)
    version = scored.version
    parts = [
        " ".join(filter(None, (version.title, "in", scored.resolution.build))),
        "",
        plain(("labels", "n"), [[state, str(n)] for state, n in counts.items()]),
        "",
        f"{cases['winnable']} of {cases['answerable']} answerable cases can be won.",
    ]
    if cases["unwinnable"]:
        parts.append("Cannot be won: " + ", ".join(cases["unwinnable"]))
    if scored.unknown:
        parts.append(f"{unknown_said(len(scored.unknown))}: {', '.join(scored.unknown)}")
    fresh = given.fresh[0]
    if fresh.same + fresh.other:
        parts.append(f"{fresh.same} of {fresh.same + fresh.other} labels were judged on the version of their document.")
    parts += [*_repeats(given.repeats), *_tables(given)]
    if given.step is not None:
        parts += ["", *step_lines(given.step)]
    lost = [row for row in _labels(scored) if row["state"] in ("gone", "changed", "moved")]
    if lost:
        # A person counts from 1, as the site does; the data, a list, from 0.
        rows = [
            [r["query_id"], str(r["label"] + 1), r["state"], " ".join(r["passages"][:3])] for r in lost[:MOST_LISTED]
        ]
        parts += ["", plain(("case", "label", "state", "now in"), rows)]
        if len(lost) > MOST_LISTED:
            parts.append(f"and {len(lost) - MOST_LISTED} more: --format csv lists all")
    return "\n".join(parts)


def _repeats(found: Repeats | None) -> Iterator[str]:
    """What repeats labelled passages; nothing where nothing does."""
    rows = () if found is None else found.rows
    for kind, some in (
        ("twins", [(row.passage_id, row.twins) for row in rows if row.twins]),
        ("near-duplicates", [(row.passage_id, tuple(name for name, _ in row.near)) for row in rows if row.near]),
    ):
        if some:
            shown = listed([f"{one} ({', '.join(others)})" for one, others in some], MOST_REPEATS)
            yield f"Labelled passages with {kind} that no label names: {shown}"


def _fresh(row: Freshness) -> dict[str, Any]:
    values = msgspec.structs.asdict(row)
    del values["source"]
    told = row.same + row.other
    return values | {"share_same": row.same / told if told else None}


def _groups(given: Report) -> dict[Kind, Mapping[str, Mapping[str, int]]]:
    """Labels by state, by what placed them, by class and by the document they name."""
    scored = given.scored
    return label_groups(zip(scored.cases, scored.resolution.labels, strict=True), given.facet)


def _tables(given: Report) -> Iterator[str]:
    """Labels by state, by each kind of group; of documents only those that have lost or moved some."""
    groups = _groups(given)
    states = states_of(groups["anchor"])
    tables: tuple[tuple[Kind, str, list[str]], ...] = (
        ("anchor", "placed by", [*groups["anchor"]]),
        ("class", given.facet, [*groups["class"]]),
        ("document", "document", least_present(groups["document"])),
    )
    for kind, title, names in tables:
        found = groups[kind]
        rows = [[name, *(str(found[name].get(state, 0)) for state in states)] for name in names[:MOST_LISTED]]
        if rows:
            yield from ("", plain((title, *states), rows))
        if len(names) > MOST_LISTED:
            yield f"and {len(names) - MOST_LISTED} more: --format json has all"
        if kind == "document" and len(found) > len(names):
            yield f"All labels of {counted(len(found) - len(names), 'other document')} are present."


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
        "unknown": list(scored.unknown),
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


FORMATS: dict[str, Callable[[Report], str]] = {"text": as_text, "json": as_json, "csv": as_csv}
