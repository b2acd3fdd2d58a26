"""All pages of all sets into the site's folder: rendered, charted, checked, and only then the old ones removed."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple

from gold.pages.chart import Chart
from gold.pages.classes import ClassesPage
from gold.pages.feed import Feed
from gold.pages.front import FrontPage
from gold.pages.guide import GuidePage
from gold.pages.moved import MovedPage
from gold.pages.not_found import NotFoundPage
from gold.pages.provenance import MANIFEST
from gold.pages.rules import RulesPage
from gold.pages.runs import RunsPage
from gold.pages.site import Page, SetPages
from gold.write import questions, templates
from gold.write.aside import meanwhile
from gold.write.charts import Drawer, chart_path, charts_begun
from gold.write.downloads import content, document
from gold.write.folder import SiteFolder, Written
from gold.write.links import Links
from gold.write.places import finish
from gold.write.shipped import templates_folder

Tick = Callable[[int], None]


FEED, NOT_FOUND, BADGE = "feed.xml", "404.html", "badge.svg"


class Built(NamedTuple):
    """What a build left: how many pages, how many bytes in all, and which stale files it removed."""

    pages: int
    size: int
    removed: list[str]


class SiteWriter:
    """Writes a site page by page into one folder, gathering the links to check at the end."""

    def __init__(self, site: SiteFolder, begin: Drawer, jobs: int, tick: Tick) -> None:
        self.site = site
        self.begin = begin
        self.jobs = jobs
        self.tick = tick
        self.links = Links()
        self.pages = 0

    def put_set(self, pages: SetPages, check: Callable[[], None]) -> None:
        """Write one set: its questions and what stands alone meanwhile, its charts, downloads and other pages.

        `check` raises for a set that no site is built of; it is called as soon as that is known.
        """
        home = pages.slug
        large = self.jobs > 1 and len(pages.questions) >= questions.WORTH_A_PROCESS
        with (
            meanwhile(partial(self._alone, home, pages.alone), aside=large) as alone,
            questions.questions_begun(self.site, home, pages.shelf, pages.questions, self.jobs) as made,
        ):
            drawn = pages.drawn()
            charts = {f"{home}/{chart_path(chart)}": chart for page in drawn.values() for chart in _charts(page)}
            put_charts = charts_begun(self.site, charts, self.begin)
            last = pages.last()
            check()
            for download in last.downloads:
                self.site.put(f"{home}/{download.path}", content(download))
            self.site.put(f"{home}/{BADGE}", templates.render_xml(last.badge))
            for path, page in (*drawn.items(), *last.pages.items()):
                self._put(f"{home}/{path}", page, {chart.alt: chart_path(chart) for chart in _charts(page)})
            written, links = alone()
            self.site.now.update(written)
            self.links.take(links)
            self.links.take(made(self.tick))
            put_charts()
        self.pages += len(written) + len(pages.questions)

    def _alone(self, home: str, make: Callable[[], Mapping[str, Page]]) -> tuple[dict[str, Written], Links]:
        written, links = {}, Links()
        for path, page in make().items():
            html = templates.render(page, charts={})
            links.read(f"{home}/{path}", html)
            written[f"{home}/{path}"] = self.site.write(f"{home}/{path}", html)
        return written, links

    def put_shared(self, front: FrontPage, guide: GuidePage, rules: RulesPage) -> None:
        """Write what the sets share: the front page, the guide, the rules, the static files."""
        self._put("index.html", front, {})
        self._put("guide.html", guide, {})
        self._put("rules.html", rules, {})
        static = templates_folder() / "static"
        for path in sorted(static.iterdir()):
            self.site.put(f"static/{path.name}", path.read_bytes())
        self.site.put(".nojekyll", "")

    def put_around(self, manifest: Any, feed: Feed, not_found: NotFoundPage) -> None:
        """Write what is for programs, and for those who followed a link that leads nowhere any more."""
        self.site.put(MANIFEST, document(manifest))
        atom = templates.render_xml(feed)
        lost = templates.render_bare(not_found)
        for path, text in ((FEED, atom), (NOT_FOUND, lost)):
            self.links.read(path, text.replace(f'href="{feed.url}', 'href="') if feed.url else text)
            self.site.put(path, text)
        self.pages += 1

    def check_links(self) -> None:
        """Raise for the first link that leads nowhere."""
        self.links.check(self.site.now)

    def finish(self) -> Built:
        """Check every link, let the files take their places, and remove what is stale."""
        self.check_links()
        size = self.site.size
        return Built(self.pages, size, finish(self.site))

    def _put(self, path: str, page: Page, charts: dict[str, str]) -> None:
        html = templates.render(page, charts=charts)
        self.links.read(path, html)
        self.site.put(path, html)
        self.pages += 1


def _charts(page: Page) -> Sequence[Chart]:
    if isinstance(page, ClassesPage):
        return [chart for table in page.facets for chart in table.charts]
    if isinstance(page, MovedPage):
        return [chart for chart in (page.chart, page.measures_chart, page.classes_chart) if chart is not None]
    if isinstance(page, RunsPage) and page.trends is not None:
        return page.trends.charts
    return []
