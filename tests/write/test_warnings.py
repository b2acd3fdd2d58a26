"""What a build says on stderr of runs that it could not use."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from tests.write.make_sets import plain_set

Cli = Callable[..., Any]


def test_a_run_without_numbers_is_named(gold_cli: Cli, tmp_path: Path) -> None:
    """One line for each run that could not be scored, and for each setting that names no run."""
    home = plain_set(tmp_path / "sets" / "one", settings={"candidate": "r9", "production": "old"})
    (home / "runs" / "odd.jsonl").write_text('{"query_id": "elsewhere", "ranking": ["p0"]}\n')
    (home / "runs" / "odd.yaml").write_text("corpus: build\n")
    result = gold_cli("build-site", tmp_path / "sets", "--out", tmp_path / "site")
    assert result.exit_code == 0
    said = result.stderr.splitlines()
    assert [line for line in said if "run odd is not scored: " in line]
    assert "warning: one: gold.yaml names r9 as candidate, and there is no such run" in said
    assert len(said) == 2
