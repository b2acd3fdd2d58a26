"""The candidate beside systems without any skill, class by class: where it is not above one, the class is named."""

from __future__ import annotations

from typing import NamedTuple

import msgspec
import numpy as np

from gold.measure.means import class_members
from gold.measure.measure import Measure
from gold.measure.score import RunScore
from gold.measure.trivial import FROM_POOL, beside, can_count_words, pool_of, term_overlap
from gold.model.ids import Bools, Floats
from gold.model.words import listed
from gold.pages.material import Material
from gold.pages.measures import MeasureName, named
from gold.pages.numbers import counted, figure, grouped, share

OVERLAP = "term overlap"


class FloorRow(NamedTuple):
    """One class (`facet` empty: all cases): the run's mean, that of each floor, and the floors that it misses."""

    facet: str
    name: str
    n: int
    score: str
    floors: tuple[str, ...]
    not_above: tuple[str, ...]


class Floors(msgspec.Struct, frozen=True):
    """`said`: where the run is not above a floor; `without`: why one is missing; `ceiling`: how sure labels are."""

    measure: MeasureName
    run: str
    names: tuple[str, ...]
    rows: tuple[FloorRow, ...]
    below: tuple[str, ...]
    said: str
    without: str
    ceiling: str


def floors(material: Material) -> Floors | None:
    """By the headline, or what else says that an answer was found; over the cases that the candidate was asked."""
    score, measure = material.candidate, _measure(material)
    if score is None or not score.counted.any():
        return None
    found = _values(material, score, measure)
    column = score.column(measure)
    known = ~np.isnan(column)
    members = {("", "all"): np.ones(len(known), dtype=np.bool_), **class_members(score.scored.cases, material.facets)}
    rows = tuple(_row(key, column, found, member & known) for key, member in members.items() if (member & known).any())
    least = material.testset.settings.min_class_size
    below = tuple(_named(row) for row in rows if row.not_above and row.n >= least)
    return Floors(
        measure=named(measure),
        run=score.run.name,
        names=tuple(found),
        rows=rows,
        below=below,
        said=_said(score.run.name, below, least, any(row.n >= least for row in rows)),
        without="" if OVERLAP in found else _without(score),
        ceiling=_ceiling(material),
    )


def _measure(material: Material) -> Measure:
    """The headline, where more of it is better and rankings earn it."""
    headline = material.headline
    fits = headline.is_quality and not headline.less_is_better and not headline.asks_refusal
    ranked = (one for one in material.measures if one.kind == "nDCG")
    return headline if fits else next(ranked)


def _values(material: Material, score: RunScore, measure: Measure) -> dict[str, Floats]:
    """What each trivial system gets for each case."""
    pool = pool_of([one for one in material.scores if one.build == score.build])
    found = {name: of(score.scored, pool, measure) for name, of in FROM_POOL}
    corpus = score.scored.resolution.corpus
    if corpus is not None and can_count_words(score.scored, corpus):
        found[OVERLAP] = term_overlap(score.scored, corpus, measure)
    return found


def _row(key: tuple[str, str], column: Floats, found: dict[str, Floats], inside: Bools) -> FloorRow:
    one = beside(column, found, inside)
    return FloorRow(*key, one.n, figure(one.mean), tuple(map(figure, one.floors.values())), one.not_above)


def _named(row: FloorRow) -> str:
    where = f"{row.facet} {row.name}" if row.facet else "all cases together"
    return f"{where} ({' and '.join(row.not_above)}, n\u00a0{grouped(row.n)})"


def _said(run: str, below: tuple[str, ...], least: int, enough: bool) -> str:
    if not enough:
        return f"Too few questions to hold {run} against systems without skill: no class has {counted(least, 'case')}."
    if below:
        return f"{run} is not above a system without skill on {listed(below)}."
    return f"{run} is above each of them in every class of {counted(least, 'case')} or more."


def _without(score: RunScore) -> str:
    """Why words were not counted."""
    if score.scored.resolution.corpus is None:
        return "Term overlap is not here: no corpus gives the texts."
    return "Term overlap is not here: the set and its corpus are too large to count words in while building."


def _ceiling(material: Material) -> str:
    """How often annotators repeat themselves: no score can be believed further than that."""
    if material.judged is None:
        return ""
    people = material.judged.first.annotators
    again, same = sum(one.again for one in people), sum(one.same for one in people)
    if not again:
        return ""
    part = f"{grouped(same)} of {counted(again, 'item')} ({share(same, again)})"
    return f"Asked again, annotators gave the same grade to {part}: no score is surer than its labels."
