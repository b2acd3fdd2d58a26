"""Annotations into columns of numbers: who gave which grade to which item of which question."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from functools import cached_property

import msgspec
import numpy as np

from gold.errors import GoldError
from gold.model.annotation import Annotation
from gold.model.ids import Bools, Floats, Ints, distinct

MOST_GRADES = 101


class Ratings(msgspec.Struct, frozen=True, eq=False, dict=True):
    """Row i: annotator `who[i]` gave the grade `grades[grade[i]]` to item `item[i]`, once an item.

    An item is a passage for a question; `question` and `passage` hold each item's place in `questions` and
    `passages`. `again` are the later judgments of one annotator on one item: who, the first grade, the later one,
    shape (n, 3). `half[i]` is 0 in the earlier half of an annotator's judgments, 1 in the later one, -1 where times do
    not tell. The order of the annotations changes nothing.
    """

    questions: tuple[str, ...]
    passages: tuple[str, ...]
    annotators: tuple[str, ...]
    grades: tuple[int, ...]
    question: Ints
    passage: Ints
    item: Ints
    who: Ints
    grade: Ints
    again: Ints
    half: Ints
    models: frozenset[str] = frozenset()

    @property
    def n_items(self) -> int:
        return len(self.question)

    @cached_property
    def counts(self) -> Floats:
        """How often each item was given each grade, shape (items, grades)."""
        k = len(self.grades)
        found = np.bincount(self.item * k + self.grade, minlength=self.n_items * k)
        counts: Floats = found.reshape(self.n_items, k).astype(np.float64)
        return counts

    @cached_property
    def judged(self) -> Floats:
        """How many annotators judged each item."""
        found: Floats = self.counts.sum(axis=1)
        return found

    @cached_property
    def overlapping(self) -> Bools:
        """The items that two annotators or more judged: only they say anything of agreement."""
        return self.judged >= 2

    def of_items(self, kept: Bools) -> Ratings:
        """The ratings of some items, with the questions that they belong to; all grades and annotators stay."""
        rows = kept[self.item]
        number = np.cumsum(kept) - 1
        names, question = np.unique(self.question[kept], return_inverse=True)
        return msgspec.structs.replace(
            self,
            questions=tuple(self.questions[at] for at in names.tolist()),
            question=question.astype(np.int64),
            passage=self.passage[kept],
            item=number[self.item[rows]],
            who=self.who[rows],
            grade=self.grade[rows],
            half=self.half[rows],
        )

    def of_seen_grades(self) -> Ratings:
        """The same with those grades only that some rating gives."""
        return self.of_grades(tuple(self.grades[at] for at in distinct(self.grade).tolist()))

    def of_grades(self, grades: tuple[int, ...]) -> Ratings:
        """The same with these grades only, in ascending order: all that the ratings give are among them."""
        return msgspec.structs.replace(
            self, grades=grades, grade=np.searchsorted(grades, np.array(self.grades))[self.grade]
        )

    def of_annotators(self, names: Collection[str]) -> Ratings:
        """The ratings of some annotators; all items and grades stay."""
        kept = [at for at, name in enumerate(self.annotators) if name in names]
        number = np.full(len(self.annotators), -1, dtype=np.int64)
        number[kept] = np.arange(len(kept))
        rows = number[self.who] >= 0
        again = self.again[number[self.again[:, 0]] >= 0]
        again = np.column_stack((number[again[:, 0]], again[:, 1:]))
        return msgspec.structs.replace(
            self,
            annotators=tuple(self.annotators[at] for at in kept),
            item=self.item[rows],
            who=number[self.who[rows]],
            grade=self.grade[rows],
            again=again,
            half=self.half[rows],
            models=self.models & set(names),
        )


def ratings_of(annotations: Sequence[Annotation], models: Iterable[str] = ()) -> Ratings:
    """The annotations as columns. Of several judgments of one item by one annotator the first in time counts."""
    questions, query = _coded([a.query_id for a in annotations])
    passages, passage = _coded([a.passage_id for a in annotations])
    annotators, who = _coded([a.annotator for a in annotations])
    given = np.fromiter((a.grade for a in annotations), dtype=np.int64, count=len(annotations))
    grades, grade = np.unique(given, return_inverse=True)
    if len(grades) > MOST_GRADES:
        raise GoldError(f"{len(grades)} different grades: agreement is taken of grades, not of scores")
    keys, item = np.unique(query * max(len(passages), 1) + passage, return_inverse=True)
    kept, again = _first(annotations, item, who, given, len(annotators))
    machines = {a.annotator for a in annotations if a.kind == "model"} | set(models)
    return Ratings(
        questions=questions,
        passages=passages,
        annotators=annotators,
        grades=tuple(grades.tolist()),
        question=keys // max(len(passages), 1),
        passage=keys % max(len(passages), 1),
        item=item[kept],
        who=who[kept],
        grade=grade[kept],
        again=again,
        half=_halves([annotations[row].at for row in kept.tolist()], who[kept]),
        models=frozenset(machines) & set(annotators),
    )


def _coded(names: list[str]) -> tuple[tuple[str, ...], Ints]:
    """The different names in order, and the place of each among them."""
    different = sorted(set(names))
    place = {name: at for at, name in enumerate(different)}
    return tuple(different), np.fromiter(map(place.__getitem__, names), dtype=np.int64, count=len(names))


def _halves(times: list[str | None], who: Ints) -> Ints:
    """Which half of each annotator's judgments a row is in, by time; judgments of one time stay together."""
    half = np.full(len(times), -1, dtype=np.int64)
    by_annotator: dict[int, list[int]] = {}
    for row, (at, name) in enumerate(zip(times, who.tolist(), strict=True)):
        if at:
            by_annotator.setdefault(name, []).append(row)
    for rows in by_annotator.values():
        known = [times[row] or "" for row in rows]
        different = sorted(set(known))
        if len(different) > 1:
            begins = max(sorted(known)[len(known) // 2], different[1])
            half[rows] = [at >= begins for at in known]
    return half


def _first(annotations: Sequence[Annotation], item: Ints, who: Ints, given: Ints, annotators: int) -> tuple[Ints, Ints]:
    """The rows that count, in order of item and annotator, and what was judged again."""
    key = item * max(annotators, 1) + who
    order = np.argsort(key, kind="stable")
    repeated = key[order][1:] == key[order][:-1]
    if not repeated.any():
        return order, np.empty((0, 3), dtype=np.int64)
    several = np.isin(key, key[order][1:][repeated])
    at = {row: annotations[row].at or "" for row in np.flatnonzero(several).tolist()}
    rows = sorted(at, key=lambda row: (int(key[row]), at[row]))
    order = np.concatenate((np.flatnonzero(~several), np.array(rows, dtype=np.int64)))
    order = order[np.argsort(key[order], kind="stable")]
    first = np.append(True, key[order][1:] != key[order][:-1])
    began = order[np.maximum.accumulate(np.where(first, np.arange(len(order)), 0))]
    later = np.flatnonzero(~first)
    again = np.column_stack((who[order[later]], given[began[later]], given[order[later]]))
    return order[first], again
