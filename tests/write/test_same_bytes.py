"""The same input gives the same bytes, whatever the process is like."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from gold.write import questions
from tests.write.make_sets import hostile_set, plain_set
from tests.write.test_folder import snapshot


def test_neither_hashes_nor_locales_matter(root: Path, tmp_path: Path) -> None:
    """Two processes with other seeds, locales, folders and time zones build the same site."""
    hostile_set(tmp_path / "sets" / "hostile")
    plain_set(tmp_path / "sets" / "plain")
    for out, seed, locale in (("a", "1", "C"), ("b", "2", "de_DE.UTF-8")):
        env = os.environ | {
            "PYTHONHASHSEED": seed,
            "LC_ALL": locale,
            "TZ": f"UTC-{seed}",
            "PYTHONPATH": str(root / "src"),
        }
        command = [sys.executable, "-m", "gold", "build-site", "../sets", "--out", "site"]
        (tmp_path / out).mkdir()
        subprocess.run(command, cwd=tmp_path / out, env=env, check=True, capture_output=True)
    assert snapshot(tmp_path / "a" / "site") == snapshot(tmp_path / "b" / "site")


def test_two_processes_write_what_one_writes(gold_cli: object, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Pages made in forked processes are the same."""
    assert callable(gold_cli)
    plain_set(tmp_path / "one")
    monkeypatch.setattr(questions, "WORTH_A_PROCESS", 1)
    monkeypatch.setattr(questions, "CHUNK", 3)
    for jobs in (1, 2):
        assert (
            gold_cli("build-site", tmp_path / "one", "--out", tmp_path / f"site{jobs}", "--jobs", jobs).exit_code == 0
        )
    assert snapshot(tmp_path / "site1") == snapshot(tmp_path / "site2")
