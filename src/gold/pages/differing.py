"""Two runs on one build into the questions whose first results differ most, both lists side by side."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec
import numpy as np

from gold.measure.rank_overlap import Overlap
from gold.measure.score import RunScore
from gold.pages.material import Material
from gold.pages.measures import MeasureName, named
from gold.pages.numbers import figure
from gold.pages.overlaps import DEPTH
from gold.pages.question import Shelf, list_of
from gold.pages.results import ResultList
from gold.pages.rows import CaseRow
from gold.pages.run_head import pair_first


class DifferingQuestion(msgspec.Struct, frozen=True):
    """One question: how much of both lists is the same, both values, and the lists themselves, without texts."""

    query_id: str
    query: str
    href: str | None
    shared: str
    values: tuple[str, str]
    lists: tuple[ResultList, ...]
    next_to_judge: tuple[str, ...]


class DifferingPair(msgspec.Struct, frozen=True):
    """Two runs and the questions that they differ most on; `same` where they differ on none."""

    a: str
    b: str
    measure: MeasureName
    questions: tuple[DifferingQuestion, ...]


class ToCompare(msgspec.Struct, frozen=True):
    """What all pairs share: the page rows of the cases, and where a run stands among their answers."""

    material: Material
    shelf: Shelf
    rows: Mapping[str, CaseRow]
    place: Mapping[str, int]


def to_compare(material: Material, shelf: Shelf, rows: Mapping[str, CaseRow]) -> ToCompare:
    """The rows of a set, ready to be set side by side."""
    place = {score.run.name: at for at, score in enumerate(pair_first(material))}
    return ToCompare(material, shelf, rows, place)


def differing(on: ToCompare, one: RunScore, two: RunScore, found: Overlap) -> DifferingPair:
    """The questions with least rank-biased overlap; of equal ones that first whose score differs more."""
    by = on.material.moved_by
    values = np.column_stack((one.column(by), two.column(by)))
    apart = np.nan_to_num(np.abs(values[:, 0] - values[:, 1]))
    asked = one.counted & two.counted & (found.biased < 1 - 1e-9)
    order = np.lexsort((np.arange(len(apart)), -apart, found.biased))
    chosen = [i for i in order.tolist() if asked[i]][: on.material.testset.settings.pages.differing_questions]
    ids = one.scored.judged.query_ids
    return DifferingPair(
        a=one.run.name,
        b=two.run.name,
        measure=named(by),
        questions=tuple(_question(on, (one, two), ids[i], found.shared[i], values[i].tolist()) for i in chosen),
    )


def _question(
    on: ToCompare, pair: tuple[RunScore, RunScore], query_id: str, shared: float, values: Sequence[float]
) -> DifferingQuestion:
    row = on.rows[query_id]
    lists = tuple(_bare(list_of(on.shelf, row, on.place[score.run.name], DEPTH)) for score in pair)
    unjudged = sorted((r.rank, r.passage.passage_id) for found in lists for r in found.results if not r.marks)
    return DifferingQuestion(
        query_id=query_id,
        query=row.case.query,
        href=on.material.href(query_id),
        shared=figure(shared),
        values=(figure(values[0]), figure(values[1])),
        lists=lists,
        next_to_judge=tuple(dict.fromkeys(passage_id for _, passage_id in unjudged)),
    )


def _bare(found: ResultList) -> ResultList:
    """The list without the texts of its passages, which the question's own page has."""
    bare = (result._replace(passage=result.passage._replace(text=None)) for result in found.results)
    return ResultList(found.run, found.outcome, tuple(bare), found.beyond, found.remarks)
