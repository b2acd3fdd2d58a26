"""Turns random judgments and rankings into gold's values, and says how such worlds are drawn."""

from __future__ import annotations

import tempfile
from collections.abc import Mapping
from pathlib import Path

from hypothesis import strategies as st

from gold.measure.score import RunScore
from gold.read.qrels import read_qrels
from gold.read.run import read_run
from tests.builders import score, scored

Judgments = dict[str, dict[str, int]]
Rankings = dict[str, dict[str, float]]

QUERIES = ("1", "01", "q#2", "q/3", "Ä4")
DOCUMENTS = ("a", "b", "B", "c", "d#1", "e", "f", "ä", "é", "z%20", "\U0001f600", "\uffee")
GRADES = st.sampled_from((-2, -1, 0, 1, 1, 2, 2, 3, 4))
TIED_SCORES = st.integers(-6, 6).map(lambda n: n / 4)
"""Exact in 32 bits too, so that trec_eval ties what gold ties."""


def judgments(grades: st.SearchStrategy[int] = GRADES) -> st.SearchStrategy[Judgments]:
    """Some queries with some judged documents; every query of a qrels file has one at least."""
    judged = st.dictionaries(st.sampled_from(DOCUMENTS), grades, min_size=1)
    return st.dictionaries(st.sampled_from(QUERIES), judged, min_size=1)


def rankings(scores: st.SearchStrategy[float] = TIED_SCORES) -> st.SearchStrategy[Rankings]:
    """Some queries with some scored documents; a TREC run cannot show an empty ranking."""
    ranked = st.dictionaries(st.sampled_from(DOCUMENTS), scores, min_size=1)
    return st.dictionaries(st.sampled_from(QUERIES), ranked, min_size=1)


def untied_rankings() -> st.SearchStrategy[Rankings]:
    """Rankings in which no two documents of one query have one score."""
    orders = st.lists(st.sampled_from(DOCUMENTS), min_size=1, unique=True)
    ranked = orders.map(lambda order: {document: float(-place) for place, document in enumerate(order)})
    return st.dictionaries(st.sampled_from(QUERIES), ranked, min_size=1)


def meet(judged: Mapping[str, Mapping[str, int]], ranked: Mapping[str, object]) -> bool:
    """Whether there is anything to score: a judged query in the run."""
    return bool(judged.keys() & ranked.keys())


def gold_score(judged: Judgments, ranked: Rankings, *names: str) -> RunScore:
    """Gold's scores of the same world, read from a qrels file and a TREC run, undefined cases counted as 0."""
    with tempfile.TemporaryDirectory() as folder:
        qrels, run = Path(folder, "world.qrels"), Path(folder, "world.trec")
        qrels.write_text("".join(f"{q} 0 {d} {g}\n" for q, row in judged.items() for d, g in row.items()), "utf-8")
        rows = [f"{q} Q0 {d} 0 {s!r} tag\n" for q, row in ranked.items() for d, s in row.items()]
        run.write_text("".join(sorted(rows, key=lambda row: row[::-1])), "utf-8")
        return score(scored(read_qrels(str(qrels)).cases), read_run(str(run)), *names, undefined="zero")
