"""The page that a server shows for an address which the site does not have, however deep that address is.

Its links can only be whole addresses: it does not know how far it stands from the site's folder.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

import msgspec

from gold.pages.frame import Frame, site_frame
from gold.pages.front import FrontPage


class NotFoundPage(msgspec.Struct, frozen=True):
    """`links` are (words, whole address); none where nobody said where the site is published."""

    template: ClassVar[str] = "not_found.html"
    frame: Frame
    links: Sequence[tuple[str, str]]


def not_found_page(front: FrontPage, url: str) -> NotFoundPage:
    """The page, with the way to the front page, to every set, and to the guide."""
    frame = site_frame("No such page", "404.html")
    sets = [(entry.title, f"{url}{entry.slug}/index.html") for entry in front.sets]
    links = [(front.frame.title, f"{url}index.html"), *sets, ("How to read these pages", f"{url}guide.html")]
    return NotFoundPage(frame, tuple(links) if url else ())
