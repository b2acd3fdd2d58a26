"""The page for lost links: whole by itself at any depth, and no link of it leads nowhere."""

from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from tests.write.make_sets import HOSTILE, plain_set

Cli = Callable[..., Any]


def lost(gold_cli: Cli, sets: Path, *more: object) -> str:
    """The page."""
    result = gold_cli("build-site", sets, "--out", sets.parent / "site", *more)
    assert result.exit_code == 0, result.output
    return (sets.parent / "site/404.html").read_text("utf-8")


def test_it_loads_nothing_and_its_style_is_the_one_allowed(gold_cli: Cli, tmp_path: Path) -> None:
    """The policy has the digest of the very style, and allows nothing else."""
    plain_set(tmp_path / "sets/one", cases=3)
    page = lost(gold_cli, tmp_path / "sets")
    style = re.search(r"<style>(.*?)</style>", page, re.DOTALL)
    assert style is not None
    digest = b64encode(sha256(style[1].encode()).digest()).decode()
    assert f"default-src 'none'; style-src 'sha256-{digest}'; base-uri 'none'" in page
    assert "unsafe" not in page
    assert not re.search(r"<script|<img|<link|src=|url\(|@import", page)


def test_without_an_address_it_has_no_link(gold_cli: Cli, tmp_path: Path) -> None:
    """A relative one would lead nowhere from another depth: the way is told in words."""
    plain_set(tmp_path / "sets/one", cases=3)
    page = lost(gold_cli, tmp_path / "sets")
    assert "href" not in page
    assert "shorten the address" in page


def test_with_an_address_it_leads_to_every_set(gold_cli: Cli, tmp_path: Path) -> None:
    """By whole addresses, of files that are there."""
    plain_set(tmp_path / "sets/one", cases=3, settings={"title": HOSTILE})
    plain_set(tmp_path / "sets/two", cases=3)
    page = lost(gold_cli, tmp_path / "sets", "--url", "https://example.org/a/b/")
    links = re.findall(r'href="([^"]+)"', page)
    assert all(link.startswith("https://example.org/a/b/") for link in links)
    found = {link.removeprefix("https://example.org/a/b/") for link in links}
    assert found == {"index.html", "guide.html", "one/index.html", "two/index.html"}
    assert all((tmp_path / "site" / path).is_file() for path in found)
    assert "shorten the address" not in page
    assert "<img" not in page


def test_a_large_site_is_told(gold_cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The size of all files is said; from 500 MB on a warning goes to stderr, and the exit code stays 0."""
    from gold.cli import build_site

    assert build_site.LARGE == 500_000_000
    plain_set(tmp_path / "sets/one", cases=3)
    for large in (False, True):
        if large:
            monkeypatch.setattr(build_site, "LARGE", 10_000)
        result = gold_cli("build-site", tmp_path / "sets", "--out", tmp_path / "site")
        assert result.exit_code == 0
        size = sum(
            path.stat().st_size
            for path in (tmp_path / "site").rglob("*")
            if path.name != ".gold-site.json" and path.is_file()
        )
        assert f", {size / 1e6:.1f} MB," in result.stdout
        assert ("warning: the site has" in result.stderr) is large
