"""The site in a browser: narrow, dark, without scripts, by keyboard, and alone on its machine."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.write.make_sets import HOSTILE, hostile_set, judged_set, plain_set

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

PAGES = (
    "index.html",
    "guide.html",
    "plain/index.html",
    "plain/classes.html",
    "plain/worst-moved.html",
    "plain/moved.html",
    "plain/questions/index.html",
    "plain/questions/q01.html",
    "plain/coverage.html",
    "plain/composition.html",
    "plain/runs.html",
    "plain/systems.html",
    "hostile/systems.html",
    "plain/card.html",
    "hostile/index.html",
    "hostile/worst-moved.html",
    "hostile/moved.html",
    "hostile/classes.html",
    "judged/agreement.html",
    "judged/disagreements.html",
    "hostile/composition.html",
    "hostile/questions/index.html",
    "hostile/failures.html",
    "hostile/findings.html",
    "hostile/runs.html",
    "judged/queue.html",
    "judged/versions.html",
    "judged/version-v1.html",
    "judged/release.html",
    "rules.html",
    "404.html",
)


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Three sets, built."""
    from click.testing import CliRunner

    from gold.cli import gold

    home = tmp_path_factory.mktemp("browser")
    hostile_set(home / "sets" / "hostile")
    plain_set(home / "sets" / "plain")
    judged_set(home / "sets" / "judged")
    result = CliRunner().invoke(gold, ["build-site", str(home / "sets"), "--out", str(home / "site")])
    assert result.exit_code == 0, result.output
    return home / "site"


@pytest.mark.parametrize("page", PAGES)
def test_no_page_is_wider_than_a_phone(browser_page: Page, site: Path, page: str) -> None:
    """At 390 px nothing scrolls sideways but tables in their own boxes."""
    browser_page.set_viewport_size({"width": 390, "height": 800})
    browser_page.goto((site / page).as_uri())
    assert browser_page.evaluate("document.documentElement.scrollWidth") <= 390


@pytest.mark.parametrize("width", [390, 1280])
@pytest.mark.parametrize("page", [page for page in PAGES if page.startswith("hostile/")])
def test_no_word_runs_out_of_its_cell(browser_page: Page, site: Path, page: str, width: int) -> None:
    """An id of 300 letters breaks where its column ends, and is not written over the next one."""
    browser_page.set_viewport_size({"width": width, "height": 800})
    browser_page.goto((site / page).as_uri())
    wide = "cells => cells.filter(c => c.scrollWidth > c.clientWidth + 1).map(c => c.textContent.slice(0, 40))"
    assert browser_page.eval_on_selector_all("th, td", wide) == []


def test_lists_that_are_folded_away_are_printed(browser_page: Page, site: Path) -> None:
    """Of the questions that moved most one is open on the screen, and all are on paper."""
    browser_page.goto((site / "plain/worst-moved.html").as_uri())
    lists = browser_page.locator("article .pair")
    assert (lists.count() > 1, browser_page.locator("article details[open] > .pair").count()) == (True, 1)
    seen = "all => all.filter(one => one.checkVisibility({contentVisibilityAuto: true})).length"
    assert browser_page.eval_on_selector_all("article .pair", seen) == 1
    browser_page.emulate_media(media="print")
    assert browser_page.eval_on_selector_all("article .pair", seen) == lists.count()


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("page", PAGES)
def test_axe_finds_nothing(browser_page: Page, site: Path, page: str, scheme: str) -> None:
    """Structure, names and contrast, on light and on dark pages."""
    from axe_playwright_python.sync_playwright import Axe

    browser_page.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
    browser_page.goto((site / page).as_uri())
    found = Axe().run(browser_page).response["violations"]
    assert [(fault["id"], [node["html"] for node in fault["nodes"]][:3]) for fault in found] == []


def test_the_filter_is_in_the_address(browser_page: Page, site: Path) -> None:
    """A filtered, sorted table can be sent as a link, and the link shows the same rows."""
    browser_page.goto((site / "plain/questions/index.html").as_uri())
    browser_page.get_by_label("find").fill("q03")
    rows = browser_page.locator("tbody tr:visible")
    assert rows.count() == 1
    browser_page.get_by_role("button", name="change").click()
    address = browser_page.url
    assert "find=q03" in address
    assert "sort=change" in address
    browser_page.goto("about:blank")
    browser_page.goto(address)
    assert rows.count() == 1
    assert browser_page.locator("th[aria-sort=ascending]").inner_text() == "change"


def test_everything_reads_without_scripts(browser: Browser, site: Path) -> None:
    """The table is whole, and no control stands there that does nothing."""
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto((site / "plain/questions/index.html").as_uri())
    assert page.locator("tbody tr").count() == 12
    assert page.locator("form, button").count() == 0
    context.close()


def test_the_first_key_leads_past_the_navigation(browser_page: Page, site: Path) -> None:
    """Tab shows the skip link, and Enter follows it."""
    browser_page.goto((site / "plain/index.html").as_uri())
    browser_page.keyboard.press("Tab")
    assert browser_page.evaluate("document.activeElement.textContent") == "Skip to the content"
    browser_page.keyboard.press("Enter")
    assert browser_page.url.endswith("#main")


def test_disagreements_are_walked_by_key(browser_page: Page, site: Path) -> None:
    """`j` goes to the next question, `k` back; what was typed by annotators is text."""
    browser_page.goto((site / "judged/disagreements.html").as_uri())
    focused = "document.activeElement.id"
    for key, place in (("j", "question-1"), ("n", "question-2"), ("j", "question-3"), ("k", "question-2")):
        browser_page.keyboard.press(key)
        assert browser_page.evaluate(focused) == place
    assert HOSTILE in browser_page.locator("main").inner_text()
    assert browser_page.locator("main img").count() == 0


def test_disagreements_are_chosen_by_the_annotators(browser_page: Page, site: Path) -> None:
    """A pair that differs, its questions below the table too; the choice is in the address, and a link to one stays."""
    browser_page.goto((site / "judged/disagreements.html").as_uri())
    articles, choice = browser_page.locator("article:visible"), browser_page.locator("select[name=pair]")
    assert articles.count() == 5
    choice.select_option(f"=ben, {'a' * 60}")
    assert articles.count() == 4
    address = browser_page.url
    browser_page.locator("tbody tr:visible a").first.click()
    assert articles.count() == 4
    browser_page.goto("about:blank")
    browser_page.goto(address)
    assert articles.count() == 4
