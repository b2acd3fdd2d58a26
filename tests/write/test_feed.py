"""The feed by the rules of RFC 4287, and badges by those of XML and of the eye; both tell hostile text as it is."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any
from uuid import UUID
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

import pytest

from tests.write.make_sets import HOSTILE, asked, hostile_set, lines, plain_set, write_set

Cli = Callable[..., Any]
ATOM = "{http://www.w3.org/2005/Atom}"
SVG = "{http://www.w3.org/2000/svg}"
TIME = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ")
WHEN = {"CHANGELOG.md": "# Changes\n\n## v1 - 2026-01-15\n\n- 12 cases\n"}


def built(gold_cli: Cli, sets: Path, *more: object) -> Path:
    """The site of some sets."""
    out = sets.parent / "site"
    result = gold_cli("build-site", sets, "--out", out, *more)
    assert result.exit_code == 0, result.output
    return out


def feed_of(gold_cli: Cli, sets: Path, *more: object) -> Element:
    """The feed of some sets, held against what the format wants of every feed."""
    feed = ElementTree.fromstring((built(gold_cli, sets, *more) / "feed.xml").read_bytes())
    assert feed.tag == f"{ATOM}feed"
    entries = feed.findall(f"{ATOM}entry")
    for part in (feed, *entries):
        for name in ("id", "title", "updated"):  # each exactly once: 4.1.1, 4.1.2
            assert len(part.findall(f"{ATOM}{name}")) == 1
        assert TIME.fullmatch(text(part, "updated"))  # 3.3
        scheme, _, number = text(part, "id").rpartition(":")
        assert scheme == "urn:uuid"  # 4.2.6: an absolute IRI
        assert str(UUID(number)) == number
        assert [link.get("rel") for link in part.findall(f"{ATOM}link")].count("alternate") == 1  # 4.1.2: no content
        assert all(link.get("href") for link in part.findall(f"{ATOM}link"))  # 4.2.7.1
        assert all(category.get("term") for category in part.findall(f"{ATOM}category"))  # 4.2.2.1
    assert len({text(entry, "id") for entry in entries}) == len(entries)
    assert text(feed, "id") not in {text(entry, "id") for entry in entries}
    assert feed.find(f"{ATOM}author/{ATOM}name") is not None  # 4.1.1, for all entries
    assert [link.get("rel") for link in feed.findall(f"{ATOM}link")] == ["self", "alternate"]
    times = [text(entry, "updated") for entry in entries]
    assert times == sorted(times, reverse=True)
    assert text(feed, "updated") == max(times, default="1970-01-01T00:00:00Z")
    return feed


def text(part: Element, name: str) -> str:
    """The text of one element."""
    found = part.findtext(f"{ATOM}{name}")
    assert found is not None
    return found


def told(feed: Element) -> list[tuple[str, str, str]]:
    """The day, the title and the summary of each entry."""
    entries = feed.findall(f"{ATOM}entry")
    return [(text(entry, "updated")[:10], text(entry, "title"), text(entry, "summary")) for entry in entries]


def test_versions_and_verdicts_are_dated_by_their_files(gold_cli: Cli, tmp_path: Path) -> None:
    """A version by its section of the changelog, a verdict by the candidate's run; every address leads somewhere."""
    home = plain_set(tmp_path / "sets/one", cases=40, settings={"measures": ["AnswerRecall@1"]}, prose=WHEN)
    lines(home / "one-v2.jsonl", [asked(f"q{i:02d}", f"p{i}") for i in range(39)])
    feed = feed_of(gold_cli, tmp_path / "sets")
    verdict, version = told(feed)
    assert verdict[:2] == ("2026-02-01", "one v2: Do not ship new: worse overall than old")
    assert re.fullmatch(r"AnswerRecall@1: 1\.000 to 0\.513 \(−0\.487, interval .* to .*, n 39\)", verdict[2])
    assert version == ("2026-01-15", "one v1", "the first")
    site = tmp_path / "site"
    for link in feed.iter(f"{ATOM}link"):
        assert (site / (link.get("href") or "")).is_file()


def test_with_an_address_links_are_whole(gold_cli: Cli, tmp_path: Path) -> None:
    """They lead to the same files, below the address that was given, with or without a slash at its end."""
    plain_set(tmp_path / "sets/one", prose=WHEN)
    for address in ("https://example.org/a/b", "https://example.org/a/b/"):
        feed = feed_of(gold_cli, tmp_path / "sets", "--url", address)
        links = list(feed.iter(f"{ATOM}link"))
        assert len(links) > 2  # the site, the feed itself, and entries
        for link in links:
            href = link.get("href") or ""
            assert href.startswith("https://example.org/a/b/")
            assert (tmp_path / "site" / href.removeprefix("https://example.org/a/b/")).is_file()


def test_every_page_names_the_feed(gold_cli: Cli, tmp_path: Path) -> None:
    """At its place, however deep the page is."""
    plain_set(tmp_path / "sets/one")
    site = built(gold_cli, tmp_path / "sets")
    pages = list(site.rglob("*.html"))
    assert len(pages) > 20
    for page in pages:
        found = re.search(
            r'<link rel="alternate" type="application/atom\+xml" title="[^"]+" href="([^"]+)">', page.read_text()
        )
        if page.name != "404.html":
            assert found is not None
            assert (page.parent / found[1]).resolve() == site / "feed.xml"


def test_ids_last_until_there_is_news(gold_cli: Cli, tmp_path: Path) -> None:
    """Words and dates may be mended under one id; another verdict, candidate or version is another entry."""
    home = plain_set(tmp_path / "sets/one", cases=40, settings={"measures": ["AnswerRecall@1"]}, prose=WHEN)
    before = ids(feed_of(gold_cli, tmp_path / "sets"))
    (home / "CHANGELOG.md").write_text(WHEN["CHANGELOG.md"].replace("01-15", "01-16"))
    (home / "gold.yaml").write_text("title: Another\nmeasures: [AnswerRecall@1]\n")
    assert ids(feed_of(gold_cli, tmp_path / "sets")) == before
    run = home / "runs/new.jsonl"
    was = run.read_text()
    run.write_text((home / "runs/old.jsonl").read_text())
    flipped = ids(feed_of(gold_cli, tmp_path / "sets"))
    assert len(flipped - before) == 1
    run.write_text(was)
    (home / "runs/newer.jsonl").write_text(was)
    (home / "runs/newer.yaml").write_text("corpus: build\ndate: 2026-03-01\n")
    assert len(ids(feed_of(gold_cli, tmp_path / "sets")) - before - flipped) == 1


def ids(feed: Element) -> set[str]:
    """The ids of all entries."""
    return {text(entry, "id") for entry in feed.findall(f"{ATOM}entry")}


def test_what_has_no_date_is_not_in_it(gold_cli: Cli, tmp_path: Path) -> None:
    """Neither a version nor a verdict is dated by the clock; a feed without an entry is one."""
    plain_set(tmp_path / "sets/one", sidecars={})
    assert told(feed_of(gold_cli, tmp_path / "sets")) == []


@pytest.mark.parametrize("day", ["", "soon", "2026-02-31", "2026-2-3", "0000-01-01", "9999-99-99"])
def test_a_date_that_is_none(gold_cli: Cli, tmp_path: Path, day: str) -> None:
    """It dates nothing."""
    sidecars = {"old": {"corpus": "build", "date": "2026-01-01"}, "new": {"corpus": "build", "date": day}}
    plain_set(tmp_path / "sets/one", sidecars=sidecars, settings={"candidate": "new"})
    assert told(feed_of(gold_cli, tmp_path / "sets")) == []


def test_hostile_text_is_text(gold_cli: Cli, tmp_path: Path) -> None:
    """In the feed and in the badge: what would like to be markup is read back as it was written."""
    hostile_set(tmp_path / "sets/hostile")
    feed = feed_of(gold_cli, tmp_path / "sets")
    (entry,) = told(feed)
    assert entry[1].startswith(f"{HOSTILE} v1: ")
    badge = ElementTree.fromstring((tmp_path / "site/hostile/badge.svg").read_bytes())
    assert (badge.findtext(f"{SVG}title") or "").startswith(f"{HOSTILE} v1: ")
    assert {element.tag for element in badge.iter()} == {
        f"{SVG}{name}" for name in ("svg", "title", "path", "g", "text")
    }


def test_characters_that_xml_has_no_place_for(gold_cli: Cli, tmp_path: Path) -> None:
    """Controls become pictures of what cannot be shown; what turns the direction of writing is turned back."""
    title = "a\x01b\x0b\ufffe \u202eright"
    home = plain_set(tmp_path / "sets/one", prose=WHEN)
    (home / "gold.yaml").write_text(json.dumps({"title": title}))
    feed = feed_of(gold_cli, tmp_path / "sets")
    assert "a\ufffdb\ufffd\ufffd \u202eright\u202c" in told(feed)[0][1]
    ElementTree.fromstring((tmp_path / "site/one/badge.svg").read_bytes())


def badge_of(gold_cli: Cli, sets: Path) -> tuple[str, str]:
    """What the badge of the set `one` shows and what it says to who does not see it."""
    badge = ElementTree.fromstring((built(gold_cli, sets) / "one/badge.svg").read_bytes())
    assert badge.get("role") == "img"
    (title,) = badge.findall(f"{SVG}title")
    shown = badge.findall(f".//{SVG}text")
    assert not [
        value for element in badge.iter() for value in element.attrib.values() if "url(" in value or "//" in value
    ]
    width = sum(float(part.get("textLength") or 0) + 12 for part in shown)
    assert width == float(badge.get("width") or 0)
    return " | ".join(part.text or "" for part in shown), title.text or ""


def test_a_badge_says_the_verdict_with_its_sign_and_n(gold_cli: Cli, tmp_path: Path) -> None:
    """In words, never by colour alone; the title has the whole sentence."""
    home = plain_set(tmp_path / "sets/one", cases=40, settings={"measures": ["AnswerRecall@1"]})
    shown, said = badge_of(gold_cli, tmp_path / "sets")
    assert shown == "one v1 | ▼ worse · AnswerRecall@1 0.500 · n 40"
    assert said == "one v1: Do not ship new: worse overall than old, AnswerRecall@1 0.500, n 40"
    (home / "gold.yaml").write_text("candidate: old\nbaseline: new\nmeasures: [AnswerRecall@1]\n")
    assert badge_of(gold_cli, tmp_path / "sets")[0] == "one v1 | ▲ better · AnswerRecall@1 1.000 · n 40"
    (home / "runs/new.jsonl").write_text((home / "runs/old.jsonl").read_text())
    assert badge_of(gold_cli, tmp_path / "sets")[0].startswith("one v1 | ? cannot tell")


def test_a_badge_of_nothing_to_compare(gold_cli: Cli, tmp_path: Path) -> None:
    """One run has its score, no run has none."""
    home = write_set(tmp_path / "sets/one", [asked("q1"), asked("q2")])
    assert badge_of(gold_cli, tmp_path / "sets")[0] == "one v1 | not compared"
    lines(home / "runs/only.jsonl", [{"query_id": "q1", "ranking": ["p1"]}])
    assert badge_of(gold_cli, tmp_path / "sets")[0] == "one v1 | not compared · AnswerRecall@5 0.500 · n 2"


def test_the_card_has_the_line_for_a_readme(gold_cli: Cli, tmp_path: Path) -> None:
    """It leads to the badge and to the set, by the address that was given; brackets of a name are no markup."""
    write_set(tmp_path / "sets/one", [asked("q1")])
    (tmp_path / "sets/one/one-v1.jsonl").rename(tmp_path / "sets/one/a[b]-v1.jsonl")
    card = (built(gold_cli, tmp_path / "sets", "--url", "https://example.org/g") / "one/card.html").read_text()
    assert r"[![gold: a\[b\]](https://example.org/g/one/badge.svg)](https://example.org/g/one/index.html)" in card
    for address in re.findall(r"\((https://example.org/g/[^)]+)\)", card):
        assert (tmp_path / "site" / address.removeprefix("https://example.org/g/")).is_file()


@pytest.mark.parametrize(
    "address",
    [
        "",
        "example.org",
        "ftp://example.org",
        "https://",
        "javascript:alert(1)",
        "https://a b/",
        'https://a/"',
        "https://a/?q",
        "https://a/#x",
        "https://[",
    ],
)
def test_an_address_that_is_none(gold_cli: Cli, tmp_path: Path, address: str) -> None:
    """Exit code 2, with an example of one."""
    plain_set(tmp_path / "sets/one", cases=3)
    result = gold_cli("build-site", tmp_path / "sets", "--out", tmp_path / "site", "--url", address)
    assert result.exit_code == 2
    assert "https://example.org/atlas/" in result.stderr
    assert not (tmp_path / "site").exists()
