"""Whatever stands in a set's files, checking ends with findings and never with a crash."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest

from gold.check.rules import RULES
from gold.cli.check_path import check_path
from gold.cli.validate_report import FORMATS
from gold.errors import GoldError
from tests.check.small_set import CASES, PASSAGES, RANKINGS, SETTINGS, write_small_set

VALUES: tuple[Any, ...] = (
    *(None, 0, 1, 2, -1, 1.5, True, "", " ", "q1", "p1", "doc-p1", "\u00a0", "日本語", "x" * 3000, [], {}, [None]),
    *("2026-03-01", "unanswerable", "follow_up", "multi_part", "held_back", "'", '"', "\n", "\x00", 10**400, {"a": 1}),
    *([{"query": "x"}], [{"quote": "thirty days of delivery", "grade": 2}, {"quote": "🎉", "grade": 1}]),
)
FIELDS = (
    *("split", "status", "class", "tags", "history", "answer", "unanswerable", "supporting", "weight", "meta", "part"),
    *("chunking", "at", "distractor", "heading", "doc_version", "score", "text", "abstained", "nonsense"),
)


def spoilt(value: Any, draw: random.Random) -> Any:
    """A value with some part of it exchanged, removed or added."""
    if isinstance(value, dict):
        found = dict(value)
        for name in draw.sample(sorted(found), min(len(found), draw.choice((0, 1, 1, 2)))):
            if draw.random() < 0.2:
                del found[name]
            else:
                found[name] = spoilt(found[name], draw)
        return found | ({draw.choice(FIELDS): draw.choice(VALUES)} if draw.random() < 0.15 else {})
    if isinstance(value, list | tuple) and value and draw.random() < 0.7:
        items = list(value)
        at = draw.randrange(len(items))
        items[at] = spoilt(items[at], draw)
        return items
    return draw.choice(VALUES)


def spoil(home: Path, draw: random.Random) -> None:
    """Write each file of a set anew, with faults."""
    runs = [{"query_id": q, "ranking": [{"passage_id": p, "score": 1} for p in r]} for q, r in RANKINGS.items()]
    for name, records in {"small-v1": CASES, "corpora/build": PASSAGES, "runs/old": runs}.items():
        lines = [json.dumps(spoilt(record, draw), ensure_ascii=draw.random() < 0.5) for record in records]
        cut = [line[: draw.randrange(len(line) + 1)] if draw.random() < 0.03 else line for line in lines]
        (home / f"{name}.jsonl").write_text("\n".join(cut), "utf-8")
    settings = SETTINGS | {
        "privacy": {"allow": ["q1"]},
        "measures": ["RR"],
        "target_composition": {"class": {"odd": 1}},
    }
    (home / "gold.yaml").write_text(json.dumps(spoilt(settings, draw), indent=1), "utf-8")
    sidecar = {"corpus": "build", "version": 1, "date": "2026-03-02", "settings": {"k": 1}}
    (home / "runs/old.yaml").write_text(json.dumps(spoilt(sidecar, draw)), "utf-8")


@pytest.mark.parametrize("seed", range(60))
def test_no_rule_stumbles(seed: int, tmp_path: Path) -> None:
    """The whole set, and each of its files alone; every format can say what was found."""
    home = write_small_set(tmp_path / "small", {})
    spoil(home, random.Random(seed))
    for path in (home, *(path for path in sorted(home.rglob("*")) if path.suffix in (".jsonl", ".yaml"))):
        try:
            done = check_path(str(path), RULES)
        except GoldError:
            continue
        found = [finding for checked in done for finding in checked.findings]
        for form in FORMATS.values():
            form(found).encode()


@pytest.mark.parametrize(
    "text",
    ["", "\n", "{}\n", "[]\n", "null\n", '{"query_id": "q", "query": "x"}\n', '{"query_id": "q", "query": "?"}\n'],
)
def test_a_version_of_next_to_nothing(text: str, tmp_path: Path) -> None:
    """No case at all, or one without anything that a rule could look at."""
    home = write_small_set(tmp_path / "small", {"files": {"small-v1.jsonl": text}})
    for path in (home, home / "small-v1.jsonl"):
        assert len(check_path(str(path), RULES)) == 1


def test_bare_judgments_in_a_set_s_place(tmp_path: Path) -> None:
    """Qrels have no cases: rules that look at cases find none."""
    qrels = tmp_path / "x.qrels"
    qrels.write_text("q1 0 d1 2\nq2 0 d2 -1\n")
    (checked,) = check_path(str(qrels), RULES)
    assert (checked.findings, checked.cases) == ([], 2)
