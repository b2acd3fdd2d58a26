"""Runs against each other: each pair is judged as `compare_runs` judges it, but for the level."""

from __future__ import annotations

from typing import Any

import msgspec
import numpy as np
import pytest
import scipy.stats

from gold.compare.duels import duels, every_two
from gold.compare.runs import compare_runs
from gold.measure.score import RunScore
from tests.builders import graded, held_by, in_passages, run, score, scored
from tests.compare.test_proportions import tango

N = 30
IDS = [f"q{i}" for i in range(N)]
LIMITS: dict[str, Any] = {"margin": 0.02, "least": 5}


def runs(*answered: int) -> list[RunScore]:
    """Runs that answer so many of the questions."""
    made = scored([graded(name, {f"p {name}": 2}, query=f"{i * 7919}") for i, name in enumerate(IDS)])
    lists = [{name: [f"p {name}" if i < count else "x"] for i, name in enumerate(IDS)} for count in answered]
    return [score(made, run(one, name=f"run{i}"), "AnswerRecall@5") for i, one in enumerate(lists)]


def test_each_pair_is_judged_once_and_all_together() -> None:
    """Three runs, three pairs: each interval is at 1 - 0.05 / 3, and counts what `compare_runs` counts."""
    scores = runs(10, 20, 30)
    (measure,) = scores[0].measures
    found = duels(scores, every_two(3), measure, **LIMITS)
    assert [(one.one, one.two) for one in found] == [(0, 1), (0, 2), (1, 2)]
    for one in found:
        alone = compare_runs(scores[one.one], scores[one.two], [], **LIMITS).overall
        told = alone.verdicts[measure]
        assert one.verdict.level == pytest.approx(1 - 0.05 / 3)
        assert (one.before, one.after) == (alone.before[measure], alone.after[measure])
        assert (one.verdict.wins, one.verdict.losses, one.verdict.mean) == (told.wins, told.losses, told.mean)
        assert (one.verdict.low or 0) <= (told.low or 0) < (told.high or 0) <= (one.verdict.high or 0)


def test_means_counts_and_ends_of_each_pair() -> None:
    """By numpy over the 0s and 1s; the ends are where Tango's test turns at 1 - 0.05 / 3, p is scipy's."""
    counts = (8, 17, 29)
    scores = runs(*counts)
    values = np.array([[i < count for i in range(N)] for count in counts], dtype=np.float64)
    z = scipy.stats.norm.ppf(1 - 0.05 / 3 / 2)
    for one in duels(scores, every_two(3), scores[0].measures[0], **LIMITS):
        before, after, told = values[one.one], values[one.two], one.verdict
        won, lost = int((after > before).sum()), int((after < before).sum())
        assert (one.before, one.after, told.mean) == pytest.approx(
            (before.mean(), after.mean(), (after - before).mean())
        )
        assert (told.n, told.wins, told.losses, told.ties) == (N, won, lost, N - won - lost)
        assert told.p == pytest.approx(scipy.stats.binomtest(won, won + lost).pvalue)
        for end, point in ((told.low, z), (told.high, -z)):
            assert tango(won, lost, N, end or 0) == pytest.approx(point, abs=2e-3)
        assert told.word == ("better" if (told.low or 0) > 0 else "cannot tell")


def test_one_pair_is_judged_as_a_comparison_is() -> None:
    """To the last place."""
    scores = runs(10, 25)
    (measure,) = scores[0].measures
    (found,) = duels(scores, [(0, 1)], measure, **LIMITS)
    assert found.verdict == compare_runs(scores[0], scores[1], [], **LIMITS).overall.verdicts[measure]


def test_across_builds_only_what_both_can_win_is_judged() -> None:
    """The other build lost half of the answers."""
    cases = [graded(name, {"p": 2}) for name in IDS]
    whole = held_by(cases, [[in_passages("p")]] * N)
    less = held_by(cases, [[in_passages("p")] if i % 2 else [in_passages()] for i in range(N)])
    less = msgspec.structs.replace(less, resolution=msgspec.structs.replace(less.resolution, build="other"))
    scores = [score(one, {name: ["p"] for name in IDS}, "AnswerRecall@5") for one in (whole, less)]
    (found,) = duels(scores, [(0, 1)], scores[0].measures[0], **LIMITS)
    assert (found.verdict.n, found.verdict.ties) == (N // 2, N // 2)


def test_no_run_meets_nobody() -> None:
    """And has no verdict."""
    assert duels([], [], runs(3)[0].measures[0], **LIMITS) == []
    assert every_two(1) == []
