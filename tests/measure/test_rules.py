"""What counts in which mean: parts, distractors, refusals, questions not asked, classes, what can be won."""

from __future__ import annotations

import pytest

from gold.model.case import Turn
from gold.model.run import Answered, Sidecar
from gold.resolve.resolution import Placed
from tests.builders import (
    EXPONENTIAL,
    approx,
    by_case,
    case,
    graded,
    held_by,
    in_groups,
    in_passages,
    label,
    mean,
    measures,
    one,
    run,
    score,
    scored,
    version,
)

AR = "AnswerRecall@3"


@pytest.mark.parametrize(
    ("ranking", "expected"),
    [
        (["a"], 0.0),
        (["a", "b"], 1.0),
        (["b2", "x", "a"], 1.0),
        (["b", "b2", "x"], 0.0),
        (["x", "y", "z", "a", "b"], 0.0),
        (["alone"], 1.0),
        (["weak", "a"], 0.0),
    ],
)
def test_answer_recall_needs_every_part_or_one_label_that_answers_alone(ranking: list[str], expected: float) -> None:
    """Parts one and two must both be reached; part two may be by either label; a label without a part suffices."""
    made = scored(
        [
            case(
                "q",
                label(2, "a", part="one"),
                label(2, "b", part="two"),
                label(3, "b2", part="two"),
                label(1, "weak", part="two"),
                label(2, "alone"),
            )
        ]
    )
    assert one(score(made, {"q": ranking}, AR), AR) == expected


def test_answer_recall_is_undefined_where_a_part_has_no_answer() -> None:
    """The case is left out of this measure's n and stays in the others'."""
    broken = case("broken", label(2, "a", part="one"), label(1, "b", part="two"), label(2, "c"))
    done = score(scored([broken, graded("q", {"a": 2})]), {"broken": ["a", "b", "c"], "q": ["a"]}, AR, "R@3")
    assert by_case(done, AR) == {"broken": None, "q": 1.0}
    assert (mean(done, AR), mean(done, "R@3")) == ((1.0, 1), (1.0, 2))


def test_the_answer_grade_is_a_setting() -> None:
    """With answer grade 1 a grade-1 label answers; with 3 a grade-2 label does not."""
    cases = [graded("q", {"a": 1, "b": 2, "c": 3})]
    found = [one(score(scored(cases, answer_grade=g), {"q": ["a", "b"]}, AR), AR) for g in (1, 2, 3)]
    assert found == [1.0, 1.0, 0.0]


@pytest.mark.parametrize(
    ("ranking", "expected"),
    [
        (["trap", "answer"], 1.0),
        (["answer", "trap"], 0.0),
        (["both", "trap"], 0.0),
        (["x", "y"], 0.0),
        (["x", "y", "z", "trap"], 0.0),
        (["x", "trap"], 1.0),
        ([], 0.0),
    ],
)
def test_a_distractor_counts_when_it_stands_above_the_first_relevant_label(ranking: list[str], expected: float) -> None:
    """A passage that holds both is an answer; beyond k nothing counts."""
    labels = (label(2, "answer"), label(0, "trap", distractor=True))
    places = [in_passages("answer", "both"), in_passages("trap", "both")]
    made = held_by([case("q", *labels)], [places])
    assert one(score(made, {"q": ranking}, "Distractor@3"), "Distractor@3") == expected


def test_distractor_has_its_own_n() -> None:
    """Only cases that have distractors enter it; an ordinary grade 0 is none."""
    cases = [graded("plain", {"a": 2, "b": 0}), case("trapped", label(1, "a"), label(0, "b", distractor=True))]
    done = score(scored(cases), {"plain": ["b", "a"], "trapped": ["b", "a"]}, "Distractor@5")
    assert by_case(done, "Distractor@5") == {"plain": None, "trapped": 1.0}


def test_judged_is_over_what_was_returned() -> None:
    """Grade 0 is judged; a mere piece of a split label is not, nor a repeat again; the list may be short."""
    labels = (label(2, quote="x"), label(0, "zero"))
    made = held_by([case("q", *labels)], [[in_groups(("a", "b")), in_passages("zero")]])
    for ranking, expected in ((["zero", "x"], 0.5), (["a", "x", "y", "z"], 0.0), (["zero", "zero"], 0.5), ([], 0.0)):
        assert one(score(made, {"q": ranking}, "Judged@10"), "Judged@10") == expected


def refusals(**said: Answered) -> dict[str, Answered]:
    """What a run says of some questions."""
    return said


def test_refusals_are_measured_on_the_cases_they_belong_to() -> None:
    """Refusal over unanswerable cases, FalseRefusal over answerable ones, neither in ranking means."""
    cases = [
        graded("right", {"a": 2}),
        graded("shy", {"a": 2}),
        case("none", class_="unanswerable"),
        case("bold", unanswerable=True),
    ]
    said = refusals(shy=Answered(abstained=True), none=Answered(abstained=True), bold=Answered(abstained=False))
    answered = run({"right": ["a"], "shy": ["a"], "none": ["x"], "bold": ["a"]}, answered=said)
    done = score(scored(cases), answered, "Refusal", "FalseRefusal", "RR")
    assert by_case(done, "Refusal") == {"right": None, "shy": None, "none": 1.0, "bold": 0.0}
    assert by_case(done, "FalseRefusal") == {"right": 0.0, "shy": 1.0, "none": None, "bold": None}
    assert by_case(done, "RR") == {"right": 1.0, "shy": 1.0, "none": None, "bold": None}
    assert done.named.unanswerable == ("none", "bold")
    assert done.not_measurable == {}


def test_a_run_that_cannot_refuse_is_not_measurable() -> None:
    """No word, no empty ranking, no bound: refusals have no value, never 0 or 1."""
    cases = [graded("q", {"a": 2}), case("none", unanswerable=True)]
    done = score(scored(cases), {"q": ["a"], "none": ["x"]}, "Refusal", "FalseRefusal")
    assert [mean(done, name) for name in ("Refusal", "FalseRefusal")] == [(None, 0), (None, 0)]
    assert set(done.not_measurable) == set(measures("Refusal", "FalseRefusal"))


def test_an_explicit_empty_ranking_is_a_refusal_and_a_missing_case_is_none() -> None:
    """The first says so, the second says nothing."""
    cases = [graded("q", {"a": 2}), case("empty", unanswerable=True), case("absent", unanswerable=True)]
    done = score(scored(cases), {"q": ["a"], "empty": []}, "Refusal")
    assert by_case(done, "Refusal") == {"q": None, "empty": 1.0, "absent": 0.0}


def test_a_best_score_under_the_bound_is_a_refusal() -> None:
    """`abstain_below` in the sidecar decides by the first score; equal to the bound is no refusal."""
    cases = [graded(q, {"a": 2}) for q in ("low", "even", "high")]
    answered = run(
        {"low": ["a", "b"], "even": ["a"], "high": ["a"]},
        sidecar=Sidecar(abstain_below=0.5),
        scores=[0.4, 0.3, 0.5, 0.9],
    )
    done = score(scored(cases), answered, "FalseRefusal")
    assert by_case(done, "FalseRefusal") == {"low": 1.0, "even": 0.0, "high": 0.0}


def test_an_expected_hedge_is_ranked_and_is_no_false_refusal() -> None:
    """A case with `expect_abstention` keeps its ranking scores."""
    cases = [graded("hedge", {"a": 2}, expect_abstention="partly"), graded("q", {"a": 2})]
    said = refusals(hedge=Answered(abstained=True), q=Answered(abstained=True))
    done = score(scored(cases), run({"hedge": ["a"], "q": ["a"]}, answered=said), "FalseRefusal", "RR")
    assert by_case(done, "FalseRefusal") == {"hedge": 0.0, "q": 1.0}
    assert mean(done, "RR") == (1.0, 2)


def test_cases_the_declared_version_lacked_or_worded_otherwise_were_not_asked() -> None:
    """Absent from the run and new, reworded or with another history: left out; absent and the same: 0."""
    same, new = graded("same", {"a": 2}), graded("new", {"a": 2})
    reworded = graded("reworded", {"a": 2}, query="new words")
    retold = graded("retold", {"a": 2}, history=(Turn("earlier, otherwise"),))
    present = graded("present", {"a": 2}, query="new words")
    before = version(
        same,
        graded("reworded", {"a": 2}, query="old words"),
        graded("retold", {"a": 2}, history=(Turn("earlier"),)),
        graded("present", {"a": 2}, query="old words"),
        number=0,
    )
    cases = [same, new, reworded, retold, present]
    done = score(scored(cases), {"present": ["a"]}, "RR", declared=before)
    assert done.named.not_asked == ("new", "reworded", "retold")
    assert done.named.missing == ("same",)
    assert done.named.earlier_words == ("present",)
    assert by_case(done, "RR") == {"same": 0.0, "new": None, "reworded": None, "retold": None, "present": 1.0}
    undeclared = score(scored(cases), {"present": ["a"]}, "RR")
    assert (undeclared.named.not_asked, mean(undeclared, "RR")) == ((), (0.2, 5))
    assert undeclared.named.earlier_words == ()
    answered = score(scored(cases), {"new": ["a"]}, "RR", declared=before)
    assert answered.named.earlier_words == ()


def test_winnable_means_stand_beside_the_whole() -> None:
    """A label that nothing holds is not reached: it lowers the score, but not that over winnable cases."""
    cases = [
        case("held", label(2, "a")),
        case("gone", label(2, "b")),
        case("half", label(2, "a"), label(2, "b")),
        case("support", label(2, "b"), label(1, "a")),
        case("parts", label(2, "a", part="1"), label(2, "b", part="2")),
        case("supported", label(1, "a")),
    ]
    here, away = in_passages("a"), Placed("gone")
    places = [[here], [away], [here, away], [away, here], [here, away], [here]]
    done = score(held_by(cases, places), {c.query_id: ["a"] for c in cases}, "R@5", EXPONENTIAL)
    assert done.named.unwinnable == ("gone", "support", "parts")
    assert mean(done, "R@5") == approx((1 + 0 + 0.5 + 0.5 + 0.5 + 1) / 6, 6)
    over_winnable = done.overall.winnable[measures("R@5")[0]]
    assert (over_winnable.value, over_winnable.n) == approx(2.5 / 3, 3)


def test_the_ideal_counts_labels_that_the_build_has_lost() -> None:
    """nDCG's ideal does not depend on the build: a lost label costs."""
    made = held_by([case("q", label(2, "a"), label(2, "b"))], [[in_passages("a"), Placed("gone")]])
    assert one(score(made, {"q": ["a"]}, EXPONENTIAL), EXPONENTIAL) == pytest.approx(1 / (1 + 0.6309297535714574))


def test_only_confirmed_cases_outside_the_held_back_part_score() -> None:
    """The others are counted apart: proposed and retired not at all, unknown by name, held back not at all."""
    cases = [
        graded("in", {"a": 2}),
        graded("draft", {"a": 2}, status="proposed"),
        graded("old", {"a": 2}, status="retired"),
        graded("secret", {"a": 2}, split="held_back"),
        case("lost", supporting="unknown"),
    ]
    done = score(scored(cases), {"in": ["a"], "draft": ["a"], "secret": ["a"]}, "RR")
    assert by_case(done, "RR") == {"in": 1.0}
    assert (done.named.unknown, done.named.unconfirmed, done.named.extra) == (("lost",), ("draft", "old"), ())


def test_classes_are_by_facet_and_carry_their_n() -> None:
    """A case without the field is unclassified; a case with two tags is in both classes."""
    cases = [
        graded("q1", {"a": 2}, class_="literal", tags=("typo", "jargon")),
        graded("q2", {"a": 2}, class_="literal", tags=("typo",)),
        graded("q3", {"a": 2}),
        case("none", class_="unanswerable"),
    ]
    rankings = {"q1": ["a"], "q2": ["x", "a"], "q3": ["x"], "none": ["x"]}
    done = score(scored(cases), rankings, "RR", facets=("class", "tags"))
    found = {(g.facet, g.name): (g.n, g.means[measures("RR")[0]].value) for g in done.classes}
    assert found == {
        ("class", "literal"): (2, 0.75),
        ("class", "unanswerable"): (0, None),
        ("class", "unclassified"): (1, 0.0),
        ("tags", "jargon"): (1, 1.0),
        ("tags", "typo"): (2, 0.75),
        ("tags", "unclassified"): (1, 0.0),
    }
