"""The pairs of a case and a passage that any label rests on, laid out so that a run's rows are found among them."""

from __future__ import annotations

from functools import cached_property

import msgspec
import numpy as np

from gold.errors import GoldError
from gold.model.ids import MIX, Bools, IdColumn, Ints, Words, pair_keys

LEAST_BITS, MOST_BITS = 10, 24


class Pairs(msgspec.Struct, frozen=True, eq=False, dict=True):
    """Different pairs by ascending key: pair j is case `case[j]` and the id in row j of `passages`."""

    keys: Words
    case: Ints
    passages: IdColumn

    def __len__(self) -> int:
        return len(self.keys)

    def find(self, case: Ints, passages: IdColumn) -> tuple[Ints, Ints]:
        """The rows of a list that are among the pairs, and the pair of each.

        `case[i]` is the case that row i of `passages` answers, -1 for none of these cases.
        """
        keys = pair_keys(case, passages.keys)
        table, shift = self._table
        row = np.flatnonzero(table[(keys * MIX) >> shift])
        at = np.minimum(np.searchsorted(self.keys, keys[row]), len(self) - 1)
        near = np.flatnonzero((self.keys[at] == keys[row]) & (self.case[at] == case[row]))
        row, at = row[near], at[near]
        proved = passages.same(row, self.passages, at)
        return row[proved], at[proved]

    @cached_property
    def _table(self) -> tuple[Bools, np.uint64]:
        """Where a pair may be at all: one look into a small table spares most searches."""
        bits = min(max(len(self).bit_length() + 3, LEAST_BITS), MOST_BITS)
        shift = np.uint64(64 - bits)
        table = np.zeros(1 << bits, dtype=np.bool_)
        table[(self.keys * MIX) >> shift] = True
        return table, shift


def pairs_of(case: Ints, passages: IdColumn) -> tuple[Pairs, Ints]:
    """The different pairs of the rows (`case[i]`, row i of `passages`), and which of them each row is."""
    keys = pair_keys(case, passages.keys)
    order = np.argsort(keys, kind="stable")
    new = np.append(True, keys[order[1:]] != keys[order[:-1]])[: len(order)]
    which = np.empty(len(order), dtype=np.int64)
    which[order] = np.cumsum(new) - 1
    first = order[new]
    rows = np.arange(len(order))
    same = passages.same(rows, passages, first[which]) & (case == case[first[which]])
    if not same.all():
        one, two = passages.names((int(rows[~same][0]), int(first[which][~same][0])))
        raise GoldError(f"the passage ids {one!r} and {two!r} have one hash: rename one of them")
    return Pairs(keys[first], case[first], passages.reordered(first)), which
