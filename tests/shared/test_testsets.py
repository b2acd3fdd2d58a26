"""The shared test sets in gold's own format: where their labels lie, and what runs on two builds score."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from gold.cli.inputs import Inputs
from gold.compare.builds import compare_builds
from gold.model.corpus import Corpus, Passage
from gold.resolve.resolution import Placed
from gold.resolve.resolve import resolve
from tests.builders import approx, by_case, mean
from tests.measure.brute_force import Lying, brute_force_ndcg
from tests.shared.recorded import EXPONENTIAL_10, opened, scored_run

BUILDS = ("c64", "c256", "c128o32")


def records(path: Path) -> list[dict[str, Any]]:
    """The records of a JSONL file of the shared data."""
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()]


@pytest.fixture(scope="module")
def chunking(shared: Path) -> Inputs:
    """The set of verbatim quotes over three chunkings."""
    return opened(shared / "testsets/chunking")


def by_quote(shared: Path, chunking: Inputs, build: str) -> dict[str, tuple[Placed, dict[str, Any]]]:
    """For each quote where gold places it, and what is recorded of the span it was taken from."""
    data = shared / "data/chunking_evaluation"
    recorded = {row["quote_id"]: row for row in records(data / f"expected_resolution.{build}.jsonl")}
    quote_ids = {row["query_id"]: [x["quote_id"] for x in row["labels"]] for row in records(data / "gold.jsonl")}
    resolution = chunking.placing.scored(chunking.corpus(build)).resolution
    return {
        quote_id: (placed, recorded[quote_id])
        for case, places in zip(chunking.version.cases, resolution.labels, strict=True)
        for quote_id, placed in zip(quote_ids[case.query_id], places, strict=True)
    }


@pytest.mark.parametrize(
    ("build", "spans", "elsewhere"),
    [
        ("c64", {"one": 377, "split": 413}, 26),
        ("c256", {"one": 683, "split": 107}, 6),
        ("c128o32", {"one": 673, "several": 47, "split": 70}, 10),
    ],
)
def test_quotes_lie_where_their_spans_lie(
    shared: Path, chunking: Inputs, build: str, spans: dict[str, int], elsewhere: int
) -> None:
    """Whole or split by quote matching is whole or split by span, but for quotes that also stand elsewhere.

    A quote whose own place is cut, and that stands whole in another place, is held there: 26, 6 and 10 of
    the 97 quotes that occur more than once in their text (a span knows which one was meant, a quote cannot).
    """
    found = by_quote(shared, chunking, build)
    counted = Counter((row["span_status"] == "split", bool(p.holders), p.state) for p, row in found.values())
    split_but_held = sum(n for (split, held, _), n in counted.items() if split and held)
    whole_but_not_held = sum(n for (split, held, _), n in counted.items() if not split and not held)
    assert Counter(row["span_status"] for _, row in found.values()) == spans
    assert (split_but_held, whole_but_not_held) == (elsewhere, 0)
    assert sum(n for (_, _, state), n in counted.items() if state == "ambiguous") == 97
    assert {state for split, held, state in counted if split and held} == {"ambiguous"}


@pytest.mark.parametrize("build", BUILDS)
def test_the_passages_are_those_of_the_span(shared: Path, chunking: Inputs, build: str) -> None:
    """A quote of one place has exactly the span's passages; one of several places has them among its own."""
    for placed, row in by_quote(shared, chunking, build).values():
        whole, touched = set(row["full"]), {passage for passage, _ in row["overlap"]}
        if placed.state == "ambiguous":
            assert whole <= set(placed.holders)
            assert row["full"] or any(set(group) <= touched for group in placed.groups)
        elif whole:
            assert (placed.state, set(placed.holders)) == ("present", whole)
        else:
            assert placed.state == "split"
            assert set(placed.passages) <= touched
            assert build == "c128o32" or [set(group) for group in placed.groups] == [touched]


@pytest.mark.parametrize("run", ["c64-bm25", "c64-minilm", "c64-rrf", "c256-bm25", "c256-minilm", "c256-rrf"])
def test_one_set_of_labels_scores_both_chunkings(shared: Path, chunking: Inputs, run: str) -> None:
    """All 472 cases are scored on either build; where spans are unequivocal, nDCG is that of the spans."""
    done = scored_run(chunking, run, EXPONENTIAL_10, "AnswerRecall@5")
    assert (done.build, mean(done, EXPONENTIAL_10)[1], mean(done, "AnswerRecall@5")[1]) == (
        run[: run.index("-")],
        472,
        472,
    )
    assert done.named.counts()["unwinnable"] == 0
    found = by_quote(shared, chunking, done.build or "")
    values = by_case(done, EXPONENTIAL_10)
    compared = 0
    for case in records(shared / "data/chunking_evaluation/gold.jsonl"):
        quotes = [found[label["quote_id"]] for label in case["labels"]]
        if all(placed.state != "ambiguous" for placed, _ in quotes):
            ways = [[{p} for p in row["full"]] or [{p for p, _ in row["overlap"]}] for _, row in quotes]
            labels = [Lying(2, tuple(map(frozenset, each))) for each in ways]
            expected = brute_force_ndcg(labels, done.run.ranking(case["query_id"]), 10, exponential=True)
            assert values[case["query_id"]] == pytest.approx(expected, abs=1e-12)
            compared += 1
    assert compared > 380


@pytest.mark.parametrize(
    ("build", "states", "living"),
    [
        ("0.110.0", {"present": 168}, 0),
        ("0.115.12", {"present": 140, "gone": 28}, 6),
        ("master-2026-08-19", {"present": 114, "moved": 9, "gone": 45}, 13),
    ],
)
def test_fastapi_labels_lie_where_recorded(shared: Path, build: str, states: dict[str, int], living: int) -> None:
    """140 held and 28 gone against 0.115.12, 6 of these under a living passage id; the passages as recorded."""
    inputs = opened(shared / "testsets/fastapi")
    gold = records(shared / "data/docs_fastapi/gold.derived.jsonl")
    expected = {row["query_id"]: row["expected"][build] for row in gold}
    corpus = inputs.corpus(build)
    resolution = inputs.placing.scored(corpus).resolution
    assert {state: n for state, n in resolution.counts().items() if n} == states
    gone_though_alive = 0
    for case, (placed,) in zip(inputs.version.cases, resolution.labels, strict=True):
        row = expected[case.query_id]
        assert placed.held == (row["quote"] != "gone")
        assert not row["matches"] or set(placed.holders) == set(row["matches"])
        gone_though_alive += not placed.held and row["passage_id_still_exists"]
    assert gone_though_alive == living


def test_label_rot_is_shown_beside_the_score(shared: Path) -> None:
    """The newer FastAPI run over winnable cases is what its recorded score on re-quoted labels is, 0.791."""
    inputs = opened(shared / "testsets/fastapi")
    name = "nDCG(dcg='log2')@10"
    done = scored_run(inputs, "0.115.12-bm25", name)
    recorded = shared / "data/docs_fastapi/expected.run0.115.12_on_requoted_qrels/metrics.json"
    expected = json.loads(recorded.read_text("utf-8"))["runs"]["bm25"]["mean"]["ndcg_cut_10"]
    (winnable,) = done.overall.winnable.values()
    assert (winnable.value, winnable.n) == approx(expected, 140)
    assert mean(done, name) == approx(expected * 140 / 168, 168)
    assert done.named.counts()["unwinnable"] == 28


@pytest.mark.parametrize(
    ("number", "topics", "labels"), [(1, 30, 8691), (2, 35, 20728), (3, 40, 33441), (4, 45, 46703), (5, 50, 69854)]
)
def test_covid_versions_grow_as_the_rounds_did(shared: Path, number: int, topics: int, labels: int) -> None:
    """Version N holds the judgments of rounds 1 to N, each topic's by the grade of its own round."""
    version = opened(shared / "testsets/covid" / f"covid-v{number}.jsonl.gz").version
    assert (version.number, len(version.cases), sum(len(case.labels) for case in version.cases)) == (
        number,
        topics,
        labels,
    )


def test_covid_round_one_is_its_qrels(shared: Path) -> None:
    """The set's first version and NIST's file hold the same grades of the same ids."""
    ours, theirs = (
        {(case.query_id, x.passage_id): x.grade for case in opened(path).version.cases for x in case.labels}
        for path in (
            shared / "testsets/covid/covid-v1.jsonl.gz",
            shared / "data/trec_covid_rounds/qrels.covid-round1.txt",
        )
    )
    assert ours == theirs


@pytest.mark.parametrize("name", ["fiqa", "nfcorpus", "scifact", "webis-touche2020"])
def test_queries_beside_qrels_give_their_texts(shared: Path, name: str) -> None:
    """`topics.X.tsv` beside `qrels.X.txt` is found: every judged query has its words, not its id."""
    folder = shared / "data/beir_qrels"
    rows = (folder / f"topics.{name}.test.tsv").read_text("utf-8").splitlines()
    texts = dict(row.split("\t", 1) for row in rows)
    version = opened(folder / f"qrels.{name}.test.txt").version
    assert {case.query_id: case.query for case in version.cases}.items() <= texts.items()


@pytest.mark.parametrize(
    ("build", "held", "gone", "alive", "flagged"),
    [("0.115.12", 140, 28, 6, 164), ("master-2026-08-19", 123, 45, 13, 168)],
)
def test_fastapi_from_the_judged_build_on(
    shared: Path, build: str, held: int, gone: int, alive: int, flagged: int
) -> None:
    """Quotes find 28 of 168 labels lost where page hashes would flag 164; six of them under a living id."""
    inputs = opened(shared / "testsets/fastapi")
    before, after = (inputs.placing.scored(inputs.corpus(name)) for name in ("0.110.0", build))
    step = compare_builds(before, after)
    now = Counter(state for (_, state), n in step.states.items() for _ in range(n))
    assert (now.total() - now["gone"], now["gone"], len(step.alive), step.flagged) == (held, gone, alive, flagged)
    assert len(step.documents.deleted) == 5


def test_covid_pairs_whose_document_is_gone(shared: Path) -> None:
    """283 labels of round 1 have no document in the corpus of round 5, and are gone there."""
    ids = dict.fromkeys((shared / "data/trec_covid_rounds/docids.covid.round5.txt").read_text("utf-8").split())
    build = Corpus("round5", "round5", tuple(Passage(passage_id=name, doc_id=name, text="") for name in ids))
    cases = opened(shared / "testsets/covid/covid-v1.jsonl.gz").version.cases
    assert resolve(cases, build).counts()["gone"] == 283
