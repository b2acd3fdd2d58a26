"""A set's guideline or changelog as a page of its own."""

from __future__ import annotations

from typing import ClassVar

import msgspec

from gold.pages.frame import Frame, set_frame
from gold.pages.held_back import without_held_back
from gold.pages.material import Material


class ProsePage(msgspec.Struct, frozen=True):
    """`text` is Markdown."""

    template: ClassVar[str] = "prose.html"
    frame: Frame
    text: str


def prose_pages(material: Material) -> dict[str, ProsePage]:
    """The pages by their address; a file that the set does not have makes none."""
    testset = material.testset
    found = {}
    for title, path, text in (
        ("Guideline", "guideline.html", testset.guideline),
        ("Changelog", "changelog.html", testset.changelog),
    ):
        shown = without_held_back(text, *material.unseen)
        if shown is not None:
            found[path] = ProsePage(set_frame(testset, title, path), shown)
    return found
