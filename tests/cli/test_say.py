"""What files hold is no command to the terminal that shows it."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from gold.cli.say import harmless, say

Cli = Callable[..., Any]
TITLE = "\x1b]0;owned\x07"


def test_control_characters_are_spelled_out() -> None:
    """Those of both sets; tabs and line feeds lay out text and stay."""
    assert harmless(f"a\t{TITLE}\n\x9b31mé") == "a\t\\x1b]0;owned\\x07\n\\x9b31mé"


def test_a_terminal_gets_no_commands(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """A pipe gets what is there, byte for byte."""
    say(TITLE, nl=False)
    assert capsys.readouterr().out == TITLE
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    say(TITLE, nl=False)
    assert capsys.readouterr().out == "\\x1b]0;owned\\x07"


def test_an_error_gives_no_commands(gold_cli: Cli, tmp_path: Path) -> None:
    """Errors name ids and values of files."""
    twice = [f'{{"query_id": "q\\u001b[31m", "query": "{query}"}}\n' for query in ("one", "two")]
    (tmp_path / "one-v1.jsonl").write_text("".join(twice), "utf-8")
    (tmp_path / "r.jsonl").write_text('{"query_id": "q", "ranking": ["p"]}\n', "utf-8")
    result = gold_cli("score", tmp_path / "one-v1.jsonl", tmp_path / "r.jsonl")
    assert result.exit_code == 2
    assert "\x1b" not in result.stderr
    assert "q\\x1b[31m" in result.stderr
