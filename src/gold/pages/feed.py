"""All sets into a feed of their versions and verdicts, dated by the sets' own files.

An id says what its entry is of, so that a reader's program knows it again, and takes another verdict for news.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import ClassVar
from uuid import NAMESPACE_URL, uuid5

import msgspec

from gold import __version__
from gold.compare.freshness import day_of
from gold.pages.decision import decide
from gold.pages.material import Material
from gold.pages.numbers import DASH
from gold.pages.slugs import version_href
from gold.pages.versions import said_of, version_date

UNDATED = "1970-01-01T00:00:00Z"
"""When a feed without an entry was changed: the format wants a date, and there is none to give."""


class Entry(msgspec.Struct, frozen=True):
    """One version or verdict of the set `about`; `updated` is a time of RFC 3339, `set` the address of its folder."""

    id: str
    about: str
    title: str
    updated: str
    href: str
    kind: str
    set: str
    summary: str


class Feed(msgspec.Struct, frozen=True):
    """The newest entry first. `url` is where the site is published, empty where that is not known."""

    template: ClassVar[str] = "feed.xml"
    id: str
    title: str
    updated: str
    url: str
    gold: str
    entries: tuple[Entry, ...]


def feed(materials: Sequence[Material], url: str) -> Feed:
    """The versions and the present verdict of every set; what has no date is left out."""
    found = [entry for material in materials for entry in (*_versions(material, url), *_verdict(material, url))]
    found.sort(key=lambda entry: (entry.about, entry.title, entry.id))
    found.sort(key=lambda entry: entry.updated, reverse=True)
    titles = [material.testset.title for material in materials]
    return Feed(
        id=_id(url, "feed", *sorted(material.slug for material in materials)),
        title=f"{titles[0]}: versions and verdicts" if len(titles) == 1 else "gold: versions and verdicts",
        updated=found[0].updated if found else UNDATED,
        url=url,
        gold=__version__,
        entries=tuple(found),
    )


def _versions(material: Material, url: str) -> Iterator[Entry]:
    for number, version in material.versions.items():
        updated = _at(version_date(material, version))
        if updated is not None and version.label is not None:
            step = next((step for step in material.steps if step.new is version), None)
            yield Entry(
                id=_id(url, "version", material.slug, version.label),
                about=material.testset.title,
                title=version.label,
                updated=updated,
                href=f"{material.slug}/{version_href(number)}",
                kind="version",
                set=material.slug,
                summary=said_of(step),
            )


def _verdict(material: Material, url: str) -> Iterator[Entry]:
    """The decision on the candidate, of the day that the candidate's run bears."""
    comparison = material.comparison
    decision = decide(material)
    updated = None if comparison is None else _at(comparison.candidate.run.sidecar.date)
    if comparison is None or updated is None or decision.headline is None:
        return
    head, said = decision.headline, decision.headline.verdict
    version = material.version.shown
    interval = "" if said.interval == DASH else f", interval {said.interval}"
    pair = (head.baseline, head.candidate)
    yield Entry(
        id=_id(url, "verdict", material.slug, version, *pair, decision.tone, said.word),
        about=material.testset.title,
        title=f"{version}: {decision.verdict}",
        updated=updated,
        href=f"{material.slug}/index.html",
        kind="verdict",
        set=material.slug,
        summary=f"{head.measure.full}: {head.before} to {head.after} ({said.change}{interval}, n {said.n})",
    )


def _at(day: str | None) -> str | None:
    found = day_of(day)
    return None if found is None else f"{found.isoformat()}T00:00:00Z"


def _id(*parts: str) -> str:
    return f"urn:uuid:{uuid5(NAMESPACE_URL, chr(0).join(('gold', *parts)))}"
