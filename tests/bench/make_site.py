"""Generates a set for measuring `gold build-site`: seeded, of any size, with two runs and one build.

Run as `python tests/bench/make_site.py FOLDER [CASES] [DEPTH] [SEED]`, or with `change FOLDER` to let one
run answer a few hundred questions otherwise.
"""

from __future__ import annotations

import json
import random
import sys
from pathlib import Path

WORDS = 4000
PASSAGES = 20_000
TEXT = (40, 90)


def words(random_: random.Random) -> list[str]:
    """A vocabulary of made-up words."""
    letters = "abcdefghijklmnopqrstuvwxyz"
    return ["".join(random_.choices(letters, k=random_.randint(3, 9))) for _ in range(WORDS)]


def make(folder: Path, cases: int = 7000, depth: int = 100, seed: int = 7) -> None:
    """Write the set: passages, cases with three labels each, two runs that share most of their lists."""
    random_ = random.Random(seed)
    vocabulary = words(random_)
    (folder / "corpora").mkdir(parents=True, exist_ok=True)
    (folder / "runs").mkdir(exist_ok=True)
    (folder / "gold.yaml").write_text(
        "format: 1\ntitle: Generated\nfacets: [class]\nbaseline: one\ncandidate: two\npages: {max_questions: 100000}\n"
    )
    texts = [" ".join(random_.choices(vocabulary, k=random_.randint(*TEXT))) for _ in range(PASSAGES)]
    with (folder / "corpora" / "build.jsonl").open("w") as out:
        for i, text in enumerate(texts):
            row = {"passage_id": f"d{i // 5}#p{i % 5}", "doc_id": f"d{i // 5}", "heading": [f"H{i % 5}"], "text": text}
            out.write(json.dumps(row) + "\n")
    lists = [_case(folder, random_, vocabulary, texts, i) for i in range(cases)]
    with (folder / "bench-v1.jsonl").open("w") as out:
        out.writelines(json.dumps(case) + "\n" for case, _ in lists)
    for name, shift in (("one", 0), ("two", 1)):
        write_run(
            folder / "runs" / f"{name}.trec", [(case["query_id"], held) for case, held in lists], depth, seed + shift
        )
        (folder / "runs" / f"{name}.yaml").write_text(f"system: {name}\ncorpus: build\nversion: v1\n")


def _case(
    folder: Path, random_: random.Random, vocabulary: list[str], texts: list[str], i: int
) -> tuple[dict[str, object], list[int]]:
    held = random_.sample(range(PASSAGES), 3)
    first = texts[held[0]].split()
    labels: list[dict[str, object]] = [
        {"doc_id": f"d{held[0] // 5}", "quote": " ".join(first[5:15]), "grade": 2},
        {"passage_id": f"d{held[1] // 5}#p{held[1] % 5}", "grade": 1},
        {"passage_id": f"d{held[2] // 5}#p{held[2] % 5}", "grade": 0, "distractor": True},
    ]
    query = " ".join(random_.choices(vocabulary, k=6))
    case: dict[str, object] = {
        "query_id": f"q{i:05d}",
        "query": query,
        "class": f"class {i % 8}",
        "source": "bench",
        "judgments": labels,
    }
    return case, held


def write_run(path: Path, lists: list[tuple[object, list[int]]], depth: int, seed: int) -> None:
    """Write one TREC run: the labelled passages somewhere near the top, others around them."""
    random_ = random.Random(seed)
    with path.open("w") as out:
        for query_id, held in lists:
            ranking = random_.sample(range(PASSAGES), depth)
            for passage in held:
                ranking[min(int(random_.expovariate(0.2)), depth - 1)] = passage
            ranking = list(dict.fromkeys(ranking))
            for rank, passage in enumerate(ranking, start=1):
                score = 100 - rank * 0.5
                out.write(f"{query_id} Q0 d{passage // 5}#p{passage % 5} {rank} {score:.4f} {path.stem}\n")


def change(folder: Path, questions: int = 350) -> None:
    """Turn the first lists of the candidate's run around, so that its file is another one each time."""
    path = folder / "runs" / "two.trec"
    lists: dict[str, list[list[str]]] = {}
    for line in path.read_text().splitlines():
        fields = line.split()
        lists.setdefault(fields[0], []).append(fields)
    with path.open("w") as out:
        for number, rows in enumerate(lists.values()):
            documents = [fields[2] for fields in rows]
            for fields, document in zip(rows, documents[::-1] if number < questions else documents, strict=True):
                out.write(" ".join((*fields[:2], document, *fields[3:])) + "\n")


if __name__ == "__main__":
    if sys.argv[1] == "change":
        change(Path(sys.argv[2]))
        sys.exit()
    given = [int(argument) for argument in sys.argv[2:]]
    make(Path(sys.argv[1]), *given)
