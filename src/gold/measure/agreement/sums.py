"""Ratings into sums a question, from which every coefficient of any set of questions is made by adding."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from gold.measure.agreement.coefficients import SCALES, ac1, alpha, fleiss
from gold.measure.agreement.ratings import Ratings
from gold.model.ids import Floats, Ints, distinct

AT_ONCE = 4_000_000
"""Pairs of ratings that are looked at together."""
MOST_CELLS = 8_000_000
"""Sums that are kept a question."""


class Pairs(NamedTuple):
    """Annotators with items in common: `pairs`, shape (n, 2), the first in order of names first.

    `tables`, shape (n, grades, grades): how often the first gave a grade (row) and the second one (column).
    `by_question` are the tables of each question, None where they would be too many.
    """

    pairs: Ints
    tables: Floats
    by_question: Floats | None


def coincidences(ratings: Ratings) -> Floats:
    """Krippendorff's coincidences by question, shape (questions, grades, grades)."""
    counts, m = ratings.counts[ratings.overlapping], ratings.judged[ratings.overlapping]
    question = ratings.question[ratings.overlapping]
    q, k = len(ratings.questions), len(ratings.grades)
    found = np.zeros((q, k, k))
    for c in range(k):
        for other in range(c, k):
            pairs = counts[:, c] * (counts[:, other] - (c == other)) / (m - 1)
            found[:, c, other] = found[:, other, c] = np.bincount(question, pairs, minlength=q)
    return found


def shares(ratings: Ratings) -> Floats:
    """By question the shares of the grades of its items, the shares of their equal pairs, and how many items they are.

    Shape (questions, grades + 2). Only items with two grades or more are in it.
    """
    counts, m = ratings.counts[ratings.overlapping], ratings.judged[ratings.overlapping]
    question = ratings.question[ratings.overlapping]
    equal = (counts * (counts - 1)).sum(axis=1) / (m * (m - 1))
    columns = [*(counts / m[:, None]).T, equal, np.ones(len(m))]
    return np.column_stack([np.bincount(question, column, minlength=len(ratings.questions)) for column in columns])


def table_sums(ratings: Ratings) -> Floats:
    """Coincidences and shares side by side, shape (questions, …)."""
    q, k = len(ratings.questions), len(ratings.grades)
    return np.hstack((coincidences(ratings).reshape(q, k * k), shares(ratings)))


def table_statistics(sums: Floats, grades: tuple[int, ...]) -> Floats:
    """Raw agreement, alpha nominal, ordinal and interval, Fleiss' kappa, AC1 of each row of sums, shape (…, 6)."""
    k = len(grades)
    matrix = sums[:, : k * k].reshape(len(sums), k, k)
    portions, agreed, items = sums[:, k * k : k * k + k], sums[:, -2], sums[:, -1]
    with np.errstate(divide="ignore", invalid="ignore"):
        raw = agreed / items
    alphas = [alpha(matrix, grades, scale) for scale in SCALES]
    return np.column_stack([raw, *alphas, fleiss(agreed, portions, items), ac1(agreed, portions, items)])


def pairs_of(ratings: Ratings) -> Pairs:
    """Every two annotators with items in common, with their tables."""
    n, k, q = len(ratings.annotators), len(ratings.grades), len(ratings.questions)
    found = np.zeros(n * n, dtype=np.int64)
    for a, b, *_ in _blocks(ratings):
        found += np.bincount(a * n + b, minlength=n * n)
    there = np.flatnonzero(found)
    number = np.zeros(n * n, dtype=np.int64)
    number[there] = np.arange(len(there))
    whole = len(there) * k * k
    tables = np.zeros(whole)
    by_question = np.zeros(q * whole) if q * whole <= MOST_CELLS else None
    for a, b, one, two, question in _blocks(ratings):
        cell = (number[a * n + b] * k + one) * k + two
        tables += np.bincount(cell, minlength=whole)
        if by_question is not None:
            by_question += np.bincount(question * whole + cell, minlength=q * whole)
    pairs = np.column_stack((there // max(n, 1), there % max(n, 1)))
    split = None if by_question is None else by_question.reshape(q, len(there), k, k)
    return Pairs(pairs, tables.reshape(len(there), k, k), split)


def _blocks(ratings: Ratings) -> Iterator[tuple[Ints, Ints, Ints, Ints, Ints]]:
    """Every two ratings of one item, block by block: both annotators, both grades, the question."""
    size = np.bincount(ratings.item, minlength=ratings.n_items)
    start = np.cumsum(size) - size
    for m in distinct(size[size >= 2]).tolist():
        first, second = np.triu_indices(m, 1)
        items = np.flatnonzero(size == m)
        step = max(AT_ONCE // len(first), 1)
        for begin in range(0, len(items), step):
            some = items[begin : begin + step]
            rows = start[some][:, None] + np.arange(m)
            one, two = rows[:, first].ravel(), rows[:, second].ravel()
            question = np.repeat(ratings.question[some], len(first))
            yield ratings.who[one], ratings.who[two], ratings.grade[one], ratings.grade[two], question
