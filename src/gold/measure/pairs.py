"""The pairs of a case and a passage that any label rests on, laid out so that a run's rows are found among them."""

from __future__ import annotations

from functools import cached_property

import msgspec
import numpy as np

from gold.errors import GoldError
from gold.model.ids import MIX, PIECE, Bools, IdColumn, Ints, Words, pair_keys, places

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
        table, shift = self._table
        likely, their = list[Ints](), list[Words]()
        for first in range(0, len(case), PIECE):
            keys = pair_keys(case[first : first + PIECE], passages.keys[first : first + PIECE])
            near = np.flatnonzero(table[(keys * MIX) >> shift])
            likely.append(near + first)
            their.append(keys[near])
        row, key = np.concatenate(likely), np.concatenate(their)
        at = places(self.keys, key)
        equal = (self.keys[at] == key) & (self.case[at] == case[row])
        row, at = row[equal], at[equal]
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
    again = order[~new]
    same = passages.same(again, passages, first[which[again]]) & (case[again] == case[first[which[again]]])
    if not same.all():
        one, two = passages.names((int(again[~same][0]), int(first[which[again[~same][0]]])))
        raise GoldError(f"the passage ids {one!r} and {two!r} have one hash: rename one of them")
    return Pairs(keys[first], case[first], passages.reordered(first)), which
