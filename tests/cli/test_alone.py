"""Commands that read a set and write into it later take turns: none writes over what another wrote meanwhile."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from gold.cli.alone import alone
from gold.write import turn
from tests.write.make_sets import plain_set
from tests.write.test_folder import snapshot

Cli = Callable[..., Any]
WRITES = ("freeze", "retire", "split", "redact", "reanchor")


@pytest.mark.parametrize("command", WRITES)
def test_a_second_command_is_told_to_wait(
    gold_cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: str
) -> None:
    """While a look, or another of them, holds the set's folder, it ends with exit code 2 and writes nothing."""
    monkeypatch.setattr(turn, "PATIENCE", 0.1)
    home = plain_set(tmp_path / "one", cases=3)
    before = snapshot(home)
    with alone(str(home)):
        result = gold_cli(command, home)
    assert result.exit_code == 2
    assert f"{home}: another command is writing there: try again" in result.stderr
    assert snapshot(home) == before


@pytest.mark.parametrize("command", ["redact", "reanchor"])
def test_a_version_s_file_holds_its_folder(
    gold_cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: str
) -> None:
    """A version's file that is given by itself stands for the folder that it is in."""
    monkeypatch.setattr(turn, "PATIENCE", 0.1)
    home = plain_set(tmp_path / "one", cases=3)
    with alone(str(home)):
        assert gold_cli(command, home / "one-v1.jsonl").exit_code == 2


@pytest.mark.parametrize("command", WRITES)
def test_no_folder_is_made(gold_cli: Cli, tmp_path: Path, command: str) -> None:
    """A set that is not there is told as before."""
    result = gold_cli(command, tmp_path / "none")
    assert result.exit_code == 2
    assert not (tmp_path / "none").exists()
