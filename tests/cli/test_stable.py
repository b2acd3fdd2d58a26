"""Stable cases: out of every score of the set, asked with it, and scored on a page of their own."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.cli.test_living_pages import words
from tests.write.make_sets import asked, lines, passage, write_set

Cli = Callable[..., Any]
STABLE = """\
- query_id: easy
  query: what of easy
  answer: An easy one.
  status: retired
  judgments: [{passage_id: p1, grade: 2}]
- query_id: old
  query: what of old
  status: retired
  judgments: [{passage_id: p2, grade: 2}]
- query_id: draft
  query: what of draft
  status: proposed
  judgments: [{passage_id: p2, grade: 2}]
- query_id: secret
  query: HUSH
  status: retired
  judgments: [{passage_id: p2, grade: 2}]
"""


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """Two versions, the older of which has a case that is stable now; three runs, the last of which is asked both."""
    sidecar = {"corpus": "build", "version": 2}
    home = write_set(
        tmp_path / "one",
        [asked("q1", "p1"), asked("old", "p2"), asked("secret", "p2", query="HUSH", split="held_back")],
        corpora={"build": [passage("p1", "one"), passage("p2", "two"), passage("p3", "three")]},
        runs={
            "first": {"q1": ["p1"]},
            "second": {"q1": ["p1"]},
            "third": {"q1": ["p1"], "easy": ["p1"], "old": ["p3", "p1"], "secret": ["p3"]},
        },
        sidecars={
            "first": sidecar | {"version": 1, "date": "2026-01-01"},
            "second": sidecar | {"date": "2026-02-01"},
            "third": sidecar | {"date": "2026-03-01"},
        },
    )
    lines(home / "one-v2.jsonl", [asked("q1", "p1")])
    (home / "stable.yaml").write_text(STABLE)
    return home


def built(gold_cli: Cli, home: Path, *options: str) -> tuple[Path, str]:
    """The set's pages, and what was said."""
    site = home.parent / "site"
    result = gold_cli("build-site", home, "--out", site, *options)
    assert result.exit_code == 0, result.output
    return site / "one", result.stderr


def test_a_check_wants_the_same_options(gold_cli: Cli, home: Path) -> None:
    """With the stable cases or without them, and the reason says which."""
    built(gold_cli, home, "--stable")
    args = ("build-site", home, "--out", home.parent / "site", "--check")
    assert gold_cli(*args, "--stable").exit_code == 0
    unlike = gold_cli(*args)
    assert (unlike.exit_code, "because it was built with --stable: check with it too" in unlike.stdout) == (1, True)
    built(gold_cli, home)
    unlike = gold_cli(*args, "--stable")
    assert "because it was built without --stable: check without it too" in unlike.stdout


def test_what_the_newest_run_breaks(gold_cli: Cli, home: Path) -> None:
    """Named on stderr and first on the page; a run without them was not asked, unless its version has one."""
    site, said = built(gold_cli, home, "--stable")
    line = "third, asked 2 of 2 stable cases, fails 1: old."
    assert f"warning: one: {line}" in said
    page = words(site / "stable.html")
    assert page.startswith(f"Stable cases ▼ {line}")
    assert "third 2026-03-01 build 2 of 2 0.500 0.500 old" in page
    assert "old what of old wrong passage, its document at rank 1 failed" in page
    assert "easy what of easy rank 1 An easy one." in page
    assert "second" not in page
    document = json.loads((site / "data/stable.json").read_text())
    assert document["cases"] == ["easy", "old"]
    (run,) = document["runs"]
    assert (run["run"], run["n"], run["measures"]) == ("third", 2, {"AnswerRecall@5": 0.5, "RR(rel=1)@10": 0.5})


def test_a_run_that_was_not_asked(gold_cli: Cli, home: Path) -> None:
    """That the newest run was asked none is said; so is that nobody was."""
    (home / "runs/fourth.jsonl").write_text('{"query_id": "q1", "ranking": ["p1"]}\n')
    (home / "runs/fourth.yaml").write_text("corpus: build\nversion: 2\ndate: 2026-04-01\n")
    (home / "runs/third.jsonl").write_text(
        '{"query_id": "q1", "ranking": ["p1"]}\n{"query_id": "easy", "ranking": ["p1"]}\n'
    )
    said = built(gold_cli, home, "--stable")[1]
    assert "fourth, the newest run, was asked none of 2 stable cases; third answered 1 of 2 stable cases." in said
    (home / "runs/third.jsonl").write_text('{"query_id": "q1", "ranking": ["p1"]}\n')
    said = built(gold_cli, home, "--stable")[1]
    assert "No run was asked any of 2 stable cases: nobody would see one break." in said


def test_they_count_in_no_score(gold_cli: Cli, home: Path) -> None:
    """The set's scores are the same with and without them, and without the option there is no page of them."""
    with_them = built(gold_cli, home, "--stable")[0] / "data/scores.json"
    scores = with_them.read_text()
    site, said = built(gold_cli, home)
    assert said == ""
    assert (site / "data/scores.json").read_text() == scores
    assert not (site / "stable.html").exists()
    assert "stable.html" not in (site / "index.html").read_text()
    assert "in the run but not in the set" not in gold_cli("score", home, "third").stdout


def test_what_a_harness_asks(gold_cli: Cli, home: Path) -> None:
    """The set's questions, then the stable ones that were confirmed; held-back and proposed ones never."""
    rows = [json.loads(line) for line in gold_cli("questions", home, "--stable").stdout.splitlines()]
    assert [row["query_id"] for row in rows] == ["q1", "easy", "old"]
    assert [json.loads(line)["query_id"] for line in gold_cli("questions", home).stdout.splitlines()] == ["q1"]
    (home / "stable.yaml").unlink()
    result = gold_cli("questions", home, "--stable")
    assert (result.exit_code, result.stdout) == (2, "")
    assert "no stable.yaml: `gold retire` makes one" in result.stderr


def test_held_back_cases_are_nowhere(gold_cli: Cli, home: Path) -> None:
    """A case that any version holds back is no stable one: neither its id nor its words are told, nor that it is."""
    site, said = built(gold_cli, home, "--stable")
    told = [
        said,
        *(path.read_text() for path in site.rglob("*") if path.suffix in (".html", ".json", ".jsonl", ".csv")),
    ]
    assert [word for word in ("HUSH", "secret") for text in told if word in text] == []


@pytest.mark.parametrize("text", ["", "[]\n"])
def test_an_empty_list(gold_cli: Cli, home: Path, text: str) -> None:
    """Renders and says so."""
    (home / "stable.yaml").write_text(text)
    site, said = built(gold_cli, home, "--stable")
    assert said == ""
    assert "stable.yaml holds no case." in words(site / "stable.html")
    (home / "stable.yaml").unlink()
    assert not (built(gold_cli, home, "--stable")[0] / "stable.html").exists()
