"""Seeded data for the benches: TREC runs, qrels, test sets and corpora of a wanted size."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np

JUDGED = 20
DOCUMENTS = 200_000
WORDS = 20_000
VOWELS = frozenset("aeiou")


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


def sample(folder: Path, items: int, annotators: int, seed: int = 7) -> Path:
    """A sample of so many items, twenty to a question, each judged by nearly all annotators: a row a judgment."""
    path = folder / f"{items}x{annotators}.csv"
    if path.exists():
        return path
    folder.mkdir(parents=True, exist_ok=True)
    random = np.random.default_rng(seed)
    truth = random.integers(0, 4, (items, 1))
    grades = (truth + random.choice((-1, 0, 0, 0, 1), (items, annotators))).clip(0, 3)
    given = random.random((items, annotators)) < 0.97
    with path.open("w") as out:
        out.write("query_id,passage_id,annotator,grade\n")
        for item, (row, there) in enumerate(zip(grades.tolist(), given.tolist(), strict=True)):
            for who, (grade, gave) in enumerate(zip(row, there, strict=True)):
                if gave:
                    out.write(f"q{item // 20:05d},p{item:06d},judge-{who:02d},{grade}\n")
    return path


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


def queries(folder: Path, count: int, seed: int = 7) -> tuple[Path, Path]:
    """Queries of 3 to 14 words, a line each, and the pairs planted among them: a question, and it said again.

    A fifth is said again, in one of six ways: another case and a stop, a slip of the pen, an empty word more, the
    beginning turned to the end, a word in the plural, two slips.
    """
    texts, pairs = folder / f"queries-{count}.txt", folder / f"queries-{count}.pairs"
    if texts.exists() and pairs.exists():
        return texts, pairs
    folder.mkdir(parents=True, exist_ok=True)
    random = np.random.default_rng(seed)
    vocabulary = words(random)
    again = count // 5
    common = (random.pareto(1.0, 14 * count) * 50).astype(int)  # few words are in many queries
    picked = np.where(random.random(14 * count) < 0.5, common % WORDS, random.integers(0, WORDS, 14 * count))
    lengths = random.integers(3, 15, count - again).tolist()
    asked = [[vocabulary[w] for w in picked[14 * i : 14 * i + n]] for i, n in enumerate(lengths)]
    chosen = random.choice(len(asked), again, replace=False).tolist()
    asked += [_again(asked[q], i % 6, random) for i, q in enumerate(chosen)]
    place = random.permutation(len(asked)).tolist()
    lines = dict(zip(place, (" ".join(query) for query in asked), strict=True))
    texts.write_text("".join(f"{lines[i]}\n" for i in range(len(asked))))
    first = len(asked) - again
    pairs.write_text("".join(f"{place[q]} {place[first + i]}\n" for i, q in enumerate(chosen)))
    return texts, pairs


def _again(query: list[str], way: int, random: np.random.Generator) -> list[str]:
    place = int(random.integers(len(query)))
    long = sorted(query, key=len)[-2:]
    if way == 0:
        return [query[0].capitalize(), *query[1:-1], query[-1].upper() + "?"]
    if way == 1:
        return [_slip(word, random) if word == long[-1] else word for word in query]
    if way == 2:
        return [*query[:place], "the", *query[place:]]
    if way == 3:
        return query[1:] + query[:1]
    if way == 4:
        plural = [word for word in long if word[-1] not in "sxyz" and VOWELS.intersection(word)]
        return [f"{word}s" if word in plural else word for word in query]
    return [_slip(word, random) if word in long else word for word in query]


def _slip(word: str, random: np.random.Generator) -> str:
    """A letter inside the word left out, doubled, replaced or swapped with the next one."""
    if len(word) < 6:
        return word
    i = int(random.integers(1, len(word) - 2))
    changed = ("", word[i] * 2, "e" if word[i] != "e" else "a", word[i + 1] + word[i])
    way = int(random.integers(4))
    return word[:i] + changed[way] + word[i + 1 + (way == 3) :]


def labelled(folder: Path, labels: int, passages: int, seed: int = 7) -> Path:
    """A set of one build: so many quote labels, two a case, of ten words each, in passages of 30 to 90 words."""
    home, build = folder / f"labels-{labels}-{passages}", "corpora/build.jsonl"
    if (home / "bench-v1.jsonl").exists():
        return home
    (home / "corpora").mkdir(parents=True, exist_ok=True)
    random = np.random.default_rng(seed)
    vocabulary = words(random)
    chosen = set(random.choice(passages, size=labels, replace=False).tolist())
    quotes = []
    with (home / build).open("w") as out:
        for i in range(passages):
            text = [vocabulary[w] for w in random.integers(0, WORDS, int(random.integers(30, 90))).tolist()]
            row = {"passage_id": f"d{i // 8}#p{i % 8}", "doc_id": f"d{i // 8}", "text": " ".join(text)}
            out.write(json.dumps(row) + "\n")
            if i in chosen:
                quotes.append({"doc_id": f"d{i // 8}", "quote": " ".join(text[5:15]), "grade": 2})
    with (home / "bench-v1.jsonl").open("w") as out:
        for i in range(0, labels, 2):
            case = {"query_id": f"q{i:06d}", "query": f"what of {i}", "judgments": quotes[i : i + 2]}
            out.write(json.dumps(case) + "\n")
    return home


def words(random: np.random.Generator) -> list[str]:
    """A made-up vocabulary: words of three to ten small letters."""
    letters = np.array(list("abcdefghijklmnopqrstuvwxyz"))
    return ["".join(random.choice(letters, size=int(random.integers(3, 11)))) for _ in range(WORDS)]
