"""A small test set on disk: two versions, two builds, four runs, one case of each kind."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

CASES: tuple[dict[str, Any], ...] = (
    {"query_id": "q1", "query": "how long", "class": "literal", "judgments": [{"quote": "thirty days", "grade": 2}]},
    {"query_id": "q2", "query": "and late?", "class": "literal", "history": [{"query": "how long", "answer": "30"}],
     "judgments": [{"quote": "a fee is due", "grade": 2}, {"doc_id": "fees", "grade": 1}]},
    {"query_id": "ü3", "query": "whé → 日本?", "class": "=odd", "judgments": [{"quote": "lost words", "grade": 2}]},
    {"query_id": "none", "query": "is it snowing", "class": "unanswerable"},
    {"query_id": "unknown", "query": "who knows", "supporting": "unknown"},
    {"query_id": "undefined", "query": "nothing yet", "judgments": []},
    {"query_id": "draft", "query": "a draft", "status": "proposed", "judgments": [{"doc_id": "fees", "grade": 2}]},
    {"query_id": "old", "query": "an old one", "status": "retired", "judgments": [{"doc_id": "fees", "grade": 2}]},
    {"query_id": "SECRET", "query": "HUSH", "split": "held_back", "judgments": [{"quote": "thirty days", "grade": 2}]},
)  # fmt: skip
SECTIONS = (
    {"passage_id": "s1", "doc_id": "returns", "text": "Return it within thirty days of delivery."},
    {"passage_id": "s2", "doc_id": "fees", "text": "After that a fee is due."},
    {"passage_id": "s3", "doc_id": "fees", "text": "Fees are in dollars."},
)
WINDOWS = (
    {"passage_id": "w1", "doc_id": "returns", "text": "Return it within thirty"},
    {"passage_id": "w2", "doc_id": "returns", "text": "days of delivery."},
    {"passage_id": "w3", "doc_id": "fees", "text": "After that a fee is due. Fees are in dollars."},
)


def write_lines(path: Path, rows: Sequence[Mapping[str, Any]]) -> None:
    """A JSONL file."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows), "utf-8")


def write_run(path: Path, rankings: Mapping[str, Sequence[str]], sidecar: str = "") -> None:
    """A JSONL run with its sidecar."""
    write_lines(path, [{"query_id": query_id, "ranking": list(ranking)} for query_id, ranking in rankings.items()])
    path.with_suffix(".yaml").write_text(sidecar, "utf-8")


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """The set's folder."""
    home = tmp_path / "small"
    write_lines(home / "small-v1.jsonl", [row for row in CASES if row["query_id"] != "q2"])
    write_lines(home / "small-v2.jsonl", CASES)
    write_lines(home / "corpora/sections.jsonl", SECTIONS)
    write_lines(home / "corpora/windows.jsonl", WINDOWS)
    first = {"q1": ["s1", "s2"], "q2": ["s3", "s3", "s2"], "none": [], "SECRET": ["s1"], "extra": ["s1"]}
    write_run(home / "runs/first.jsonl", first, "corpus: sections\nversion: 2\ndate: 2026-01-01\n")
    second = {"q1": ["w2", "w1"], "ü3": ["w3"], "none": ["w1"]}
    write_run(home / "runs/second.jsonl", second, "corpus: windows\nversion: v1\ndate: 2026-02-01\n")
    write_run(home / "runs/third.jsonl", {"q1": ["s3", "s1"], "q2": ["s2"], "ü3": []}, "corpus: sections\n")
    write_run(home / "runs/lost.jsonl", {"q1": ["s1"]})
    settings = "facets: [class]\nmeasures: [AnswerRecall@5, \"nDCG(dcg='exp-log2')@10\", RR]\nmin_class_size: 2\n"
    (home / "gold.yaml").write_text(settings, "utf-8")
    return home
