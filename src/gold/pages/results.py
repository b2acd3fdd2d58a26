"""One run's answer to one case into the list that a reader sees: passages, their marks, and what is beyond."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from gold.measure.reach import UNREACHED
from gold.model.case import Case
from gold.model.corpus import Passage
from gold.pages.grades import Mark, mark
from gold.pages.numbers import counted
from gold.pages.outcome import Outcome
from gold.pages.passage_text import ShownText, shown_text
from gold.pages.rows import Answer
from gold.pages.run_head import RunHead
from gold.resolve.resolution import Placed


class Result(NamedTuple):
    """One result. `text` is None where neither the build nor the run has it; `note` says what is odd."""

    rank: int
    passage_id: str
    place: str
    text: ShownText | None
    marks: tuple[Mark, ...]
    note: str


class Beyond(NamedTuple):
    """A label that the shown results do not reach, with its rank in words."""

    number: int
    words: str
    rank: str


@dataclass(frozen=True, slots=True)
class ResultList:
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
    answer: Answer, held: Holders, texts: Mapping[str, str], passages: Mapping[str, Passage] | None, depth: int
) -> tuple[Result, ...]:
    """The first `depth` results with their texts: from the build, else from the run's own record."""
    seen: set[str] = set()
    found = []
    for rank, passage_id in enumerate(answer.passages[:depth], start=1):
        passage = None if passages is None else passages.get(passage_id)
        text = texts.get(passage_id) if passage is None else passage.text
        note = ""
        if passage is None and passages is not None:
            note = "not in this build" + ("; the text is the run's own" if text is not None else "")
        if passage_id in seen:
            note = "listed above already: worth nothing here"
        seen.add(passage_id)
        shown = None if text is None else shown_text(text, held.quotes.get(passage_id, ()))
        found.append(Result(rank, passage_id, place_of(passage), shown, held.marks.get(passage_id, ()), note))
    return tuple(found)


def place_of(passage: Passage | None) -> str:
    """Where a passage stands in its document, in words."""
    if passage is None:
        return ""
    steps = [passage.title or passage.doc_id]
    steps += [step for step in passage.heading or () if step != steps[0]]
    return " \u203a ".join(steps)


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
        said.append(f"{unjudged} of the {len(shown)} shown are unjudged.")
    if answer.refused:
        said.append("The run refused to answer.")
    if answer.ties:
        said.append(f"{counted(answer.ties, 'result')} tied with the one above: ordered by passage id.")
    if answer.repeats:
        said.append(f"{counted(answer.repeats, 'result')} repeated a passage: worth nothing.")
    return tuple(said)
