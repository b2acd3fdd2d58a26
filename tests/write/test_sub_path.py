"""A site below a path, as a project's pages are: every link that leads on from its front page leads to a file."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from html.parser import HTMLParser
from http.client import HTTPConnection
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urldefrag, urljoin, urlsplit

import pytest

from tests.write.make_sets import hostile_set, judged_set, plain_set

if TYPE_CHECKING:
    from playwright.sync_api import Browser

Cli = Callable[..., Any]
BELOW = "/a/b/"


class Pages(SimpleHTTPRequestHandler):
    """Serves a site below a path, and its 404.html for what it has not, as GitHub Pages does."""

    def translate_path(self, path: str) -> str:
        bare = urlsplit(path).path
        return super().translate_path(bare.removeprefix(BELOW[:-1]) if bare.startswith(BELOW) else "/nothing-there")

    def send_error(self, code: int, message: str | None = None, explain: str | None = None) -> None:
        page = Path(self.directory, "404.html").read_bytes()
        self.send_response(code)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.send_header("Content-Length", str(len(page)))
        self.end_headers()
        self.wfile.write(page)

    def log_message(self, *_: Any) -> None:
        """Nobody reads it."""


class Addresses(HTMLParser):
    """Everything that a page leads to or loads, and its anchors."""

    def __init__(self) -> None:
        super().__init__()
        self.found: set[str] = set()
        self.anchors: set[str] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        self.found |= {value for name in ("href", "src") if (value := given.get(name)) is not None}
        self.anchors |= {value for value in (given.get("id"),) if value is not None}


@contextmanager
def serving(site: Path) -> Iterator[str]:
    """The address of a site that is served."""
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Pages, directory=str(site))) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}{BELOW}"
        server.shutdown()


def fetched(address: str) -> tuple[int, str, bytes]:
    """The status, kind and body of one answer."""
    at = urlsplit(address)
    connection = HTTPConnection(at.netloc, timeout=10)
    connection.request("GET", at.path)
    answer = connection.getresponse()
    body = answer.read()
    connection.close()
    return answer.status, answer.getheader("Content-Type") or "", body


@pytest.fixture
def site(gold_cli: Cli, tmp_path: Path) -> Path:
    """Three sets, built."""
    hostile_set(tmp_path / "sets/hostile")
    plain_set(tmp_path / "sets/plain")
    judged_set(tmp_path / "sets/judged")
    result = gold_cli("build-site", tmp_path / "sets", "--out", tmp_path / "site")
    assert result.exit_code == 0, result.output
    return tmp_path / "site"


def test_every_link_leads_to_a_file_below_the_path(site: Path) -> None:
    """All pages are reached, nothing outside the path is asked for, and every anchor is there."""
    with serving(site) as home:
        anchors: dict[str, set[str]] = {}
        wanted: set[tuple[str, str]] = set()
        waiting, seen = [home], {home}
        while waiting:
            address = waiting.pop()
            status, kind, body = fetched(address)
            assert status == 200, address
            if not kind.startswith("text/html"):
                continue
            page = Addresses()
            page.feed(body.decode())
            anchors[address] = page.anchors
            for link in page.found:
                to, anchor = urldefrag(urljoin(address, link))
                if link.startswith("data:"):
                    continue
                assert to.startswith(home), (address, link)
                wanted |= {(to, anchor)} if anchor else set()
                if to not in seen:
                    seen.add(to)
                    waiting.append(to)
        assert not [(to, anchor) for to, anchor in wanted if anchor not in anchors[to]]
        reached = {address.removeprefix(home) or "index.html" for address in seen}
    pages = {path.relative_to(site).as_posix() for path in site.rglob("*.html")}
    assert pages - reached == {"404.html"}
    assert {"feed.xml", "data/manifest.json", "plain/badge.svg", "static/gold.css"} <= reached
    assert (site / ".nojekyll").read_bytes() == b""


@pytest.mark.parametrize("lost", ["x.html", "plain/questions/gone.html", "a/b/c/d/e/"])
def test_a_lost_link_gets_a_whole_page_at_any_depth(browser: Browser, site: Path, lost: str) -> None:
    """Without scripts: its style is there, and its policy forbids nothing that it needs."""
    with serving(site) as home:
        context = browser.new_context(java_script_enabled=False, color_scheme="dark")
        page = context.new_page()
        asked, said = list[str](), list[str]()
        page.on("request", lambda request: asked.append(request.url))
        page.on("console", lambda message: said.append(message.text))
        answer = page.goto(home + lost)
        assert answer is not None
        assert answer.status == 404
        assert page.locator("h1").inner_text() == "No such page"
        width = page.locator("body").bounding_box()
        assert width is not None
        assert width["width"] <= 44 * 16 + 40
        assert [url for url in asked if not url.endswith("/favicon.ico")] == [home + lost]
        assert [line for line in said if "Content Security" in line] == []
        context.close()
