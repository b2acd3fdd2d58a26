"""The questions that lost most, then those that won most, both runs' lists side by side."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar

import msgspec

from gold.compare.runs import Change
from gold.measure.diagnosis import document_ranks_of
from gold.measure.reach import UNREACHED
from gold.measure.score import RunScore
from gold.pages.frame import Frame, set_frame
from gold.pages.grades import mark
from gold.pages.material import Material
from gold.pages.measures import MeasureName, named
from gold.pages.moved_rows import MovedRow, moved_rows
from gold.pages.notes import Note, comparison_notes
from gold.pages.numbers import figure, signed
from gold.pages.outcome import document_beside
from gold.pages.question import Shelf, list_of
from gold.pages.results import ResultList
from gold.pages.rows import Answer, CaseRow
from gold.pages.who import who_note

SIDE_BY_SIDE = 10
DEPTH = 5
LISTED = 200
Documents = Mapping[tuple[str, int], int]
"""By case and label (from 0) where one run first shows the label's document."""


class LabelMove(msgspec.Struct, frozen=True):
    """Where one label went: ranks before and after, in words, its document's beside where that is another."""

    number: int
    words: str
    tone: str
    before: str
    after: str


class MovedQuestion(msgspec.Struct, frozen=True):
    """One question with both lists; `context` is what was said before it, for a follow-up."""

    query_id: str
    query: str
    context: tuple[str, ...]
    href: str | None
    before: str
    after: str
    change: str
    tone: str
    moves: tuple[LabelMove, ...]
    lists: tuple[ResultList, ...]


class WorstMovedPage(msgspec.Struct, frozen=True):
    """`lost` and `won` side by side; `more_lost` and `more_won` as rows of a table."""

    template: ClassVar[str] = "worst_moved.html"
    frame: Frame
    baseline: str | None
    candidate: str | None
    measure: MeasureName
    lost_count: int
    won_count: int
    same_count: int
    lost: tuple[MovedQuestion, ...]
    won: tuple[MovedQuestion, ...]
    more_lost: tuple[MovedRow, ...]
    more_won: tuple[MovedRow, ...]
    depth: int
    notes: tuple[Note, ...]


def worst_moved_page(material: Material, on: Shelf, rows: Mapping[str, CaseRow]) -> WorstMovedPage:
    """Both ends of what moved, by the first nDCG."""
    comparison = material.comparison
    by = material.moved_by
    lost = [] if comparison is None else comparison.worst(by)
    won = [] if comparison is None else comparison.best(by)
    shown = [*lost[:SIDE_BY_SIDE], *won[:SIDE_BY_SIDE]]
    pair = () if comparison is None else (comparison.baseline, comparison.candidate)
    documents = [_documents(score, [change.query_id for change in shown]) for score in pair]
    return WorstMovedPage(
        frame=set_frame(material.testset, "Worst moved", "worst-moved.html"),
        baseline=None if comparison is None else comparison.baseline.run.name,
        candidate=None if comparison is None else comparison.candidate.run.name,
        measure=named(by),
        lost_count=len(lost),
        won_count=len(won),
        same_count=len(material.changes) - len(lost) - len(won),
        lost=tuple(_question(material, on, rows, change, documents) for change in lost[:SIDE_BY_SIDE]),
        won=tuple(_question(material, on, rows, change, documents) for change in won[:SIDE_BY_SIDE]),
        more_lost=moved_rows(material, lost[SIDE_BY_SIDE:LISTED]),
        more_won=moved_rows(material, won[SIDE_BY_SIDE:LISTED]),
        depth=DEPTH,
        notes=(*comparison_notes(material), *who_note(material)),
    )


def _documents(score: RunScore, query_ids: Sequence[str]) -> Documents:
    """By case and label where the run first shows the label's document."""
    ids, cases = score.scored.judged.query_ids, score.scored.cases
    place = {ids.index(query_id): query_id for query_id in query_ids}
    ranks = document_ranks_of(score, {at: range(len(cases[at].labels)) for at in place})
    return {(place[at], number): rank for (at, number), rank in ranks.items()}


def _question(
    material: Material, on: Shelf, rows: Mapping[str, CaseRow], change: Change, documents: Sequence[Documents]
) -> MovedQuestion:
    row = rows[change.query_id]
    after, before = row.answers[0], row.answers[1]
    return MovedQuestion(
        query_id=change.query_id,
        query=row.case.query,
        context=tuple(turn.query for turn in row.case.history or ()),
        href=material.href(change.query_id),
        before=figure(change.before),
        after=figure(change.after),
        change=signed(change.delta),
        tone="better" if change.delta > 0 else "worse",
        moves=_moves(row, before, after, on.answer_grade, documents),
        lists=(list_of(on, row, 1, DEPTH), list_of(on, row, 0, DEPTH)),
    )


def _moves(
    row: CaseRow, before: Answer, after: Answer, answer_grade: int, documents: Sequence[Documents]
) -> tuple[LabelMove, ...]:
    moves = []
    for number, label in enumerate(row.case.labels, start=1):
        was, now = before.ranks[number - 1], after.ranks[number - 1]
        if label.grade < 1 and not label.distractor:
            continue
        said = mark(number, label, answer_grade)
        then, here = (found.get((row.case.query_id, number - 1)) for found in documents)
        moves.append(LabelMove(number, said.words, said.tone, _rank(was, then), _rank(now, here)))
    return tuple(moves)


def _rank(rank: int, document_rank: int | None) -> str:
    return ("not in the list" if rank == UNREACHED else f"rank {rank}") + document_beside(rank, document_rank)
