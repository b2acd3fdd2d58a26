"""`gold redact`: what it writes and where, what it tells, what it never touches."""

from __future__ import annotations

import gzip
import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from gold.read.cases import read_version
from gold.read.testset import read_testset
from tests.cli.conftest import write_lines
from tests.write.test_folder import snapshot

if TYPE_CHECKING:
    from click.testing import Result

Cli = Callable[..., "Result"]
MAIL = "ana@firma.de"
ROWS: tuple[dict[str, Any], ...] = (
    {"query_id": "plain", "query": "SO-2024-00123456 → 日本", "weight": 1.5, "meta": {"n": [1, 2.5, None, "x"]}},
    {"query_id": "asked", "query": f"mail {MAIL}", "judgments": [{"doc_id": "d", "grade": 2, "by": MAIL}]},
    {"query_id": "turns", "query": "and then?", "history": [{"query": "call +49 30 901820", "answer": "ok"}]},
    {"query_id": "notes", "query": "q", "judgments": [{"doc_id": "d", "grade": 2, "note": f"says {MAIL}"}]},
    {"query_id": "quote", "query": "q", "judgments": [{"doc_id": "d", "quote": f"write to {MAIL}", "grade": 2}]},
    {"query_id": "SECRET", "query": f"HUSH {MAIL}", "split": "held_back",
     "judgments": [{"doc_id": "d", "quote": f"to {MAIL}", "grade": 2}]},
)  # fmt: skip


@pytest.fixture(autouse=True)
def a_day(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is 2026-05-01."""
    moment = datetime(2026, 5, 1, 12, tzinfo=UTC)
    monkeypatch.setenv("SOURCE_DATE_EPOCH", str(int(moment.timestamp())))


@pytest.fixture
def shop(tmp_path: Path) -> Path:
    """A set of two versions with a changelog; the newest holds personal data."""
    home = tmp_path / "shop"
    write_lines(home / "shop-v1.jsonl", ROWS[:1])
    write_lines(home / "shop-v2.jsonl", ROWS)
    (home / "CHANGELOG.md").write_text("# Changes\n\n## v2 - 2026-04-01\n\n- all\n\n## v1 - 2026-03-01\n\n- first\n")
    return home


def test_the_next_version_is_masked_and_in_the_changelog(gold_cli: Cli, shop: Path) -> None:
    """Everything that was not masked is equal, the cases are named by what changed, and nothing else is left."""
    before = (shop / "shop-v2.jsonl").read_bytes()
    result = gold_cli("redact", shop)
    assert result.exit_code == 0
    assert result.stdout.splitlines() == [
        "shop v2: personal data masked in 4 of 6 cases",
        "- reworded: asked, turns",
        "- only notes and answers: notes",
        "- 1 held-back case",
        f"wrote {shop}/CHANGELOG.md",
        f"wrote {shop}/shop-v3.jsonl",
    ]
    text = (shop / "shop-v3.jsonl").read_text("utf-8")
    expected = [json.loads(json.dumps(row)) for row in ROWS]
    expected[1] |= {"query": "mail [e-mail]", "judgments": [{"doc_id": "d", "grade": 2, "by": "[e-mail]"}]}
    expected[2]["history"][0]["query"] = "call [phone]"
    expected[3]["judgments"][0]["note"] = "says [e-mail]"
    expected[5]["query"] = "HUSH [e-mail]"
    assert [json.loads(line) for line in text.splitlines()] == expected
    assert (shop / "CHANGELOG.md").read_text() == (
        "# Changes\n\n## v3 - 2026-05-01\n\nPersonal data were masked.\n\nReworded:\n\n"
        "- asked, turns: personal data masked in the question or its history\n\nNotes and answers:\n\n"
        "- notes: personal data masked; the question is as it was\n\n"
        "## v2 - 2026-04-01\n\n- all\n\n## v1 - 2026-03-01\n\n- first\n"
    )
    assert (shop / "shop-v2.jsonl").read_bytes() == before
    assert sorted(path.name for path in shop.iterdir()) == [
        "CHANGELOG.md", "shop-v1.jsonl", "shop-v2.jsonl", "shop-v3.jsonl",
    ]  # fmt: skip


def test_a_dry_run_writes_nothing(gold_cli: Cli, shop: Path) -> None:
    """It says what would be masked and where it would be written, and refuses what could not be."""
    before = snapshot(shop)
    result = gold_cli("redact", shop, "--dry-run")
    assert result.exit_code == 0
    assert result.stdout.splitlines() == [
        "shop v2: personal data would be masked in 4 of 6 cases",
        "- reworded: asked, turns",
        "- only notes and answers: notes",
        "- 1 held-back case",
        f"would write {shop}/CHANGELOG.md",
        f"would write {shop}/shop-v3.jsonl",
    ]
    assert gold_cli("redact", shop, "--dry-run", "--out", shop / "shop-v2.jsonl").exit_code == 2
    assert snapshot(shop) == before


def test_quotes_are_told_and_held_back_cases_are_not_named(gold_cli: Cli, shop: Path) -> None:
    """A line for each, the personal data not repeated; no id or word of a held-back case is shown."""
    result = gold_cli("redact", shop)
    why = "holds an e-mail address and stays as it is: a quote must match its passage"
    assert result.stderr.splitlines() == [
        f"warning: {shop}/shop-v2.jsonl:5: judgments[0].quote of quote {why}",
        f"warning: {shop}/shop-v2.jsonl:6: judgments[0].quote of a held-back case {why}",
    ]
    shown = result.output + (shop / "CHANGELOG.md").read_text()
    assert [word for word in ("SECRET", "HUSH", MAIL) if word in shown] == []


def test_a_case_held_back_in_an_earlier_version_is_not_named(gold_cli: Cli, shop: Path) -> None:
    """Once held back, never shown."""
    write_lines(shop / "shop-v1.jsonl", [{"query_id": "asked", "query": "q", "split": "held_back"}])
    result = gold_cli("redact", shop)
    assert "- reworded: turns\n" in result.stdout
    assert "- 2 held-back cases\n" in result.stdout
    assert "\n- turns: " in (shop / "CHANGELOG.md").read_text()


def test_a_second_run_has_nothing_to_write(gold_cli: Cli, shop: Path) -> None:
    """It says so, and ends well."""
    gold_cli("redact", shop)
    before = {path.name: path.read_bytes() for path in shop.iterdir()}
    result = gold_cli("redact", shop)
    assert (result.exit_code, result.stdout) == (0, "shop v3: no personal data to mask, nothing written\n")
    assert {path.name: path.read_bytes() for path in shop.iterdir()} == before


def test_allowed_cases_stay(gold_cli: Cli, shop: Path) -> None:
    """And are not told of; an id that the version lacks is."""
    (shop / "gold.yaml").write_text("privacy: {allow: [asked, quote, lost]}\n")
    result = gold_cli("redact", shop)
    assert "- reworded: turns\n" in result.stdout
    assert result.stderr.splitlines()[0] == (
        f"warning: {shop}/shop-v2.jsonl: has no lost, which privacy.allow of gold.yaml names"
    )
    assert "of quote" not in result.stderr
    assert json.loads((shop / "shop-v3.jsonl").read_text("utf-8").splitlines()[1]) == ROWS[1]


@pytest.mark.parametrize("privacy", ["{allow: all}", "{allow: [[a]]}", "{alow: [a]}"])
def test_other_privacy_settings_are_refused(gold_cli: Cli, shop: Path, privacy: str) -> None:
    """A misspelt permission must not mask, or spare, what it did not mean."""
    (shop / "gold.yaml").write_text(f"privacy: {privacy}\n")
    result = gold_cli("redact", shop)
    assert result.exit_code == 2
    assert "gold.yaml:1: " in result.stderr
    assert "(privacy.a" in result.stderr
    assert not (shop / "shop-v3.jsonl").exists()


def test_a_version_file_is_written_beside_itself(gold_cli: Cli, tmp_path: Path) -> None:
    """Packed and YAML versions are read; a lone file gets no changelog."""
    row = {"query_id": "a", "query": f"mail {MAIL}"}
    packed = tmp_path / "packed-v7.jsonl.gz"
    packed.write_bytes(gzip.compress(json.dumps(row).encode()))
    assert gold_cli("redact", packed).exit_code == 0
    (tmp_path / "yaml").mkdir()
    (tmp_path / "yaml/y-v1.yaml").write_text(f"- query_id: a\n  query: mail {MAIL}\n")
    assert gold_cli("redact", tmp_path / "yaml/y-v1.yaml").exit_code == 0
    for path in (tmp_path / "packed-v8.jsonl", tmp_path / "yaml/y-v2.jsonl"):
        assert path.read_text() == '{"query_id": "a", "query": "mail [e-mail]"}\n'
        assert not (path.parent / "CHANGELOG.md").exists()


def test_out_writes_one_file(gold_cli: Cli, shop: Path, tmp_path: Path) -> None:
    """The set is left as it is."""
    before = {path.name: path.read_bytes() for path in shop.iterdir()}
    out = tmp_path / "clean.jsonl"
    assert gold_cli("redact", shop, "--out", out).stdout.splitlines()[-1] == f"wrote {out}"
    assert len(read_version(str(out)).cases) == len(ROWS)
    assert {path.name: path.read_bytes() for path in shop.iterdir()} == before


@pytest.mark.parametrize(
    ("args", "words"),
    [
        (("{home}/shop-v1.jsonl",), None),
        (("{home}", "--out", "{home}/shop-v1.jsonl"), "is there already"),
        (("{home}", "--out", "{home}/shop-v3.yaml"), "ends in .jsonl"),
        (("{home}", "--out", "{home}/other-v9.jsonl"), "holds the versions of shop"),
        (("{home}", "--out", "{home}/nowhere/x.jsonl"), "no such folder"),
        (("{home}/stable.jsonl",), "no version number: say where to write with --out"),
        (("{home}/labels.qrels",), "is no version file"),
        (("{home}/none-v1.jsonl",), "no such file"),
    ],
)
def test_what_cannot_be_written_is_refused(gold_cli: Cli, shop: Path, args: tuple[str, ...], words: str | None) -> None:
    """Nothing is written over, and no name is taken that makes the folder unreadable; then the set is as it was."""
    write_lines(shop / "stable.jsonl", ROWS)
    (shop / "labels.qrels").write_text("q 0 d 1\n")
    before = {path.name: path.read_bytes() for path in shop.iterdir()}
    result = gold_cli("redact", *(arg.format(home=shop) for arg in args))
    assert result.exit_code == (0 if words is None else 2), result.output
    assert (words or "no personal data to mask") in result.output
    assert {path.name: path.read_bytes() for path in shop.iterdir()} == before


def test_a_number_that_another_file_has_is_refused(gold_cli: Cli, shop: Path) -> None:
    """Two files of one number would make the set unreadable."""
    (shop / "shop-v2.jsonl").unlink()
    write_lines(shop / "shop-v1.jsonl", ROWS)
    (shop / "shop-v2.yaml").write_text("- {query_id: a, query: b}\n")
    result = gold_cli("redact", shop / "shop-v1.jsonl")
    assert result.exit_code == 2
    assert "shop-v2.yaml is version 2 already" in result.stderr


def test_a_broken_off_run_is_done_again(gold_cli: Cli, shop: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Killed after the changelog and before its version, the set reads, and the next run ends it with one section."""
    program = """
import os, signal, sys
from pathlib import Path
from gold.cli import gold
Path.hardlink_to = lambda self, other: os.kill(os.getpid(), signal.SIGKILL)
gold(["redact", sys.argv[1]])
"""
    done = subprocess.run([sys.executable, "-c", program, shop], env=os.environ, check=False, timeout=60)
    assert done.returncode == -signal.SIGKILL
    changelog = (shop / "CHANGELOG.md").read_text()
    assert "## v3 - 2026-05-01" in changelog
    assert list(read_testset(str(shop)).versions) == [1, 2]
    monkeypatch.setenv("SOURCE_DATE_EPOCH", str(int(os.environ["SOURCE_DATE_EPOCH"]) + 86400))
    assert gold_cli("redact", shop).exit_code == 0
    assert (shop / "CHANGELOG.md").read_text() == changelog
    assert list(read_testset(str(shop)).versions) == [1, 2, 3]


def test_the_date_is_today_or_as_told(gold_cli: Cli, shop: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """SOURCE_DATE_EPOCH must be seconds."""
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "yesterday")
    assert gold_cli("redact", shop).exit_code == 2
    monkeypatch.delenv("SOURCE_DATE_EPOCH")
    before = datetime.now(UTC).astimezone().date().isoformat()
    assert gold_cli("redact", shop).exit_code == 0
    after = datetime.now(UTC).astimezone().date().isoformat()
    assert any(f"## v3 - {day}\n" in (shop / "CHANGELOG.md").read_text() for day in (before, after))
