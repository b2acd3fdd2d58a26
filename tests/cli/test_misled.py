"""What a command says where it was given the wrong thing: the place, what is wrong, and how to mend it."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.write.make_sets import asked, plain_set, write_set

Cli = Callable[..., Any]
NOWHERE = ("status", "gate", "build-site", "freeze", "retire", "split", "redact", "reanchor", "selftest")


@pytest.mark.parametrize("command", NOWHERE)
def test_a_path_that_is_not_there_is_said_not_to_be(gold_cli: Cli, tmp_path: Path, command: str) -> None:
    """And not to be of the wrong kind."""
    result = gold_cli(command, tmp_path / "nowhere")
    assert result.exit_code == 2
    assert f"{tmp_path}/nowhere: no such f" in result.stderr


@pytest.mark.parametrize("command", ["status", "gate", "build-site", "freeze", "retire", "split", "selftest"])
def test_a_file_in_a_folders_place_is_not_said_to_be_missing(gold_cli: Cli, tmp_path: Path, command: str) -> None:
    """It is there."""
    (tmp_path / "labels.qrels").write_text("q 0 a 1\n")
    result = gold_cli(command, tmp_path / "labels.qrels")
    assert result.exit_code == 2
    assert "labels.qrels: is a file, not a folder" in result.stderr


@pytest.mark.parametrize("command", ["score", "compare", "status", "build-site"])
def test_a_measure_of_the_settings_is_refused_with_its_line(gold_cli: Cli, tmp_path: Path, command: str) -> None:
    """One of the command line has none."""
    home = plain_set(tmp_path / "one", settings={"measures": ["Luck@5"]})
    result = gold_cli(command, home)
    assert result.exit_code == 2
    assert f"{home}/gold.yaml:2: unknown measure 'Luck' in 'Luck@5': known are AnswerRecall" in result.stderr
    assert "gold: unknown measure 'Luck': known are" in gold_cli("score", home, "-m", "Luck").stderr


def test_hidden_folders_are_no_sets(gold_cli: Cli, tmp_path: Path) -> None:
    """What an editor or a notebook keeps of a set is not read beside it."""
    plain_set(tmp_path / "sets/one")
    (tmp_path / "sets/.checkpoints").mkdir()
    (tmp_path / "sets/.checkpoints/one-v1.jsonl").write_text("{}\n")
    (row,) = json.loads(gold_cli("status", tmp_path / "sets", "--format", "json").stdout)["sets"]
    assert row["set"] == "one"


def test_errors_are_mended_before_anything_is_read(gold_cli: Cli, tmp_path: Path) -> None:
    """The words of the next step are those of its command: no site is built over an error."""
    home = plain_set(tmp_path / "one", settings={"production": "nobody"})
    (row,) = json.loads(gold_cli("status", home, "--format", "json").stdout)["sets"]
    assert row["next"] == {"text": "Mend 1 error", "page": "findings.html", "command": f"gold validate {home}"}
    assert f"next     Mend 1 error: gold validate {home}" in gold_cli("status", home).stdout


def test_only_unanswerable_cases_are_scored_by_refusals(gold_cli: Cli, tmp_path: Path) -> None:
    """No label would help; and what is compared is counted."""
    cases = [{"query_id": f"q{i}", "query": f"what of {i}", "unanswerable": True} for i in range(12)]
    refused: dict[str, list[str]] = {f"q{i}": [] for i in range(12)}
    home = write_set(tmp_path / "one", cases, runs={"a": refused | {"q1": ["p"]}, "b": refused})
    result = gold_cli("score", home)
    assert result.exit_code == 3
    assert "all cases are unanswerable, and no ranking of a can be scored. Score refusals: -m Refusal" in result.stderr
    compared = gold_cli("compare", home)
    assert ".." not in compared.stderr
    told = gold_cli("compare", home, "-m", "Refusal").stdout
    assert "No case with an answer, 12 unanswerable cases compared." in told


def test_proposed_and_retired_cases_are_not_counted_as_the_sets(gold_cli: Cli, tmp_path: Path) -> None:
    """The same number in the commands, and on the site."""
    cases = [asked("q1"), asked("q2", status="proposed"), asked("q3", status="retired")]
    rankings = {"q1": ["p1"]}
    home = write_set(tmp_path / "one", cases, runs={"a": rankings, "b": rankings})
    assert gold_cli("score", home).stdout.startswith("one v1 (1 case)\n")
    assert gold_cli("status", home).stdout.startswith("one v1 (1 case)\n")
    documents = [
        json.loads(gold_cli(*args, "--format", "json").stdout) for args in (("score", home), ("compare", home))
    ]
    assert [document["testset"]["cases"] for document in documents] == [1, 1]


def test_a_version_beside_itself_is_not_held_against_the_changelog(gold_cli: Cli, tmp_path: Path) -> None:
    """Its section tells of the step to it, which is not the one that was asked for."""
    home = write_set(
        tmp_path / "one", [asked("q1")], prose={"CHANGELOG.md": "## v1 - 2026-01-01\n\n- Added: q1: new\n"}
    )
    result = gold_cli("diff", home, home)
    assert (result.exit_code, result.stdout) == (0, "one v1 to v1: nothing changed\n")


def test_a_stratum_that_no_case_has_keeps_nothing(gold_cli: Cli, tmp_path: Path) -> None:
    """So it is a slip, and what it was to keep would leave."""
    home = write_set(
        tmp_path / "one", [asked("q1", stratum="frequent"), asked("q2", stratum="SECRET", split="held_back")]
    )
    result = gold_cli("retire", home, "--keep-stratum", "frequnt")
    assert result.exit_code == 2
    assert "--keep-stratum frequnt: no case has this stratum: the set has frequent\n" in result.stderr


def test_no_question_is_no_empty_file(gold_cli: Cli, tmp_path: Path) -> None:
    """A harness that is given nothing would make a run of nothing."""
    result = gold_cli("questions", write_set(tmp_path / "one", [asked("q1", status="retired")]))
    assert (result.exit_code, result.stdout) == (3, "")
    assert "one-v1.jsonl: no confirmed case outside the held-back part: nothing to ask" in result.stderr


def test_a_lacking_build_is_to_be_named(gold_cli: Cli, tmp_path: Path) -> None:
    """The set has none, so a file is."""
    result = gold_cli("coverage", write_set(tmp_path / "one", [asked("q1")]))
    assert result.exit_code == 2
    assert "the set has none; name one's file" in result.stderr


def test_a_set_that_is_named_twice_is_counted_once(gold_cli: Cli, tmp_path: Path) -> None:
    """However it is spelt."""
    home = plain_set(tmp_path / "one")
    once, twice = gold_cli("validate", home), gold_cli("validate", home, f"{home}/")
    assert once.stderr == twice.stderr


def test_both_numbers_of_a_part_are_written_alike(gold_cli: Cli, tmp_path: Path) -> None:
    """1 001 of 1 001, not 1001 of 1 001."""
    cases = [asked(f"q{i}") for i in range(1001)]
    home = write_set(tmp_path / "one", cases, runs={"a": {case["query_id"]: ["p1"] for case in cases}})
    assert "1\u202f001 of 1\u202f001 questions with an answer can be answered" in gold_cli("status", home).stdout
