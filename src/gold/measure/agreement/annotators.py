"""Ratings into what can be said of each annotator: strict or lenient, alike or apart, the same as before."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import msgspec
import numpy as np

from gold.measure.agreement.coefficients import alpha, kappa, raw_of_table
from gold.measure.agreement.estimate import Block, Estimate, estimated
from gold.measure.agreement.ratings import Ratings
from gold.measure.agreement.sums import MOST_CELLS, pairs_of
from gold.model.ids import Floats, Ints

ONE_GRADE = "undefined: one grade only"
NOTHING_SHARED = "not computable: no item in common with another"
NO_TIMES = "not computable: no times that tell early from late"


class Annotator(msgspec.Struct, frozen=True):
    """One annotator on the `n` items that others judged, too.

    `offset`: the mean of own grade minus the others' mean. `agrees`: the share of the others' grades that equal
    the own one. `drift`: the offset of the later half of the judgments minus that of the earlier one. Of `again`
    items judged a second time, `same` were given the same grade.
    """

    name: str
    n: int
    mean: float | None
    offset: Estimate
    agrees: Estimate
    drift: Estimate
    again: int
    same: int


class AgainstPeople(msgspec.Struct, frozen=True):
    """One model's grades against all grades of people on the same items, pair by pair."""

    name: str
    n: int
    raw: Estimate
    kappa: Estimate
    kappa_quadratic: Estimate
    ordinal: Estimate


class Annotators(NamedTuple):
    """What is summed of each annotator a question, and what those sums are finished with."""

    ratings: Ratings
    block: Block

    def finished(self, found: Sequence[Estimate]) -> tuple[Annotator, ...]:
        ratings, count = self.ratings, len(self.ratings.annotators)
        grades = np.array(ratings.grades, dtype=np.float64)
        n = np.bincount(ratings.who, minlength=count)
        total = np.bincount(ratings.who, grades[ratings.grade], minlength=count)
        rows = []
        for at, name in enumerate(ratings.annotators):
            again = ratings.again[ratings.again[:, 0] == at]
            offset, agrees = (_why(one, NOTHING_SHARED) for one in (found[at], found[count + at]))
            drift = _why(found[2 * count + at], NO_TIMES)
            rows.append(
                Annotator(
                    name=name,
                    n=int(n[at]),
                    mean=float(total[at] / n[at]) if n[at] else None,
                    offset=offset,
                    agrees=agrees,
                    drift=drift,
                    again=len(again),
                    same=int((again[:, 1] == again[:, 2]).sum()),
                )
            )
        return tuple(rows)


def annotators_of(ratings: Ratings) -> Annotators:
    """The sums of ratings whose items all have two grades or more."""
    grades = np.array(ratings.grades, dtype=np.float64)
    own, m = grades[ratings.grade], ratings.judged[ratings.item]
    total = (ratings.counts @ grades)[ratings.item]
    away = own - (total - own) / (m - 1)
    alike = (ratings.counts[ratings.item, ratings.grade] - 1) / (m - 1)
    early, late = ((ratings.half == half).astype(np.float64) for half in (0, 1))
    sums = _by_question(ratings, [away, alike, np.ones(len(own)), away * early, early, away * late, late])
    return Annotators(ratings, Block(sums, _statistics))


def _by_question(ratings: Ratings, columns: list[Floats]) -> Floats:
    """Each column summed by question and annotator, side by side; in one row where there are too many."""
    q, n = len(ratings.questions), len(ratings.annotators)
    question: Ints = ratings.question[ratings.item]
    if q * n * len(columns) > MOST_CELLS:
        q, question = 1, np.zeros_like(question)
    summed = [np.bincount(question * n + ratings.who, column, minlength=q * n).reshape(q, n) for column in columns]
    return np.hstack(summed)


def _statistics(sums: Floats) -> Floats:
    """Offsets, then shares of equal grades, then drifts."""
    away, alike, n, away_early, early, away_late, late = np.split(sums, 7, axis=1)
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.hstack((away / n, alike / n, away_late / late - away_early / early))


def against_people(ratings: Ratings, resamples: int, seed: int) -> tuple[AgainstPeople, ...]:
    """Each model of the ratings against the people of the ratings."""
    return tuple(_against(ratings, name, resamples, seed) for name in ratings.annotators if name in ratings.models)


def _against(ratings: Ratings, name: str, resamples: int, seed: int) -> AgainstPeople:
    people = set(ratings.annotators) - ratings.models
    some = ratings.of_annotators(people | {name})
    pairs = pairs_of(some)
    me = some.annotators.index(name)
    mine = np.flatnonzero((pairs.pairs == me).any(axis=1)) if len(pairs.pairs) else np.empty(0, dtype=np.int64)
    if not len(mine):
        return AgainstPeople(
            name, 0, *(4 * [Estimate(None, undefined="not computable: no item in common with a person")])
        )
    k = len(some.grades)
    turned = pairs.pairs[mine, 1] == me
    tables = pairs.tables[None] if pairs.by_question is None else pairs.by_question
    summed = tables[:, mine[~turned]].sum(axis=1) + tables[:, mine[turned]].sum(axis=1).swapaxes(1, 2)

    def statistics(sums: Floats) -> Floats:
        table = sums.reshape(len(sums), k, k)
        both = table + table.swapaxes(1, 2)
        kappas = [kappa(table, some.grades, "unweighted"), kappa(table, some.grades, "quadratic")]
        return np.column_stack([raw_of_table(table), *kappas, alpha(both, some.grades, "ordinal")])

    (found,) = estimated([Block(summed.reshape(len(summed), -1), statistics)], resamples, seed)
    return AgainstPeople(name, int(summed.sum()), *map(_why, found))


def _why(found: Estimate, why: str = ONE_GRADE) -> Estimate:
    return msgspec.structs.replace(found, undefined=why) if found.value is None else found
