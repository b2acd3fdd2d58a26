"""One set's material into all its pages but those of its questions, by their address from the set's folder."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import NamedTuple

from gold.pages.agreement import AgreementPage, agreement_page
from gold.pages.badge import Badge, badge
from gold.pages.card import CardPage, card_page
from gold.pages.classes import ClassesPage, classes_page
from gold.pages.composition import CompositionPage, composition_page
from gold.pages.coverage import CoveragePage, coverage_page
from gold.pages.disagreements import DisagreementsPage, disagreements_page
from gold.pages.downloads import Download, downloads
from gold.pages.failures import FailuresPage, failures_page
from gold.pages.findings import FindingsPage, findings_page
from gold.pages.front import FrontPage
from gold.pages.guide import GuidePage
from gold.pages.material import Material
from gold.pages.moved import MovedPage, moved_page
from gold.pages.not_found import NotFoundPage
from gold.pages.overview import OverviewPage, overview_page
from gold.pages.prose import ProsePage, prose_pages
from gold.pages.question import QuestionPage, Shelf, shelf
from gold.pages.questions import QuestionsPage, questions_page
from gold.pages.queue import QueuePage, queue_page
from gold.pages.release import ReleasePage, release_page
from gold.pages.rows import CaseRow, case_rows
from gold.pages.rules import RulesPage
from gold.pages.runs import RunsPage, runs_page
from gold.pages.slugs import slugs
from gold.pages.stable import StablePage, stable_page
from gold.pages.systems import SystemsPage, systems_page
from gold.pages.version import VersionPage, version_pages
from gold.pages.versions import VersionsPage, versions_page
from gold.pages.worst_moved import WorstMovedPage, worst_moved_page

SetPage = (
    OverviewPage
    | ReleasePage
    | ClassesPage
    | WorstMovedPage
    | MovedPage
    | QuestionsPage
    | RunsPage
    | SystemsPage
    | FailuresPage
    | CoveragePage
    | CompositionPage
    | QueuePage
    | StablePage
    | VersionsPage
    | VersionPage
    | FindingsPage
    | AgreementPage
    | DisagreementsPage
    | CardPage
    | ProsePage
)
Page = SetPage | FrontPage | GuidePage | RulesPage | NotFoundPage | QuestionPage


class Last(NamedTuple):
    """The pages that wait for the findings, and what goes with them."""

    pages: dict[str, SetPage]
    downloads: tuple[Download, ...]
    badge: Badge


class SetPages(NamedTuple):
    """A set's pages, made when they are asked for: those with charts, those that stand alone, those that wait.

    Its questions are rows, from which each page is made when it is written.
    """

    slug: str
    shelf: Shelf
    questions: tuple[CaseRow, ...]
    drawn: Callable[[], dict[str, SetPage]]
    alone: Callable[[], dict[str, SetPage]]
    last: Callable[[], Last]


def set_pages(material: Material, url: str = "") -> SetPages:
    """All pages of one set; `url` is where the site is published, where that is known."""
    rows, on = case_rows(material), shelf(material)
    return SetPages(
        slug=material.slug,
        shelf=on,
        questions=tuple(row for row in rows if row.case.query_id in material.paged),
        drawn=partial(_drawn, material),
        alone=partial(_alone, material, rows, on),
        last=partial(_last, material, rows, on, url),
    )


def _drawn(material: Material) -> dict[str, SetPage]:
    return {
        "classes.html": classes_page(material),
        "moved.html": moved_page(material),
        "runs.html": runs_page(material),
    }


def _alone(material: Material, rows: Sequence[CaseRow], on: Shelf) -> dict[str, SetPage]:
    return {
        "worst-moved.html": worst_moved_page(material, on, {row.case.query_id: row for row in rows}),
        "questions/index.html": questions_page(material, on, rows),
        "failures.html": failures_page(material),
        "coverage.html": coverage_page(material),
        "composition.html": composition_page(material),
        "queue.html": queue_page(material),
        "versions.html": versions_page(material),
        **version_pages(material),
        **({} if material.stable is None else {"stable.html": stable_page(material, material.stable)}),
        **_sample_pages(material),
        **prose_pages(material),
    }


def _last(material: Material, rows: Sequence[CaseRow], on: Shelf, url: str) -> Last:
    systems = systems_page(material, on, {row.case.query_id: row for row in rows})
    names = slugs(build.id or "no-corpus" for build in material.builds)
    files = downloads(material, rows, {build.id: names[build.id or "no-corpus"] for build in material.builds}, systems)
    alike = tuple(row for on in systems.builds for row in on.pairs)
    pages: dict[str, SetPage] = {
        "systems.html": systems,
        "index.html": overview_page(material),
        "release.html": release_page(material),
        "findings.html": findings_page(material),
        "card.html": card_page(material, tuple((file.path, file.what) for file in files), url, alike),
    }
    return Last(pages, files, badge(material))


def _sample_pages(material: Material) -> dict[str, SetPage]:
    """The pages of a set whose labels several people judged."""
    judged = material.judged
    if judged is None:
        return {}
    return {
        "agreement.html": agreement_page(material, judged),
        "disagreements.html": disagreements_page(material, judged),
    }
