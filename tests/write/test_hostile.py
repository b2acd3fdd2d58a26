"""Everything that a page shows is shown as it is: nothing becomes markup, a path, a formula or bad JSON."""

from __future__ import annotations

import csv
import io
import json
from html.parser import HTMLParser
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest

from tests.write.make_sets import AWKWARD_IDS, HOSTILE, hostile_set

Built = Any
VOID = frozenset({"meta", "link", "br", "img", "input"})


class Tags(HTMLParser):
    """The elements of a page, its text, and whether they nest."""

    def __init__(self) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.open: list[str] = []
        self.text: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text.append(data)


def parsed(page: Path) -> Tags:
    """One page, parsed to its end."""
    tags = Tags()
    tags.feed(page.read_text("utf-8"))
    tags.close()
    assert tags.open == [], page
    return tags


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The hostile set, built."""
    from click.testing import CliRunner

    from gold.cli import gold

    home = tmp_path_factory.mktemp("hostile")
    hostile_set(home / "sets" / "hostile")
    result = CliRunner().invoke(
        gold, ["build-site", str(home / "sets"), "--out", str(home / "site")], catch_exceptions=False
    )
    assert result.exit_code == 0, result.output
    return home / "site"


def pages(site: Path) -> list[Path]:
    """Every page of a site."""
    found = sorted(site.rglob("*.html"))
    assert found
    return found


def test_nothing_becomes_markup(site: Path) -> None:
    """No page has an element or a handler that its template does not have, and each has one h1."""
    for page in pages(site):
        tags = parsed(page)
        scripts = [attributes for tag, attributes in tags.elements if tag == "script"]
        assert [set(script) for script in scripts] == ([] if page.name == "404.html" else [{"src", "defer"}])
        assert not [a for _, attributes in tags.elements for a in attributes if a.startswith("on")]
        images = [attributes["src"] or "" for tag, attributes in tags.elements if tag == "img"]
        assert all(source.startswith("charts/") or source == "badge.svg" for source in images)
        assert sum(tag == "h1" for tag, _ in tags.elements) == 1


def test_the_question_is_shown_verbatim(site: Path) -> None:
    """Each question page's heading is the query, byte for byte."""
    found = [page for page in site.glob("hostile/questions/*.html") if page.name != "index.html"]
    assert len(found) == len(AWKWARD_IDS)
    for page in found:
        assert HOSTILE in parsed(page).text


def test_every_address_is_relative_or_plain(site: Path) -> None:
    """Nothing is loaded from another host, and no link runs a script or leaves the site upwards."""
    for page in pages(site):
        for tag, attributes in parsed(page).elements:
            for name in ("href", "src"):
                url = urlsplit(attributes.get(name) or "")
                assert url.scheme in ("", "data"), (page, url)
                assert not url.path.startswith("/")
                assert (page.parent / url.path).resolve().is_relative_to(site.resolve()), (page, tag, url)


def test_names_are_safe(site: Path) -> None:
    """Each awkward id has a page of its own, under a name that every file system takes."""
    names = [page.name for page in site.glob("hostile/questions/*.html")]
    assert len({name.lower() for name in names}) == len(AWKWARD_IDS) + 1
    assert all(name.isascii() and len(name) < 70 and not name.startswith(".") for name in names)
    assert (site / ".nojekyll").is_file()


def test_downloads_are_valid(site: Path) -> None:
    """JSON parses without NaN, and no CSV cell is a formula."""

    def refuse(constant: str) -> None:
        raise AssertionError(constant)

    data = site / "hostile" / "data"
    documents, tables = list(data.glob("*.json")), list(data.glob("*.csv"))
    assert documents
    assert tables
    for path in documents:
        json.loads(path.read_text("utf-8"), parse_constant=refuse)
    lines = (data / "questions.jsonl").read_text("utf-8").splitlines()
    assert [json.loads(line)["query"] for line in lines] == [HOSTILE] * len(AWKWARD_IDS)
    for path in tables:
        for row in csv.reader(io.StringIO(path.read_text("utf-8"), newline="")):
            assert not [cell for cell in row if cell.startswith(("=", "@", "+"))]


def test_charts_are_pictures(site: Path) -> None:
    """Each chart parses as XML, says what it shows, and holds no script."""
    from xml.etree import ElementTree

    charts = list(site.glob("hostile/charts/*.svg"))
    assert charts
    for path in charts:
        names = [element.tag.rpartition("}")[2] for element in ElementTree.parse(path).iter()]
        assert "title" in names
        assert "script" not in names
