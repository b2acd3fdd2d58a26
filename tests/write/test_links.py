"""Every build checks its own links."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from gold.pages import decision
from gold.pages.frame import Link
from gold.write.links import BrokenLink, Links
from tests.write.make_sets import plain_set


@pytest.mark.parametrize("address", ["gone.html", "../up.html", "b.html#nowhere", "../../../etc/passwd"])
def test_a_broken_link_is_named(address: str) -> None:
    """A link to no file, or to no place in a file, names the page and the address."""
    links = Links()
    links.read("set/a.html", f'<a href="{address}">x</a>')
    links.read("set/b.html", '<p id="here">')
    with pytest.raises(BrokenLink, match=r"set/a\.html: links to"):
        links.check({"set/a.html", "set/b.html"})


def test_good_links_pass() -> None:
    """Files, places in files, places on the page itself, and other hosts."""
    links = Links()
    links.read(
        "set/a.html", '<a href="b.html#here"> <a href="#me" id="me"> <a href="https://x.test/"> <img src="c.svg">'
    )
    links.read("set/b.html", '<p id="here">')
    links.check({"set/a.html", "set/b.html", "set/c.svg"})


def test_a_build_with_a_broken_link_fails(
    gold_cli: Callable[..., Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The command exits with 1 and names the link."""
    monkeypatch.setattr(decision, "next_step", lambda *_: Link("Go", "nowhere.html"))
    plain_set(tmp_path / "one")
    result = gold_cli("build-site", tmp_path / "one", "--out", tmp_path / "site")
    assert result.exit_code == 1
    assert "links to nowhere.html" in result.stderr or "links to one/nowhere.html" in result.stderr
