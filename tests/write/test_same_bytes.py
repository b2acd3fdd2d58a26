"""The same input gives the same bytes, whatever the process is like."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from gold.cli import placed
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
    monkeypatch.setattr(placed, "WORTH_A_PROCESS", 1)
    for jobs in (1, 2):
        assert (
            gold_cli("build-site", tmp_path / "one", "--out", tmp_path / f"site{jobs}", "--jobs", jobs).exit_code == 0
        )
    assert snapshot(tmp_path / "site1") == snapshot(tmp_path / "site2")


def test_a_process_of_its_own_draws_the_same(root: Path, tmp_path: Path) -> None:
    """A rebuild of many pages starts one, while no engine runs; drawings come in the order they were asked for in."""
    program = f"""
from gold.pages.chart import Chart
from gold.write.charts import ENGINE, WORTH_A_PROCESS, drawer
from gold.write.folder import SiteFolder, Written
import sys

before = {{f"page{{i}}.html": Written("", 0) for i in range(WORTH_A_PROCESS)}}
charts = [Chart("score", ({{"class": "a", "place": 0, "score": n / 4}},), {{"title": "t"}}, "a") for n in (1, 3)]
drawn, started = [], []
for jobs in (2, 1, 2):
    with drawer(SiteFolder({str(tmp_path)!r}, before), jobs) as begin:
        drawn.append(begin(charts)())
    started.append(ENGINE in sys.modules)
assert drawn[0] == drawn[1] == drawn[2]
assert drawn[0][0] != drawn[0][1]
assert started == [False, True, True]
"""
    env = os.environ | {"PYTHONPATH": str(root / "src")}
    subprocess.run([sys.executable, "-c", program], env=env, check=True, timeout=120)
