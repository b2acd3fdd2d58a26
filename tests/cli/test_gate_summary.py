"""`gold gate --format markdown`: what a pull request shows, whatever stands in the set, and never too long."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from markdown_it import MarkdownIt

from tests.cli.gated_set import gated_set, with_settings
from tests.write.make_sets import HOSTILE, asked, hostile_set, passage, write_set

Cli = Callable[..., Any]
GITHUB = 65_536


def test_what_a_reviewer_reads_first(gold_cli: Cli, tmp_path: Path) -> None:
    """The decision in a box, the gates, the classes that moved, the questions that lost most with their pages."""
    home = gated_set(tmp_path / "one", lost=range(0, 40, 2))
    result = gold_cli("gate", home, "--format", "markdown", "--site", "https://example.com/quality/")
    text = result.stdout
    assert result.exit_code == 1
    parts = [
        "## one v1",
        "> **▼ Do not ship new: worse overall than old",
        "Gates: **1 of 8 gates not met: worst class**",
        "| worst class | **not met** | 1.000 |",
        "### Classes that moved",
        "| class: even | 20 |",
        "### Questions that lost most",
        "| [q00](https://example.com/quality/one/questions/q00.html) |",
    ]
    places = [text.index(part) for part in parts]
    assert places == sorted(places)
    assert text.count("/questions/q") == 10
    assert "https:" not in gold_cli("gate", home, "--format", "markdown").stdout


def test_the_set_and_its_guard(gold_cli: Cli, tmp_path: Path) -> None:
    """What changed since the version before, and the edit that makes a failing case pass."""
    home = gated_set(tmp_path / "one", {"changelog": True}, lost=(5,))
    text = (home / "one-v1.jsonl").read_text("utf-8")
    (home / "one-v2.jsonl").write_text(text.replace('"passage_id": "p5"', '"passage_id": "p0"'), "utf-8")
    said = gold_cli("gate", home, "--format", "markdown").stdout
    assert "### The set, v1 to v2\n\n1 relabelled\n\n- relabelled: q05" in said
    assert "### The guard, v1 to v2" in said
    assert "1 edit; 1 of them makes a failing case pass" in said
    assert "| q05 | 0.000 | 1.000 |" in said


def test_nothing_of_a_set_is_markup(gold_cli: Cli, tmp_path: Path) -> None:
    """As HTML it has no link, no image, no script that the set could have put there, and its tables are whole."""
    home = hostile_set(tmp_path / "one")
    gates = {"worst_class": {"by": "point"}, "findings": "note"}
    odd = f"{HOSTILE} | @everyone #12 https://elsewhere.test www.elsewhere.test `x` $y$ [a](b) ![c](d)\n# big"
    with_settings(home, gates=gates, title=odd)
    text = gold_cli("gate", home, "--format", "markdown", "--site", "https://example.com/q").stdout
    html = MarkdownIt("js-default", {"linkify": False}).render(text)
    for markup in ("<img", "<script", "<h1", "<code", 'href="b"', "elsewhere.test<"):
        assert markup not in html.replace("\u200b", "")
    assert "@everyone" not in text
    assert "#12" not in text
    assert "https://elsewhere" not in text
    links = [part.split('"')[0] for part in html.split('href="')[1:]]
    assert all(link.startswith("https://example.com/q/one/") for link in links)
    rows = [line for line in text.splitlines() if line.startswith("|")]
    blocks = "\n".join(line if line.startswith("|") else "" for line in text.splitlines()).split("\n\n")
    assert rows
    for block in filter(str.strip, blocks):
        cells = {line.replace("\\|", "").count("|") for line in block.strip().splitlines()}
        assert len(cells) == 1, block


@pytest.mark.parametrize("sets", [1, 12])
def test_it_is_cut_before_it_is_too_long(gold_cli: Cli, tmp_path: Path, sets: int) -> None:
    """At a line, with a sentence that says so; what is not met comes first."""
    long = "語" * 3000
    for at in range(sets):
        ids = [f"{at}-{long}-{i}" for i in range(60)]
        write_set(
            tmp_path / f"sets/s{at:02d}",
            [asked(q, f"p{i}", query=long) | {"class": f"{long}{i % 6}"} for i, q in enumerate(ids)],
            corpora={"b": [passage(f"p{i}", f"text {i}") for i in range(60)]},
            runs={"old": {q: [f"p{i}"] for i, q in enumerate(ids)}, "new": {q: ["p0"] for q in ids}},
            sidecars={"old": {"date": "2026-01-01"}, "new": {"date": "2026-02-01"}},
            settings={"gates": {"findings": "error"} if at else {"worst_class": {}}, "title": f"{long} {at}"},
        )
    result = gold_cli("gate", tmp_path / "sets", "--format", "markdown", "--site", "https://example.com")
    assert result.exit_code == 1
    assert len(result.stdout.encode()) < GITHUB
    assert "lost 59, won 0, of 60" in result.stdout.split("\n\n")[1]
    assert "worst class" in result.stdout.split("\n\n")[1]
    assert ("Cut here" in result.stdout) == (sets > 1)
    if sets > 1:
        assert result.stdout.endswith("[the site](https://example.com/) has the rest.\n")
