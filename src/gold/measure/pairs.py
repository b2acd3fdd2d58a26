"""The pairs of a case and a passage that any label rests on, laid out so that a run's rows are found among them."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property

import msgspec
import numpy as np

from gold.errors import GoldError
from gold.model.ids import PIECE, Bools, IdColumn, Ints, Words, pair_keys, places

LEAST_BITS, MOST_BITS = 10, 24


class Pairs(msgspec.Struct, frozen=True, eq=False, dict=True):
    """Different pairs by ascending key: pair j is case `case[j]` and the id in row j of `passages`."""

    keys: Words
    case: Ints
    passages: IdColumn

    def __len__(self) -> int:
        return len(self.keys)

    def find(self, case: Ints, starts: Ints, passages: IdColumn) -> tuple[Ints, Ints]:
        """The rows of a list that are among the pairs, and the pair of each.

        Rows `starts[i]:starts[i + 1]` of `passages` (at least one row in all) answer the case `case[i]`, -1 for
        none of these cases.
        """
        likely, their, of_case = zip(*self._likely(case, starts, passages), strict=True)
        row, key = np.concatenate(likely), np.concatenate(their)
        at = places(self.keys, key)
        equal = (self.keys[at] == key) & (self.case[at] == np.concatenate(of_case))
        row, at = row[equal], at[equal]
        proved = passages.same(row, self.passages, at)
        return row[proved], at[proved]

    def _likely(self, case: Ints, starts: Ints, passages: IdColumn) -> Iterator[tuple[Ints, Words, Ints]]:
        """The rows that may be among the pairs, with their pair keys and cases, a piece of the list at a time."""
        table, shift = self._table
        for first in range(0, int(starts[-1]), PIECE):
            last = min(first + PIECE, int(starts[-1]))
            after, stop = np.searchsorted(starts, (first + 1, last)).tolist()
            inside = np.clip(starts[after - 1 : stop + 1], first, last)
            answered = np.repeat(case[after - 1 : stop], np.diff(inside))
            keys = pair_keys(answered, passages.keys[first:last])
            near = np.flatnonzero(table[keys >> shift])
            yield near + first, keys[near], answered[near]

    @cached_property
    def _table(self) -> tuple[Bools, np.uint64]:
        """Where a pair may be at all: one look into a small table spares most searches."""
        bits = min(max(len(self).bit_length() + 3, LEAST_BITS), MOST_BITS)
        shift = np.uint64(64 - bits)
        table = np.zeros(1 << bits, dtype=np.bool_)
        table[self.keys >> shift] = True
        return table, shift


def pairs_of(case: Ints, passages: IdColumn) -> tuple[Pairs, Ints]:
    """The different pairs of the rows (`case[i]`, row i of `passages`), and which of them each row is."""
    keys = pair_keys(case, passages.keys)
    order = np.argsort(keys)
    ascending = keys[order]
    new = np.append(True, ascending[1:] != ascending[:-1])[: len(order)]
    which = np.empty(len(order), dtype=np.int64)
    which[order] = np.cumsum(new) - 1
    first = order[new]
    again = order[~new]
    same = passages.same(again, passages, first[which[again]]) & (case[again] == case[first[which[again]]])
    if not same.all():
        one, two = passages.names((int(again[~same][0]), int(first[which[again[~same][0]]])))
        raise GoldError(f"the passage ids {one!r} and {two!r} have one hash: rename one of them")
    return Pairs(keys[first], case[first], passages.reordered(first)), which
