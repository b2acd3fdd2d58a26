"""Gold's measures against trec_eval (pytrec_eval), ir_measures and ranx, per query, on random worlds."""

from __future__ import annotations

import math
from collections.abc import Mapping

import ir_measures
import pytest
import pytrec_eval
from hypothesis import assume, given, settings

from tests.builders import by_case
from tests.measure.oracles import Judgments, Rankings, gold_score, judgments, meet, rankings, untied_rankings

CUTS = (1, 2, 3, 5, 10, 100)
TREC_EVAL = {
    "nDCG@{}": "ndcg_cut_{}",
    "R@{}": "recall_{}",
    "P@{}": "P_{}",
    "Success@{}": "success_{}",
}
TOLERANCE = 1e-9


def agree(ours: Mapping[str, float | None], theirs: Mapping[str, float]) -> bool:
    """Whether both give each query the same value; a query that an oracle leaves out has 0."""
    return all(
        value is not None and math.isclose(value, theirs.get(query_id, 0.0), abs_tol=TOLERANCE)
        for query_id, value in ours.items()
    )


def without_negatives(judged: Judgments) -> Judgments:
    """Negative grades as 0, which is what they gain; pytrec_eval crashes on a query that has no others."""
    return {q: {d: max(g, 0) for d, g in row.items()} for q, row in judged.items()}


def trec_eval(judged: Judgments, ranked: Rankings) -> dict[str, dict[str, float]]:
    """trec_eval's values by its measure and query."""
    asked = {f"{name}.{','.join(map(str, CUTS))}" for name in ("ndcg_cut", "recall", "P", "success")}
    evaluator = pytrec_eval.RelevanceEvaluator(without_negatives(judged), asked | {"recip_rank", "ndcg"})
    found: dict[str, dict[str, float]] = {}
    for query_id, values in evaluator.evaluate(ranked).items():
        for name, value in values.items():
            found.setdefault(name, {})[query_id] = value
    return found


@settings(max_examples=150)
@given(judged=judgments(), ranked=rankings())
def test_ranking_measures_equal_trec_eval(judged: Judgments, ranked: Rankings) -> None:
    """nDCG with linear gain, recall, precision, success and RR are trec_eval's at every cutoff and without one."""
    assume(meet(judged, ranked))
    names = [ours.format(k) for ours in TREC_EVAL for k in CUTS]
    done = gold_score(judged, ranked, *names, "RR", "nDCG")
    theirs = trec_eval(judged, ranked)
    pairs = {ours.format(k): theirs[name.format(k)] for ours, name in TREC_EVAL.items() for k in CUTS}
    pairs |= {"RR": theirs["recip_rank"], "nDCG": theirs["ndcg"]}
    assert [name for name, values in pairs.items() if not agree(by_case(done, name), values)] == []


@settings(max_examples=100)
@given(judged=judgments(), ranked=rankings())
def test_exponential_gain_equals_trec_eval_on_mapped_grades(judged: Judgments, ranked: Rankings) -> None:
    """nDCG with gain 2^g - 1 is trec_eval's on qrels whose grades are those gains."""
    assume(meet(judged, ranked))
    mapped = {q: {d: 2**g - 1 if g > 0 else 0 for d, g in row.items()} for q, row in judged.items()}
    theirs = trec_eval(mapped, ranked)
    names = {k: f"nDCG(dcg='exp-log2')@{k}" for k in CUTS}
    done = gold_score(judged, ranked, *names.values())
    assert [k for k, name in names.items() if not agree(by_case(done, name), theirs[f"ndcg_cut_{k}"])] == []


@settings(max_examples=100)
@given(judged=judgments(), ranked=untied_rankings())
def test_measures_equal_ir_measures_of_the_same_name(judged: Judgments, ranked: Rankings) -> None:
    """A name means what ir_measures means by it. Untied: its Judged and RR@k order ties by ascending id."""
    assume(meet(judged, ranked))
    names = ["nDCG@3", "RR", "RR(rel=2)", "RR@2", "R@2", "R(rel=2)@5", "P@3", "P(rel=2)@3", "Success@2"]
    names += ["Success(rel=3)@5", "Judged@3", "Judged@10", "nDCG(dcg='log2')@5"]
    done = gold_score(judged, ranked, *names)
    theirs: dict[str, dict[str, float]] = {name: {} for name in names}
    parsed = {ir_measures.parse_measure(name): name for name in names}
    for metric in ir_measures.iter_calc(list(parsed), without_negatives(judged), ranked):
        theirs[parsed[metric.measure]][metric.query_id] = metric.value
    assert [name for name in names if not agree(by_case(done, name), theirs[name])] == []


def test_ranx_agrees_on_a_large_random_world() -> None:
    """ranx's Burges nDCG is gold's with exponential gain, on 150 untied queries of mixed length.

    One measure and one call: each costs seconds of compiling. Ties are left out: ranx keeps the order of
    insertion.
    """
    from random import Random

    ranx = pytest.importorskip("ranx")
    random = Random(7)
    documents = [f"d{i}" for i in range(40)]
    judged: Judgments = {}
    ranked: Rankings = {}
    for number in range(150):
        query_id = f"q{number}"
        judged[query_id] = {d: random.choice((0, 1, 2, 3)) for d in random.sample(documents, random.randint(1, 20))}
        judged[query_id][random.choice(documents)] = 2
        shown = random.sample(documents, random.randint(1, 30))
        ranked[query_id] = {document: float(100 - place) for place, document in enumerate(shown)}
    done = gold_score(judged, ranked, "nDCG(dcg='exp-log2')@10")
    qrels = ranx.Qrels({q: {d: g for d, g in row.items() if g > 0} for q, row in judged.items()})
    found = ranx.evaluate(qrels, ranx.Run(ranked), "ndcg_burges@10", return_mean=False)
    theirs = dict(zip(sorted(judged), map(float, found), strict=True))
    assert agree(by_case(done, "nDCG(dcg='exp-log2')@10"), theirs)
