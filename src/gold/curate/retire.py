"""Scored runs, oldest first, into the cases that every late run answers first and those that none ever won."""

from __future__ import annotations

from collections.abc import Collection, Sequence

import msgspec
import numpy as np
from numpy.typing import NDArray

from gold.measure.formulas import ranking_values
from gold.measure.measure import Measure
from gold.measure.score import RunScore
from gold.measure.ways import bar_of
from gold.model.case import Case
from gold.model.ids import Bools, Ints

LEAST_RUNS = 3
"""Of fewer runs nothing is told."""
USUAL_RUNS = 50
FIRST = Measure("RR", 10, 1)


class Standing(msgspec.Struct, frozen=True):
    """What the last `runs` (at most `wanted`, oldest first) made of the cases, each of which three or more were asked.

    `always` were answered, and first, by every run that was asked them; `never` by none. Of those `lost` cannot be
    answered from what the newest of these runs searched.
    """

    wanted: int
    runs: tuple[str, ...]
    always: tuple[str, ...]
    never: tuple[str, ...]
    lost: frozenset[str]


def standing(scores: Sequence[RunScore], wanted: int) -> Standing | None:
    """How the cases stand; scores are of one version, oldest first. None where fewer than three runs are scored."""
    late = scores[-wanted:]
    if len(late) < LEAST_RUNS:
        return None
    ids = late[-1].scored.judged.query_ids
    asked: Ints = np.zeros(len(ids), dtype=np.int64)
    firsts, wins = np.ones(len(ids), dtype=np.bool_), np.zeros(len(ids), dtype=np.bool_)
    for score in late:
        place = _places(ids, score.scored.judged.query_ids)
        counted, won, first = score.counted[place], _won(score)[place], _first(score)[place]
        asked += counted
        firsts &= ~counted | (won & first)
        wins |= counted & won
    enough = asked >= LEAST_RUNS
    newest = late[-1].scored
    return Standing(
        wanted=wanted,
        runs=tuple(score.run.name for score in late),
        always=_named(ids, enough & firsts),
        never=_named(ids, enough & ~wins),
        lost=frozenset(_named(ids, enough & ~wins & ~newest.winnable)),
    )


def to_retire(cases: Sequence[Case], always: Collection[str], kept_stratum: str | None) -> tuple[Case, ...]:
    """The open cases that may leave: those of one stratum, a baseline that must not drift, stay."""
    names = frozenset(always)
    return tuple(
        case
        for case in cases
        if case.query_id in names
        and case.is_confirmed
        and not case.is_held_back
        and (kept_stratum is None or case.stratum != kept_stratum)
    )


def _places(ids: Sequence[str], others: Sequence[str]) -> Ints:
    """Where each id stands among others that hold the same ones."""
    if ids == others:
        return np.arange(len(ids), dtype=np.int64)
    at = {query_id: place for place, query_id in enumerate(others)}
    return np.array([at[query_id] for query_id in ids], dtype=np.int64)


def _won(score: RunScore) -> Bools:
    won: Bools = _column(score, bar_of(score.measures, score.scored.answer_grade).measure) == 1
    return won


def _first(score: RunScore) -> Bools:
    measure = next((measure for measure in score.measures if measure.kind == "RR"), FIRST)
    first: Bools = _column(score, measure) == 1
    return first


def _column(score: RunScore, measure: Measure) -> NDArray[np.float64]:
    if measure in score.measures:
        return score.column(measure)
    values: NDArray[np.float64] = ranking_values(measure, score.scored.judged, score.reach, score.scored.answer_grade)
    return values


def _named(ids: Sequence[str], chosen: Bools) -> tuple[str, ...]:
    return tuple(ids[at] for at in np.flatnonzero(chosen).tolist())
