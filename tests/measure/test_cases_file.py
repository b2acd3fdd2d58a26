"""The rankings that broke other scorers, each with its right value."""

from __future__ import annotations

from math import log2
from pathlib import Path

import pytest

from gold.errors import NothingToScore
from gold.measure.score import RunScore
from gold.read.run import read_run
from tests.builders import (
    EXPONENTIAL,
    LINEAR,
    approx,
    by_case,
    case,
    graded,
    held_by,
    in_passages,
    label,
    mean,
    one,
    score,
    scored,
    texts,
)


def test_a_passage_that_holds_two_answers_gives_one_and_no_more() -> None:
    """Two labels of grade 2 in the passage that stands first: nDCG is 1.0, never 1.23."""
    made = held_by([case("q", label(2, "a"), label(2, quote="x"))], [[in_passages("a"), in_passages("a")]])
    for name in (EXPONENTIAL, LINEAR, "nDCG(dcg='exp-log2')@1", "nDCG(dcg='log2')@2"):
        assert one(score(made, {"q": ["a", "b"]}, name), name) == 1.0


def test_a_repeat_keeps_its_place_and_earns_nothing() -> None:
    """`[a, a, b]` with the label a: recall and nDCG are 1.0, precision counts a once, the case is named."""
    done = score(scored([graded("q", {"a": 2})]), {"q": ["a", "a", "b"]}, "R@3", EXPONENTIAL, "P@3")
    assert [one(done, name) for name in ("R@3", EXPONENTIAL, "P@3")] == [1.0, 1.0, 1 / 3]
    assert done.named.duplicates == {"q": 1}
    late = score(scored([graded("q", {"b": 2})]), {"q": ["a", "a", "b"]}, "RR")
    assert one(late, "RR") == 1 / 3


def test_a_repeat_is_never_renamed_into_an_id() -> None:
    """A label whose id looks like a renamed repeat is not reached by one."""
    done = score(scored([graded("q", {"a_bc574ae_2": 2})]), {"q": ["a", "a", "z"]}, "R@3", "Judged@3")
    assert [one(done, name) for name in ("R@3", "Judged@3")] == [0.0, 0.0]


@pytest.mark.parametrize("name", [EXPONENTIAL, LINEAR])
def test_one_of_five_answers_is_not_the_ideal(name: str) -> None:
    """Five passages of the top grade, one of them shown at rank 1: nDCG@10 is 0.339, not 1.0."""
    done = score(scored([graded("q", dict.fromkeys("abcde", 2))]), {"q": ["a", "x", "y"]}, name)
    ideal = sum(1 / log2(rank + 1) for rank in range(1, 6))
    assert one(done, name) == pytest.approx(1 / ideal, abs=1e-15)
    assert round(1 / ideal, 3) == 0.339


def test_more_labels_than_k_never_give_more_than_one() -> None:
    """Eight answers, three of them in the top three: nDCG@3 is 1.0, recall is 3/8."""
    done = score(scored([graded("q", dict.fromkeys("abcdefgh", 2))]), {"q": list("abc")}, "nDCG@3", "R@3")
    assert [one(done, "nDCG@3"), one(done, "R@3")] == [1.0, 0.375]


def test_one_relevant_at_rank_two_of_three() -> None:
    """nDCG is 1 / log2(3) = 0.6309."""
    done = score(scored([graded("q", {"b": 1})]), {"q": ["a", "b", "c"]}, LINEAR, EXPONENTIAL)
    assert [round(one(done, name) or 0, 4) for name in (LINEAR, EXPONENTIAL)] == [0.6309, 0.6309]


@pytest.mark.parametrize("order", [(0, 1, 2), (2, 1, 0), (1, 2, 0)])
def test_tied_scores_rank_the_same_in_any_line_order(tmp_path: Path, order: tuple[int, ...]) -> None:
    """Ties go by passage id, descending, in every measure; they are counted; RR and nDCG tell one story."""
    rows = [f"q Q0 {p} 1 0.5 t\n" for p in ("a", "b", "c")]
    (tmp_path / "r.trec").write_text("".join(rows[i] for i in order))
    run = read_run(str(tmp_path / "r.trec"))
    done = score(scored([graded("q", {"a": 2})]), run, "RR", LINEAR, "P@1", "Success@2")
    assert run.ranking("q") == ["c", "b", "a"]
    assert [one(done, name) for name in ("RR", LINEAR, "P@1", "Success@2")] == [1 / 3, 0.5, 0.0, 0.0]
    assert done.named.ties == {"q": 2}


def test_scores_that_differ_in_the_ninth_place_are_no_tie(tmp_path: Path) -> None:
    """Order is decided in 64 bits; trec_eval would tie these in 32."""
    (tmp_path / "r.trec").write_text("q Q0 z 1 1.0 t\nq Q0 a 2 1.00000001 t\nq Q0 b 3 1.0000000099 t\n")
    run = read_run(str(tmp_path / "r.trec"))
    assert run.ranking("q") == ["a", "b", "z"]
    assert score(scored([graded("q", {"a": 2})]), run, "RR").named.ties == {}


def test_an_empty_ranking_scores_zero_and_shifts_nobody() -> None:
    """Four cases, the second with `[]`: it gets 0, the others keep theirs."""
    cases = [graded(f"q{i}", {f"a{i}": 2}) for i in range(4)]
    rankings = {"q0": ["a0"], "q1": [], "q2": ["x", "a2"], "q3": ["x", "a3"]}
    done = score(scored(cases), rankings, "RR")
    assert by_case(done, "RR") == {"q0": 1.0, "q1": 0.0, "q2": 0.5, "q3": 0.5}
    assert mean(done, "RR") == (0.5, 4)
    assert done.named.missing == ()


def test_a_case_absent_from_the_run_scores_zero_and_is_named() -> None:
    """It counts in the mean of every measure, Judged included."""
    names = (EXPONENTIAL, "RR", "R@5", "P@5", "Success@5", "AnswerRecall@5", "Judged@5")
    done = score(scored([graded("q1", {"a": 2}), graded("q2", {"a": 2})]), {"q1": ["a"]}, *names)
    assert [by_case(done, name)["q2"] for name in names] == [0.0] * len(names)
    assert [mean(done, name)[1] for name in names] == [2] * len(names)
    assert done.named.missing == ("q2",)


def test_a_case_that_the_set_lacks_is_counted_and_ignored() -> None:
    """It changes no score."""
    done = score(scored([graded("q1", {"a": 2})]), {"zz": ["a"], "q1": ["a"]}, "RR")
    assert (mean(done, "RR"), done.named.extra) == ((1.0, 1), ("zz",))


def three_kinds() -> RunScore:
    """A case with grade 0 only, one without labels, a normal one."""
    cases = [graded("zero", {"a": 0}), case("none"), graded("normal", {"b": 2})]
    return score(scored(cases), {"zero": ["a"], "none": ["a"], "normal": ["x", "b"]}, "RR", LINEAR)


def test_cases_without_a_relevant_label_are_left_out_and_counted() -> None:
    """The case after them keeps its own score."""
    done = three_kinds()
    assert by_case(done, "RR") == {"zero": None, "none": None, "normal": 0.5}
    assert (mean(done, "RR"), done.named.undefined) == ((0.5, 1), ("zero", "none"))


def test_undefined_cases_count_as_zero_when_asked() -> None:
    """As trec_eval does; the case without labels too. They stay named."""
    cases = [graded("zero", {"a": 0}), case("none"), graded("normal", {"b": 2})]
    rankings = {"zero": ["a"], "none": ["a"], "normal": ["x", "b"]}
    done = score(scored(cases), rankings, "RR", LINEAR, "AnswerRecall@5", undefined="zero")
    assert by_case(done, "RR") == {"zero": 0.0, "none": 0.0, "normal": 0.5}
    assert mean(done, "RR") == approx(1 / 6, 3)
    assert by_case(done, "AnswerRecall@5") == {"zero": 0.0, "none": 0.0, "normal": 1.0}
    assert done.named.undefined == ("zero", "none")


def test_negative_grades_gain_nothing_and_are_not_relevant() -> None:
    """Grades -1 and -2 above the answer cost its ranks, no more."""
    done = score(scored([graded("q", {"a": -1, "b": -2, "c": 2})]), {"q": ["a", "b", "c"]}, LINEAR, "P@3", "RR", "R@3")
    assert [one(done, name) for name in (LINEAR, "P@3", "RR", "R@3")] == [0.5, 1 / 3, 1 / 3, 1.0]


def test_ids_that_never_meet_are_refused_with_an_example_of_each() -> None:
    """A run of another set gives no 0.00 but an error that shows both shapes."""
    with pytest.raises(NothingToScore) as caught:
        score(scored([graded("real-0041", {"a": 2})]), {"41": ["a"]}, "RR")
    assert "'real-0041'" in str(caught.value)
    assert "'41'" in str(caught.value)


def test_an_empty_run_is_refused() -> None:
    """It says that the run is empty."""
    with pytest.raises(NothingToScore, match="the run is empty"):
        score(scored([graded("q", {"a": 2})]), {}, "RR")


def test_labels_that_lie_nowhere_are_refused() -> None:
    """A build that holds none of the labels gives no 0.00."""
    made = scored([case("q", label(2, doc_id="d", quote="no such words"))], texts("other text", doc_id="d"))
    with pytest.raises(NothingToScore, match="no label lies in the build build"):
        score(made, {"q": ["p1"]}, "RR")


def test_text_anchors_without_any_corpus_are_refused() -> None:
    """Quotes cannot be placed without a build, so nothing can be reached."""
    with pytest.raises(NothingToScore, match="--corpus"):
        score(scored([case("q", label(2, doc_id="d", quote="some words"))]), {"q": ["p1"]}, "RR")


def test_documents_without_any_corpus_say_what_a_result_is_held_against() -> None:
    """Labels that name documents, as a converter of qrels may write them, want `passage_id` in its place."""
    with pytest.raises(NothingToScore, match="no label has a `passage_id`"):
        score(scored([case("q", label(2, doc_id="d"))]), {"q": ["d"]}, "RR")


def test_a_set_without_a_scorable_case_is_refused() -> None:
    """Proposed, retired, unknown and held-back cases leave nothing."""
    cases = [
        graded("a", {"p": 2}, status="proposed"),
        graded("b", {"p": 2}, status="retired"),
        graded("c", {"p": 2}, split="held_back"),
        case("d", supporting="unknown"),
    ]
    with pytest.raises(NothingToScore, match="no confirmed case"):
        score(scored(cases), {"a": ["p"]}, "RR")


def test_the_same_loaded_set_scores_the_same_twice() -> None:
    """Nothing is used up by scoring."""
    made = scored([graded("q1", {"a": 2, "b": 1}), graded("q2", {"c": 1})])
    rankings = {"q1": ["b", "a"], "q2": ["x", "c"]}
    names = (EXPONENTIAL, "RR", "R@5")
    first, second = (score(made, rankings, *names) for _ in range(2))
    assert (first.values == second.values).all()


def test_two_systems_with_equal_recall_and_precision_are_parted_by_ndcg() -> None:
    """Ten questions, five results each, fifty in all: five of answer grade and ten of grade 1 in both.

    One system shows them first, the other last: recall and precision at 5 agree, nDCG does not.
    """
    cases, early, late = [], {}, {}
    for i in range(10):
        grades = {f"{i}-a": 2} if i < 5 else {f"{i}-b": 1}
        grades |= {f"{i}-c": 1} if i < 5 else {}
        cases.append(graded(f"q{i}", grades))
        rest = [f"{i}-x{n}" for n in range(5 - len(grades))]
        early[f"q{i}"] = [*grades, *rest]
        late[f"q{i}"] = [*rest, *reversed(grades)]
    shown = [p for ranking in early.values() for p in ranking]
    of_grade = [sum(label.grade == g for c in cases for label in c.labels if label.passage_id in shown) for g in (2, 1)]
    assert (len(shown), of_grade) == (50, [5, 10])
    names = ("R@5", "P@5", "nDCG(dcg='exp-log2')@5", "nDCG(dcg='log2')@5", "RR@5")
    one_system, other = (score(scored(cases), rankings, *names) for rankings in (early, late))
    assert [mean(one_system, name) for name in names[:2]] == [mean(other, name) for name in names[:2]]
    assert mean(one_system, "P@5") == approx(0.3, 10)
    for name in names[2:]:
        assert mean(one_system, name)[0] == 1.0
        assert (mean(other, name)[0] or 0) < 0.6
