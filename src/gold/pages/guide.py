"""How to read every number of the site, for readers who did not build it."""

from __future__ import annotations

from typing import ClassVar

import msgspec

from gold.pages.frame import Frame, site_frame


class GuidePage(msgspec.Struct, frozen=True):
    """The words stand in the template; only the frame is data."""

    template: ClassVar[str] = "guide.html"
    frame: Frame


def guide_page() -> GuidePage:
    """The guide."""
    return GuidePage(site_frame("How to read these pages", "guide.html"))
