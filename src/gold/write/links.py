"""The pages of a site into what is wrong with their links: every address and anchor must be there."""

from __future__ import annotations

import posixpath
from collections.abc import Container
from dataclasses import dataclass, field
from urllib.parse import unquote

from gold.errors import GoldError

ELSEWHERE = ("http:", "https:", "mailto:", "data:")


class BrokenLink(GoldError):
    """A page that leads nowhere: a defect of the build (exit code 1)."""

    exit_code = 1


@dataclass
class Links:
    """What pages link to, each address once a folder, and the anchors of those that others may point into."""

    wanted: dict[tuple[str, str], str] = field(default_factory=dict)
    anchors: dict[str, frozenset[str]] = field(default_factory=dict)

    def read(self, path: str, html: str, *, anchors: bool = True) -> None:
        """Note the links of one page; with `anchors`, the places in it that a link may name."""
        home = posixpath.dirname(path)
        here: frozenset[str] | None = None
        for address in {*values(html, ' href="'), *values(html, ' src="')}:
            if address.startswith("#"):
                here = frozenset(values(html, ' id="')) if here is None else here
                if address[1:] not in here:
                    raise BrokenLink(f"{path}: links to {address}, and the page has no such place")
            elif not address.startswith(ELSEWHERE):
                self.wanted.setdefault((home, address), path)
        if anchors:
            self.anchors[path] = frozenset(values(html, ' id="')) if here is None else here

    def take(self, others: Links) -> None:
        """Add what was noted elsewhere."""
        self.wanted.update(others.wanted)
        self.anchors.update(others.anchors)

    def check(self, files: Container[str]) -> None:
        """Raise for the first link that leads to no file of the site, or to no place in it."""
        for (home, address), path in sorted(self.wanted.items(), key=lambda item: (item[1], item[0])):
            bare, _, place = address.partition("#")
            target = posixpath.normpath(posixpath.join(home, unquote(bare)))
            if target.startswith("../") or target not in files:
                raise BrokenLink(f"{path}: links to {address}, and the site has no such file")
            if place and unquote(place) not in self.anchors.get(target, frozenset()):
                raise BrokenLink(f"{path}: links to {address}, and the page has no such place")


def values(html: str, attribute: str) -> list[str]:
    """The values of one attribute, which templates always write in double quotes."""
    return [piece[: piece.index('"')].replace("&amp;", "&") for piece in html.split(attribute)[1:]]
