"""One run's answer to one case into the list that a reader sees: passages, their marks, and what is beyond."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import msgspec

from gold.measure.reach import UNREACHED
from gold.model.case import Case
from gold.pages.grades import Mark, mark
from gold.pages.numbers import counted
from gold.pages.outcome import Outcome
from gold.pages.passage_text import IN_SHORT, shown_text
from gold.pages.passages import ShownPassage, ShownPassages
from gold.pages.rows import Answer
from gold.pages.run_head import RunHead
from gold.resolve.resolution import Placed


class Result(NamedTuple):
    """One result. `tone` is that of its first mark; `note` says what is odd."""

    rank: int
    passage: ShownPassage
    tone: str
    marks: tuple[Mark, ...]
    note: str


class Beyond(NamedTuple):
    """A label that the shown results do not reach, with its rank in words."""

    number: int
    words: str
    rank: str


class ResultList(msgspec.Struct, frozen=True):
    """`remarks` are sentences about the list as a whole."""

    run: RunHead
    outcome: Outcome
    results: tuple[Result, ...]
    beyond: tuple[Beyond, ...]
    remarks: tuple[str, ...]


class Holders(NamedTuple):
    """For each passage that holds labels of a case in a build: its marks, and the quotes to mark in its text."""

    marks: Mapping[str, tuple[Mark, ...]]
    quotes: Mapping[str, tuple[str, ...]]


def holders(case: Case, places: Sequence[Placed], answer_grade: int) -> Holders:
    """Turn where each label lies round: what each passage holds."""
    marks: dict[str, list[Mark]] = {}
    quotes: dict[str, list[str]] = {}
    for number, (label, placed) in enumerate(zip(case.labels, places, strict=True), start=1):
        for passage_id in placed.passages:
            piece = passage_id not in placed.holders
            marks.setdefault(passage_id, []).append(mark(number, label, answer_grade, piece))
            if label.quote is not None:
                quotes.setdefault(passage_id, []).append(label.quote)
    return Holders({k: tuple(v) for k, v in marks.items()}, {k: tuple(v) for k, v in quotes.items()})


def results(
    answer: Answer, held: Holders, texts: Mapping[str, str], passages: ShownPassages | None, depth: int
) -> tuple[Result, ...]:
    """The first `depth` results with their texts: from the build, else from the run's own record.

    Of an unjudged passage two lines are read at once, of one with a label more.
    """
    shown = answer.passages[:depth]
    repeated = len(set(shown)) < len(shown)
    found = []
    for rank, passage_id in enumerate(shown, start=1):
        passage = None if passages is None else passages[passage_id]
        marks = held.marks.get(passage_id, ())
        note = ""
        if passage is None:
            passage, note = _unknown(passage_id, texts.get(passage_id), passages is not None)
        elif marks and passages is not None:
            text = passages.passages[passage_id].text
            passage = ShownPassage(passage.place, passage_id, shown_text(text, held.quotes.get(passage_id, ())))
        if repeated and passage_id in shown[: rank - 1]:
            note = "listed above already: worth nothing here"
        found.append(Result(rank, passage, marks[0].tone if marks else "unjudged", marks, note))
    return tuple(found)


def _unknown(passage_id: str, text: str | None, has_build: bool) -> tuple[ShownPassage, str]:
    """A passage that no build tells of: with the run's own text, if it recorded one."""
    shown = ShownPassage("", passage_id, None if text is None else shown_text(text, at_once=IN_SHORT))
    if not has_build:
        return shown, ""
    return shown, "not in this build" + ("" if text is None else "; the text is the run's own")


def beyond(case: Case, answer: Answer, answer_grade: int, depth: int) -> tuple[Beyond, ...]:
    """The labels of positive grade that the first `depth` results do not reach."""
    found = []
    for number, (label, rank) in enumerate(zip(case.labels, answer.ranks, strict=False), start=1):
        if label.grade >= 1 and rank > depth:
            where = "not in the list" if rank == UNREACHED else f"rank {rank}"
            found.append(Beyond(number, mark(number, label, answer_grade).words, where))
    return tuple(found)


def remarks(answer: Answer, shown: Sequence[Result]) -> tuple[str, ...]:
    """What the list as a whole needs said."""
    said = []
    if answer.status == "missing":
        said.append("The run has no such question.")
    elif answer.status == "not asked":
        said.append("Not asked by this run.")
    elif not answer.returned:
        said.append("The run returned no result.")
    unjudged = sum(1 for result in shown if not result.marks)
    if shown and unjudged:
        said.append(f"{unjudged} of the {len(shown)} shown {'is' if unjudged == 1 else 'are'} unjudged.")
    if answer.refused:
        said.append("The run refused to answer.")
    if answer.ties:
        said.append(f"{counted(answer.ties, 'result')} tied with the one above: ordered by passage id.")
    if answer.repeats:
        said.append(f"{counted(answer.repeats, 'result')} repeated a passage: worth nothing.")
    return tuple(said)
