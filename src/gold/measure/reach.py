"""At which rank a run first shows each label, and what each judged result holds: all that a measure needs."""

from __future__ import annotations

import msgspec
import numpy as np
from numpy.typing import NDArray

from gold.measure.judged import Judged
from gold.model.ids import Bools, Ints
from gold.model.run import Run

UNREACHED = np.iinfo(np.int64).max


class Reaches(msgspec.Struct, frozen=True, eq=False):
    """Two tables for one run.

    `rank[l]` is the reach of label l (from 1; `UNREACHED` where the run never shows it). Row j of
    (`hit_case`, `hit_rank`, `hit_grade`) is a result that holds a label whole, with the best grade it
    holds; repeats are left out. `hit_pair` is its place among the pairs of the judged table.
    `returned[i]` is how many results case i got; `in_run[i]` whether the run has the case at all.
    """

    rank: Ints
    hit_case: Ints
    hit_rank: Ints
    hit_grade: Ints
    hit_pair: Ints
    returned: Ints
    in_run: Bools


def reaches(judged: Judged, run: Run) -> Reaches:
    """Probe one run for the judged pairs of (case, passage); nothing else of the run is looked at."""
    position = np.fromiter(
        (run.position.get(query_id, -1) for query_id in judged.query_ids), dtype=np.int64, count=judged.cases
    )
    in_run = position >= 0
    returned = np.where(in_run, run.lengths[position] if len(run.lengths) else 0, 0)
    return reaches_of(judged, _rank_of_pair(judged, run, position), returned, in_run)


def reaches_of(judged: Judged, rank_of_pair: Ints, returned: Ints, in_run: Bools) -> Reaches:
    """The same from the rank of each judged pair (`UNREACHED` where it is not shown), and what each case got."""
    rank = np.full(len(judged.grade), UNREACHED)
    np.minimum.at(rank, judged.holder_label, rank_of_pair[judged.holder_pair])
    group_rank = np.zeros(len(judged.group_label), dtype=np.int64)
    np.maximum.at(group_rank, judged.member_group, rank_of_pair[judged.member_pair])
    np.minimum.at(rank, judged.group_label, group_rank)
    hit = np.flatnonzero((rank_of_pair != UNREACHED) & judged.whole)
    return Reaches(
        rank=rank,
        hit_case=judged.pairs.case[hit],
        hit_rank=rank_of_pair[hit],
        hit_grade=judged.best_grade[hit],
        hit_pair=hit,
        returned=returned,
        in_run=in_run,
    )


def _rank_of_pair(judged: Judged, run: Run, position: Ints) -> Ints:
    """The rank at which the run first shows each judged pair."""
    rank = np.full(len(judged.pairs), UNREACHED)
    if len(rank) and run.rows:
        case_of_query = np.full(len(run.query_ids), -1, dtype=np.int64)
        case_of_query[position[position >= 0]] = np.flatnonzero(position >= 0)
        row, pair = judged.pairs.find(case_of_query, run.starts, run.passages)
        query = np.searchsorted(run.starts, row, side="right") - 1
        np.minimum.at(rank, pair, row - run.starts[query] + 1)
    return rank


def by_case(judged: Judged, values: NDArray[np.int64], where: Bools) -> Ints:
    """The least value among the chosen labels of each case; `UNREACHED` for a case without one."""
    least = np.full(judged.cases, UNREACHED)
    np.minimum.at(least, judged.case_of_label[where], values[where])
    return least
