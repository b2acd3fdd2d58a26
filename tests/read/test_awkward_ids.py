"""Ids that other programs bend: byte for byte the same through every kind of file."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from gold.measure.measure import parse_measure
from gold.measure.score import score_run
from gold.read.cases import read_version
from gold.read.corpus import read_corpus
from gold.read.qrels import read_qrels
from gold.read.run import read_run
from tests.builders import scored

IDS = (
    *("a#b", "a/b", "a:b", "a%20b", "https://example.org/x?y=1#z", "../../x", "00010", "1344800117571260417"),
    *("NA", "null", "1e5", "Nike", "nike", "caf\u00e9", "cafe\u0301", "_x", ".", "con", "A", "a"),
)


def write(path: Path, records: list[dict[str, object]]) -> str:
    """JSONL at a path."""
    path.write_text("".join(json.dumps(record, ensure_ascii=False) + "\n" for record in records), "utf-8")
    return str(path)


@pytest.mark.parametrize("form", ["jsonl", "trec"])
def test_awkward_ids_meet(tmp_path: Path, form: str) -> None:
    """A version, a build and a run of either format have the same ids, and each question finds its passage."""
    version = read_version(
        write(
            tmp_path / "s-v1.jsonl",
            [{"query_id": i, "query": "x", "judgments": [{"passage_id": i, "grade": 2}]} for i in IDS],
        )
    )
    build = read_corpus(write(tmp_path / "b.jsonl", [{"passage_id": i, "doc_id": i, "text": "x"} for i in IDS]))
    path = tmp_path / f"r.{form}"
    if form == "jsonl":
        write(path, [{"query_id": i, "ranking": [i]} for i in IDS])
    else:
        path.write_text("".join(f"{i} Q0 {i} 1 1.0 t\n" for i in IDS), "utf-8")
    run = read_run(str(path))
    assert version.query_ids == run.query_ids == IDS
    assert tuple(passage.passage_id for passage in build.passages) == IDS
    done = score_run(scored(list(version.cases), build), run, [parse_measure("RR")], [])
    assert done.values.ravel().tolist() == [1.0] * len(IDS)


def test_awkward_ids_in_qrels(tmp_path: Path) -> None:
    """Judgments too."""
    path = tmp_path / "x.qrels"
    path.write_text("".join(f"{i} 0 {i} 1\n" for i in IDS), "utf-8")
    version = read_qrels(str(path))
    assert version.query_ids == IDS
    assert tuple(case.labels[0].passage_id for case in version.cases) == IDS
