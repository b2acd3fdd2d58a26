"""A small set on disk in which no rule finds anything, with the changes that a case file asks for."""

from __future__ import annotations

import gzip
import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

Record = dict[str, Any]
TEXTS = {
    "p1": "Goods come back within thirty days of delivery when an RMA number stands on the box.",
    "p2": "After that the branch charges a restocking fee of a quarter of the price.",
    "p3": "The spring catalogue of 2026 replaces every price list that came before it.",
    "p4": "Error E1012 means that the scanner lost the warehouse network: dock it again.",
    "p5": "Drivers wait fifteen minutes at a dock before waiting time is billed.",
}
PASSAGES: tuple[Record, ...] = tuple(
    {"passage_id": name, "doc_id": f"doc-{name}", "doc_version": "1", "heading": ["Top", name.upper()], "text": text}
    for name, text in TEXTS.items()
)


def _case(query_id: str, query: str, answer: str, *judgments: Record, **more: Any) -> Record:
    return {"query_id": query_id, "query": query, "class": "plain", "answer": answer, "judgments": judgments} | more


CASES: tuple[Record, ...] = (
    _case("q1", "how long can i send stuff back", "thirty days", {"quote": "thirty days of delivery", "grade": 2}),
    _case("q2", "whats it cost later than that", "a quarter of the price", {"passage_id": "p2", "grade": 2}),
    _case(
        "q3",
        "which price list 2026",
        "the spring catalogue",
        {"doc_id": "doc-p3", "quote": "spring catalogue of 2026", "grade": 2, "at": "2026-03-01"},
        {"passage_id": "p2", "grade": 0, "distractor": True},
    ),
    _case("q4", "E1012", "dock the scanner again", {"passage_id": "p4", "grade": 2}),
    _case("q5", "detention", "fifteen minutes are free", {"passage_id": "p5", "grade": 2}, **{"class": "odd"}),
    {"query_id": "q6", "query": "do you sell boats", "class": "odd", "unanswerable": True},
)
SETTINGS: Record = {"facets": ["class"], "grades": [0, 1, 2], "min_class_size": 1, "baseline": "old"}
RANKINGS = {case["query_id"]: ["p1", "p2", "p3", "p4", "p5"] for case in CASES}
CHANGELOG = "# Changes\n\n## v1 - 2026-03-01\n\nThe first version.\n"


def write_small_set(home: Path, change: Mapping[str, Any]) -> Path:
    """Write the set to `home`, changed as asked.

    `change` (id → fields) changes single fields of plain cases, null removes one; `cases` and `passages` replace
    records of the same id and add others; `second` is a second version: the first with such a `change` and `cases`.
    `settings` are added to the plain ones; `runs` (name → `rankings`, `sidecar`) and `builds` (name → passages) are
    added, a run that is null is not there; `files` (path → text, null removes one), `lines` (path → records),
    `append` (path → text at the end of a file) and `gz` (paths to pack, or to pack and cut) come last.
    """
    cases = _changed(CASES, change)
    _lines(home / "small-v1.jsonl", cases)
    if "second" in change:
        _lines(home / "small-v2.jsonl", _changed(cases, change["second"]))
    builds = {"build": _merged(PASSAGES, change.get("passages", ()), "passage_id"), **change.get("builds", {})}
    for name, passages in builds.items():
        _lines(home / f"corpora/{name}.jsonl", passages)
    runs: dict[str, Record | None] = {"old": {}, **change.get("runs", {})}
    for name, run in runs.items():
        if run is not None:
            _run(home / f"runs/{name}.jsonl", run)
    (home / "gold.yaml").write_text(_yaml(SETTINGS | change.get("settings", {})), "utf-8")
    second = "## v2 - 2026-03-09\n\nThe second.\n" if "second" in change else ""
    (home / "CHANGELOG.md").write_text(CHANGELOG + second, "utf-8")
    _as_they_are(home, change)
    return home


def _as_they_are(home: Path, change: Mapping[str, Any]) -> None:
    for path, text in change.get("files", {}).items():
        _put(home / path, text)
    for path, records in change.get("lines", {}).items():
        _lines(home / path, records)
    for path, text in change.get("append", {}).items():
        with (home / path).open("a", encoding="utf-8", errors="surrogateescape", newline="") as file:
            file.write(text)
    for path, kept in change.get("gz", {}).items():
        packed = gzip.compress((home / path).read_bytes(), mtime=0)
        (home / f"{path}.gz").write_bytes(packed[: len(packed) // 2] if kept == "half" else packed)
        (home / path).unlink()


def _run(path: Path, run: Record) -> None:
    rankings = run.get("rankings", RANKINGS)
    _lines(path, [{"query_id": query_id, "ranking": ranking} for query_id, ranking in rankings.items()])
    sidecar = run.get("sidecar", {"corpus": "build", "version": 1, "date": "2026-03-02"})
    path.with_suffix(".yaml").write_text(_yaml(sidecar), "utf-8")


def _changed(cases: Sequence[Record], change: Mapping[str, Any]) -> list[Record]:
    """The cases with single fields changed, then whole ones replaced or added."""
    fields = change.get("change", {})
    known = {case["query_id"] for case in cases}
    assert known.issuperset(fields), f"no such case: {fields.keys() - known}"
    single = [case | fields.get(case["query_id"], {}) for case in cases]
    kept = [{name: value for name, value in case.items() if value is not None} for case in single]
    return _merged(kept, change.get("cases", ()), "query_id")


def _merged(plain: Sequence[Record], changed: Sequence[Record], key: str) -> list[Record]:
    """The plain records, each replaced by the changed one of its id; what has a new id comes after."""
    by_id = {record[key]: record for record in plain} | {record[key]: record for record in changed}
    return list(by_id.values())


def _lines(path: Path, records: Sequence[Mapping[str, Any]]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("".join(json.dumps(record, ensure_ascii=False) + "\n" for record in records), "utf-8")


def _yaml(settings: Record) -> str:
    return "".join(f"{name}: {json.dumps(value)}\n" for name, value in settings.items())


def _put(path: Path, text: str | None) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    if text is None:
        path.unlink()
    else:
        path.write_bytes(text.encode("utf-8", "surrogateescape"))
