"""Where a page stands in the site: its title, its way back to the root, and the pages beside it."""

from __future__ import annotations

from dataclasses import dataclass

from gold.model.testset import TestSet

SET_PAGES = (
    ("Overview", "index.html"),
    ("Classes", "classes.html"),
    ("Worst moved", "worst-moved.html"),
    ("What moved the score", "moved.html"),
    ("Questions", "questions/index.html"),
    ("Failures", "failures.html"),
    ("Coverage", "coverage.html"),
    ("Composition", "composition.html"),
    ("Review queue", "queue.html"),
    ("Versions", "versions.html"),
    ("Findings", "findings.html"),
    ("Runs", "runs.html"),
    ("Card", "card.html"),
)
SAMPLE_PAGES = (("Agreement", "agreement.html"), ("Disagreements", "disagreements.html"))


@dataclass(frozen=True, slots=True)
class Link:
    """A place of the same set, by its address from the set's folder."""

    text: str
    href: str


@dataclass(frozen=True, slots=True)
class Around:
    """What surrounds every page of one place: `root` leads to the site's folder, `home` to the set's."""

    root: str
    home: str
    set_title: str | None
    nav: tuple[Link, ...]
    current: str


@dataclass(frozen=True, slots=True)
class Frame:
    """A page's title, and what surrounds it."""

    title: str
    around: Around

    @property
    def root(self) -> str:
        return self.around.root

    @property
    def home(self) -> str:
        return self.around.home


def site_frame(title: str, current: str) -> Frame:
    """The frame of a page that belongs to no set."""
    return Frame(title, Around("", "", None, (), current))


def set_frame(testset: TestSet, title: str, path: str, current: str | None = None) -> Frame:
    """The frame of one of a set's pages, at `path` from the set's folder."""
    up = "../" * path.count("/")
    prose = [("Guideline", "guideline.html", testset.guideline), ("Changelog", "changelog.html", testset.changelog)]
    judged = SAMPLE_PAGES if testset.samples else ()
    pages = [
        *SET_PAGES[:-1],
        *judged,
        SET_PAGES[-1],
        *((text, href) for text, href, there in prose if there is not None),
    ]
    nav = tuple(Link(text, href) for text, href in pages)
    return Frame(title, Around("../" + up, up, testset.title, nav, current or path))
