"""The site's first page: for each set the decision, one blocker, one next step; what is urgent stands first."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

import msgspec

from gold.pages.decision import Heading, heading_of
from gold.pages.frame import Frame, site_frame
from gold.pages.material import Material
from gold.pages.trust import Trust


class SetEntry(msgspec.Struct, frozen=True):
    """One set on the front page."""

    slug: str
    title: str
    name: str
    head: Heading
    trust: tuple[Trust, ...]


class FrontPage(msgspec.Struct, frozen=True):
    """All sets, in the order in which they want a decision."""

    template: ClassVar[str] = "front.html"
    frame: Frame
    sets: tuple[SetEntry, ...]


def front_page(materials: Sequence[Material]) -> FrontPage:
    """All sets, the most urgent first, then by title."""
    entries = sorted(map(_entry, materials), key=lambda entry: (entry.head.decision.urgency, entry.title, entry.slug))
    return FrontPage(site_frame("What to decide", "index.html"), tuple(entries))


def _entry(material: Material) -> SetEntry:
    return SetEntry(
        slug=material.slug,
        title=material.testset.title,
        name=material.testset.name,
        head=heading_of(material),
        trust=material.trust,
    )
