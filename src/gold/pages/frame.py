"""Where a page stands in the site: its title, its way back to the root, and the pages beside it."""

from __future__ import annotations

import msgspec

from gold.model.testset import TestSet

SCORES = (
    ("Overview", "index.html"),
    ("Release", "release.html"),
    ("Classes", "classes.html"),
    ("Worst moved", "worst-moved.html"),
    ("What moved the score", "moved.html"),
    ("Runs", "runs.html"),
    ("Systems", "systems.html"),
)
QUESTIONS = (("All questions", "questions/index.html"), ("Failures", "failures.html"))
STABLE = ("Stable cases", "stable.html")
LABELS = (("Coverage", "coverage.html"), ("Review queue", "queue.html"))
SAMPLES = (("Agreement", "agreement.html"), ("Disagreements", "disagreements.html"))
SET = (
    ("Versions", "versions.html"),
    ("Composition", "composition.html"),
    ("Findings", "findings.html"),
    ("Card", "card.html"),
)


class Link(msgspec.Struct, frozen=True):
    """A place of the same set, by its address from the set's folder."""

    text: str
    href: str


class Section(msgspec.Struct, frozen=True):
    """Pages of a set that belong together. The menu shows every section, and the pages of the one that is read."""

    text: str
    pages: tuple[Link, ...]

    @property
    def href(self) -> str:
        return self.pages[0].href

    def holds(self, href: str) -> bool:
        return any(page.href == href for page in self.pages)


class Around(msgspec.Struct, frozen=True):
    """What surrounds every page of one place: `root` leads to the site's folder, `home` to the set's."""

    root: str
    home: str
    set_title: str | None
    menu: tuple[Section, ...]
    current: str

    @property
    def section(self) -> Section | None:
        """The section that the page stands in."""
        return next((section for section in self.menu if section.holds(self.current)), None)

    @property
    def hrefs(self) -> list[str]:
        """The addresses of the set's pages, from its folder."""
        return [page.href for section in self.menu for page in section.pages]


class Frame(msgspec.Struct, frozen=True):
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
    return Frame(title, Around("../" + up, up, testset.title, _menu(testset), current or path))


def _menu(testset: TestSet) -> tuple[Section, ...]:
    judged = SAMPLES if testset.samples else ()
    prose = [("Guideline", "guideline.html", testset.guideline), ("Changelog", "changelog.html", testset.changelog)]
    told = [(text, href) for text, href, there in prose if there is not None]
    stable = () if testset.stable is None else (STABLE,)
    sections = {
        "Scores": SCORES,
        "Questions": (*QUESTIONS, *stable),
        "Labels": (*LABELS, *judged),
        "Set": (*SET, *told),
    }
    return tuple(Section(text, tuple(Link(name, href) for name, href in pages)) for text, pages in sections.items())
