"""Two runs joined by case id, over the cases that both were asked in the same words."""

from __future__ import annotations

import pytest

from gold.compare.runs import Comparison, compare_runs
from gold.errors import GoldError, NothingToScore
from gold.measure.score import RunScore
from gold.model.run import Answered
from tests.builders import (
    case,
    corpus,
    graded,
    label,
    measures,
    passage,
    run,
    score,
    scored,
    version,
)

RR = measures("RR")[0]
CASES = [graded(f"q{i}", {"a": 2}, class_="even" if i % 2 == 0 else "odd") for i in range(4)]
GOOD = {f"q{i}": ["a"] for i in range(4)}


def compared(baseline: RunScore, candidate: RunScore, **more: float) -> Comparison:
    """By class, with a margin and a least size that let small sets speak."""
    return compare_runs(baseline, candidate, ["class"], **({"margin": 0.02, "least": 2} | more))  # type: ignore[arg-type]  # numbers


def deltas(comparison: Comparison) -> dict[str, float]:
    """Each shared case's change of RR."""
    return {change.query_id: change.delta for change in comparison.changes[RR]}


def test_changes_are_joined_by_id_not_by_position() -> None:
    """Runs in other file orders, with other cases between, change nothing."""
    made = scored(CASES)
    one = score(made, {"zz": ["a"], "q3": ["x", "a"], "q1": ["a"], "q0": ["x", "x2", "a"], "q2": ["a"]}, "RR")
    two = score(made, {"q0": ["a"], "q1": ["x", "a"], "q2": ["a"], "q3": ["a"]}, "RR")
    found = compared(one, two)
    assert deltas(found) == pytest.approx({"q0": 2 / 3, "q1": -0.5, "q2": 0.0, "q3": 0.5})
    assert [change.query_id for change in found.best(RR)] == ["q0", "q3"]
    assert [change.query_id for change in found.worst(RR)] == ["q1"]
    judged = found.overall.verdicts[RR]
    assert (judged.n, judged.wins, judged.losses, judged.ties) == (4, 2, 1, 1)


def test_equal_moves_are_listed_by_id() -> None:
    """The order does not depend on the files."""
    made = scored(CASES)
    found = compared(score(made, GOOD, "RR"), score(made, {q: ["x", "a"] for q in reversed(GOOD)}, "RR"))
    assert [change.query_id for change in found.worst(RR)] == ["q0", "q1", "q2", "q3"]


@pytest.mark.parametrize("swapped", [False, True], ids=["candidate", "baseline"])
def test_a_case_absent_from_either_run_is_a_zero(swapped: bool) -> None:
    """In both directions."""
    made = scored(CASES)
    pair = [score(made, GOOD, "RR"), score(made, {"q1": ["a"]}, "RR")]
    found = compared(*(reversed(pair) if swapped else pair))
    assert deltas(found) == {q: (0.0 if q == "q1" else (1.0 if swapped else -1.0)) for q in GOOD}


def test_classes_get_verdicts_of_their_own() -> None:
    """One class better, the other worse, all of them the same on the whole."""
    made = scored([graded(f"q{i}", {"a": 2}, class_="even" if i % 2 == 0 else "odd") for i in range(40)])
    ids = [f"q{i}" for i in range(40)]
    one = score(made, {q: (["x", "a"] if i % 2 == 0 else ["a"]) for i, q in enumerate(ids)}, "RR")
    two = score(made, {q: (["a"] if i % 2 == 0 else ["x", "a"]) for i, q in enumerate(ids)}, "RR")
    found = compared(one, two)
    assert {group.name: group.verdicts[RR].word for group in found.classes} == {"even": "better", "odd": "worse"}
    assert (found.overall.before[RR], found.overall.after[RR], found.overall.verdicts[RR].mean) == (0.75, 0.75, 0.0)


def test_only_cases_asked_in_the_same_words_are_shared() -> None:
    """A run of an older version was asked other words: present in both runs, yet not compared."""
    cases = [graded("same", {"a": 2}), graded("reworded", {"a": 2}, query="new words"), graded("new", {"a": 2})]
    before = version(graded("same", {"a": 2}), graded("reworded", {"a": 2}, query="old words"), number=0)
    made = scored(cases)
    old = score(made, {"same": ["a"], "reworded": ["a"]}, "RR", declared=before)
    now = score(made, {"same": ["a"], "reworded": ["a"], "new": ["a"]}, "RR")
    found = compared(old, now)
    assert (found.shared, found.not_shared) == (("same",), ("reworded", "new"))


def test_two_runs_of_the_older_version_share_its_words() -> None:
    """Both were asked the same, so the reworded case is compared."""
    cases = [graded("reworded", {"a": 2}, query="new words")]
    before = version(graded("reworded", {"a": 2}, query="old words"), number=0)
    made = scored(cases)
    pair = [score(made, {"reworded": ["a"]}, "RR", declared=before) for _ in range(2)]
    assert compared(*pair).shared == ("reworded",)


def two_builds() -> tuple[RunScore, RunScore]:
    """The same quotes on two builds; each build has lost one of them."""
    cases = [case(f"q{i}", label(2, quote=f"words number {i}")) for i in range(4)]
    first = corpus(*(passage(f"a{i}", f"The words number {i}.") for i in (0, 1, 2)), name="first")
    second = corpus(*(passage(f"b{i}", f"Some words number {i}.") for i in (1, 2, 0)), name="second")
    second = corpus(*second.passages[:2], passage("b3", "With words number 3."), name="second")
    one = score(scored(cases, first), {f"q{i}": [f"a{i}"] for i in range(4)}, "RR")
    two = score(scored(cases, second), {f"q{i}": ["x", f"b{i}"] for i in range(4)}, "RR")
    return one, two


def test_across_builds_only_what_both_can_win_is_judged() -> None:
    """The rest is label loss, not the system's; each run is resolved against its own build."""
    found = compared(*two_builds())
    assert found.across_builds
    assert found.shared == ("q1", "q2")
    assert found.label_loss == ("q0", "q3")
    assert deltas(found) == {"q1": -0.5, "q2": -0.5}
    assert found.overall.verdicts[RR].n == 2


def test_unlike_things_are_refused() -> None:
    """Other measures, nothing shared."""
    made = scored(CASES)
    with pytest.raises(GoldError, match="different measures"):
        compared(score(made, GOOD, "RR"), score(made, GOOD, "R@5"))
    before = version(graded("q0", {"a": 2}, query="old words"), number=0)
    lone = scored([graded("q0", {"a": 2})])
    with pytest.raises(NothingToScore, match="share no case"):
        compared(score(lone, {"q0": ["a"]}, "RR"), score(lone, run({"q0": ["a"]}, name="b"), "RR", declared=before))


def test_refusals_are_compared_over_unanswerable_cases() -> None:
    """The ranking measures leave those cases out; refusal asks of them alone, false refusal of the others."""
    cases = [*CASES, *(case(f"u{i}", class_="unanswerable") for i in range(3))]
    names = ("RR", "Refusal", "FalseRefusal")
    never = run(GOOD | {f"u{i}": ["z"] for i in range(3)}, answered={"q0": Answered(False)})
    mostly = run(GOOD | {"q3": [], "u0": [], "u1": [], "u2": ["z"]}, answered={"q0": Answered(False)})
    laid_out = scored(cases)
    found = compared(
        score(laid_out, never, *names, facets=["class"]), score(laid_out, mostly, *names, facets=["class"])
    )
    ranking, refusal, false = (found.overall.verdicts[measure] for measure in found.measures)
    assert (ranking.n, refusal.n, refusal.wins, refusal.losses) == (4, 3, 2, 0)
    assert (false.n, false.wins, false.losses) == (4, 0, 1)
    unanswerable = next(group for group in found.classes if group.name == "unanswerable")
    assert unanswerable.after[found.measures[1]] == pytest.approx(2 / 3)


def test_what_lost_is_what_the_verdict_counts_as_lost() -> None:
    """Where less is better too: a question that is refused now, and was not, has lost."""
    before = GOOD | {"q0": [], "q1": []}
    after = GOOD | {"q2": []}
    made = scored(CASES)
    found = compared(score(made, before, "RR", "FalseRefusal"), score(made, after, "RR", "FalseRefusal"))
    for measure in found.measures:
        lost, won = found.worst(measure), found.best(measure)
        assert ([one.query_id for one in lost], [one.query_id for one in won]) == (["q2"], ["q0", "q1"])
        assert (found.overall.verdicts[measure].losses, found.overall.verdicts[measure].wins) == (len(lost), len(won))


def test_classes_too_small_to_be_measured_widen_no_interval() -> None:
    """Thirty tags of one case each beside a class that is judged leave its verdict as it is alone."""
    large = [graded(f"q{i:02d}", {"a": 2}, class_="large") for i in range(50)]
    tiny = [graded(f"t{i:02d}", {"a": 2}, class_=f"tiny {i}") for i in range(30)]
    before = {f"q{i:02d}": ["x" if i < 16 else "a"] for i in range(50)}
    after = {f"q{i:02d}": ["x" if 16 <= i < 19 else "a"] for i in range(50)}
    found = []
    for cases in (large, large + tiny):
        made, rest = scored(cases), {case.query_id: ["a"] for case in tiny}
        comparison = compared(score(made, before | rest, "R@5"), score(made, after | rest, "R@5"), least=8)
        found.append(next(iter(comparison.classes[0].verdicts.values())))
    assert found[0] == found[1]
    assert (found[0].word, found[0].level) == ("better", 0.95)
