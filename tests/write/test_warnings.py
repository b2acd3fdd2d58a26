"""What a build says on stderr of runs that it could not use."""

from __future__ import annotations

import multiprocessing
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from gold.write import questions
from tests.write.make_sets import plain_set

Cli = Callable[..., Any]


def test_a_run_without_numbers_is_named(gold_cli: Cli, tmp_path: Path) -> None:
    """One line for each run that could not be scored."""
    home = plain_set(tmp_path / "sets" / "one")
    (home / "runs" / "odd.jsonl").write_text('{"query_id": "q00", "ranking": ["elsewhere"]}\n')
    (home / "runs" / "odd.yaml").write_text("corpus: build\n")
    result = gold_cli("build-site", tmp_path / "sets", "--out", tmp_path / "site")
    assert result.exit_code == 0
    (said,) = result.stderr.splitlines()
    assert "run odd is not scored: " in said


@pytest.mark.parametrize("large", [False, True])
def test_nothing_is_built_over_an_error(
    gold_cli: Cli, tmp_path: Path, large: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The findings are said, the exit code is 1, and the old site stays as it was, whoever was at work on the new."""
    if large:
        monkeypatch.setattr(questions, "WORTH_A_PROCESS", 1)
    home = plain_set(tmp_path / "sets" / "one")
    out = tmp_path / "site"
    assert gold_cli("build-site", tmp_path / "sets", "--out", out).exit_code == 0
    before = {path: path.read_bytes() for path in out.rglob("*") if path.is_file()}
    (home / "gold.yaml").write_text("candidate: r9\n")
    result = gold_cli("build-site", tmp_path / "sets", "--out", out, "--jobs", 2)
    assert result.exit_code == 1
    assert multiprocessing.active_children() == []
    assert "gold.yaml:1: error: candidate names the run 'r9'" in result.stderr
    assert {path: path.read_bytes() for path in out.rglob("*") if path.is_file()} == before
