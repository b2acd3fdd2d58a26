"""The page on what moved the score: of one version, of two, and where there is nothing to follow."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

from tests.write.make_sets import asked, lines, plain_set

Cli = Callable[..., Any]
OLD = {"old": {"corpus": "build", "date": "2026-01-01", "version": "v1"}}
NEW = {"new": {"corpus": "build", "date": "2026-02-01", "version": "v2"}}


def words_of(page: Path) -> str:
    """A page's words, without its markup."""
    html = page.read_text("utf-8")
    return " ".join(re.sub(r"<[^>]*>", " ", html[html.index("<main") : html.index("</main>")]).split())


def built(gold_cli: Cli, tmp_path: Path) -> Path:
    """The folder of the set's pages."""
    result = gold_cli("build-site", tmp_path / "sets", "--out", tmp_path / "site")
    assert result.exit_code == 0, result.output
    return tmp_path / "site" / "one"


def test_one_version_has_only_the_system(gold_cli: Cli, tmp_path: Path) -> None:
    """It says so, and the table has one step."""
    plain_set(tmp_path / "sets" / "one")
    home = built(gold_cli, tmp_path)
    words = words_of(home / "moved.html")
    assert "What moved the score No change of answer recall@5." in words
    assert "Both runs are scored on one version, v1, and one build: only the system can move the score." in words
    assert "measure start system end answer recall@5" in words
    assert "Each run on each version" not in words
    assert 'href="moved.html">What moved the score' in (home / "index.html").read_text("utf-8")


def two_versions(tmp_path: Path) -> Path:
    """A second version: one case gone, one judged otherwise, five added."""
    home = plain_set(tmp_path / "sets" / "one", sidecars=OLD | NEW)
    cases: list[Mapping[str, Any]] = [asked(f"q{i:02d}", f"p{i}") for i in range(1, 12)]
    cases[4] = asked("q05", "p0")
    lines(home / "one-v2.jsonl", [*cases, *(asked(f"r{i}", "p3") for i in range(5))])
    return home


def test_two_versions_show_each_step(gold_cli: Cli, tmp_path: Path) -> None:
    """The verdict, the other order, the added questions, the relabelled one with a link to its page."""
    two_versions(tmp_path)
    home = built(gold_cli, tmp_path)
    words, html = words_of(home / "moved.html"), (home / "moved.html").read_text("utf-8")
    assert "Of −0.312, 0.000 is the system, −0.312 added questions." in words
    assert "Taken first, on v1, the system is 0.000 (n 12), after the new labels 0.000 (n 11)." in words
    assert "The 5 added questions score 0.000 against 1.000 for the 11 kept ones: too few to tell" in words
    assert '<a href="questions/q05.html">q05</a>' in html
    overview = words_of(home / "index.html")
    assert "added questions. By answer recall@5: 1.000 for old on v1 (build, 12 questions), then" in overview
    pictures = re.findall(r'<img [^>]*alt="([^"]*?)(?:: [^"]*)?"', html)
    assert pictures == [
        "What moved answer recall@5",
        "What moved the other measures",
        "What moved answer recall@5 per class",
    ]
    assert html.index("<summary>The other measures, drawn</summary>") < html.index(pictures[1])


def test_what_is_shown_can_be_downloaded(gold_cli: Cli, tmp_path: Path) -> None:
    """As `gold bridge` prints it."""
    folder = two_versions(tmp_path)
    shown = json.loads((built(gold_cli, tmp_path) / "data" / "bridge.json").read_bytes())
    names = [argument for name in shown["measures"] for argument in ("-m", name)]
    assert json.loads(gold_cli("bridge", folder, *names, "--format", "json").stdout) == shown


@pytest.mark.parametrize(
    ("runs", "settings", "said"),
    [
        ({}, None, "Nothing to compare: no runs yet."),
        ({"old": {"q01": ["p1"]}}, None, "Nothing moved yet: old is the only run."),
        ({"old": {"q01": ["p1"]}}, {"baseline": "old"}, "Nothing to compare: the candidate old is the baseline itself"),
    ],
)
def test_without_two_runs_it_says_why(gold_cli: Cli, tmp_path: Path, runs: Any, settings: Any, said: str) -> None:
    """And there is neither a chart nor a file to download."""
    sidecars = {name: {"corpus": "build"} for name in runs}
    plain_set(tmp_path / "sets" / "one", runs=runs, sidecars=sidecars, settings=settings)
    home = built(gold_cli, tmp_path)
    assert said in words_of(home / "moved.html")
    assert "<img" not in (home / "moved.html").read_text("utf-8")
    assert not (home / "data" / "bridge.json").exists()


def test_an_old_version_without_a_score_is_no_obstacle(gold_cli: Cli, tmp_path: Path) -> None:
    """The page says what stops it; the rest of the site is built."""
    home = plain_set(tmp_path / "sets" / "one", sidecars=OLD | NEW)
    (home / "one-v1.jsonl").rename(home / "one-v2.jsonl")
    lines(home / "one-v1.jsonl", [asked("other", "p1")])
    page = built(gold_cli, tmp_path) / "moved.html"
    assert "The score cannot be followed from the old version: " in words_of(page)
    assert str(tmp_path) not in page.read_text("utf-8")
