"""Ratings into the annotators who were asked mostly where others differ: they tell nothing of the ordinary item."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from gold.measure.agreement.ratings import Ratings

MOSTLY = 0.8


class Arbiter(NamedTuple):
    """An annotator of `items` items, on `disputed` of which others differ among themselves."""

    name: str
    items: int
    disputed: int


def arbiters(ratings: Ratings) -> tuple[Arbiter, ...]:
    """People at least 80 % of whose items were disputed without them, where less than 80 % of all items are.

    Nobody is one whose leaving would leave fewer than two people.
    """
    people = ratings.of_annotators(set(ratings.annotators) - ratings.models) if ratings.models else ratings
    different = (people.counts > 0).sum(axis=1)
    alone = people.counts[people.item, people.grade] == 1
    disputed_without = different[people.item] - alone > 1
    n = len(people.annotators)
    items = np.bincount(people.who, minlength=n)
    disputed = np.bincount(people.who[disputed_without], minlength=n)
    overlapping = int(people.overlapping.sum())
    found = tuple(
        Arbiter(name, int(items[at]), int(disputed[at]))
        for at, name in enumerate(people.annotators)
        if items[at] and disputed[at] >= MOSTLY * items[at]
    )
    few = n - len(found) < 2 or (different > 1).sum() >= MOSTLY * overlapping
    return () if few else found


def without_arbiters(ratings: Ratings) -> Ratings:
    """The ratings of the others; the same ones where nobody is an arbiter."""
    names = {arbiter.name for arbiter in arbiters(ratings)}
    return ratings.of_annotators(set(ratings.annotators) - names) if names else ratings
