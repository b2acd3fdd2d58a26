"""Labels into how fresh they are: judged on the document version that the build has, and how long ago."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import date
from statistics import median

import msgspec

from gold.model.case import Case, Label
from gold.resolve.resolution import Placed, Resolution


class Freshness(msgspec.Struct, frozen=True):
    """The labels of one source (None: all). `unknown` say no document version, or the build has none.

    Ages are in days before the day that is given, over the labels with a date.
    """

    source: str | None
    labels: int
    same: int
    other: int
    unknown: int
    dated: int
    oldest: str | None
    newest: str | None
    median_age: float | None


def day_of(text: str | None) -> date | None:
    """A date from its first ten characters; None where there is none."""
    try:
        return None if text is None else date.fromisoformat(text[:10])
    except ValueError:
        return None


def newest_day(texts: Iterable[str | None]) -> date | None:
    """The newest of the dates that can be read."""
    return max((day for text in texts if (day := day_of(text)) is not None), default=None)


def freshness(cases: Sequence[Case], resolution: Resolution, today: date | None) -> tuple[Freshness, ...]:
    """All labels first, then those of each source by name. `today` is what ages are taken against."""
    by_source: dict[str, list[tuple[Label, Placed]]] = {}
    everything: list[tuple[Label, Placed]] = []
    for case, places in zip(cases, resolution.labels, strict=True):
        pairs = list(zip(case.labels, places, strict=True))
        everything += pairs
        by_source.setdefault(case.source or "no source", []).extend(pairs)
    versions = _versions(resolution)
    rows = [(None, everything), *sorted(by_source.items())]
    return tuple(_fresh(source, pairs, resolution, versions, today) for source, pairs in rows)


def _versions(resolution: Resolution) -> dict[str, str | None]:
    passages = () if resolution.corpus is None else resolution.corpus.passages
    return {passage.doc_id: passage.doc_version for passage in passages}


def _fresh(
    source: str | None,
    pairs: list[tuple[Label, Placed]],
    resolution: Resolution,
    versions: dict[str, str | None],
    today: date | None,
) -> Freshness:
    same = other = 0
    for label, placed in pairs:
        now = _version_now(label, placed, resolution, versions)
        if label.doc_version is not None and now is not None:
            same += now == label.doc_version
            other += now != label.doc_version
    days = sorted(day for label, _ in pairs if (day := day_of(label.at)) is not None)
    ages = [] if today is None else [(today - day).days for day in days]
    return Freshness(
        source=source,
        labels=len(pairs),
        same=same,
        other=other,
        unknown=len(pairs) - same - other,
        dated=len(days),
        oldest=days[0].isoformat() if days else None,
        newest=days[-1].isoformat() if days else None,
        median_age=median(ages) if ages else None,
    )


def _version_now(label: Label, placed: Placed, resolution: Resolution, versions: dict[str, str | None]) -> str | None:
    """The version that the build has of the label's document."""
    if placed.held and resolution.corpus is not None:
        passage = resolution.corpus.by_id.get(placed.passages[0])
        return None if passage is None else passage.doc_version
    return versions.get(label.doc_id or "")
