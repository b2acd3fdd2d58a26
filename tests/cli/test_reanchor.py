"""`gold reanchor`: what it writes, what it tells, and that it does so once."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from tests.cli.conftest import write_lines

if TYPE_CHECKING:
    from click.testing import Result

Cli = Callable[..., "Result"]
ROWS: tuple[dict[str, Any], ...] = (
    {"query_id": "moved", "query": "when", "judgments": [{"passage_id": "old", "quote": "thirty days", "grade": 2}]},
    {"query_id": "lost", "query": "how much", "judgments": [{"doc_id": "fees", "quote": "nine dollars", "grade": 1}]},
    {"query_id": "SECRET", "query": "HUSH", "split": "held_back",
     "judgments": [{"passage_id": "old", "quote": "thirty days", "grade": 2}]},
)  # fmt: skip


@pytest.fixture
def shop(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A set with one build, on 2026-05-01."""
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1777636800")
    home = tmp_path / "shop"
    write_lines(home / "shop-v1.jsonl", ROWS)
    write_lines(home / "corpora/now.jsonl", [{"passage_id": "new", "doc_id": "d", "text": "Within thirty days."}])
    return home


def test_a_version_a_section_and_nothing_twice(gold_cli: Cli, shop: Path) -> None:
    """Anchors and nothing else change; no held-back case is named; a second time there is nothing to write."""
    result = gold_cli("reanchor", shop, "--corpus", "now")
    assert (result.exit_code, result.stdout.splitlines()) == (0, [
        "shop v1 in now: 2 of 3 lost or moved labels have the same text",
        "- moved label 1: new",
        "- 1 of held-back cases",
        "left to a person: 1",
        "- lost label 1",
        f"wrote {shop}/CHANGELOG.md",
        f"wrote {shop}/shop-v2.jsonl",
    ])  # fmt: skip
    after = [json.loads(line) for line in (shop / "shop-v2.jsonl").read_text().splitlines()]
    expected = json.loads(json.dumps(ROWS))
    for at in (0, 2):
        expected[at]["judgments"][0]["passage_id"] = "new"
    assert after == expected
    assert (shop / "CHANGELOG.md").read_text() == (
        "# Changes\n\n## v2 - 2026-05-01\n\nLabels were anchored anew in now. No grade changed.\n\nAnchored anew:\n\n"
        "- moved: the same text under another passage, heading or document\n"
    )
    files = sorted(path.name for path in shop.iterdir())
    again = gold_cli("reanchor", shop)
    assert again.stdout.splitlines()[-1] == "nothing written"
    assert sorted(path.name for path in shop.iterdir()) == files


def test_a_dry_run_writes_nothing(gold_cli: Cli, shop: Path) -> None:
    """It says the same."""
    result = gold_cli("reanchor", shop, "--dry-run")
    assert "- moved label 1: new" in result.stdout
    assert not (shop / "shop-v2.jsonl").exists()


def test_what_cannot_be_done_is_refused(gold_cli: Cli, shop: Path, tmp_path: Path) -> None:
    """No build, no such build, no version file."""
    (tmp_path / "labels.qrels").write_text("q 0 d 1\n")
    assert gold_cli("reanchor", shop, "--corpus", "then").exit_code == 2
    assert gold_cli("reanchor", tmp_path / "labels.qrels").exit_code == 2
    (shop / "corpora/now.jsonl").unlink()
    assert "no corpus build to anchor labels in" in gold_cli("reanchor", shop).stderr
