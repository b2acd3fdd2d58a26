"""The cases of a version into its two sides, dev and held back: alike ones together, in shares, and for good."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from hashlib import sha256
from typing import Literal

import msgspec

from gold.compare.alike import together
from gold.curate.even import evened
from gold.model.case import Case

Side = Literal["dev", "held_back"]
SIDES: tuple[Side, Side] = ("dev", "held_back")


class Split(msgspec.Struct, frozen=True):
    """The side of every confirmed case, and what a person should know of it.

    `new` had none before. `kept` follow a case of their group that had one; `torn` are like cases of both sides, and
    went to dev.
    """

    sides: Mapping[str, Side]
    new: tuple[str, ...]
    kept: tuple[str, ...]
    torn: tuple[str, ...]

    def count(self, side: Side) -> int:
        return sum(one == side for one in self.sides.values())


class _Group(msgspec.Struct, frozen=True):
    """Cases that are decided together, their classes counted, and where chance puts them in the row."""

    cases: tuple[Case, ...]
    classes: Mapping[tuple[str, str], int]
    order: str


def split(cases: Sequence[Case], before: Mapping[str, Side], share: float, seed: int, facets: Sequence[str]) -> Split:
    """Choose a side for each confirmed case that has none; `before` says which sides were chosen already.

    Near-duplicates and turns of one conversation stand on one side: that of the cases among them that have one, or dev
    where these stand on both. The others are chosen group by group, the rarest class first, for the side that lacks
    most of it (iterative stratification: Sechidis, Tsoumakas and Vlahavas 2011), in the order of digests of seed and
    ids; then exchanged until no exchange brings the classes of all facets nearer to their shares. So neither the order
    of the file nor a later case changes what was chosen.
    """
    confirmed = [case for case in cases if case.is_confirmed]
    sides = {case.query_id: before[case.query_id] for case in confirmed if case.query_id in before}
    new, kept, torn, free = list[str](), list[str](), list[str](), list[_Group]()
    for group in _groups(confirmed):
        mine = [case for case in group if case.query_id not in before]
        there = {before[case.query_id] for case in group if case.query_id in before}
        ids = [case.query_id for case in mine]
        new += ids
        if not mine:
            continue
        if not there:
            free.append(_Group(tuple(mine), _classes(mine, facets), _order(seed, min(ids))))
            continue
        kept += ids if len(there) == 1 else []
        torn += ids if len(there) == 2 else []
        sides |= dict.fromkeys(ids, next(iter(there)) if len(there) == 1 else "dev")
    free.sort(key=lambda group: group.order)
    sides |= _chosen(free, _wanted(confirmed, sides, share, facets))
    return Split({case.query_id: sides[case.query_id] for case in confirmed}, tuple(new), tuple(kept), tuple(torn))


def _groups(cases: Sequence[Case]) -> list[list[Case]]:
    found = [[cases[i] for i in places] for places in together(cases)]
    grouped = {case.query_id for group in found for case in group}
    return found + [[case] for case in cases if case.query_id not in grouped]


def _classes(cases: Iterable[Case], facets: Sequence[str]) -> dict[tuple[str, str], int]:
    """How many cases of each class; all of them are one more, and so are those without an answer, and follow-ups."""
    seen = Counter[tuple[str, str]]()
    for case in cases:
        seen["", ""] += 1
        seen["", "unanswerable"] += case.is_unanswerable
        seen["", "follow-up"] += bool(case.history)
        for facet in facets:
            seen.update((facet, name) for name in case.classes(facet))
    return {name: count for name, count in seen.items() if count}


def _order(seed: int, name: str) -> str:
    return sha256(f"{seed}\0{name}".encode()).hexdigest()


Wanted = dict[Side, dict[tuple[str, str], float]]


def _wanted(cases: Sequence[Case], sides: Mapping[str, Side], share: float, facets: Sequence[str]) -> Wanted:
    """How many cases of each class either side still lacks; less than none where it has too many."""
    whole = _classes(cases, facets)
    shares: dict[Side, float] = {"dev": 1 - share, "held_back": share}
    found: Wanted = {}
    for side in SIDES:
        there = _classes((case for case in cases if sides.get(case.query_id) == side), facets)
        found[side] = {name: shares[side] * count - there.get(name, 0) for name, count in whole.items()}
    return found


def _chosen(groups: Sequence[_Group], wanted: Wanted) -> dict[str, Side]:
    """A side for every case of the groups: chosen class by class, then evened over all classes."""
    if not groups:
        return {}
    lacking = dict(wanted["held_back"])
    first = _by_class(groups, wanted)
    held = evened([group.classes for group in groups], first, lacking)
    return {c.query_id: SIDES[there] for group, there in zip(groups, held, strict=True) for c in group.cases}


def _by_class(groups: Sequence[_Group], wanted: Wanted) -> list[bool]:
    """Which groups are held back: of the class with fewest groups left, each in its order; `wanted` is used up."""
    holders: dict[tuple[str, str], dict[int, None]] = {}
    for at, group in enumerate(groups):
        for name in group.classes:
            holders.setdefault(name, {})[at] = None
    held = [False] * len(groups)
    while holders:
        rarest = min(holders, key=lambda name: (len(holders[name]), name))
        for at in list(holders[rarest]):
            group = groups[at]
            side = _side(group, rarest, wanted)
            held[at] = side == "held_back"
            for name, count in group.classes.items():
                wanted[side][name] -= count
                holders[name].pop(at)
        holders = {name: left for name, left in holders.items() if left}
    return held


def _side(group: _Group, name: tuple[str, str], wanted: Wanted) -> Side:
    """The side that lacks more of a class, else more of all; held back only where it lacks half of the group."""
    held, dev = (wanted[side] for side in ("held_back", "dev"))
    if held["", ""] < sum(1 for _ in group.cases) / 2:
        return "dev"
    return "held_back" if (held[name], held["", ""]) > (dev[name], dev["", ""]) else "dev"
