"""Scores without what a run alone found, and at most: trec_eval on other qrels, over every choice of relevance."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import product
from math import log2

import pytest
import pytrec_eval
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from gold.measure.measure import Measure
from gold.measure.pool import Pooled, depth_of, pooled
from gold.measure.unjudged import unjudged
from tests.builders import case, graded, held_by, in_groups, in_passages, label, measures, run, score, scored
from tests.measure.oracles import DOCUMENTS, QUERIES, Judgments, judgments

NAMES = ("nDCG@3", "R@3", "P@3", "Success@3", "RR")
TREC_EVAL = {"nDCG@3": "ndcg_cut_3", "R@3": "recall_3", "P@3": "P_3", "Success@3": "success_3", "RR": "recip_rank"}
TOP = 4
Lists = Mapping[str, list[str]]
RUNS = {"one": ["a", "b"], "two": ["a", "z"]}


def lists() -> st.SearchStrategy[dict[str, list[str]]]:
    """Short rankings, so that every choice among their results can be tried."""
    ranked = st.lists(st.sampled_from(DOCUMENTS), min_size=1, max_size=5, unique=True)
    return st.dictionaries(st.sampled_from(QUERIES), ranked, min_size=1)


def trec_eval(judged: Mapping[str, Mapping[str, int]], ranked: Lists, name: str) -> dict[str, float]:
    """trec_eval's value of each judged query, 0 where the run lacks it."""
    qrels = {q: {d: max(g, 0) for d, g in row.items()} for q, row in judged.items()}
    theirs = TREC_EVAL[name]
    asked = theirs if theirs == "recip_rank" else ".".join(theirs.rsplit("_", 1))
    runs = {q: {d: float(-place) for place, d in enumerate(row)} for q, row in ranked.items()}
    found = pytrec_eval.RelevanceEvaluator(qrels, {asked}).evaluate(runs)
    return {q: found.get(q, {}).get(theirs, 0.0) for q in judged}


def name_of(measure: Measure) -> str:
    """The short name of a measure."""
    return next(name for name in NAMES if measures(name) == [measure])


def in_pool(judged: Judgments, *ranked: Lists, names: tuple[str, ...] = NAMES) -> tuple[Pooled, ...]:
    """What is said of runs over the same labels."""
    laid_out = scored([graded(query_id, row) for query_id, row in judged.items()])
    return pooled([score(laid_out, run(one, name=f"r{at}"), *names) for at, one in enumerate(ranked)], TOP)


@settings(max_examples=100)
@given(judged=judgments(), one=lists(), two=lists())
def test_leaving_out_own_finds_is_trec_eval_without_these_rows(judged: Judgments, one: Lists, two: Lists) -> None:
    """The means over the same queries, on qrels without what the first run alone shows."""
    positive = {q: row for q, row in judged.items() if max(row.values()) >= 1}
    assume(positive and positive.keys() & one.keys() and positive.keys() & two.keys())
    found = in_pool(judged, one, two)[0]
    deep = 3
    alone = {
        (q, d)
        for q, row in positive.items()
        for d, g in row.items()
        if g >= 1 and d in one.get(q, [])[:deep] and d not in two.get(q, [])[:deep]
    }
    fewer = {q: {d: g for d, g in row.items() if (q, d) not in alone} for q, row in positive.items()}
    assert (found.depth, found.n, found.alone) == (deep, len(positive), len(alone))
    gone = {q for q, row in fewer.items() if max(row.values(), default=0) < 1}
    assert set(found.unlabelled) == gone
    judged_still = {q: row or {"nothing": 0} for q, row in fewer.items()}
    for measure, mean in found.without.items():
        name = name_of(measure)
        theirs = trec_eval(judged_still, one, name)
        assert mean.n == len(positive)
        assert mean.value == pytest.approx(sum(theirs.values()) / len(positive), abs=1e-9)


@settings(max_examples=60, deadline=None)
@given(judged=judgments(), one=lists())
def test_at_most_is_the_greatest_over_every_choice(judged: Judgments, one: Lists) -> None:
    """Each unjudged result within the cut has any grade to the top one: no choice scores more, one as much."""
    positive = {q: row for q, row in judged.items() if max(row.values()) >= 1}
    assume(positive and positive.keys() & one.keys())
    found = in_pool(judged, one)[0]
    for measure, mean in found.at_most.items():
        name = name_of(measure)
        best = 0.0
        for q, row in positive.items():
            open_ = [d for d in one.get(q, [])[: measure.k] if d not in row]
            grades = range(TOP + 1) if measure.kind == "nDCG" else (0, TOP)
            choices = [row | dict(zip(open_, some, strict=True)) for some in product(grades, repeat=len(open_))]
            tried = {f"{q} {at}": choice for at, choice in enumerate(choices)}
            best += max(trec_eval(tried, dict.fromkeys(tried, one.get(q, [])), name).values())
        assert mean.value == pytest.approx(best / len(positive), abs=1e-9)


def test_at_most_is_not_that_of_the_top_grade_alone() -> None:
    """Beside three labels of grade 1, one of them shown, a result of grade 1 helps more than one of grade 2."""
    (found,) = in_pool({"q": {"a": 1, "b": 1, "c": 1}}, {"q": ["a", "u"]}, names=("nDCG@3",))
    log = 1 / log2(3)
    assert next(iter(found.at_most.values())).value == pytest.approx((1 + log) / (1 + log + 0.5))


def test_answer_recall_at_most_and_without() -> None:
    """An unjudged result may answer; a part whose one label nobody else finds stays needed."""
    laid_out = scored([case("q", label(2, "a", part="x"), label(2, "b", part="y"))])
    runs = [score(laid_out, run({"q": row}, name=name), "AnswerRecall@2") for name, row in RUNS.items()]
    one, two = pooled(runs, 2)
    (measure,) = one.without
    assert (one.found, one.alone, one.without[measure].value, one.unlabelled) == (2, 1, 0.0, ())
    assert (two.found, two.alone, two.without[measure].value, two.at_most[measure].value) == (1, 0, 0.0, 1.0)


def test_what_counts_as_unjudged() -> None:
    """No repeat, no piece of a split label, nothing beyond the depth, nothing of a case that the run lacks."""
    cases = [case("q", label(2, quote="…"), label(1, quote="…")), graded("r", {"p": 1})]
    laid_out = held_by(cases, [[in_groups(["s1", "s2"]), in_passages("h")], [in_passages("p")]])
    found = unjudged(laid_out.judged, run({"q": ["u", "s1", "u", "h", "h", "v", "w"]}), 6)
    assert list(zip(found.case.tolist(), found.rank.tolist(), strict=True)) == [(0, 1), (0, 6)]
    assert len(unjudged(laid_out.judged, run({"q": ["u", "v", "w"]}), None).rank) == 3
    assert not len(unjudged(laid_out.judged, run({}), 10).rank)


def test_labelled_from_the_first_answer() -> None:
    """Cases with one relevant label, and those of them whose label is the first result."""
    judged = {"q1": {"a": 2}, "q2": {"a": 2, "b": 0}, "q3": {"a": 2, "b": 1}, "q4": {"z": 1}}
    (found,) = in_pool(judged, {"q1": ["a"], "q2": ["b", "a"], "q3": ["a"], "q4": ["z"]})
    assert (found.single, found.own_first) == (3, 2)


def test_the_depth_is_the_largest_cut() -> None:
    """Of measures of rankings; 10 where none has one."""
    assert depth_of(measures("RR", "P@5", "nDCG@20", "Judged@100")) == 20
    assert depth_of(measures("RR")) == 10


def test_crowded_labels_stay_below_one() -> None:
    """Two labels in one passage: the greatest nDCG is no more than 1."""
    laid_out = scored([case("q", label(2, "a"), label(1, "a"))])
    (found,) = pooled([score(laid_out, run({"q": ["a", "u", "v"]}), "nDCG@3")], 2)
    assert next(iter(found.at_most.values())).value == pytest.approx(1.0)
