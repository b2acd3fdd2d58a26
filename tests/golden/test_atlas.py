"""What the commands and some pages say of the shipped set, word for word; `make golden` accepts a change."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

HERE = Path(__file__).parent / "atlas"
COMMANDS = {
    "score.txt": ("score", "bm25-2026-03", "hybrid-2026-04"),
    "score.csv": ("score", "lsa-2026-04", "--by", "stratum", "--format", "csv"),
    "compare.txt": ("compare", "bm25-2026-04", "hybrid-2026-04", "--by", "class"),
    "compare.md": ("compare", "bm25-2026-03", "hybrid-2026-04", "--by", "intent", "--format", "markdown"),
    "bridge.txt": ("bridge", "--by", "class"),
    "bridge.md": ("bridge", "lsa-2026-03", "lsa-2026-04", "--from", "v1", "--by", "stratum", "--format", "markdown"),
    "coverage.txt": ("coverage", "windows-2026-04"),
    "agreement.txt": ("agreement", "--by", "class"),
    "questions.jsonl": ("questions",),
    "diff.json": ("diff", "--format", "json"),
}
PAGES = (
    "index.html",
    "atlas/index.html",
    "atlas/classes.html",
    "atlas/runs.html",
    "atlas/worst-moved.html",
    "atlas/moved.html",
    "atlas/coverage.html",
    "atlas/versions.html",
    "atlas/version-v2.html",
    "atlas/agreement.html",
    "atlas/disagreements.html",
    "atlas/composition.html",
)


def accepted(name: str, seen: str, accept: bool) -> str:
    """The golden text of one name, written first where that is asked for."""
    path = HERE / name
    if accept:
        path.write_text(seen, "utf-8")
    return path.read_text("utf-8")


@pytest.mark.parametrize("name", COMMANDS)
def test_commands(name: str, gold_cli: Callable[..., Any], root: Path, accept_golden: bool) -> None:
    """The output on stdout."""
    command, *arguments = COMMANDS[name]
    seen: str = gold_cli(command, root / "testsets" / "atlas", *arguments).stdout
    assert seen == accepted(name, seen, accept_golden)


@pytest.fixture(scope="module")
def site(root: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site of the shipped sets."""
    from click.testing import CliRunner

    from gold.cli import gold

    out = tmp_path_factory.mktemp("golden") / "site"
    result = CliRunner().invoke(gold, ["build-site", str(root / "testsets"), "--out", str(out)])
    assert result.exit_code == 0, result.output
    return out


@pytest.mark.parametrize("page", PAGES)
def test_pages(page: str, site: Path, accept_golden: bool) -> None:
    """The words of a page, without its markup."""
    html = (site / page).read_text("utf-8")
    body = re.sub(r"<[^>]*>", " ", html[html.index("<main") : html.index("</main>")])
    seen = "\n".join(line for line in (" ".join(row.split()) for row in body.splitlines()) if line) + "\n"
    name = page.replace("/", "-").replace(".html", ".txt")
    assert seen == accepted(name, seen, accept_golden)
