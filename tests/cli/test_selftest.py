"""`gold selftest` finds every planted defect, and says so where a rule has stopped looking."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from gold.check import rules
from gold.check.plants import PLANTS

Cli = Callable[..., Any]
ATLAS = Path(__file__).parents[2] / "testsets/atlas"


def test_every_defect_is_found(gold_cli: Cli) -> None:
    """In a copy of the demo set."""
    result = gold_cli("selftest", ATLAS)
    assert result.exit_code == 0, result.stdout
    assert f"all {len(PLANTS)} planted defects were found" in result.stdout


def test_a_set_without_a_jsonl_run(gold_cli: Cli, tmp_path: Path) -> None:
    """No defect is planted in one, so none is asked for."""
    home = Path(shutil.copytree(ATLAS, tmp_path / "atlas"))
    for run in home.glob("runs/hybrid-*"):
        run.unlink()
    result = gold_cli("selftest", home)
    assert (result.exit_code, "MISSED" in result.stdout) == (0, False)


def test_every_rule_has_a_defect() -> None:
    """A rule that nothing is planted for could stop looking, and nobody would see it."""
    assert {plant.rule for plant in PLANTS} == set(rules.BY_NAME)


def test_a_rule_that_does_not_look_is_told(gold_cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    """The exit code is 1, and the defect is named."""
    blind = rules.BY_NAME["weight"]._replace(look=lambda subject: ())
    monkeypatch.setitem(rules.BY_NAME, "weight", blind)
    result = gold_cli("selftest", ATLAS)
    assert result.exit_code == 1
    assert "MISSED weight: a weight of -1" in result.stdout


def test_without_a_set_the_answer_says_to_give_one(
    gold_cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The demo set lies in the clone only."""
    monkeypatch.chdir(tmp_path)
    result = gold_cli("selftest")
    assert (result.exit_code, "give the folder of a set" in result.stderr) == (2, True)


def test_a_set_that_nothing_can_be_planted_in(gold_cli: Cli, tmp_path: Path) -> None:
    """It is refused, with what it lacks."""
    (tmp_path / "x-v1.jsonl").write_text('{"query_id": "q", "query": "x"}\n')
    result = gold_cli("selftest", tmp_path)
    assert result.exit_code == 2
    assert "needs a version in JSONL, a build and a .trec run" in result.stderr
