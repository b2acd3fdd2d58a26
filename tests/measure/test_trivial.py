"""What systems without skill get, reckoned by hand or over every order."""

from __future__ import annotations

from collections import Counter
from itertools import permutations
from random import Random

import numpy as np
import pytest
import pytrec_eval
from sklearn.feature_extraction.text import CountVectorizer

from gold.measure.formulas import ranking_values
from gold.measure.measure import parse_measure
from gold.measure.reach import reaches
from gold.measure.trivial import can_count_words, most_frequent, pool_of, shuffled, term_overlap
from tests.builders import EXPONENTIAL, case, corpus, graded, label, passage, run, score, scored

ANSWER = "AnswerRecall@1"


def test_the_most_frequent_passages_are_the_same_for_all() -> None:
    """Of all runs on the build, each case once; ten of them, or as deep as the measure."""
    cases = [graded(f"q{i}", {"all" if i < 2 else f"own{i}": 2}) for i in range(4)]
    made = scored(cases)
    one = score(made, {f"q{i}": ["all", f"own{i}"] for i in range(4)}, ANSWER)
    two = score(made, {f"q{i}": [f"own{i}"] for i in range(4)}, ANSWER)
    assert most_frequent(made, pool_of([one, two]), parse_measure(ANSWER)).tolist() == [1, 1, 0, 0]


def test_what_only_other_questions_of_a_run_show_is_in_no_pool() -> None:
    """A question that the set does not score must not tell what it was given."""
    made = scored([graded("q1", {"p": 2}), graded("hidden", {"p": 2}, split="held_back")])
    done = score(made, {"q1": ["x"], "hidden": ["p"]}, ANSWER)
    assert len(pool_of([done]).case) == 1
    assert most_frequent(made, pool_of([done]), parse_measure(ANSWER)).tolist() == [0]


@pytest.mark.parametrize("name", ["AnswerRecall@2", "RR@10", EXPONENTIAL])
def test_the_shuffled_pool_is_as_good_as_a_mean_over_every_order(name: str) -> None:
    """A hundred shuffles of each case; forty cases alike."""
    grades, pool = {"a": 2, "b": 1}, ["a", "b", "x", "y", "z"]
    made, measure = scored([graded(f"q{i}", grades) for i in range(40)]), parse_measure(name)
    done = score(made, {f"q{i}": pool for i in range(40)}, name)
    alone = scored([graded("q", grades)])
    orders = [run({"q": order}) for order in permutations(pool)]
    exact = [ranking_values(measure, alone.judged, reaches(alone.judged, one), 2)[0] for one in orders]
    found = shuffled(made, pool_of([done]), measure)
    assert found.mean() == pytest.approx(np.mean(exact), abs=0.01)
    assert found.tolist() == shuffled(made, pool_of([done]), measure).tolist()


def test_passages_outside_the_pool_are_never_shown() -> None:
    """And a case without results gets none."""
    made = scored([graded("q1", {"p": 2}), graded("q2", {"p": 2})])
    done = score(made, {"q1": ["x", "y"], "q2": []}, ANSWER)
    assert shuffled(made, pool_of([done]), parse_measure(ANSWER)).tolist() == [0, 0]


def test_term_overlap_ranks_by_shared_words_then_by_id() -> None:
    """Each word counts once, however it is written; a passage that shares none is not shown."""
    build = corpus(
        passage("p3", "Return the goods"),
        passage("p2", "return RETURN return"),
        passage("p1", "return to sender"),
        passage("p0", "nothing of it"),
    )
    query = "how do I return goods"
    made = scored([case(f"q{i}", label(2, f"p{i}"), query=query) for i in range(4)], build)
    assert can_count_words(made, build)
    reciprocal = term_overlap(made, build, parse_measure("RR"))
    assert reciprocal.tolist() == pytest.approx([0, 1 / 2, 1 / 3, 1])


def test_words_are_not_counted_where_it_would_take_long() -> None:
    """Nor where there are no texts."""
    made = scored([graded("q", {"p": 2})])
    assert not can_count_words(made, None)
    assert not can_count_words(made, corpus(passage("p", "x" * 2_000_001)))
    assert not can_count_words(scored([graded(f"q{i}", {"p": 2}) for i in range(2001)]), corpus(passage("p", "x")))


TREC = (("nDCG(dcg='log2')@10", "ndcg_cut_10"), ("RR", "recip_rank"), ("P@5", "P_5"))
"""A measure and its name for trec_eval."""


def by_trec_eval(grades: dict[str, dict[str, int]], lists: dict[str, list[str]], name: str) -> list[float]:
    """What trec_eval gives these lists, question by question."""
    ranked = {query: {passage_id: -float(at) for at, passage_id in enumerate(shown)} for query, shown in lists.items()}
    found = pytrec_eval.RelevanceEvaluator(grades, {name}).evaluate({q: r or {"none": 0.0} for q, r in ranked.items()})
    return [found[query][name] for query in grades]


@pytest.mark.parametrize(("name", "theirs"), TREC)
def test_the_most_frequent_passages_get_what_trec_eval_gives_their_list(name: str, theirs: str) -> None:
    """The ten that a count over the questions' first tens has most of, no two of them equally often."""
    shown: dict[str, list[str]] = {f"q{i}": [] for i in range(14)}
    for often in range(12):
        for i in range(14 - often):
            shown[f"q{i}"].append(f"p{often}")  # p0 for all fourteen questions, p1 for thirteen …
    shown = {query: row[:10] for query, row in shown.items()}
    grades = {f"q{i}": {f"p{i % 12}": 2, f"p{(5 * i) % 12}": 1, f"own{i}": 2} for i in range(14)}
    made = scored([graded(query, row) for query, row in grades.items()])
    pool = pool_of([score(made, shown, name)])
    counted = Counter(passage_id for row in shown.values() for passage_id in row)
    top = [passage_id for passage_id, _ in counted.most_common(10)]
    assert len(set(counted.values())) == len(counted)
    found = most_frequent(made, pool, parse_measure(name))
    assert found.tolist() == pytest.approx(by_trec_eval(grades, dict.fromkeys(shown, top), theirs))


@pytest.mark.parametrize(("name", "theirs"), TREC)
def test_term_overlap_gets_what_trec_eval_gives_scikit_learn_s_lists(name: str, theirs: str) -> None:
    """Words in common by scikit-learn's counts, the lower id first among equals; without a common word nothing."""
    chance = Random(11)
    words = [f"w{n}" for n in range(30)]
    texts = {f"p{n:02d}": " ".join(chance.choices(words, k=8)) for n in range(20)}
    queries = {f"q{n}": " ".join(chance.sample(words, 4)).upper() for n in range(15)} | {"q15": "none of them"}
    grades = {query: dict(zip(chance.sample(sorted(texts), 3), (2, 1, 0), strict=True)) for query in queries}
    build = corpus(*(passage(passage_id, text) for passage_id, text in texts.items()))
    cases = [case(q, *(label(grade, p) for p, grade in row.items()), query=queries[q]) for q, row in grades.items()]
    counts = CountVectorizer(binary=True, token_pattern=r"\w+").fit(texts.values())
    shared = (counts.transform(queries.values()) @ counts.transform(texts.values()).T).toarray()
    lists = {
        query: [passage_id for n, passage_id in sorted((-n, p) for n, p in zip(row, texts, strict=True)) if n]
        for query, row in zip(queries, shared.tolist(), strict=True)
    }
    found = term_overlap(scored(cases, build), build, parse_measure(name))
    assert found.tolist() == pytest.approx(by_trec_eval(grades, lists, theirs))
