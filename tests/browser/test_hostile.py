"""Hostile text on the built site, in a browser: nothing runs, nothing breaks out, everything is shown as it is."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import quote, unquote, urlsplit

import pytest

from gold.write.characters import closed
from tests.write.make_sets import HOSTILE, plain_set
from tests.write.make_worst import FOLDER, RUNS, TEXTS, worst_set

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

LOST = "404.html"
"""The page that has its style inside it, for it does not know where it stands."""
WATCH = """
window.__seen = [];
addEventListener("securitypolicyviolation", (e) => window.__seen.push(`${e.violatedDirective} ${e.blockedURI}`));
"""
ELEMENTS = """
a abbr article b blockquote body br button caption code dd details div dl dt em figure footer form h1 h2 h3 h4 h5 h6
head header hr html i img input label li link main mark meta nav ol option output p pre script section select small
span strong sub summary sup table tbody td th thead title tr ul
"""
DIRECTED = """
() => {
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const range = document.createRange(), turned = [];
  const at = (node, i) => { range.setStart(node, i); range.setEnd(node, i + 1); return range.getClientRects()[0]; };
  for (let node; (node = walk.nextNode());) {
    const word = /[A-Za-z]{3,}/.exec(node.data);
    if (!word || /[^\\x09-\\x7e\\xa0\\u2010-\\u2027\\u2190-\\u25ff]/.test(node.data)) continue;
    const first = at(node, word.index), last = at(node, word.index + word[0].length - 1);
    if (first && last && first.top === last.top && first.left > last.left) turned.push(node.data);
  }
  return turned;
}
"""


def _failed(faults: list[str], request: Any) -> None:
    """Note a request that failed; one that the browser gave up itself, for the page was left, is no fault."""
    if request.failure != "net::ERR_ABORTED":
        faults.append(f"failed: {request.url}")


def build(home: Path) -> Path:
    """The sets below a folder, built into a site beside them."""
    from click.testing import CliRunner

    from gold.cli import gold

    result = CliRunner().invoke(gold, ["build-site", str(home / "sets"), "--out", str(home / "site")])
    assert result.exit_code == 0, result.output
    return home / "site"


@pytest.fixture(scope="module")
def worst(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site of the worst set, and of a plain one."""
    home = tmp_path_factory.mktemp("worst")
    (home / "sets").mkdir()
    worst_set(home / "sets" / FOLDER)
    plain_set(home / "sets" / "plain")
    return build(home)


@pytest.fixture(scope="module")
def served(worst: Path) -> Iterator[str]:
    """The same site over HTTP."""
    handler = partial(QuietHandler, directory=str(worst))
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()


class QuietHandler(SimpleHTTPRequestHandler):
    def log_message(self, *_: Any) -> None:
        """Say nothing."""


@pytest.fixture
def watched(browser: Browser, worst: Path) -> Iterator[Page]:
    """A page that notes whatever a page should not do; the test fails if it noted anything."""
    faults: list[str] = []
    context = browser.new_context(service_workers="block")
    context.add_init_script(WATCH)
    page = context.new_page()

    def asked(url: str) -> None:
        parts = urlsplit(url)
        inside = parts.scheme == "file" and Path(unquote(parts.path)).resolve().is_relative_to(worst.resolve())
        if not inside and parts.hostname != "127.0.0.1" and url != "about:blank":
            faults.append(f"asked for {url}")

    page.on("request", lambda request: asked(request.url))
    page.on("dialog", lambda dialog: faults.append(f"dialog {dialog.message}"))
    page.on("console", lambda said: faults.append(said.text) if said.type in ("error", "warning") else None)
    page.on("pageerror", lambda error: faults.append(f"script error: {error}"))
    page.on("popup", lambda other: faults.append(f"popup {other.url}"))
    page.on("download", lambda file: faults.append(f"download {file.url}"))
    page.on("requestfailed", lambda request: _failed(faults, request))
    yield page
    context.close()
    assert faults == []


def shown(text: str) -> str:
    """A text as the page's DOM has it: NUL, which a browser would drop, is a picture; what it opens is closed."""
    return closed(text).replace("\0", "\u2400")


def pages(site: Path) -> list[str]:
    """The addresses of all pages."""
    return [path.relative_to(site).as_posix() for path in sorted(site.rglob("*.html"))]


def visit(page: Page, address: str) -> None:
    """Open a page to its end; nothing of it ran that is not the site's own, and no policy was broken."""
    page.goto(address, wait_until="load")
    page.evaluate("document.querySelectorAll('img').forEach((image) => image.loading = 'eager')")
    assert page.evaluate("window.__pwned") is None, address
    assert page.evaluate("window.__seen") == [], address


def test_nothing_runs_and_nothing_breaks_out(watched: Page, worst: Path) -> None:
    """The site: query `Is 1<2? </script>…`, raw HTML, `javascript:`: only the templates' elements, and no handler."""
    for name in pages(worst):
        if name.startswith("plain/"):
            continue
        visit(watched, (worst / name).as_uri())
        found = watched.evaluate(
            """() => [...document.querySelectorAll("*")].map((e) => [e.localName, e.getAttributeNames(),
                 e.getAttribute("href") ?? e.getAttribute("src") ?? ""])"""
        )
        own = {"style"} if name == LOST else set[str]()
        assert {element for element, _, _ in found} <= {*ELEMENTS.split(), *own}, name
        assert not [a for _, names, _ in found for a in names if a.startswith("on") or a in ("style", "srcdoc")], name
        scripts = watched.evaluate("[...document.scripts].map((s) => [s.getAttribute('src'), s.text])")
        assert [(src.rpartition("/")[2], text) for src, text in scripts] == (
            [] if name == LOST else [("gold.js", "")]
        ), name
        schemes = {urlsplit(address).scheme for _, _, address in found}
        assert schemes <= {"", "http"}, name  # http: a link that the card's author wrote, for a reader to follow
        assert watched.title().endswith("gold"), name
        assert watched.evaluate(DIRECTED) == [], name


def test_every_field_is_shown_as_it_is(watched: Page, worst: Path) -> None:
    """The site: a case's and its labels' every field, its passage and what runs say of it, letter for letter."""
    places = {
        "h1": "h1.verbatim",
        "id": "p.head > b:first-child",
        "history": ".history li p:first-child",
        "reply": ".history .reply",
        "answer": ".expected [dir]",
        "facts": ".facts dd",
        "anchors": ".labels .fact i",
        "judged": ".labels .id i",
        "place": ".results .id",
        "text": ".results .text",
    }
    unseen = dict(TEXTS)
    for address in sorted(worst.glob("*/questions/*.html")):
        if address.name == "index.html" or address.parent.parent.name == "plain":
            continue
        visit(watched, address.as_uri())
        said = watched.evaluate(
            "(places) => Object.fromEntries(Object.entries(places).map(([name, place]) =>"
            " [name, [...document.querySelectorAll(place)].map((e) => e.textContent)]))",
            places,
        )
        (name,) = [name for name, text in unseen.items() if shown(text) == said["h1"][0]]
        text = shown(unseen.pop(name))
        assert said["id"] == [text]
        assert (said["history"], said["reply"], said["answer"]) == ([text], [text], [text])
        assert said["facts"].count(text) >= 8, name
        assert len([value for value in said["anchors"] if value == text]) >= 3, name
        assert said["judged"].count(text) >= 6, name
        assert text in said["place"], name
        plain = text.strip() if name != "long" else text
        assert any(plain in value.replace("the rest", "") for value in said["text"]), name
    assert unseen == {}


def test_every_page_shows_the_texts(watched: Page, worst: Path) -> None:
    """The site: classes, ids, run names and their settings, prose: each page that names them has them literally."""
    home = next(path for path in worst.iterdir() if path.is_dir() and path.name not in ("static", "plain", "data"))
    texts = [shown(text) for text in TEXTS.values()]
    wanted = {
        "questions/index.html": texts,
        "classes.html": [*texts, *RUNS[:2]],
        "coverage.html": ["<b>build"],
        "runs.html": [*RUNS, HOSTILE],
        "card.html": [TEXTS["handler"], "<script>window.__pwned=1</script>"],
        "changelog.html": [TEXTS["handler"]],
        "guideline.html": [TEXTS["handler"]],
        "index.html": [HOSTILE, *RUNS[:2]],
        "worst-moved.html": [HOSTILE, *RUNS[:2]],
        "../index.html": [HOSTILE],
    }
    for name, expected in wanted.items():
        visit(watched, (home / name).resolve().as_uri())
        body = watched.evaluate("document.body.textContent")
        missing = [text for text in expected if text not in body]
        assert missing == [], name
        assert "49" not in watched.evaluate("document.querySelector('h1').textContent")


def test_page_names_are_safe_everywhere(worst: Path) -> None:
    """The site: ids `_x`, `A`/`a`, `a/b`, `con`, `.`, 300 characters, NFC and NFD: unique, safe names; `.nojekyll`."""
    paths = [path.relative_to(worst) for path in worst.rglob("*")]
    assert len({str(path).casefold() for path in paths}) == len(paths)
    assert len(list(worst.glob("*/questions/*.html"))) == len(TEXTS) + 12 + 2
    reserved = {"con", "prn", "aux", "nul", *(f"{port}{n}" for port in ("com", "lpt") for n in range(10))}
    for path in paths:
        assert len(str(path)) < 200
        for part in path.parts:
            assert part.isascii()
            assert len(part) <= 100
            assert not set(part) & set('<>:"/\\|?*')
            assert not part.endswith((".", " "))
            assert part.split(".")[0].lower() not in reserved
            assert not part.startswith((".", "_", "-")) or part in (".nojekyll", ".gold-site.json")
    assert (worst / ".nojekyll").is_file()


@pytest.mark.parametrize("how", ["file", "http"])
def test_the_policy_lets_the_site_work(watched: Page, worst: Path, served: str, how: str) -> None:
    """Styles, script and charts load from a folder and over HTTP, and no page breaks the policy."""
    for name in pages(worst):
        if "/questions/" in name and not name.endswith(("index.html", "q01.html")):
            continue
        visit(watched, (worst / name).as_uri() if how == "file" else served + quote(name))
        styled = "getComputedStyle(document.querySelector('.skip, main')).position"
        assert watched.evaluate(styled) == ("static" if name == LOST else "absolute"), name
        watched.wait_for_function("[...document.images].every((image) => image.complete)")
        assert watched.evaluate("[...document.images].every((image) => image.naturalWidth > 0)"), name
        tables = watched.evaluate("document.querySelectorAll('table[data-table]').length")
        assert watched.evaluate("document.querySelectorAll('form.filter').length") == tables, name


@pytest.mark.parametrize("how", ["file", "http"])
@pytest.mark.parametrize(
    "injected",
    [
        "<script>window.__pwned=1</script>",
        "<img src=gold.png onerror=window.__pwned=1>",
        "<p style='position:fixed'>x</p>",
        "<iframe src=index.html></iframe>",
        "<base href='http://elsewhere.test/'>",
        "<img src=http://elsewhere.test/i.png>",
        "<script src=http://elsewhere.test/s.js></script>",
        "<link rel=stylesheet href=http://elsewhere.test/s.css>",
        "<object data=index.html></object>",
    ],
)
def test_the_policy_bites(browser: Browser, worst: Path, served: str, how: str, injected: str) -> None:
    """Were markup to come through, the page's policy stops it: nothing runs, nothing is asked of another host."""
    page = browser.new_page()
    page.add_init_script(WATCH)
    elsewhere: list[str | None] = []
    page.on("requestfailed", lambda asked: elsewhere.append(asked.failure) if "elsewhere" in asked.url else None)
    page.on("response", lambda answer: elsewhere.append(answer.url) if "elsewhere" in answer.url else None)
    spoilt = worst / "spoilt.html"
    spoilt.write_text((worst / "index.html").read_text("utf-8").replace("<h1>", f"{injected}<h1>", 1), "utf-8")
    page.goto(spoilt.as_uri() if how == "file" else served + "spoilt.html")
    assert page.evaluate("window.__pwned") is None
    assert page.evaluate("window.__seen") != []
    assert set(elsewhere) <= {"csp"}
    page.close()
    spoilt.unlink()


@pytest.mark.parametrize("name", ["index.html", "questions/index.html", "classes.html", "runs.html", "coverage.html"])
def test_long_words_stay_in_their_boxes(watched: Page, worst: Path, name: str) -> None:
    """The site: words of 10,000 characters widen no page; a table scrolls in its own box."""
    home = next(path for path in worst.iterdir() if path.is_dir() and path.name not in ("static", "plain", "data"))
    watched.set_viewport_size({"width": 390, "height": 800})
    visit(watched, (home / name).as_uri())
    assert watched.evaluate("document.documentElement.scrollWidth") <= 390


def test_the_demo_has_the_policy_on_every_page(gold_cli: Callable[..., Any], root: Path, tmp_path: Path) -> None:
    """One policy before anything else that loads, without `unsafe`, and no referrer."""
    assert gold_cli("build-site", root / "testsets", "--out", tmp_path / "site").exit_code == 0
    found = list((tmp_path / "site").rglob("*.html"))
    assert len(found) > 80
    for path in found:
        html = path.read_text("utf-8")
        head, policy = html.index("<head>"), html.index('<meta http-equiv="Content-Security-Policy"')
        loads = [html.index(tag) for tag in ("<link", "<script", "<title", "<style") if tag in html]
        assert head < policy < min(loads)
        assert "default-src 'none'" in html
        assert "unsafe" not in html[policy : policy + 300]
        assert '<meta name="referrer" content="no-referrer">' in html
        assert ("<style" in html) is (path.name == LOST)  # its policy has the digest of that style
        assert " style=" not in html
