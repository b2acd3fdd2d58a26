"""`gold bridge`: which version it begins at, what it prints, how it ends, and what it never shows."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from tests.cli.conftest import write_run

if TYPE_CHECKING:
    from click.testing import Result

Cli = Callable[..., "Result"]
RR = "RR(rel=1)"


def told(result: Result) -> dict[str, Any]:
    """The JSON document that a command printed."""
    assert result.exit_code == 0, result.output
    document: dict[str, Any] = json.loads(result.stdout)
    return document


def test_it_begins_at_the_version_that_the_baseline_declares(gold_cli: Cli, home: Path) -> None:
    """And ends at the newest; each run on its own build."""
    document = told(gold_cli("bridge", home, "second", "first", "-m", "RR", "--format", "json"))
    assert document["from"] == {"version": "v1", "run": "second", "corpus": "windows"}
    assert document["to"] == {"version": "v2", "run": "first", "corpus": "sections"}
    (way,) = (measure["overall"] for measure in document["measures"].values())
    # v1, windows: q1 1/2, ü3 0 (its words are in no build). v2, sections: q1 1, q2 1 (added), ü3 0.
    assert (way["start"], way["start_n"], way["end"], way["end_n"]) == (0.25, 2, pytest.approx(2 / 3), 3)
    assert [step["step"] for step in way["steps"]] == [
        "removed",
        "reworded",
        "relabelled",
        "corpus",
        "system",
        "added",
    ]
    assert [step["n"] for step in way["steps"]] == [0, 0, 0, 1, 1, 1]
    assert [step["delta"] for step in way["steps"]] == pytest.approx(
        [0, 0, 0, (0.5 - 0.25) + (0.5 - 1), 0.5, 2 / 3 - 0.5]
    )
    assert (way["system_first"], way["system_first_n"]) == (0.5, 1)


def test_start_and_end_are_what_score_says(gold_cli: Cli, home: Path) -> None:
    """Of the old version's file, and of the set."""
    way = told(gold_cli("bridge", home, "second", "first", "--format", "json"))["measures"][RR]["overall"]
    for name, path, run in (("start", home / "small-v1.jsonl", "second"), ("end", home, "first")):
        (scored,) = told(gold_cli("score", path, run, "--format", "json"))["runs"]
        value = scored["overall"]["measures"][RR]
        assert (way[name], way[f"{name}_n"]) == (pytest.approx(value["value"], abs=1e-12), value["n"])


def test_a_version_can_be_asked_for(gold_cli: Cli, home: Path) -> None:
    """Written v1 or 1; the newest leaves only the build and the system."""
    document = told(gold_cli("bridge", home, "first", "third", "--from", "1", "--format", "json"))
    assert document["from"]["version"] == "v1"
    newest = told(gold_cli("bridge", home, "first", "third", "--from", "v2", "-m", "RR", "--format", "json"))
    steps = newest["measures"][RR]["overall"]["steps"]
    assert {step["step"] for step in steps if step["n"]} == {"system"}


def test_without_runs_it_takes_those_that_the_site_compares(gold_cli: Cli, home: Path) -> None:
    """By the settings, else by date: here the newest and the one before it."""
    (home / "runs/lost.jsonl").unlink()
    (home / "runs/third.jsonl").unlink()
    assert told(gold_cli("bridge", home, "--format", "json")) == told(
        gold_cli("bridge", home, "first", "second", "--format", "json")
    )


def test_table_and_markdown_say_the_sentences(gold_cli: Cli, home: Path) -> None:
    """The verdict first, then the way overall and per class."""
    table = gold_cli("bridge", home, "second", "first", "-m", "RR", "--by", "class").stdout
    assert "- Of +0.417, +0.500 is the system, −0.250 the corpus build, +0.167 added questions." in table
    assert "Taken first, on v1, the system is +0.500" in table
    assert "The 1 added question scores 1.000 against 0.500 for the 2 kept ones: too few" in table
    assert [line.split("  ")[0] for line in table.splitlines() if line.startswith("class: ")] == [
        "class: =odd",
        "class: literal",
    ]
    lines = gold_cli("bridge", home, "second", "first", "--format", "markdown").stdout.splitlines()
    assert [line for line in lines if line.startswith("| ---")] != []


@pytest.mark.parametrize(
    ("args", "code"),
    [
        (("first",), 2),
        (("first", "second", "third"), 2),
        (("first", "none"), 2),
        (("--corpus", "sections"), 2),
        (("first", "third", "--from", "v9"), 2),
        (("first", "third", "--from", "newest"), 2),
        (("first", "third"), 0),
    ],
)
def test_every_exit_code(gold_cli: Cli, home: Path, args: tuple[str, ...], code: int) -> None:
    """0 with words on stdout; 2 with words on stderr only."""
    result = gold_cli("bridge", home, *args)
    assert result.exit_code == code, result.output
    assert bool(result.stdout) == (code == 0)
    assert bool(result.stderr) == (code != 0)


def test_one_run_is_nothing_to_compare(gold_cli: Cli, home: Path) -> None:
    """Exit code 3, and the reason."""
    for name in ("second", "third", "lost"):
        (home / f"runs/{name}.jsonl").unlink()
    result = gold_cli("bridge", home)
    assert (result.exit_code, "nothing to compare: one run" in result.stderr) == (3, True)


@pytest.mark.parametrize("form", ["table", "json", "markdown"])
def test_held_back_cases_are_named_nowhere(gold_cli: Cli, home: Path, form: str) -> None:
    """Neither id nor words, though the first version had the case in its open part."""
    old = home / "small-v1.jsonl"
    old.write_text(old.read_text("utf-8").replace('"held_back"', '"dev"'), "utf-8")
    result = gold_cli("bridge", home, "second", "first", "--format", form)
    assert result.exit_code == 0
    assert [word for word in ("SECRET", "HUSH") if word in result.output] == []


def test_opposite_signs_are_said_aloud(gold_cli: Cli, home: Path) -> None:
    """A label that moved from what the old run finds to what the new one finds turns the verdict."""
    row = {"query_id": "q", "query": "which", "judgments": [{"passage_id": "s1", "grade": 2}]}
    (home / "small-v1.jsonl").write_text(json.dumps(row) + "\n", "utf-8")
    row["judgments"] = [{"passage_id": "s2", "grade": 2}]
    (home / "small-v2.jsonl").write_text(json.dumps(row) + "\n", "utf-8")
    write_run(home / "runs/old.jsonl", {"q": ["s1", "s2"]}, "corpus: sections\nversion: 1\n")
    write_run(home / "runs/new.jsonl", {"q": ["s2", "s1"]}, "corpus: sections\nversion: 2\n")
    table = gold_cli("bridge", home, "old", "new", "-m", "RR").stdout
    assert "Of 0.000, +0.500 is the system, −0.500 relabelling." in table
    assert "the signs are opposite" in table
    assert "\nq          1.000       0.500" in table
