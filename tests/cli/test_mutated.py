"""Broken copies of the set that the project ships, through the commands: an exit code and words, never a traceback."""

from __future__ import annotations

import random
import shutil
import traceback
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from gold.cli import gold
from tests.cli.mutate import mutated

KEPT = ("gold.yaml", "CARD.md", "CHANGELOG.md", "atlas-v1.jsonl", "atlas-v2.jsonl")
RUNS = ("bm25-2026-04.trec", "bm25-2026-04.yaml", "hybrid-2026-04.jsonl", "hybrid-2026-04.yaml")
BUILD = "windows-2026-04"
SECONDS = 10


def demo(root: Path, home: Path) -> list[Path]:
    """A small copy of the shipped set: fewer cases, passages and runs; its files."""
    shipped = root / "testsets" / "atlas"
    (home / "runs").mkdir(parents=True)
    (home / "corpora").mkdir()
    for name in (*KEPT, *(f"runs/{run}" for run in RUNS)):
        shutil.copy(shipped / name, home / name)
    _shorten(home / "atlas-v1.jsonl", 12)
    _shorten(home / "atlas-v2.jsonl", 20)
    _shorten(home / "runs" / RUNS[0], 150)
    shutil.copy(shipped / "corpora" / f"{BUILD}.jsonl", home / "corpora")
    _shorten(home / "corpora" / f"{BUILD}.jsonl", 60)
    settings = home / "gold.yaml"
    settings.write_text(settings.read_text().replace("hybrid-2026-06", "hybrid-2026-04"))
    return sorted(path for path in home.rglob("*") if path.is_file())


def _shorten(path: Path, lines: int) -> None:
    path.write_bytes(b"".join(path.read_bytes().splitlines(keepends=True)[:lines]))


def faults(command: Sequence[object]) -> str:
    """What is wrong with how a command ended: nothing, where it gave an exit code of its own and no traceback."""
    result = CliRunner().invoke(gold, [str(part) for part in command])
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        return "".join(traceback.format_exception(result.exception))
    if result.exit_code not in (0, 1, 2, 3) or "Traceback" in result.output:
        return f"exit code {result.exit_code}: {result.output}"
    if result.exit_code and not result.stderr.strip():
        return f"exit code {result.exit_code} without a word"
    return ""


@pytest.fixture
def tried(root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[range, bool], None]:
    """Breaks one file of the set by each seed and runs the commands on it; `site` builds the site too."""
    from gold.write import charts

    monkeypatch.setattr(charts, "draw", lambda chart: f"<svg><title>{chart.kind}</title></svg>")  # slow, and tested
    files = demo(root, tmp_path / "sets" / "atlas")
    whole = {path: path.read_bytes() for path in files}
    home, site = tmp_path / "sets" / "atlas", tmp_path / "site"
    commands: list[tuple[object, ...]] = [
        ("questions", home),
        ("coverage", home, BUILD),
        ("score", home, "bm25-2026-04", "hybrid-2026-04", "--per-query", "--format", "json"),
        ("compare", home, "bm25-2026-04", "hybrid-2026-04"),
    ]

    def attempt(seeds: range, with_site: bool) -> None:
        assert [faults(command) for command in commands] == [""] * len(commands)
        for seed in seeds:
            chance = random.Random(seed)
            broken = chance.choice(files)
            broken.write_bytes(mutated(whole[broken], chance))
            asked = [chance.choice(commands)]
            if with_site:
                asked = [*commands, ("build-site", tmp_path / "sets", "--out", site, "--jobs", 1)]
            for command in asked:
                found = faults(command)
                assert not found, (
                    f"seed {seed}, {broken.name}, gold {command[0]}:\n{found}\n{broken.read_bytes()[:2000]!r}"
                )
            broken.write_bytes(whole[broken])

    return attempt


def test_no_broken_file_gives_a_traceback(tried: Callable[[range, bool], None]) -> None:
    """Each of 300 broken copies gives an exit code from 0 to 3, and words where it is not 0."""
    tried(range(300), False)


def test_no_broken_file_breaks_the_site(tried: Callable[[range, bool], None]) -> None:
    """Nor does building the site, nor any command before it."""
    tried(range(1000, 1012), True)


@pytest.mark.soak
def test_no_broken_file_gives_a_traceback_for_long(tried: Callable[[range, bool], None]) -> None:
    """The same for thousands of copies, each through all commands."""
    tried(range(10_000, 13_000), True)


def test_mutations_are_seeded(root: Path) -> None:
    """The same seed breaks a file the same way, so that a fault is found again."""
    data = (root / "testsets" / "atlas" / "atlas-v1.jsonl").read_bytes()
    made: list[Any] = [[mutated(data, random.Random(seed)) for seed in range(50)] for _ in range(2)]
    assert made[0] == made[1]
    assert len(set(made[0])) > 40
