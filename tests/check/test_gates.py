"""Gates by plain arithmetic: unchanged input passes, a total regression fails, and a drop is what was lost."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import binomtest

from gold.check.gates.gate import Outcome
from gold.check.gates.gated import Gated
from gold.check.gates.gates import asked
from gold.compare.interval import verdict
from gold.compare.runs import compare_runs
from gold.measure.measure import parse_measure
from gold.model.settings import Gates, Settings, WorstClass
from tests.builders import graded, score, scored, version

SUCCESS = "Success(rel=1)@1"
LEAST = 5
OUTCOMES = st.lists(st.tuples(st.booleans(), st.booleans(), st.sampled_from("ab")), min_size=1, max_size=40)
Outcomes = Sequence[tuple[bool, bool, str]]


def worst(outcomes: Outcomes, **rule: Any) -> Outcome:
    """The gate on a set whose cases had this outcome before and after, each in its class."""
    cases = [graded(f"q{i}", {"yes": 1}, class_=name) for i, (_, _, name) in enumerate(outcomes)]
    laid_out = scored(cases, answer_grade=1)
    runs = [
        score(laid_out, {f"q{i}": ["yes" if one[at] else "no"] for i, one in enumerate(outcomes)}, SUCCESS)
        for at in (0, 1)
    ]
    comparison = compare_runs(runs[0], runs[1], ["class"], margin=0.02, least=LEAST)
    gates = Gates(worst_class=WorstClass(**rule))
    (found,) = asked(
        Gated(
            settings=Settings(gates=gates, min_class_size=LEAST),
            headline=parse_measure(SUCCESS),
            version=version(*cases),
            cases=len(cases),
            candidate=runs[1],
            comparison=comparison,
            why_not=None,
            is_baseline=False,
            unlike=(),
            scored=laid_out,
            agreement=None,
            findings=(),
            changelog=False,
            told={},
        )
    )
    return found


def groups(outcomes: Outcomes) -> list[list[tuple[bool, bool]]]:
    """All cases, and each class that is large enough."""
    classes = [[one[:2] for one in outcomes if one[2] == name] for name in "ab"]
    return [[one[:2] for one in outcomes], *(group for group in classes if len(group) >= LEAST)]


def group_of(outcomes: Outcomes, name: str) -> list[tuple[bool, bool]]:
    """The cases that a part of the gate names."""
    return [one[:2] for one in outcomes if name in ("all cases", f"class {one[2]}")]


def lost(group: Sequence[tuple[bool, bool]]) -> Fraction:
    """The share that was answered before and is not now, less that which came."""
    return Fraction(sum(before - after for before, after in group), len(group))


@settings(max_examples=60)
@given(OUTCOMES, st.integers(0, 20))
def test_by_its_point_it_is_the_largest_loss(outcomes: Outcomes, twentieths: int) -> None:
    """Of all cases and of each class that is large enough, against the drop that is allowed."""
    found = worst(outcomes, by="point", drop=twentieths / 20)
    largest = max(map(lost, groups(outcomes)))
    assert found.passed == (largest <= Fraction(twentieths, 20))
    assert found.value is not None
    assert abs(found.value - float(largest)) <= 1e-9
    assert found.n in map(len, groups(outcomes))


@settings(max_examples=40)
@given(OUTCOMES, st.sampled_from(["verdict", "point"]))
def test_unchanged_passes_and_all_lost_fails(outcomes: Outcomes, by: str) -> None:
    """However few cases there are."""
    same = [(before, before, name) for before, _, name in outcomes]
    assert worst(same, by=by).passed
    assert worst(same, by=by).value == 0
    gone = [(True, False, name) for _, _, name in outcomes]
    assert not worst(gone, by=by).passed
    assert worst(gone, by=by).value == 1


@settings(max_examples=40)
@given(OUTCOMES)
def test_by_verdict_it_never_fails_by_chance_alone(outcomes: Outcomes) -> None:
    """What fails lost more than it won, and either nothing is left or the exact test of scipy finds it."""
    found = worst(outcomes, by="verdict")
    for part in found.parts:
        if not part.met:
            group = group_of(outcomes, part.name)
            assert (len(group), float(lost(group))) == (part.n, part.value)
            won = sum(after and not before for before, after in group)
            gone = sum(before and not after for before, after in group)
            assert gone > won
            if part.why == "told to be worse":
                changes = np.array([float(after) - float(before) for before, after in group])
                high = verdict(changes, 0.02, LEAST, share=True).high
                assert high is not None
                assert high < 0
            else:
                p = binomtest(gone, gone + won).pvalue
                assert p <= 0.05 or not any(after for _, after in group)


def test_the_exact_test_decides_where_only_counts_are_told() -> None:
    """Six of six lost of twelve is beyond chance at 0.05 (p = 0.031), five of five is not (0.063)."""
    assert binomtest(6, 6).pvalue <= 0.05 < binomtest(5, 5).pvalue
    kept, gone = (True, True, "a"), (True, False, "a")
    assert not worst([gone] * 6 + [kept] * 6).passed
    assert worst([gone] * 5 + [kept] * 7).passed
    assert worst([gone] * 6 + [kept] * 6, drop=0.5).passed
