"""Labels into how fresh they are: judged on the document version that the build has, and how long ago."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from statistics import median
from typing import NamedTuple

import msgspec

from gold.model.case import Case, Label
from gold.resolve.resolution import Placed, Resolution

SPAN = re.compile(r"\s*(\d{1,5})\s*(d|w|m|y)[a-z]*\s*", re.IGNORECASE)
DAYS = {"d": 1, "w": 7, "m": 30, "y": 365}


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


class Judged(NamedTuple):
    """One label: whether the build has the document version that was judged (None: not known), and on which day."""

    is_same: bool | None
    day: date | None


def day_of(text: str | None) -> date | None:
    """A date from its first ten characters; None where there is none."""
    try:
        return None if text is None else date.fromisoformat(text[:10])
    except ValueError:
        return None


def days_of(text: str) -> int | None:
    """The days of a span such as `90d`, `12w`, `6m` or `1y`, months of thirty; None where it is no span."""
    found = SPAN.fullmatch(text)
    return None if found is None else int(found[1]) * DAYS[found[2].lower()]


def newest_day(texts: Iterable[str | None]) -> date | None:
    """The newest of the dates that can be read."""
    return max((day for text in texts if (day := day_of(text)) is not None), default=None)


def freshness(cases: Sequence[Case], resolution: Resolution, today: date | None) -> tuple[Freshness, ...]:
    """All labels first, then those of each source by name. `today` is what ages are taken against."""
    by_source: dict[str, list[Judged]] = {}
    versions = _versions(resolution)
    for case, places in zip(cases, resolution.labels, strict=True):
        here = by_source.setdefault(case.source or "no source", [])
        here += (
            Judged(_is_same(label, placed, resolution, versions), day_of(label.at))
            for label, placed in zip(case.labels, places, strict=True)
        )
    rows = [(None, [one for judged in by_source.values() for one in judged]), *sorted(by_source.items())]
    return tuple(_fresh(source, judged, today) for source, judged in rows)


def _versions(resolution: Resolution) -> dict[str, str | None]:
    passages = () if resolution.corpus is None else resolution.corpus.passages
    return {passage.doc_id: passage.doc_version for passage in passages}


def _fresh(source: str | None, judged: Sequence[Judged], today: date | None) -> Freshness:
    same, other = (sum(one.is_same is wanted for one in judged) for wanted in (True, False))
    days = sorted(one.day for one in judged if one.day is not None)
    ages = [] if today is None else [(today - day).days for day in days]
    return Freshness(
        source=source,
        labels=len(judged),
        same=same,
        other=other,
        unknown=len(judged) - same - other,
        dated=len(days),
        oldest=days[0].isoformat() if days else None,
        newest=days[-1].isoformat() if days else None,
        median_age=median(ages) if ages else None,
    )


def _is_same(label: Label, placed: Placed, resolution: Resolution, versions: Mapping[str, str | None]) -> bool | None:
    """Whether the build has the version that was judged; None where either is not known."""
    if label.doc_version is None:
        return None
    now = _version_now(label, placed, resolution, versions)
    return None if now is None else now == label.doc_version


def _version_now(
    label: Label, placed: Placed, resolution: Resolution, versions: Mapping[str, str | None]
) -> str | None:
    """The version that the build has of the label's document."""
    if placed.held and resolution.corpus is not None:
        passage = resolution.corpus.by_id.get(placed.passages[0])
        return None if passage is None else passage.doc_version
    return versions.get(label.doc_id or "")
