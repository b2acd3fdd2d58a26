"""What is personal is not published: a case stops the build, a passage or an answer is shown masked."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from tests.check.small_set import PASSAGES, write_small_set

Cli = Callable[..., Any]
ADDRESS = "mara.lindqvist@nordhafen.se"
PASSAGE = PASSAGES[1] | {"text": f"After that a restocking fee is due. Write to {ADDRESS} about it."}


def shown(site: Path) -> str:
    """Everything that a site holds."""
    return "".join(path.read_text("utf-8") for path in sorted(site.rglob("*")) if path.is_file())


def with_passage(home: Path, **change: Any) -> Path:
    """A set with an address in a passage, in the passage text that a run recorded, and in its answer."""
    home = write_small_set(home, {"passages": [PASSAGE], **change})
    ranking = [{"passage_id": "p2", "text": PASSAGE["text"]}]
    line = {"query_id": "q2", "ranking": ranking, "answer": f"Ask {ADDRESS}."}
    lines = (home / "runs/old.jsonl").read_text().splitlines()
    kept = [text for text in lines if json.loads(text)["query_id"] != "q2"]
    (home / "runs/old.jsonl").write_text("\n".join([*kept, json.dumps(line), ""]))
    return home


def test_a_case_with_an_address_is_not_published(gold_cli: Cli, tmp_path: Path) -> None:
    """Nothing is built, and no output shows the address."""
    case = {"query_id": "q7", "query": f"did {ADDRESS} get my return", "class": "plain", "unanswerable": True}
    home = write_small_set(tmp_path / "small", {"cases": [case]})
    result = gold_cli("build-site", home, "--out", tmp_path / "site")
    assert result.exit_code == 1
    assert "small-v1.jsonl:7: error: e-mail in query at character 5" in result.stderr
    assert ADDRESS not in result.output
    for form in ("text", "json", "github", "sarif"):
        assert ADDRESS not in gold_cli("validate", home, "--format", form).output
    (home / "gold.yaml").write_text("privacy: {allow: [q7]}\n")
    assert gold_cli("build-site", home, "--out", tmp_path / "site").exit_code == 0
    assert ADDRESS in shown(tmp_path / "site")


def test_passages_and_answers_are_masked(gold_cli: Cli, tmp_path: Path) -> None:
    """The site is built, and shows `[e-mail]` in their place."""
    home = with_passage(tmp_path / "small")
    assert gold_cli("build-site", home, "--out", tmp_path / "site").exit_code == 0
    text = shown(tmp_path / "site")
    assert ADDRESS not in text
    assert "Write to [e-mail] about it." in text
    assert "Ask [e-mail]." in text


def test_a_passage_that_is_allowed_is_shown(gold_cli: Cli, tmp_path: Path) -> None:
    """By its own id or its document's."""
    for allowed in ("p2", "doc-p2"):
        home = with_passage(tmp_path / allowed / "small", settings={"privacy": {"allow": [allowed]}})
        assert gold_cli("build-site", home, "--out", tmp_path / allowed / "site").exit_code == 0
        assert f"Write to {ADDRESS} about it." in shown(tmp_path / allowed / "site")
