"""Cut the Atlas documents into three corpus builds and run three small search systems over each of them."""

# Usage: python make_runs.py      (needs numpy and pyyaml)
# Nothing is random: the same documents and questions give the same bytes.

from __future__ import annotations

import json
import math
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import yaml
from numpy.typing import NDArray

HERE = Path(__file__).parent
DEPTH = 20
WINDOW_WORDS, OVERLAP_WORDS = 60, 15
K1, B = 1.2, 0.75
DIMENSIONS = 64
RRF_K = 60
ABSTAIN_BELOW = 0.24
STOP_WORDS = """
    a an and any are as at be by can could did do does for from get had has have how i if in is it its me my
    of on or our so some that the their them there they this to us was we were what when where which who why
    will with would you your
"""
STOPPED = frozenset(STOP_WORDS.split())
BUILDS = {"2026-03": "sections-2026-03", "2026-04": "windows-2026-04", "2026-06": "sections-2026-06"}
COMMITS = {"2026-03": "4be1f07", "2026-04": "c92d3a8", "2026-06": "81fa60d"}
EDITS = {"2026-03": (), "2026-04": ("2026-04",), "2026-06": ("2026-04", "2026-06")}  # folders of newer texts, in order
DATES = {
    "bm25-2026-03": "2026-03-14",
    "lsa-2026-03": "2026-04-21",
    "hybrid-2026-03": "2026-04-21",
    "bm25-2026-04": "2026-04-22",
    "lsa-2026-04": "2026-04-23",
    "hybrid-2026-04": "2026-04-24",
    "bm25-2026-06": "2026-06-22",
    "lsa-2026-06": "2026-06-23",
    "hybrid-2026-06": "2026-06-24",
}
ASKED = {"2026-03": "v2", "2026-04": "v2", "2026-06": "v3"}  # the newest version on the day of the run
ASKED_STABLE = {"2026-06"}  # since v3 took the cases that every run answered out of the set
ASKED_V1 = {"bm25-2026-03"}  # made before v2: never asked what v2 added

Vector = NDArray[np.float64]
Ranking = list[tuple[str, float]]


@dataclass(frozen=True)
class Document:
    """One document as one build saw it; `body` is what follows the title line."""

    doc_id: str
    version: str
    title: str
    body: str
    body_start: int


@dataclass(frozen=True)
class Passage:
    """One searched piece of a document; `span` is its place in the document's file, in characters."""

    passage_id: str
    document: Document
    heading: list[str]
    text: str
    span: tuple[int, int] | None = None

    @property
    def searched(self) -> str:
        """What the systems index: the passage under its title and headings."""
        return "\n".join([self.document.title, *self.heading, self.text])

    def record(self) -> dict[str, Any]:
        fields: dict[str, Any] = {
            "passage_id": self.passage_id,
            "doc_id": self.document.doc_id,
            "doc_version": self.document.version,
            "title": self.document.title,
            "heading": self.heading,
            "text": self.text,
        }
        if self.span:
            fields["char_start"], fields["char_end"] = self.span
        return fields


# --- documents and passages ---


def read_documents(edits: tuple[str, ...]) -> list[Document]:
    """All documents by id; `edits` are folders of newer texts and of withdrawals (version null), oldest first."""
    found: dict[str, tuple[Path, str | None]] = {}
    for folder in (HERE / "documents", *(HERE / "documents" / name for name in edits)):
        versions: dict[str, str | None] = yaml.safe_load((folder / "versions.yaml").read_text("utf-8"))
        found |= {doc_id: (folder / f"{doc_id}.md", version) for doc_id, version in versions.items()}
    documents = []
    for doc_id, (path, version) in sorted(found.items()):
        if version is None:
            continue
        text = path.read_text("utf-8")
        start = text.index("\n") + 1
        documents.append(Document(doc_id, version, text[:start].lstrip("#").strip(), text[start:], start))
    return documents


def headings(body: str) -> Iterator[tuple[int, int, list[str]]]:
    """Each heading line outside code: where it starts, where its text starts, and the path it opens."""
    path: list[str] = []
    fenced = False
    for line in re.finditer(r".*\n?", body):
        if line[0].startswith("```"):
            fenced = not fenced
        mark = re.match(r"(##+) +(.+)", line[0])
        if mark and not fenced:
            path = [*path[: len(mark[1]) - 2], mark[2].strip()]
            yield line.start(), line.end(), path


def slug(words: str) -> str:
    """A heading as it stands in a passage id."""
    return re.sub(r"[^a-z0-9]+", "-", words.lower().replace("’", "")).strip("-")


def cut_sections(document: Document) -> list[Passage]:
    """One passage per section; what stands before the first heading is `doc#p0`."""
    body = document.body
    marks = [(0, 0, list[str]()), *headings(body), (len(body), len(body), list[str]())]
    passages = []
    for (_, start, path), (end, _, _) in pairwise(marks):
        text = body[start:end].strip()
        name = slug(path[-1]) if path else "p0"
        if text:
            passages.append(Passage(f"{document.doc_id}#{name}", document, path, text))
    return passages


def cut_windows(document: Document) -> list[Passage]:
    """Windows of a fixed number of words; the heading is the one under which the window starts."""
    body = document.body
    words = [(word.start(), word.end()) for word in re.finditer(r"\S+", body)]
    marks = list(headings(body))
    step = WINDOW_WORDS - OVERLAP_WORDS
    passages = []
    for number, first in enumerate(range(0, max(1, len(words) - OVERLAP_WORDS), step), start=1):
        start, end = words[first][0], words[min(first + WINDOW_WORDS, len(words)) - 1][1]
        path = next((path for opens, _, path in reversed(marks) if opens <= start), [])
        span = (document.body_start + start, document.body_start + end)
        passages.append(Passage(f"{document.doc_id}:w{number:02}", document, path, body[start:end], span))
    return passages


# --- systems ---


def surface_terms(text: str) -> list[str]:
    """Words as typed, lower case; identifiers such as at-4471-b stay whole."""
    return [w for w in re.findall(r"[^\W_]+(?:[-./][^\W_]+)*", text.lower()) if w not in STOPPED]


def stem(word: str) -> str:
    """The word without its longest common ending, if three characters are left."""
    return re.sub(r"(?<=...)(ations?|ments?|ings?|ies|ers?|ed|es|s|y|e)$", "", word)


def stems(text: str) -> list[str]:
    """The stems of the words that count."""
    return [stem(w) for w in re.findall(r"[^\W_]+", text.lower()) if w not in STOPPED]


def blurred_terms(text: str) -> list[str]:
    """Stems and their character four-grams: forgiving of endings and typos, blind to identifiers."""
    words = stems(text)
    return words + [f"_{word}_"[i : i + 4] for word in words if word.isalpha() for i in range(len(word) - 1)]


def best(ids: list[str], scores: Vector) -> Ranking:
    """The best passages, scores rounded, ties by passage id."""
    rounded = [(passage_id, round(float(score), 6)) for passage_id, score in zip(ids, scores, strict=True)]
    return sorted((pair for pair in rounded if pair[1] > 0), key=lambda pair: (-pair[1], pair[0]))[:DEPTH]


class Bm25:
    """Okapi BM25 over surface terms."""

    def __init__(self, passages: list[Passage]) -> None:
        self.ids = [p.passage_id for p in passages]
        self.counts = [Counter(surface_terms(p.searched)) for p in passages]
        lengths = np.array([sum(c.values()) for c in self.counts], dtype=float)
        self.norm = K1 * (1 - B + B * lengths / lengths.mean())
        self.frequency = Counter(term for count in self.counts for term in count)

    def rank(self, query: str) -> Ranking:
        scores = np.zeros(len(self.ids))
        for term in surface_terms(query):
            df = self.frequency[term]
            if df:
                tf = np.array([count[term] for count in self.counts], dtype=float)
                idf = math.log(1 + (len(self.ids) - df + 0.5) / (df + 0.5))
                scores += idf * tf * (K1 + 1) / (tf + self.norm)
        return best(self.ids, scores)


class Lsa:
    """TF-IDF over blurred terms, projected on the strongest singular directions.

    The score is the cosine there, times the share of the question's words (by weight) that the corpus knows
    at all: a question about something else scores low, however close its few known words are.
    """

    def __init__(self, passages: list[Passage]) -> None:
        self.ids = [p.passage_id for p in passages]
        counts = [Counter(blurred_terms(p.searched)) for p in passages]
        frequency = Counter(term for count in counts for term in count)
        self.column = {term: i for i, term in enumerate(sorted(frequency))}
        self.idf = {term: math.log((1 + len(passages)) / (0.5 + frequency[term])) for term in self.column}
        self.unknown_idf = math.log((1 + len(passages)) / 0.5)
        weights = np.array([self.weigh(count) for count in counts])
        weights /= np.linalg.norm(weights, axis=1, keepdims=True)
        self.directions = np.linalg.svd(weights, full_matrices=False)[2][:DIMENSIONS]
        projected = weights @ self.directions.T
        self.projected = projected / np.linalg.norm(projected, axis=1, keepdims=True)

    def weigh(self, counts: Counter[str]) -> Vector:
        vector = np.zeros(len(self.column))
        for term, count in counts.items():
            if term in self.column:
                vector[self.column[term]] = (1 + math.log(count)) * self.idf[term]
        return vector

    def known_share(self, query: str) -> float:
        weights = {word: self.idf.get(word, self.unknown_idf) for word in stems(query)}
        known = sum(weight for word, weight in weights.items() if word in self.column)
        return known / sum(weights.values()) if known else 0.0

    def rank(self, query: str) -> Ranking:
        latent = self.directions @ self.weigh(Counter(blurred_terms(query)))
        share = self.known_share(query)
        if share == 0:
            return []
        return best(self.ids, self.projected @ latent / np.linalg.norm(latent) * share)


def fuse(first: Ranking, second: Ranking) -> Ranking:
    """Reciprocal rank fusion."""
    scores: dict[str, float] = {}
    for ranking in (first, second):
        for rank, (passage_id, _) in enumerate(ranking, start=1):
            scores[passage_id] = scores.get(passage_id, 0.0) + 1 / (RRF_K + rank)
    return best(list(scores), np.array(list(scores.values())))


# --- questions and files ---


def read_questions(version: str) -> list[dict[str, Any]]:
    """The cases of a version that are still asked."""
    lines = (HERE / f"atlas-{version}.jsonl").read_text("utf-8").split("\n")
    return [case for case in map(json.loads, filter(None, lines)) if case.get("status") != "retired"]


def read_stable() -> list[dict[str, Any]]:
    """The cases that left the set and are still asked, every week."""
    cases: list[dict[str, Any]] = yaml.safe_load((HERE / "stable.yaml").read_text("utf-8"))
    return cases


def with_history(case: dict[str, Any]) -> str:
    """The question after the questions that were asked before it."""
    return " ".join([*(turn["query"] for turn in case.get("history", [])), case["query"]])


def write_jsonl(path: Path, records: list[dict[str, Any]]) -> None:
    """One JSON object a line."""
    lines = [json.dumps(record, ensure_ascii=False) + "\n" for record in records]
    path.write_text("".join(lines), encoding="utf-8", newline="\n")


def write_trec(run: str, rankings: dict[str, Ranking]) -> None:
    """A run in the format of TREC."""
    lines = [
        f"{query_id} Q0 {passage_id} {rank} {score:.6f} {run}\n"
        for query_id, ranking in rankings.items()
        for rank, (passage_id, score) in enumerate(ranking, start=1)
    ]
    (HERE / "runs" / f"{run}.trec").write_text("".join(lines), encoding="utf-8", newline="\n")


def write_sidecar(run: str, version: str, settings: dict[str, Any]) -> None:
    """What produced a run; only the hybrid is shown the history of a question."""
    system, month = run.split("-", 1)
    fields = {
        "system": system,
        "corpus": BUILDS[month],
        "version": version,
        "date": DATES[run],
        "commit": COMMITS[month],
        "replays_history": system == "hybrid",
        **settings,
    }
    text = yaml.safe_dump(fields, sort_keys=False, allow_unicode=True)
    (HERE / "runs" / f"{run}.yaml").write_text(text, encoding="utf-8", newline="\n")


def hybrid_record(case: dict[str, Any], bm25: Bm25, lsa: Lsa) -> dict[str, Any]:
    """One answer of the hybrid: it refuses when nothing is close enough for the latent part."""
    query = with_history(case)
    near = lsa.rank(query)
    abstained = not near or near[0][1] < ABSTAIN_BELOW
    ranking = [] if abstained else fuse(bm25.rank(query), near)
    shown = [{"passage_id": passage_id, "score": score} for passage_id, score in ranking]
    return {"query_id": case["query_id"], "ranking": shown, "abstained": abstained}


def run_systems(month: str, passages: list[Passage]) -> None:
    """Write one corpus build and the three runs over it, each with its sidecar."""
    write_jsonl(HERE / "corpora" / f"{BUILDS[month]}.jsonl", [passage.record() for passage in passages])
    bm25, lsa = Bm25(passages), Lsa(passages)
    settings: dict[str, dict[str, Any]] = {
        "bm25": {"settings": {"k1": K1, "b": B, "stemming": False}},
        "lsa": {"abstain_below": ABSTAIN_BELOW, "settings": {"dimensions": DIMENSIONS, "grams": 4}},
        "hybrid": {"settings": {"parts": ["bm25", "lsa"], "rrf_k": RRF_K, "refuse_below": ABSTAIN_BELOW}},
    }
    for system, own in settings.items():
        run = f"{system}-{month}"
        version = "v1" if run in ASKED_V1 else ASKED[month]
        cases = read_questions(version) + (read_stable() if month in ASKED_STABLE else [])
        if system == "hybrid":
            write_jsonl(HERE / "runs" / f"{run}.jsonl", [hybrid_record(case, bm25, lsa) for case in cases])
        else:
            rank = bm25.rank if system == "bm25" else lsa.rank
            write_trec(run, {case["query_id"]: rank(case["query"]) for case in cases})
        write_sidecar(run, version, own)


def main() -> None:
    """Everything that this script makes."""
    for folder in ("corpora", "runs"):
        (HERE / folder).mkdir(exist_ok=True)
    for month, cut in (("2026-03", cut_sections), ("2026-04", cut_windows), ("2026-06", cut_sections)):
        run_systems(month, [passage for document in read_documents(EDITS[month]) for passage in cut(document)])


if __name__ == "__main__":
    main()
