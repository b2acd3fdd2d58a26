"""The cases of a version into the groups that are drawn together: near-duplicates, and turns of one conversation."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import numpy as np

from gold.compare.queries.near_duplicates import Pair, groups, near_pairs
from gold.compare.queries.normal_query import normal_query
from gold.measure.laid_out import Scored
from gold.model.bare import BareCases
from gold.model.case import Case
from gold.model.ids import Ints


def alike(scored: Scored) -> Ints | None:
    """The number of each scored case's group, shape (cases,); None where every case stands alone."""
    if isinstance(scored.version.cases, BareCases):
        return None
    cases = [case for case in scored.version.cases if case.is_confirmed and (scored.looked or not case.is_held_back)]
    place = {case.query_id: i for i, case in enumerate(cases)}
    found = together(cases)
    if not found:
        return None
    numbers = np.arange(len(cases), dtype=np.int64)
    for held in found:
        numbers[held] = held[0]
    return numbers[[place[case.query_id] for case in scored.cases]]


def together(cases: Sequence[Case]) -> list[list[int]]:
    """The groups of two or more, by the places of their cases."""
    return groups(len(cases), [*near_of_cases(cases), *_conversations(cases)])


def asked_after(case: Case) -> tuple[str, ...]:
    """The questions before a case's own, in the form in which two of them are the same."""
    return tuple(normal_query(turn.query) for turn in case.history or ())


def opening(case: Case) -> str:
    """The first question of a case's conversation, in that form."""
    return normal_query(case.history[0].query if case.history else case.query)


def near_of_cases(cases: Sequence[Case]) -> list[Pair]:
    """Near-duplicates that are asked after the same history; of equal ones each is paired with the first alone."""
    by_history: dict[tuple[str, ...], list[int]] = {}
    for i, case in enumerate(cases):
        by_history.setdefault(asked_after(case), []).append(i)
    pairs = []
    for places in by_history.values():
        if len(places) > 1:
            found = near_of(tuple(cases[i].query for i in places))
            pairs += [Pair(places[pair.one], places[pair.two], pair.similarity) for pair in found]
    return pairs


@lru_cache(maxsize=4)
def near_of(texts: tuple[str, ...]) -> tuple[Pair, ...]:
    """`near_pairs`, kept: a build asks for them twice, to check the set and to compare its runs."""
    return tuple(near_pairs(texts))


def _conversations(cases: Sequence[Case]) -> list[Pair]:
    """Cases of one conversation: their histories begin with one question, or one case asks it."""
    first: dict[str, int] = {}
    pairs = []
    opened = {opening(case) for case in cases if case.history}
    for i, case in enumerate(cases if opened else ()):
        begun = opening(case)
        if begun in opened and (there := first.setdefault(begun, i)) != i:
            pairs.append(Pair(there, i, 1.0))
    return pairs
