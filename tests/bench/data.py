"""Seeded data for the benches: TREC runs, qrels, test sets and corpora of a wanted size."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np

JUDGED = 20
DOCUMENTS = 200_000
WORDS = 20_000


def trec(folder: Path, queries: int, depth: int, runs: int = 1, seed: int = 7) -> tuple[Path, list[Path]]:
    """Qrels and runs over `queries` questions, `depth` results each; about half of what is judged is found."""
    qrels, paths = folder / "qrels.txt", [folder / f"run{i}.trec" for i in range(runs)]
    if qrels.exists() and all(path.exists() for path in paths):
        return qrels, paths
    folder.mkdir(parents=True, exist_ok=True)
    random = np.random.default_rng(seed)
    names = [f"doc-{i:07d}" for i in range(DOCUMENTS)]
    chosen = [random.choice(DOCUMENTS, size=depth + JUDGED // 2, replace=False) for _ in range(queries)]
    with qrels.open("w") as out:
        for q, documents in enumerate(chosen):
            for document in documents[-JUDGED:]:
                out.write(f"q{q:05d} 0 {names[document]} {random.integers(0, 4)}\n")
    for path in paths:
        with path.open("w") as out:
            for q, documents in enumerate(chosen):
                scores = np.sort(random.gamma(2.0, 5.0, depth))[::-1]
                order = random.permutation(documents[:depth])
                for rank, (document, score) in enumerate(zip(order.tolist(), scores.tolist(), strict=True), start=1):
                    out.write(f"q{q:05d} Q0 {names[document]} {rank} {score:.6f} bench\n")
    return qrels, paths


def cases(folder: Path, count: int, seed: int = 7) -> tuple[Path, Path]:
    """A version of `count` cases, as JSONL and as YAML (the YAML one of the first tenth)."""
    path, slow = folder / "cases-v1.jsonl", folder / "yaml" / "cases-v1.yaml"
    if path.exists() and slow.exists():
        return path, slow
    slow.parent.mkdir(parents=True, exist_ok=True)
    random = np.random.default_rng(seed)
    vocabulary = words(random)
    with path.open("w") as out, slow.open("w") as out_yaml:
        for i in range(count):
            case = _case(i, random, vocabulary)
            out.write(json.dumps(case) + "\n")
            if i < count // 10:
                out_yaml.write(_yaml(case))
    return path, slow


def _case(i: int, random: np.random.Generator, vocabulary: list[str]) -> dict[str, object]:
    labels = [
        {
            "doc_id": f"doc-{random.integers(DOCUMENTS):07d}",
            "passage_id": f"doc-{random.integers(DOCUMENTS):07d}#p{n}",
            "grade": 2 if n == 0 else int(random.integers(0, 3)),
            "doc_version": "2026-03-11",
        }
        for n in range(int(random.integers(2, 6)))
    ]
    return {
        "query_id": f"real-{i:06d}",
        "query": " ".join(vocabulary[w] for w in random.integers(0, WORDS, 9)),
        "source": "search_log",
        "stratum": ("no_results", "unhelpful", "frequent", "random")[i % 4],
        "class": ("literal", "paraphrase", "underspecified")[i % 3],
        "tags": ["jargon"],
        "answer": " ".join(vocabulary[w] for w in random.integers(0, WORDS, 12)),
        "unanswerable": False,
        "split": "dev",
        "judgments": labels,
    }


def _yaml(case: dict[str, object]) -> str:
    lines = [f"- query_id: {case['query_id']}"]
    lines += [f"  {key}: {json.dumps(case[key])}" for key in ("query", "source", "stratum", "class", "tags", "answer")]
    lines += ["  unanswerable: false", "  split: dev", "  judgments:"]
    for label in case["judgments"]:  # type: ignore[attr-defined]  # a list by construction
        first, *rest = (f"{key}: {json.dumps(value)}" for key, value in label.items())
        lines += [f"    - {first}", *(f"      {field}" for field in rest)]
    return "\n".join(lines) + "\n"


def corpus(folder: Path, passages: int, labels: int, seed: int = 7) -> tuple[Path, Path]:
    """A corpus build of documents of ten passages, and a version whose labels quote it (a tenth of them lost)."""
    build, version = folder / f"build-{passages}.jsonl", folder / f"quotes{labels}-v1.jsonl"
    if build.exists() and version.exists():
        return build, version
    folder.mkdir(parents=True, exist_ok=True)
    random = np.random.default_rng(seed)
    vocabulary = words(random)
    quoted = set(random.choice(passages, size=min(labels, passages), replace=False).tolist())
    with build.open("w") as out, version.open("w") as cases_out:
        for i in range(passages):
            chosen = [vocabulary[w] for w in random.integers(0, WORDS, 80)]
            passage = {
                "passage_id": f"d{i // 10}#p{i % 10}",
                "doc_id": f"d{i // 10}",
                "text": " ".join(chosen),
            }
            out.write(json.dumps(passage) + "\n")
            if i in quoted:
                start = int(random.integers(0, 68))
                quote = " ".join(chosen[start : start + 12]) if i % 10 else "nothing of the kind was ever written here"
                label = {"doc_id": passage["doc_id"], "quote": quote, "grade": 2}
                case = {"query_id": f"c{i}", "query": "where does it stand", "judgments": [label]}
                cases_out.write(json.dumps(case) + "\n")
    return build, version


def words(random: np.random.Generator) -> list[str]:
    """A made-up vocabulary: words of three to ten small letters."""
    letters = np.array(list("abcdefghijklmnopqrstuvwxyz"))
    return ["".join(random.choice(letters, size=int(random.integers(3, 11)))) for _ in range(WORDS)]
