"""At which rank a run first shows each label, and what each judged result holds: all that a measure needs."""

from __future__ import annotations

import msgspec
import numpy as np
from numpy.typing import NDArray

from gold.measure.judged import Bools, Ints, Judged
from gold.model.run import Run

UNREACHED = np.iinfo(np.int64).max
NOWHERE = np.int64(-(1 << 62))
MIX = np.uint64(0x9E3779B97F4A7C15)
LEAST_BITS, MOST_BITS = 10, 24


class Reaches(msgspec.Struct, frozen=True, eq=False):
    """Two tables for one run.

    `rank[l]` is the reach of label l (from 1; `UNREACHED` where the run never shows it). Row j of
    (`hit_case`, `hit_rank`, `hit_grade`) is a result that holds a label whole, with the best grade it
    holds; repeats are left out. `returned[i]` is how many results case i got; `in_run[i]` whether the
    run has the case at all.
    """

    rank: Ints
    hit_case: Ints
    hit_rank: Ints
    hit_grade: Ints
    returned: Ints
    in_run: Bools


def reaches(judged: Judged, run: Run) -> Reaches:
    """Probe one run for the judged pairs of (case, passage); nothing else of the run is looked at."""
    position = np.fromiter(
        (run.position.get(query_id, -1) for query_id in judged.query_ids), dtype=np.int64, count=judged.cases
    )
    in_run = position >= 0
    returned = np.where(in_run, run.lengths[position] if len(run.lengths) else 0, 0)
    rank_of_key = _rank_of_key(judged, run, position)
    rank = np.full(len(judged.grade), UNREACHED)
    np.minimum.at(rank, judged.holder_label, rank_of_key[np.searchsorted(judged.keys, judged.holder_key)])
    group_rank = np.zeros(len(judged.group_label), dtype=np.int64)
    np.maximum.at(group_rank, judged.member_group, rank_of_key[np.searchsorted(judged.keys, judged.member_key)])
    np.minimum.at(rank, judged.group_label, group_rank)
    hit = np.flatnonzero((rank_of_key != UNREACHED) & judged.whole)
    return Reaches(
        rank=rank,
        hit_case=judged.keys[hit] // max(len(judged.passages), 1),
        hit_rank=rank_of_key[hit],
        hit_grade=judged.best_grade[hit],
        returned=returned,
        in_run=in_run,
    )


def _rank_of_key(judged: Judged, run: Run, position: Ints) -> Ints:
    """The rank at which the run first shows each judged pair (in the order of `judged.keys`)."""
    rank = np.full(len(judged.keys), UNREACHED)
    if not len(judged.keys) or not run.rows:
        return rank
    width = len(judged.passages)
    case_of_query = np.full(len(run.query_ids), -1, dtype=np.int64)
    case_of_query[position[position >= 0]] = np.flatnonzero(position >= 0)
    code = run.passages.find(judged.passages)
    passage_of_code = np.full(len(run.passages), NOWHERE)
    passage_of_code[code[code >= 0]] = np.flatnonzero(code >= 0)
    key = np.repeat(case_of_query * width, run.lengths)
    key += passage_of_code[run.passages.codes]
    row = _likely(judged.keys, key)
    at = np.minimum(np.searchsorted(judged.keys, key[row]), len(judged.keys) - 1)
    found = judged.keys[at] == key[row]
    row, at = row[found], at[found]
    query = np.searchsorted(run.starts, row, side="right") - 1
    np.minimum.at(rank, at, row - run.starts[query] + 1)
    return rank


def _likely(keys: Ints, asked: Ints) -> Ints:
    """The rows of `asked` that may be among `keys`: one look into a small table each spares most searches."""
    bits = min(max(len(keys).bit_length() + 3, LEAST_BITS), MOST_BITS)
    shift = np.uint64(64 - bits)
    table = np.zeros(1 << bits, dtype=np.bool_)
    table[(keys.view(np.uint64) * MIX) >> shift] = True
    return np.flatnonzero(table[(asked.view(np.uint64) * MIX) >> shift])


def by_case(judged: Judged, values: NDArray[np.int64], where: Bools) -> Ints:
    """The least value among the chosen labels of each case; `UNREACHED` for a case without one."""
    least = np.full(judged.cases, UNREACHED)
    np.minimum.at(least, judged.case_of_label[where], values[where])
    return least
