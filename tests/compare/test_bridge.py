"""What moved the score: each step by hand, the sum on random sets, and what must not move anything."""

from __future__ import annotations

from itertools import product
from math import hypot
from typing import Any

import numpy as np
import pytest
from hypothesis import given, reject, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from gold.compare.apart import apart
from gold.compare.bridge import STEPS, Bridge, Bridges, Step, bridge_runs
from gold.compare.runs import compare_runs
from gold.errors import NothingToScore
from gold.measure.measure import Measure
from gold.measure.score import RunScore
from gold.model.case import Case
from gold.model.corpus import Corpus
from gold.model.run import Run, Sidecar
from gold.model.version import Version
from tests.builders import case, corpus, graded, label, measures, passage, run, version
from tests.compare.crossings import corners_of

RR = measures("RR")[0]
NAMES = ("RR", "AnswerRecall@1", "nDCG@10", "Judged@2", "Distractor@2", "Refusal", "FalseRefusal")


def steps(found: Bridge) -> dict[str, float | None]:
    """The change of each step by its name."""
    return {step.name: step.delta for step in found.steps}


def counts(found: Bridge) -> dict[str, int]:
    """The cases of each step by its name."""
    return {step.name: step.n for step in found.steps}


def quoted(query_id: str, *words: str, **more: Any) -> Case:
    """One case whose answers are verbatim words."""
    return case(query_id, *(label(2, quote=f"the {word} words") for word in words), **more)


def holding(name: str, *words: str) -> Corpus:
    """A build with a passage of its own for each word."""
    return corpus(*(passage(f"{name}-{word}", f"Here are the {word} words.") for word in words), name=name)


def by_hand() -> Bridges:
    """Six cases: gone, reworded, relabelled, lost from the second build, steady, added."""
    steady = quoted("steady", "a")
    lost = quoted("lost", "b")
    old = version(
        quoted("gone", "a"), quoted("turned", "a"), quoted("judged", "c"), lost, steady, number=1
    )  # fmt: skip
    new = version(
        quoted("turned", "a", query="in other words"), quoted("judged", "a"), lost, steady, quoted("added", "a"),
        number=2,
    )  # fmt: skip
    first, second = holding("one", "a", "b", "c", "x"), holding("two", "a", "c", "x")
    # By rank of the answer: gone 1, turned 2, judged 1 (then 2), lost 1, steady 2.
    before = run(
        {
            "gone": ["one-a"],
            "turned": ["one-x", "one-a"],
            "judged": ["one-c", "one-a"],
            "lost": ["one-b"],
            "steady": ["one-x", "one-a"],
        }
    )
    # turned 1, judged 1, lost never, steady 1, added 4.
    after = run(
        {
            "turned": ["two-a"],
            "judged": ["two-a", "two-c"],
            "lost": ["two-x"],
            "steady": ["two-a"],
            "added": ["two-x", "two-c", "two-y", "two-a"],
        }
    )
    return bridge_runs(corners_of((old, new), (first, second), (before, after), "RR"), ["class"])


def test_each_step_by_hand() -> None:
    """The means of the sets on the way, worked out on paper."""
    found = by_hand().overall[RR]
    assert found.start.value == pytest.approx((1 + 1 / 2 + 1 + 1 + 1 / 2) / 5)  # 0.8
    assert found.end.value == pytest.approx((1 + 1 + 0 + 1 + 1 / 4) / 5)  # 0.65
    removed = (1 / 2 + 1 + 1 + 1 / 2) / 4  # without `gone`
    reworded = (1 + 1 + 1 / 2) / 3  # without `turned`
    relabelled = (1 / 2 + 1 + 1 / 2) / 3  # `judged` wants another passage
    corpus_ = (1 / 2 + 1 / 2) / 2  # without `lost`
    system = (1 + 1) / 2
    lost_back = (1 + 1 + 0) / 3
    reworded_back = (1 + 1 + 0 + 1) / 4
    assert steps(found) == pytest.approx(
        {
            "removed": removed - 0.8,
            "reworded": (reworded - removed) + (reworded_back - lost_back),
            "relabelled": relabelled - reworded,
            "corpus": (corpus_ - relabelled) + (lost_back - system),
            "system": system - corpus_,
            "added": 0.65 - reworded_back,
        }
    )
    assert all(step.delta for step in found.steps)
    assert counts(found) == {"removed": 1, "reworded": 1, "relabelled": 1, "corpus": 1, "system": 2, "added": 1}


def test_the_old_version_is_scored_with_the_new_run() -> None:
    """There the system is judged by the old labels: `judged` falls from 1 to 1/2, `steady` rises to 1."""
    found = by_hand()
    assert found.overall[RR].system_first == Step("system", 0.0, 2)
    assert found.overall[RR].step("system").delta == pytest.approx(0.5)


def test_relabelled_cases_are_listed_with_both_values() -> None:
    """The baseline's, under the old labels and the new ones; most lost first, undefined ones last."""
    old = version(graded("up", {"b": 2}), graded("down", {"a": 2}), graded("none", {"a": 2}), graded("same", {"a": 2}))
    new = version(
        graded("up", {"a": 2}), graded("down", {"b": 2}), graded("none", {"a": 0}), graded("same", {"a": 1}), number=2
    )
    answers = run({query_id: ["a", "b"] for query_id in ("up", "down", "none", "same")})
    found = bridge_runs(corners_of((old, new), (None, None), (answers, answers), "RR"), [])
    listed = [(one.query_id, one.before, None if np.isnan(one.after) else one.after) for one in found.relabelled[RR]]
    assert listed == [("down", 1.0, 0.5), ("up", 0.5, 1.0), ("none", 1.0, None)]
    assert counts(found.overall[RR])["relabelled"] == 3


def test_one_version_and_one_build_leave_only_the_system() -> None:
    """Its bar is the whole change, and taking it first is the same."""
    made = version(*(graded(f"q{i}", {"a": 2}) for i in range(3)))
    pair = run({"q0": ["x", "a"], "q1": ["a"], "q2": []}), run({"q0": ["a"], "q1": ["a"], "q2": ["x", "a"]})
    found = bridge_runs(corners_of((made, made), (None, None), pair, "RR"), [])
    way = found.overall[RR]
    assert steps(way) == dict.fromkeys(STEPS, 0.0) | {"system": pytest.approx(1 / 3)}
    assert counts(way) == dict.fromkeys(STEPS, 0) | {"system": 3}
    assert way.total == way.system_first.delta == pytest.approx(1 / 3)


def test_one_version_and_two_builds_move_the_corpus_and_the_system() -> None:
    """What only one build can answer is never the system's: here a run that gives the same answers."""
    made = version(quoted("kept", "a"), quoted("lost", "b"))
    pair = run({"kept": ["one-a"], "lost": ["one-b"]}), run({"kept": ["two-a"], "lost": ["two-x"]})
    found = bridge_runs(corners_of((made, made), (holding("one", "a", "b"), holding("two", "a")), pair, "RR"), [])
    assert steps(found.overall[RR]) == pytest.approx(dict.fromkeys(STEPS, 0.0) | {"corpus": -0.5})


def test_nothing_in_common_is_never_the_system() -> None:
    """Where all cases were put in other words the whole change is theirs; where all are new, the new ones'."""
    old, pair = version(graded("q", {"a": 2})), (run({"q": ["a"], "p": []}), run({"q": ["x", "a"], "p": ["x", "a"]}))
    other = version(graded("q", {"a": 2}, query="other words"), number=2)
    anew = version(graded("p", {"a": 2}), number=2)
    reworded = bridge_runs(corners_of((old, other), (None, None), pair, "RR"), []).overall[RR]
    assert steps(reworded) == dict.fromkeys(STEPS, 0.0) | {"reworded": -0.5}
    assert counts(reworded)["system"] == 0
    pair = run({"q": ["a"], "p": ["x", "a"]}), run({"p": ["a"]})
    replaced = bridge_runs(corners_of((old, anew), (None, None), pair, "RR"), []).overall[RR]
    assert steps(replaced) == dict.fromkeys(STEPS, 0.0) | {"added": -0.5, "system": 0.5}
    assert counts(replaced)["removed"] == 1  # what empties the set moves nothing, what fills it moves all
    pair = run({"q": ["a"]}), run({"p": ["x", "a"], "q": ["a"]})
    with pytest.raises(NothingToScore):  # no question of the old run is in the new version: there is no way
        corners_of((old, anew), (None, None), pair, "RR")


def test_a_case_that_both_were_asked_is_compared_though_it_is_new() -> None:
    """An old run that was asked more than its version holds: what is added comes before the system, and is in it."""
    old, new = version(graded("q", {"a": 2})), version(graded("q", {"a": 2}), graded("p", {"a": 2}), number=2)
    pair = run({"q": ["a"], "p": ["x", "a"]}), run({"q": ["a"], "p": ["a"]})
    found = bridge_runs(corners_of((old, new), (None, None), pair, "RR"), []).overall[RR]
    assert steps(found) == dict.fromkeys(STEPS, 0.0) | {"added": -0.25, "system": 0.25}
    assert (found.step("system").n, found.step("added").n) == (2, 1)


def test_a_class_of_one_version_has_no_way() -> None:
    """It has a start or an end; a reclassified case leaves the one and comes to the other."""
    old = version(graded("q", {"a": 2}, class_="here"), graded("p", {"a": 2}, class_="stays"))
    new = version(graded("q", {"a": 2}, class_="there"), graded("p", {"a": 2}, class_="stays"), number=2)
    pair = run({"q": ["a"], "p": ["a"]}), run({"q": ["x", "a"], "p": ["a"]})
    found = bridge_runs(corners_of((old, new), (None, None), pair, "RR"), ["class"])
    ways = {one[RR].name: one[RR] for one in found.classes}
    assert list(ways) == ["here", "stays", "there"]
    assert (ways["here"].end.value, ways["there"].start.value, ways["stays"].total) == (None, None, 0.0)
    assert steps(ways["here"]) == steps(ways["there"]) == dict.fromkeys(STEPS)
    assert (counts(ways["here"])["removed"], counts(ways["there"])["added"]) == (1, 1)
    assert ways["there"].step("system").n == 1  # as `compare_runs` compares it
    assert found.overall[RR].step("system").delta == pytest.approx(-0.25)


def test_what_a_run_cannot_say_has_no_way() -> None:
    """Refusals of a run that can say neither that it refused nor that it did not."""
    made = version(graded("q", {"a": 2}), case("u", unanswerable=True))
    pair = run({"q": ["a"], "u": ["a"]}), run({"q": ["a"], "u": []})
    found = bridge_runs(corners_of((made, made), (None, None), pair, "Refusal"), [])
    (way,) = found.overall.values()
    assert (way.start.value, way.end.value, way.total) == (None, 1.0, None)
    assert steps(way) == dict.fromkeys(STEPS)


def test_added_cases_are_set_against_kept_ones() -> None:
    """By the candidate's own scores under the new version."""
    found = by_hand().added[RR]
    assert (found.one.value, found.one.n) == (0.25, 1)
    assert (found.two.sum, found.two.n) == (3, 4)
    assert found.difference == pytest.approx(-0.5)
    assert found.low is None


def test_the_interval_between_two_groups_is_scipy_s() -> None:
    """Welch's, but for the degrees of freedom, which are rounded down: never narrower."""
    from scipy.stats import ttest_ind

    one, two = np.array([0.0, 0.5, 1.0] * 5), np.array([1.0, 0.75] * 20)
    found = apart(one, two)
    exact = ttest_ind(one, two, equal_var=False).confidence_interval(0.95)
    assert found.low is not None
    assert found.high is not None
    assert (found.low, found.high) == pytest.approx((exact.low, exact.high), abs=2e-3)
    assert found.low <= exact.low < exact.high <= found.high
    assert found.tells


@pytest.mark.parametrize(
    ("one", "two", "difference", "low"),
    [
        ([], [1.0], None, None),
        ([1.0], [0.0, 0.0], 1.0, None),
        ([1.0, 1.0], [0.5, 0.5], 0.5, 0.5 - hypot(1 - 0.342, 0.9055 - 0.5)),
    ],
)
def test_groups_that_say_little(
    one: list[float], two: list[float], difference: float | None, low: float | None
) -> None:
    """Without cases there is no difference, with one no interval; two that are alike say next to nothing."""
    found = apart(np.array(one), np.array(two))
    assert found.difference == difference
    assert found.low == (low if low is None else pytest.approx(low, abs=1e-3))


@pytest.mark.parametrize(("n", "m", "true"), [(10, 60, 0.9), (15, 100, 0.9), (10, 300, 0.95), (300, 10, 0.1)])
def test_groups_of_one_true_share_are_seldom_told_apart(n: int, m: int, true: float) -> None:
    """At most one time in 20, exactly: ten won cases of ten are common where nine of ten are won."""
    from scipy.stats import binom

    told = 0.0
    for won, others in product(range(n + 1), range(m + 1)):
        chance = float(binom.pmf(won, n, true) * binom.pmf(others, m, true))
        if chance > 1e-7 and apart(shares(won, n), shares(others, m), share=True).tells:
            told += chance
    assert told <= 0.055


def test_a_group_that_is_all_alike_is_not_sure_of_it() -> None:
    """Ten values of 1 beside sixty that are spread about 0.9 tell nothing, whatever the measure."""
    mixed = np.array([1.0] * 48 + [0.5] * 12)
    assert not apart(np.ones(10), mixed).tells
    assert not apart(np.full(10, 0.7), np.array([0.6] * 20 + [0.65] * 20)).tells
    assert not apart(mixed, np.ones(10)).tells


def shares(won: int, n: int) -> NDArray[np.float64]:
    """So many values of 1, the others 0."""
    return np.repeat((1.0, 0.0), (won, n - won))


# ---- random sets ---------------------------------------------------------------------------------

IDS, WORDS = tuple("abcdef"), ("one", "two", "red", "blue")
labels = st.lists(
    st.tuples(st.sampled_from((0, 1, 2)), st.sampled_from(WORDS), st.booleans()),
    max_size=3,
    unique_by=lambda one: one[1],
)
cases = st.tuples(labels, st.sampled_from(("this", "that")), st.sampled_from((None, "x", "unanswerable")))
versions = st.dictionaries(st.sampled_from(IDS), cases, min_size=1)
builds = st.lists(st.sampled_from(WORDS), min_size=1, unique=True)
rankings = st.dictionaries(st.sampled_from(IDS), st.lists(st.sampled_from(WORDS), max_size=4, unique=True), min_size=1)


def version_of(drawn: dict[str, Any], number: int) -> Version:
    """A version of drawn cases."""
    made = []
    for query_id, (judged, words, class_) in drawn.items():
        marks = [
            label(grade, quote=f"the {word} words", distractor=trap or None)
            for grade, word, trap in judged
            if class_ != "unanswerable"
        ]
        made.append(case(query_id, *marks, query=words, class_=class_))
    return version(*made, number=number)


def run_of(drawn: dict[str, list[str]], build: str, can_abstain: bool) -> Run:
    """A run of drawn rankings on one build."""
    ranked = {query_id: [f"{build}-{word}" for word in words] for query_id, words in drawn.items()}
    rows = [float(i) for i in range(sum(map(len, ranked.values())))]
    return run(ranked, sidecar=Sidecar(abstain_below=1.0 if can_abstain else None), scores=rows)


def compared(one: RunScore, two: RunScore) -> dict[tuple[str | None, str | None, Measure], tuple[float | None, int]]:
    """What `compare_runs` says: the mean difference and its n per class and measure."""
    try:
        found = compare_runs(one, two, ["class"], margin=0.02, least=2)
    except NothingToScore:
        return {}
    groups = (found.overall, *found.classes)
    return {(g.facet, g.name, m): (v.mean, v.n) for g in groups for m, v in g.verdicts.items() if v.n}


def drawn_bridge(drawn: Any) -> Bridges:
    """The bridge of drawn parts; where a corner cannot be scored there is none to test."""
    (old, new), (one, two), (before, after), (first, last), same, (can, too) = drawn
    then, now = version_of(old, 1), version_of(new, 2)
    pair = (then, then) if same else (then, now)
    on = holding("one", *one), holding("two", *two)
    runs = run_of(before, "one", can), run_of(after, "two", too)
    declared = [{1: then, 2: now}.get(number) for number in (first, last)]
    try:
        return bridge_runs(corners_of(pair, on, runs, *NAMES, declared=declared), ["class"])
    except NothingToScore:
        reject()


pairs_of_everything = st.tuples(
    st.tuples(versions, versions),
    st.tuples(builds, builds),
    st.tuples(rankings, rankings),
    st.tuples(st.sampled_from((1, 1, 2, None)), st.sampled_from((2, 2, 1, None))),
    st.booleans(),
    st.tuples(st.booleans(), st.booleans()),
)


@settings(max_examples=120)
@given(pairs_of_everything)
def test_the_steps_add_up_on_any_set(drawn: Any) -> None:
    """Start plus all steps is end, per measure and class; start and end are the runs' own scores."""
    found = drawn_bridge(drawn)
    for ways in (found.overall, *found.classes):
        for way in ways.values():
            changes = [step.delta for step in way.steps]
            if way.total is None:
                assert changes == [None] * len(STEPS)
            else:
                assert sum(change or 0.0 for change in changes) == pytest.approx(way.total, abs=1e-12)
                assert all(step.n or not step.delta for step in way.steps)
    for measure, way in found.overall.items():
        for mean, score in ((way.start, found.corners.baseline_old), (way.end, found.corners.candidate)):
            own = score.overall.means[measure]
            assert mean.n == own.n
            assert mean.sum == pytest.approx(own.sum, abs=1e-12)


@settings(max_examples=120)
@given(pairs_of_everything)
def test_the_system_step_is_what_compare_says(drawn: Any) -> None:
    """Per measure and class, over as many cases; and first, on the old version, too."""
    found = drawn_bridge(drawn)
    corners = found.corners
    new, old = compared(corners.baseline, corners.candidate), dict[Any, Any]()
    if corners.candidate_old is not None:
        old = compared(corners.baseline_old, corners.candidate_old)
    for ways in (found.overall, *found.classes):
        for measure, way in ways.items():
            mean, n = new.get((way.facet, way.name, measure), (None, 0))
            step = way.step("system")
            assert step.n == n
            assert step.delta is None or step.delta == pytest.approx(mean or 0.0, abs=1e-12)
            mean, n = old.get((way.facet, way.name, measure), (None, 0))
            assert way.system_first.n == n
            assert way.system_first.delta == (None if mean is None else pytest.approx(mean, abs=1e-12))


@settings(max_examples=60)
@given(versions, versions, builds, rankings)
def test_a_run_against_itself_is_no_change_of_the_system(old: Any, new: Any, build: Any, drawn: Any) -> None:
    """Whatever happened to the set; and of one version nothing changes at all."""
    then, now = version_of(old, 1), version_of(new, 2)
    on, answers = holding("one", *build), run_of(drawn, "one", True)
    try:
        found = bridge_runs(corners_of((then, now), (on, on), (answers, answers), *NAMES, declared=(None, None)), [])
        still = bridge_runs(corners_of((now, now), (on, on), (answers, answers), *NAMES), [])
    except NothingToScore:
        reject()
    for way in found.overall.values():
        assert way.step("system").delta in (None, 0.0)
        assert way.step("corpus").delta in (None, 0.0)
    for way in still.overall.values():
        assert {step.delta for step in way.steps} in ({0.0}, {None})
