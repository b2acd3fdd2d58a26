"""All pages of all sets into the site's folder: rendered, charted, checked, and only then the old ones removed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from gold.pages.charts import Chart
from gold.pages.classes import ClassesPage
from gold.pages.front import FrontPage
from gold.pages.guide import GuidePage
from gold.pages.moved import MovedPage
from gold.pages.rules import RulesPage
from gold.pages.runs import RunsPage
from gold.pages.site import Page, SetPages
from gold.write import templates
from gold.write.charts import Drawer, chart_path, charts_begun
from gold.write.downloads import content
from gold.write.folder import SiteFolder
from gold.write.links import Links
from gold.write.places import finish
from gold.write.questions import questions_begun

Tick = Callable[[int], None]


class Built(NamedTuple):
    """What a build left: how many pages, and which stale files it removed."""

    pages: int
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

    def put_set(self, pages: SetPages) -> None:
        """Write one set: its downloads, charts and pages, and its questions meanwhile or after."""
        home = pages.slug
        charts = {f"{home}/{chart_path(chart)}": chart for page in pages.pages.values() for chart in _charts(page)}
        put_charts = charts_begun(self.site, charts, self.begin)
        with questions_begun(self.site, home, pages.shelf, pages.questions, self.jobs) as made:
            for download in pages.downloads:
                self.site.put(f"{home}/{download.path}", content(download))
            for path, page in pages.pages.items():
                self._put(f"{home}/{path}", page, {chart.alt: chart_path(chart) for chart in _charts(page)})
            put_charts()
            self.links.wanted.update(made(self.tick).wanted)
        self.pages += len(pages.questions)

    def put_shared(self, front: FrontPage, guide: GuidePage, rules: RulesPage) -> None:
        """Write what the sets share: the front page, the guide, the rules, the static files."""
        self._put("index.html", front, {})
        self._put("guide.html", guide, {})
        self._put("rules.html", rules, {})
        static = templates.folder() / "static"
        for path in sorted(static.iterdir()):
            self.site.put(f"static/{path.name}", path.read_bytes())
        self.site.put(".nojekyll", "")

    def finish(self) -> Built:
        """Check every link, then remove what is stale."""
        self.links.check(self.site.now)
        return Built(self.pages, finish(self.site))

    def _put(self, path: str, page: Page, charts: dict[str, str]) -> None:
        html = templates.render(page, charts=charts)
        self.links.read(path, html)
        self.site.put(path, html)
        self.pages += 1
        self.tick(1)


def _charts(page: Page) -> Sequence[Chart]:
    if isinstance(page, ClassesPage):
        return [chart for table in page.facets for chart in table.charts]
    if isinstance(page, MovedPage) and page.chart is not None:
        return [page.chart]
    if isinstance(page, RunsPage) and page.trends is not None:
        return page.trends.charts
    return []
