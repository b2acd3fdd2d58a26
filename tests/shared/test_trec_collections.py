"""Cranfield, Vaswani, Chorus and trec_eval's own test files: gold gives the recorded values."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from gold.errors import BadRecord
from gold.read.run import read_run
from tests.builders import approx, by_case, mean
from tests.shared.recorded import (
    EXPONENTIAL_10,
    NAMES,
    RECORDED_EXPONENTIAL_10,
    means,
    opened,
    recorded,
    recorded_per_query,
    scored_run,
)

RUNS = ("bm25", "minilm", "rrf")


@pytest.mark.parametrize("run", RUNS)
@pytest.mark.parametrize("collection", ["cranfield", "vaswani"])
def test_means_equal_the_recorded_ones(shared: Path, collection: str, run: str) -> None:
    """Five measures as trec_eval has them, and exponential gain as recorded beside, to 1e-9."""
    folder = shared / "data" / collection
    done = scored_run(opened(folder / "qrels.txt"), folder / "runs" / f"{run}.run", *NAMES, EXPONENTIAL_10)
    theirs = recorded(folder / "expected", run)["mean"]
    expected = {name: theirs[there] for name, there in (*NAMES.items(), (EXPONENTIAL_10, RECORDED_EXPONENTIAL_10))}
    assert means(done) == pytest.approx(expected, abs=1e-9)


@pytest.mark.parametrize("run", RUNS)
@pytest.mark.parametrize("collection", ["cranfield", "vaswani"])
def test_queries_equal_the_recorded_ones(shared: Path, collection: str, run: str) -> None:
    """Every query's value is the recorded one; the files keep six places rounded to five, and no more."""
    folder = shared / "data" / collection
    done = scored_run(opened(folder / "qrels.txt"), folder / "runs" / f"{run}.run", *NAMES)
    theirs = recorded_per_query(folder / "expected", run)
    for name, there in NAMES.items():
        expected = {query_id: row[there] for query_id, row in theirs.items()}
        assert {q: round(round(v or 0.0, 6), 5) for q, v in by_case(done, name).items()} == expected


@pytest.mark.parametrize("collection", ["cranfield", "vaswani", "chorus_ratings"])
def test_every_query_equals_trec_eval(shared: Path, collection: str) -> None:
    """Against trec_eval itself, not its rounded record: nDCG, recall, precision, success, RR to 1e-9 a query."""
    import pytrec_eval

    folder = shared / "data" / collection
    with (folder / "qrels.txt").open(encoding="utf-8") as file:
        qrels = pytrec_eval.parse_qrel(file)
    asked = {"ndcg_cut.10", "recip_rank", "recall.10", "P.10", "success.5"}
    inputs = opened(folder / "qrels.txt")
    for run in RUNS:
        with (folder / "runs" / f"{run}.run").open(encoding="utf-8") as file:
            theirs = pytrec_eval.RelevanceEvaluator(qrels, asked).evaluate(pytrec_eval.parse_run(file))
        done = scored_run(inputs, folder / "runs" / f"{run}.run", *NAMES, zero=True)
        for name, there in NAMES.items():
            expected = {query_id: theirs.get(query_id, {}).get(there, 0.0) for query_id in by_case(done, name)}
            assert by_case(done, name) == pytest.approx(expected, abs=1e-9)


def test_cranfield_reads_as_its_readme_says(shared: Path) -> None:
    """225 queries with their texts, 1,837 judgments."""
    version = opened(shared / "data/cranfield/qrels.txt").version
    assert (len(version.cases), sum(len(case.labels) for case in version.cases)) == (225, 1837)
    assert version.by_id["1"].query.startswith("what similarity laws must be obeyed")


def test_chorus_bm25_over_all_queries(shared: Path) -> None:
    """Of 135 queries 19 have no positive label and 16 are absent from BM25's run.

    Counted as 0 (trec_eval -c) nDCG@10 is .461; by our rule the 19 are left out and named, the 16 score 0.
    """
    folder = shared / "data/chorus_ratings"
    inputs = opened(folder / "qrels.txt")
    name = "nDCG(dcg='log2')@10"
    complete = scored_run(inputs, folder / "runs/bm25.run", name, zero=True)
    theirs = recorded(folder / "expected", "bm25")["mean_complete_c"]["ndcg_cut_10"]
    assert mean(complete, name) == approx(theirs, 135)
    assert round(theirs, 3) == 0.461
    ours = scored_run(inputs, folder / "runs/bm25.run", name)
    assert mean(ours, name) == approx(theirs * 135 / 116, 116)
    counts = ours.named.counts()
    assert (counts["undefined"], counts["missing"], len(set(ours.named.missing))) == (19, 16, 16)


@pytest.mark.parametrize("run", RUNS)
def test_chorus_means_over_the_answered_queries(shared: Path, run: str) -> None:
    """trec_eval without -c averages over the queries of the run, those without a positive label as 0."""
    folder = shared / "data/chorus_ratings"
    done = scored_run(opened(folder / "qrels.txt"), folder / "runs" / f"{run}.run", *NAMES, EXPONENTIAL_10, zero=True)
    theirs = recorded(folder / "expected", run)
    asked = set(done.scored.judged.query_ids) - set(done.named.missing)
    assert len(asked) == theirs["num_q"]
    for name, there in (*NAMES.items(), (EXPONENTIAL_10, RECORDED_EXPONENTIAL_10)):
        values = [value or 0.0 for query_id, value in by_case(done, name).items() if query_id in asked]
        assert sum(values) / len(values) == pytest.approx(theirs["mean"][there], abs=1e-9)


def test_the_chorus_set_gives_what_its_qrels_give(shared: Path) -> None:
    """The set's folder and the bare qrels score BM25 alike."""
    name = "nDCG(dcg='log2')@10"
    folder = shared / "testsets/chorus"
    done = scored_run(opened(folder), "bm25", name, zero=True)
    theirs = recorded(shared / "data/chorus_ratings/expected", "bm25")["mean_complete_c"]["ndcg_cut_10"]
    assert mean(done, name) == approx(theirs, 135)
    assert (done.named.counts()["undefined"], done.named.counts()["missing"]) == (19, 16)


def out_file(path: Path) -> dict[tuple[str, str], str]:
    """trec_eval's output: (measure, query) to the printed value."""
    rows = (line.split() for line in path.read_text("utf-8").splitlines())
    return {(row[0], row[1]): row[2] for row in rows}


OF_TREC_EVAL = {
    **{f"P@{k}": f"P_{k}" for k in (5, 10, 15, 20, 30, 100, 200, 500, 1000)},
    **{f"R@{k}": f"recall_{k}" for k in (5, 10, 15, 20, 30, 100, 200, 500, 1000)},
    **{f"nDCG@{k}": f"ndcg_cut_{k}" for k in (5, 10, 15, 20, 30, 100, 200, 500, 1000)},
    **{f"Success@{k}": f"success_{k}" for k in (1, 5, 10)},
    "nDCG": "ndcg",
    "RR": "recip_rank",
}


@pytest.mark.parametrize("qrels", ["qrels.test", "qrels.test.with-comments"])
def test_trec_eval_prints_the_same_summary(shared: Path, qrels: str) -> None:
    """`out.test`: recip_rank and P at nine cutoffs, to its four places; comment lines are skipped."""
    folder = shared / "data/trec_eval_test"
    theirs = out_file(folder / "out.test")
    names = {name: there for name, there in OF_TREC_EVAL.items() if (there, "all") in theirs}
    done = scored_run(opened(folder / qrels), folder / "results.test", *names)
    ours = {there: f"{mean(done, name)[0]:.4f}" for name, there in names.items()}
    assert ours == {there: theirs[there, "all"] for there in names.values()}
    assert len(names) == 10


def test_trec_eval_prints_the_same_per_query(shared: Path) -> None:
    """`out.test.aq` (-m all_trec -q): every measure that is ours too, for each query and over all."""
    folder = shared / "data/trec_eval_test"
    theirs = out_file(folder / "out.test.aq")
    done = scored_run(opened(folder / "qrels.test"), folder / "results.test", *OF_TREC_EVAL)
    for name, there in OF_TREC_EVAL.items():
        ours = {query_id: f"{value:.4f}" for query_id, value in by_case(done, name).items()}
        assert ours == {
            query: value for (measure, query), value in theirs.items() if measure == there and query != "all"
        }
        assert f"{mean(done, name)[0]:.4f}" == theirs[there, "all"]


def test_a_run_with_junk_at_its_line_ends_is_refused(shared: Path) -> None:
    """trec_eval overlooks the seventh column of results.trunc; gold names the line."""
    with pytest.raises(BadRecord, match=r"results.trunc:1: 9 columns instead of 6"):
        read_run(str(shared / "data/trec_eval_test/results.trunc"))


def test_a_truncated_run_counts_its_missing_queries_as_zero(shared: Path, tmp_path: Path) -> None:
    """`out.test.aqc` (-c, results.trunc without its junk columns): means over all judged queries."""
    folder = shared / "data/trec_eval_test"
    theirs = out_file(folder / "out.test.aqc")
    lines = (folder / "results.trunc").read_text("utf-8").splitlines()
    (tmp_path / "results.trunc").write_text("".join(" ".join(line.split()[:6]) + "\n" for line in lines), "utf-8")
    done = scored_run(opened(folder / "qrels.test"), tmp_path / "results.trunc", *OF_TREC_EVAL)
    ours = {there: f"{mean(done, name)[0]:.4f}" for name, there in OF_TREC_EVAL.items()}
    assert ours == {there: theirs[there, "all"] for there in OF_TREC_EVAL.values()}


def test_relevance_level_two_is_rel_two(shared: Path) -> None:
    """`out.test.aql` (-l2, graded qrels): P, R, Success and RR with `rel=2`; nDCG does not know the level."""
    folder = shared / "data/trec_eval_test"
    theirs = out_file(folder / "out.test.aql")
    at_two = {name: name.replace("@", "(rel=2)@") if "@" in name else "RR(rel=2)" for name in OF_TREC_EVAL}
    names = {at_two[name]: there for name, there in OF_TREC_EVAL.items() if not name.startswith("nDCG")}
    done = scored_run(opened(folder / "qrels.rel_level"), folder / "results.test", *names, zero=True)
    ours = {there: f"{mean(done, name)[0]:.4f}" for name, there in names.items()}
    assert ours == {there: theirs[there, "all"] for there in names.values()}


@pytest.mark.parametrize(
    ("qrels", "run", "expected"),
    [
        ("ir_measures_compat/compat.qrels", "ir_measures_compat/compat.run", "ir_measures_compat/expected.json"),
        (
            "trec_eval_test/qrels.rel_level",
            "trec_eval_test/results.test",
            "trec_eval_test/expected.ir_measures.rel_level.json",
        ),
    ],
    ids=["grades to 50, TABs, ids such as 31_1", "grades 1 and 2"],
)
def test_ir_measures_recorded_values(shared: Path, qrels: str, run: str, expected: str) -> None:
    """Every recorded measure that gold has too is the same, at the name that ir_measures gives it."""
    data = shared / "data"
    theirs = json.loads((data / expected).read_text("utf-8"))["aggregate"]
    names = [n for n in theirs if n.split("@")[0].split("(")[0] in ("nDCG", "RR", "P", "R", "Judged", "Success")]
    done = scored_run(opened(data / qrels), data / run, *names, zero=True)
    assert {name: mean(done, name)[0] for name in names} == pytest.approx({n: theirs[n] for n in names}, abs=1e-9)
    assert len(names) == 8
