"""Ratings into what can be said of their agreement: coefficients, pairs, prevalence, and the annotators one by one."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
import numpy as np

from gold.measure.agreement.annotators import ONE_GRADE, AgainstPeople, Annotator, against_people, annotators_of
from gold.measure.agreement.coefficients import kappa, raw_of_table
from gold.measure.agreement.estimate import RESAMPLES, SEED, Block, Estimate, estimated
from gold.measure.agreement.ratings import Ratings
from gold.measure.agreement.sums import Pairs, pairs_of, table_statistics, table_sums
from gold.model.ids import Floats

TOO_MANY = "too many pairs and questions for intervals"
ONE_ITEM = "not computable: one item in common"
SKEWED = 0.8
"""The share of one grade from which chance-corrected agreement falls towards 0 whatever the annotators do."""


class Pair(msgspec.Struct, frozen=True):
    """Two annotators on the `n` items of both; `table` has the first's grades as rows."""

    a: str
    b: str
    n: int
    raw: Estimate
    kappa: Estimate
    kappa_linear: Estimate
    kappa_quadratic: Estimate
    table: tuple[tuple[int, ...], ...]


class Figures(msgspec.Struct, frozen=True):
    """The coefficients of all annotators together."""

    raw: Estimate
    nominal: Estimate
    ordinal: Estimate
    interval: Estimate
    fleiss: Estimate
    ac1: Estimate


class Agreement(msgspec.Struct, frozen=True):
    """Agreement of people; where some annotators are models, each of these against the people (`models`).

    `items` have grades of two people or more, `single` of one. `undefined` says why there is no figure at all.
    `confusion` counts unordered pairs of grades of one item, each in both cells; `counts` the grades of the items.
    """

    items: int
    single: int
    questions: int
    grades: tuple[int, ...]
    names: tuple[str, ...]
    figures: Figures
    pairs: tuple[Pair, ...]
    counts: tuple[int, ...]
    confusion: tuple[tuple[int, ...], ...]
    annotators: tuple[Annotator, ...]
    models: tuple[AgainstPeople, ...]
    undefined: str | None

    @property
    def prevalence(self) -> dict[int, float]:
        """The share of each grade."""
        whole = sum(self.counts)
        return {grade: n / whole for grade, n in zip(self.grades, self.counts, strict=True)} if whole else {}

    @property
    def is_skewed(self) -> bool:
        return max(self.prevalence.values(), default=0.0) >= SKEWED


def agreement_of(ratings: Ratings, resamples: int = RESAMPLES, seed: int = SEED) -> Agreement:
    """All that is known of the agreement of these ratings."""
    people = ratings.of_annotators(set(ratings.annotators) - ratings.models) if ratings.models else ratings
    shared = people.of_items(people.overlapping).of_seen_grades()
    pairs = pairs_of(shared)
    who = annotators_of(shared)
    whole = Block(table_sums(shared), lambda sums: table_statistics(sums, shared.grades))
    found = estimated([whole, *_pair_block(pairs, shared), who.block], resamples, seed)
    why = why_undefined(people)
    return Agreement(
        items=shared.n_items,
        single=int((people.judged == 1).sum()),
        questions=len(shared.questions),
        grades=shared.grades,
        names=people.annotators,
        figures=figures_of(found[0], why),
        pairs=_pairs(shared, pairs, found[1:-1]),
        counts=tuple(shared.counts.sum(axis=0).astype(int).tolist()),
        confusion=_confusion(pairs, len(shared.grades)),
        annotators=who.finished(found[-1]),
        models=against_people(ratings, resamples, seed) if ratings.models else (),
        undefined=why,
    )


def figures_of(found: Sequence[Estimate], why: str | None) -> Figures:
    """The figures; where there are none at all, each says why. One grade only leaves the raw agreement."""
    if why is not None:
        nothing = Estimate(None, undefined=why)
        found = [found[0] if why == ONE_GRADE else nothing, *(nothing for _ in found[1:])]
    return Figures(*found)


def why_undefined(people: Ratings) -> str | None:
    """Why agreement cannot be computed, with the counts."""
    count = len(people.annotators)
    items = int(people.overlapping.sum())
    if count < 2:
        only = "one annotator" if count else "no annotator"
        return f"not computable: {only}{' who is a person' if people.models else ''} ({_counted(people.n_items)})"
    if items == 0:
        return f"not computable: no item was judged by two of the {count} annotators ({_counted(people.n_items)})"
    if items == 1:
        return f"not computable: one item only was judged by two of the {count} annotators"
    grades = people.counts[people.overlapping].sum(axis=0) > 0
    return ONE_GRADE if grades.sum() == 1 else None


def _counted(items: int) -> str:
    return "1 item" if items == 1 else f"{items} items"


def _pair_block(pairs: Pairs, ratings: Ratings) -> list[Block]:
    if pairs.by_question is None or not len(pairs.pairs):
        return []
    q, n, k, _ = pairs.by_question.shape

    def statistics(sums: Floats) -> Floats:
        return _pair_statistics(sums.reshape(len(sums), n, k, k), ratings.grades).reshape(len(sums), -1)

    return [Block(pairs.by_question.reshape(q, n * k * k), statistics)]


def _pair_statistics(tables: Floats, grades: tuple[int, ...]) -> Floats:
    """Raw agreement and kappa, unweighted, linear and quadratic, of each pair, shape (…, pairs, 4)."""
    weighted = [kappa(tables, grades, weights) for weights in ("unweighted", "linear", "quadratic")]
    return np.stack([raw_of_table(tables), *weighted], axis=-1)


def _pairs(ratings: Ratings, pairs: Pairs, found: Sequence[Sequence[Estimate]]) -> tuple[Pair, ...]:
    """The pairs in order of names; without resampled tables they have no intervals."""
    if found:
        each = list(found[0])
    else:
        values = _pair_statistics(pairs.tables, ratings.grades).ravel().tolist()
        each = [Estimate(None if np.isnan(value) else value, no_interval=TOO_MANY) for value in values]
    rows = []
    for at, (a, b) in enumerate(pairs.pairs.tolist()):
        table = pairs.tables[at]
        raw, plain, linear, quadratic = (_why_of_pair(found, table) for found in each[4 * at : 4 * at + 4])
        one, two = ratings.annotators[a], ratings.annotators[b]
        rows.append(Pair(one, two, int(table.sum()), raw, plain, linear, quadratic, _whole(table)))
    return tuple(rows)


def _why_of_pair(found: Estimate, table: Floats) -> Estimate:
    """Two annotators with one item in common have no figure; both with one grade have raw agreement only."""
    if table.sum() < 2:
        return Estimate(None, undefined=ONE_ITEM)
    return msgspec.structs.replace(found, undefined=ONE_GRADE) if found.value is None else found


def _confusion(pairs: Pairs, k: int) -> tuple[tuple[int, ...], ...]:
    together = pairs.tables.sum(axis=0) if len(pairs.tables) else np.zeros((k, k))
    both = together + together.T
    both[np.diag_indices(k)] /= 2
    return _whole(both)


def _whole(table: Floats) -> tuple[tuple[int, ...], ...]:
    return tuple(tuple(int(cell) for cell in row) for row in table.tolist())
