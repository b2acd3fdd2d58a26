"""Ratings into the agreement on each class of questions and on each document."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec
import numpy as np

from gold.measure.agreement.agreement import Figures, figures_of, why_undefined
from gold.measure.agreement.estimate import RESAMPLES, SEED, Block, estimated
from gold.measure.agreement.ratings import Ratings
from gold.measure.agreement.sums import table_statistics, table_sums
from gold.model.ids import Ints


class Group(msgspec.Struct, frozen=True):
    """Agreement on the items of one group."""

    name: str
    items: int
    questions: int
    figures: Figures
    undefined: str | None


def by_class(
    ratings: Ratings, classes: Mapping[str, Sequence[str]], resamples: int = RESAMPLES, seed: int = SEED
) -> tuple[Group, ...]:
    """A group for each class; `classes` gives those of each question. Questions that it does not know are left out."""
    return _groups(ratings, [classes.get(name, ()) for name in ratings.questions], ratings.question, resamples, seed)


def by_document(ratings: Ratings, documents: Mapping[str, str]) -> tuple[Group, ...]:
    """A group for each document with two items or more, without intervals."""
    of_passage = [(documents[name],) if name in documents else () for name in ratings.passages]
    return tuple(group for group in _groups(ratings, of_passage, ratings.passage, 0, SEED) if group.items > 1)


def _groups(
    ratings: Ratings, names: Sequence[Sequence[str]], place: Ints, resamples: int, seed: int
) -> tuple[Group, ...]:
    """`names[p]` are the groups of the items with `place` p. Their scale is that of all items: AC1 goes by its size."""
    people = ratings.of_annotators(set(ratings.annotators) - ratings.models) if ratings.models else ratings
    grades = people.of_items(people.overlapping).of_seen_grades().grades
    members: dict[str, list[int]] = {}
    for at, groups in enumerate(names):
        for name in groups:
            members.setdefault(name, []).append(at)
    found = []
    for name in sorted(members):
        some = people.of_items(np.isin(place, members[name]))
        shared = some.of_items(some.overlapping).of_grades(grades)
        if shared.n_items:
            block = Block(table_sums(shared), lambda sums: table_statistics(sums, grades))
            why = why_undefined(some)
            figures = figures_of(estimated([block], resamples, seed)[0], why)
            found.append(Group(name, shared.n_items, len(shared.questions), figures, why))
    return tuple(found)
