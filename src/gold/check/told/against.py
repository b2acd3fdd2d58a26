"""What the changelog claims of a step between versions, held against what changed in it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import NamedTuple

from gold.check.told.claims import DRAFT, Claim, claims
from gold.check.told.sections import Section
from gold.compare.versions.change import Diff
from gold.compare.versions.diff import diff, held_back, parted_diff, whole_diff
from gold.model.version import Version

MUST_BE_TOLD = frozenset(("added", "removed", "reworded", "relabelled", "reclassified", "retired"))
"""Kinds that each have to be told: another kind told of the same case does not stand for them."""


class Step(NamedTuple):
    """Two versions that follow each other: what changed of what may be shown, of the open parts, and of all."""

    old: Version
    new: Version
    open: Diff
    parted: Diff
    whole: Diff

    @property
    def parts(self) -> tuple[Diff, ...]:
        return (self.open, self.parted, self.whole)

    @property
    def hidden(self) -> frozenset[str]:
        """The ids that one of the two holds back."""
        return held_back(self.old) | held_back(self.new)


class Named(NamedTuple):
    """An id that a section names, the line, and the kinds that it claims and that are so.

    `hidden`: one of the versions holds the case back, and its id may not be shown.
    """

    query_id: str
    line: int
    claimed: frozenset[str]
    found: frozenset[str]
    hidden: bool

    @property
    def is_wrong(self) -> bool:
        """Whether it changed, and in no way that is claimed; a heading such as `Notes` claims none."""
        return bool(self.found and self.claimed - {"other"} and not self.claimed & self.found)


class Miscounted(NamedTuple):
    """A count that is not so: what it says, and what it is in the open part."""

    line: int
    said: int
    kind: str
    what: str
    right: int


class Told(NamedTuple):
    """Everything in which a changelog and a step do not agree."""

    undocumented: tuple[tuple[str, frozenset[str]], ...] = ()
    unknown: tuple[Named, ...] = ()
    wrong: tuple[Named, ...] = ()
    miscounted: tuple[Miscounted, ...] = ()
    unreasoned: tuple[int, ...] = ()
    """Lines."""

    def __bool__(self) -> bool:
        return any(self)

    def masked(self, ids: frozenset[str]) -> Told:
        """The same with some more cases hidden: what is undocumented of them is left out."""
        if not ids:
            return self
        return self._replace(
            undocumented=tuple(one for one in self.undocumented if one[0] not in ids),
            unknown=tuple(name._replace(hidden=name.hidden or name.query_id in ids) for name in self.unknown),
            wrong=tuple(name._replace(hidden=name.hidden or name.query_id in ids) for name in self.wrong),
        )

    def without(self, ids: frozenset[str]) -> Told:
        """The same with some cases left out."""
        return self._replace(
            undocumented=tuple(one for one in self.undocumented if one[0] not in ids),
            unknown=tuple(name for name in self.unknown if name.query_id not in ids),
            wrong=tuple(name for name in self.wrong if name.query_id not in ids),
        )


def step(old: Version, new: Version) -> Step:
    """The differences of two versions; they are one where nothing is held back."""
    found = diff(old, new)
    if not (held_back(old) or held_back(new)):
        return Step(old, new, found, found, found)
    return Step(old, new, found, parted_diff(old, new), whole_diff(old, new))


def hold(told: Iterable[Section], change: Step) -> Told:
    """One section, or those of several versions between the two, against the step.

    A case is documented by a bullet that names it under what happened to it, or without saying what, or by a right
    count of its kind where the section lists none of that kind.
    """
    told = tuple(told)
    known = {**dict.fromkeys(change.old.query_ids), **dict.fromkeys(change.new.query_ids)}
    said = [claim for section in told for claim in claims(section, known)]
    named = list(_named(said, change))
    miscounted, counted = _counted(said, change)
    return Told(
        undocumented=tuple(_undocumented(change.open, said, counted)),
        unknown=tuple(name for name in named if not name.found),
        wrong=tuple(name for name in named if name.is_wrong),
        miscounted=tuple(miscounted),
        unreasoned=tuple(sorted({*_silent(said, change.hidden), *_drafts(told)})),
    )


def without_section(change: Diff) -> Told:
    """What a changelog leaves out that has no section for a change: all that must be told."""
    return Told(undocumented=tuple(_undocumented(change, (), ())))


def _silent(said: Iterable[Claim], hidden: Collection[str]) -> Iterator[int]:
    """The lines that name cases without a reason; what a line says of held-back cases alone is not looked at."""
    for claim in said:
        if claim.ids and not claim.reason and not all(query_id in hidden for query_id in claim.ids):
            yield claim.line


def _drafts(told: Iterable[Section]) -> set[int]:
    return {entry.line for section in told for entry in section.entries if DRAFT in entry.text}


def _named(said: Iterable[Claim], change: Step) -> Iterator[Named]:
    hidden, kinds = change.hidden, [part.kinds for part in change.parts]
    for claim in said:
        for query_id in claim.ids:
            found = frozenset[str]().union(*(of.get(query_id, frozenset()) for of in kinds))
            yield Named(query_id, claim.line, claim.kinds or frozenset(), found, query_id in hidden)


def _undocumented(
    change: Diff, said: Iterable[Claim], counted: Collection[str]
) -> Iterator[tuple[str, frozenset[str]]]:
    told: dict[str, set[str]] = defaultdict(set)
    for claim in said:
        for query_id in claim.ids:
            told[query_id] |= claim.kinds or MUST_BE_TOLD
    for query_id, all_kinds in change.kinds.items():
        kinds = all_kinds - {"re-split"}  # an open case that is called so was open before
        if not kinds:
            continue
        there = told.get(query_id, set()) | set(counted)
        missing = (kinds & MUST_BE_TOLD) - there
        if missing:
            yield query_id, missing
        elif query_id not in told and not kinds & there:
            yield query_id, kinds


def _counted(said: Sequence[Claim], change: Step) -> tuple[list[Miscounted], set[str]]:
    """The wrong counts, and the kinds that right ones document.

    The counts of several bullets of a kind are right together: alone, or with the cases that others name.
    """
    wrong: list[Miscounted] = []
    documented: set[str] = set()
    listed = {kind: {i for c in said if c.kinds and kind in c.kinds for i in c.ids} for kind in MUST_BE_TOLD}
    groups: dict[tuple[str, str], list[Claim]] = defaultdict(list)
    for claim in said:
        if claim.number is not None and claim.kinds and len(claim.kinds) == 1:
            groups[next(iter(claim.kinds)), claim.what].append(claim)
    for (kind, what), group in groups.items():
        right = _right(kind, what, change)
        names = listed.get(kind, set()) if what == "cases" else set()
        for claim in group:
            bullets = [one.number or 0 for one in group if not one.whole]
            sums = {claim.number or 0} if claim.whole else {claim.number or 0, sum(bullets), sum(bullets) + len(names)}
            if sums.isdisjoint(right):
                wrong.append(Miscounted(claim.line, claim.number or 0, kind, what, right[0]))
            elif not names or (not claim.whole and sum(bullets) + len(names) in right):
                documented.add("relabelled" if what == "labels" else kind)
    return wrong, documented


def _right(kind: str, what: str, change: Step) -> list[int]:
    """The counts that would be right: of what may be shown, which comes first, of the open parts, or of all."""
    if what == "cases":
        return [len(part.of_kind(kind)) for part in change.parts]
    return [count for part in change.parts for count in _label_counts(kind, part, change)]


def _label_counts(kind: str, part: Diff, change: Step) -> Iterator[int]:
    """How many labels came, went or changed in the cases of both versions; those of new or removed cases with them."""
    came = went = changed = 0
    places: set[str] = set()
    for case in part.changed:
        for field in case.fields:
            if not field.field.startswith("judgments["):
                continue
            if field.field.endswith("]") and (field.old is None or field.new is None):
                came, went = came + (field.old is None), went + (field.new is None)
            else:
                places.add(f"{case.query_id} {field.field.rpartition('.')[0]}")
    changed = len(places)
    if kind == "added":
        yield from (came, came + _labels(change.new, part.added))
    elif kind == "removed":
        yield from (went, went + _labels(change.old, part.removed))
    else:
        yield from (changed, came + went + changed)


def _labels(version: Version, ids: Collection[str]) -> int:
    return sum(len(version.by_id[query_id].labels) for query_id in ids)
