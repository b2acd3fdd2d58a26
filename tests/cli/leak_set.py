"""A set whose held-back cases carry a word that stands nowhere else, in everything that a case can hold."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

Record = dict[str, Any]
STEM = "qzx"
"""Begins every planted word, whatever is made of its end."""
OPEN, HELD = 36, 26
TOPICS = ("returns", "freight", "credit", "portal", "pricing", "holidays", "batteries", "pallets", "invoices")
SETTINGS: Record = {
    "format": 1,
    "title": "Leaks",
    "facets": ["class", "stratum", "intent", "source", "tags"],
    "measures": ["AnswerRecall@2", "nDCG(dcg='exp-log2')@10", "RR(rel=1)@10"],
    "min_class_size": 5,
    "target_composition": {"stratum": {"random": 0.5, "frequent": 0.5}},
    "gates": {
        "floor": {"AnswerRecall@2": 0.1},
        "coverage": 0.5,
        "agreement_alpha": 0.1,
        "drift": 0.5,
        "stale": 0.5,
        "findings": "error",
        "changelog": True,
    },
    "review_every": {"log": "30d"},
}


def _open(n: int) -> Record:
    topic = TOPICS[n % len(TOPICS)]
    label: Record = {"passage_id": f"{topic}#{n}", "grade": 2, "by": "ana", "at": "2026-03-01", "doc_version": "1"}
    other = {"doc_id": topic, "quote": f"number {(n + 9) % OPEN} of {topic}", "grade": 1, "by": "ben"}
    case: Record = {
        "query_id": f"o-{n}",
        "query": f"what is rule number {n} about {topic}",
        "class": ("literal", "paraphrase")[n % 2],
        "stratum": ("random", "frequent")[n % 3 == 0],
        "intent": topic,
        "source": "log",
        "tags": ["plain", topic],
        "answer": f"number {n} of {topic}",
        "judgments": [label, other, {"passage_id": f"{topic}#{(n + 1) % OPEN}", "grade": 0, "distractor": True}],
    }
    if n % 12 == 5:
        case = {k: v for k, v in case.items() if k not in ("judgments", "answer")} | {"unanswerable": True}
    if n % 12 == 7:
        case["history"] = [{"query": f"how does {topic} go for order {n}", "answer": "by the rules"}]
        case["tags"] = ["follow_up"]
    return case


def _held(n: int) -> Record:
    """A held-back case; each has the word in every field that takes words, some have faults that rules find."""
    word, topic = f"{STEM}word{n}", TOPICS[n % len(TOPICS)]
    own: Record = {
        "passage_id": f"{STEM}doc{n}#p",
        "grade": 2,
        "note": f"{word} note",
        "by": f"{STEM}judge",
        "at": "2029-01-01",
        "doc_version": f"{word}-1",
        "part": word,
        "chunking": word,
    }
    quoted = {"doc_id": f"{STEM}doc{n}", "quote": f"{word} stands here", "heading": [f"{STEM}head"], "grade": 2}
    case: Record = {
        "query_id": f"{STEM}-h-{n}",
        "query": f"tell me of {word} in rule {n}",
        "query_normalized": f"{word} rule",
        "class": f"{STEM}class" if n % 5 == 0 else "literal",
        "stratum": f"{STEM}stratum" if n % 7 == 0 else "random",
        "intent": f"{STEM}intent" if n % 3 == 0 else topic,
        "source": f"{STEM}source" if n % 4 == 0 else "log",
        "asker": f"{STEM}asker",
        "tags": [f"{STEM}tag", word],
        "history": [{"query": f"{word} before", "answer": f"{word} said"}] if n % 6 == 1 else None,
        "answer": f"{word} is the answer",
        "reason": f"{word} because",
        "meta": {word: [word, {"deep": word}]},
        "weight": 1.5,
        "split": "held_back",
        "judgments": [own, {**quoted, "part": word}, {"passage_id": f"{topic}#0", "grade": 0, "distractor": True}],
    }
    case |= FAULTS[n](word) if n in FAULTS else {}
    return {name: value for name, value in case.items() if value is not None}


NONE: Record = {"judgments": None, "answer": None}
FAULTS: Mapping[int, Callable[[str], Record]] = {
    2: lambda word: {**NONE, "unanswerable": True},
    3: lambda word: {**NONE, "supporting": "unknown"},
    4: lambda word: {"query": f"write to {word}@mill-works.de or call +49 30 901820"},
    5: lambda word: {"status": "proposed"},
    6: lambda word: {"status": "retired"},
    8: lambda word: {"query": "what is rule number 8 about invoices"},
    9: lambda word: {"query": f"tell me of {STEM}word10 in rule 10"},
    11: lambda word: {"query": f"odd\u00a0{word}", "expect_abstention": f"{word} hedges"},
    12: lambda word: {
        "judgments": [{"passage_id": f"{STEM}gone", "grade": 2}, {"passage_id": f"{STEM}gone2", "grade": 1}]
    },
    14: lambda word: {"query": f"{word} stands here and nowhere else in all"},
    15: lambda word: {"judgments": [], "answer": None},
    16: lambda word: {"judgments": [{"doc_id": f"{STEM}doc16", "quote": f"{word} was never there", "grade": 2}]},
    17: lambda word: {**NONE, "class": "unanswerable", "answer": word},
    18: lambda word: {"tags": ["follow_up", word]},
}


def passages() -> list[Record]:
    """One build: a passage for each open case, and documents that held-back cases alone use, twins among them."""
    found: list[Record] = []
    for n in range(OPEN):
        topic = TOPICS[n % len(TOPICS)]
        text = f"This is number {n} of {topic}, which says how it is done with {topic} and what follows from it."
        found.append({"passage_id": f"{topic}#{n}", "doc_id": topic, "doc_version": "1", "title": topic, "text": text})
    for n in range(HELD):
        text = f"The word {STEM}word{n} stands here and nowhere else in all that we have."
        held = {"doc_id": f"{STEM}doc{n}", "doc_version": "2", "title": f"{STEM} title", "heading": [f"{STEM}head"]}
        found.append({"passage_id": f"{STEM}doc{n}#p", **held, "text": text})
        if n % 4 == 0:
            found.append({"passage_id": f"{STEM}doc{n}#twin", **held, "text": text})
    return found


def _ranking(case: Record, lag: int) -> list[Any]:
    """The right passage at a rank that depends on the case, others before it; of held-back cases their own."""
    n = int(case["query_id"].rpartition("-")[2])
    topic = TOPICS[n % len(TOPICS)]
    if case.get("split") == "held_back" or case["query_id"].startswith(STEM):
        mine = [f"{STEM}doc{n}#p", f"{STEM}doc{n}#p", f"{STEM}nowhere", f"{topic}#{n}"]
        return mine if (n + lag) % 3 else mine[2:]
    rank = (n * lag) % 4
    before = [f"{TOPICS[(n + i) % len(TOPICS)]}#{(n + i) % OPEN}" for i in range(1, rank + 1)]
    return [*before, f"{topic}#{n}", f"{topic}#{(n + 9) % OPEN}"]


def versions(without: int) -> dict[int, list[Record]]:
    """Three versions. Held-back cases 20 and 21 were open before the last, 22 was held back only in the second.

    `without` held-back cases are left out of all of them, from the first on; `HELD` of them: there never was one.
    """
    open_ = [_open(n) for n in range(OPEN)]
    held = [_held(n) for n in range(without, HELD)]
    mixed = [case for pair in zip(held, open_, strict=False) for case in pair]
    rest = open_[len(held) :]
    third = mixed + rest
    second = [
        {**case, "split": "dev"} if case["query_id"] in (f"{STEM}-h-20", f"{STEM}-h-21") else case for case in third
    ]
    third = [{**case, "split": "dev"} if case["query_id"] == f"{STEM}-h-22" else case for case in third]
    first = [case for case in second if case["query_id"] not in ("o-2", "o-30", f"{STEM}-h-23")]
    first = [{**c, "query": f"was {c['query']}"} if c["query_id"] in ("o-4", f"{STEM}-h-20") else c for c in first]
    return {1: first, 2: second, 3: third}


def write_leak_set(home: Path, without: int = 0) -> Path:
    """Write the set, as if the first `without` held-back cases had never been."""
    by_number = versions(without)
    for number, cases in by_number.items():
        _lines(home / f"leaks-v{number}.jsonl", cases)
    build = passages()
    _lines(home / "corpora/one.jsonl", build)
    _lines(
        home / "corpora/two.jsonl",
        [{**p, "passage_id": f"{p['passage_id']}b"} if i % 5 == 0 else p for i, p in enumerate(build)],
    )
    for name, lag, corpus, version, day in (("old", 1, "one", 1, 1), ("mid", 2, "two", 3, 2), ("new", 3, "one", 3, 3)):
        rows = [_row(case, lag) for case in by_number[version]]
        _lines(home / f"runs/{name}.jsonl", rows)
        sidecar = {"corpus": corpus, "version": version, "date": f"2026-04-0{day}", "system": name}
        (home / f"runs/{name}.yaml").write_text(_yaml(sidecar), "utf-8")
    (home / "runs/classic.trec").write_text("".join(_trec(by_number[3])), "utf-8")
    (home / "runs/classic.yaml").write_text(_yaml({"corpus": "one", "version": 3, "date": "2026-03-30"}), "utf-8")
    _annotations(home, by_number[3])
    allowed = {"allow": ["o-3", *([f"{STEM}-h-4"] if without <= 4 else [])]}
    (home / "gold.yaml").write_text(_yaml(SETTINGS | {"privacy": allowed}), "utf-8")
    changelog, card = (CHANGELOG, CARD) if without < HELD else (BARE_CHANGELOG, BARE_CARD)
    for name, text in (("CHANGELOG.md", changelog), ("CARD.md", card), ("GUIDELINE.md", card)):
        (home / name).write_text(text, "utf-8")
    return home


def _row(case: Record, lag: int) -> Record:
    row: Record = {"query_id": case["query_id"], "ranking": _ranking(case, lag)}
    if case["query_id"].startswith(STEM):
        row |= {"answer": f"{STEM}says", "answer_correct": False}
        row["ranking"] = [{"passage_id": name, "text": f"{STEM}text of {name}"} for name in row["ranking"]]
    elif case.get("unanswerable"):
        row["abstained"] = True
    return row


def _trec(cases: Sequence[Record]) -> list[str]:
    return [
        f"{case['query_id']} Q0 {name} {rank} {score} x\n"
        for case in cases
        for rank, (name, score) in enumerate(zip(dict.fromkeys(_ranking(case, 1)), (9, 9, 8, 7, 6, 5), strict=False))
    ]


def _annotations(home: Path, cases: Sequence[Record]) -> None:
    rows, settled = [], []
    for case in (case for case in cases if case.get("judgments")):
        hidden, at = case["query_id"].startswith(STEM), int(case["query_id"].rpartition("-")[2])
        for who in ("ana", "ben", *([f"{STEM}judge"] if hidden else [])):
            for label in case["judgments"][:2]:
                passage = label.get("passage_id") or f"{STEM}doc0#p" if hidden else label.get("passage_id")
                grade = 0 if who == "ben" and at % 5 == 0 else label["grade"]
                if passage:
                    rows.append((case["query_id"], passage, who, grade, f"{STEM}said" if hidden else ""))
        if at % 4 == 0:
            note = f"{STEM}settled" if hidden else "so it says"
            passage = case["judgments"][0].get("passage_id", f"{STEM}doc1#p" if hidden else "returns#0")
            settled.append(
                {"query_id": case["query_id"], "passage_id": passage, "grade": 1, "by": "dana", "note": note}
            )
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerows([("query_id", "passage_id", "annotator", "grade", "note"), *dict.fromkeys(rows)])
    (home / "agreement").mkdir(parents=True, exist_ok=True)
    (home / "agreement/first.csv").write_text(out.getvalue(), "utf-8")
    _lines(home / "adjudicated.jsonl", settled)


CHANGELOG = """# Changes

## v3 - 2026-03-20

Nothing that is open changed. The case qzx-h-20 went into the held-back part, for qzxwhy.

Removed:

- qzx-h-20, qzx-h-21: qzxwhy, held back from now on
  and on a second line

Added:

- qzx-h-22: qzxwhy

## v2 - 2026-03-10

Added:

- o-2, qzx-h-23, o-30: asked often
- qzx-h-23: qzxwhy it came

Reworded:

- o-4: as it was asked
- qzx-h-20: qzxwhy again

## v1 - 2026-03-01

The first version.
"""
CARD = """# About

Questions of one shop. The case qzx-h-3 is a good one. All others are plain.

- qzx-h-3: qzxwhy of a list
- of the log

### Of qzx-h-2

qzx-h-2 was hard to judge for qzxwhy.
"""
BARE_CHANGELOG = """# Changes

## v3 - 2026-03-20

Nothing that is open changed.

## v2 - 2026-03-10

Added:

- o-2, o-30: asked often

Reworded:

- o-4: as it was asked

## v1 - 2026-03-01

The first version.
"""
BARE_CARD = """# About

Questions of one shop. All others are plain.

- of the log
"""


def _lines(path: Path, rows: Sequence[Mapping[str, Any]]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows), "utf-8")


def _yaml(values: Record) -> str:
    return "".join(f"{name}: {json.dumps(value)}\n" for name, value in values.items())
