"""One case's row into its page: the question, its labels and where they lie, what every run answered, why it fails."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import ClassVar, NamedTuple

import msgspec

from gold.model.case import Turn
from gold.pages.frame import Around, Frame, Link, set_frame
from gold.pages.labels import Fact, LabelList, case_facts, label_list
from gold.pages.material import Material
from gold.pages.measures import MeasureName, named
from gold.pages.missing_words import missing_words
from gold.pages.numbers import DASH, figure, signed
from gold.pages.outcome import STAGES, Outcome, outcome
from gold.pages.passages import ShownPassages
from gold.pages.results import Holders, ResultList, beyond, holders, remarks, results
from gold.pages.rows import SHOWN_RESULTS, Answer, CaseRow
from gold.pages.run_head import RunHead, pair_first, run_head
from gold.pages.verdicts import turned

NO_CORPUS = "without a corpus"
BEFORE, AFTER = "\u2190 previous question", "next question \u2192"
AS_ABOVE = "text as above"


class Shelf(NamedTuple):
    """What the pages of all questions of a set share; a page is made of this and of its own row, nothing else."""

    around: Around
    builds: tuple[str, ...]
    measures: tuple[MeasureName, ...]
    runs: tuple[RunHead, ...]
    build_of_run: tuple[int, ...]
    replays: tuple[bool, ...]
    compared: bool
    moved_by: int
    answer_grade: int
    cut: int
    passages: tuple[ShownPassages | None, ...]
    texts: tuple[Mapping[str, str], ...]


class RunOnQuestion(NamedTuple):
    """What one run made of the question: the stage it came to, its values by measure, and what it answered.

    `rank` is where the answer is complete, `document_rank` where a document that answers first stands.
    """

    run: RunHead
    outcome: Outcome
    rank: str
    document_rank: str
    values: tuple[str, ...]
    answer: str | None
    correct: str


class Moved(NamedTuple):
    """How far the question moved from the baseline to the candidate."""

    measure: MeasureName
    before: str
    after: str
    change: str
    tone: str


class QuestionPage(msgspec.Struct, frozen=True):
    """`main` are the candidate's and the baseline's lists side by side, `others` the other runs'."""

    template: ClassVar[str] = "question.html"
    frame: Frame
    query_id: str
    query: str
    history: tuple[Turn, ...]
    remark: str
    facts: tuple[Fact, ...]
    expected: str | None
    measures: tuple[MeasureName, ...]
    runs: tuple[RunOnQuestion, ...]
    lacking: tuple[str, ...]
    moved: Moved | None
    labels: LabelList
    main: tuple[ResultList, ...]
    others: tuple[ResultList, ...]
    before: Link | None
    after: Link | None


def shelf(material: Material) -> Shelf:
    """What the set's question pages share."""
    scores = pair_first(material)
    ids = [build.id for build in material.builds]
    return Shelf(
        around=set_frame(material.testset, "", "questions/index.html").around,
        builds=tuple(name or NO_CORPUS for name in ids),
        measures=tuple(map(named, material.measures)),
        runs=tuple(run_head(material, score) for score in scores),
        build_of_run=tuple(ids.index(score.build) for score in scores),
        replays=tuple(score.run.sidecar.replays_history for score in scores),
        compared=material.comparison is not None,
        moved_by=material.measures.index(material.moved_by),
        answer_grade=material.builds[0].scored.answer_grade,
        cut=material.bar.cut,
        passages=tuple(None if b.corpus is None else ShownPassages(b.corpus.by_id) for b in material.builds),
        texts=tuple(score.run.texts for score in scores),
    )


def question_page(on: Shelf, row: CaseRow) -> QuestionPage:
    """The page of one case."""
    case = row.case
    held = [holders(case, places, on.answer_grade) for places in row.places]
    outcomes = [outcome_of(on, row, at) for at in range(len(row.answers))]
    lists = [list_of(on, row, at, SHOWN_RESULTS, came, held[on.build_of_run[at]]) for at, came in enumerate(outcomes)]
    compared = 2 if on.compared else min(1, len(lists))
    title = case.query if len(case.query) <= 60 else case.query[:59] + "\u2026"
    return QuestionPage(
        frame=Frame(title, on.around),
        query_id=case.query_id,
        query=case.query,
        history=case.history or (),
        remark=_remark(on, row),
        facts=case_facts(case),
        expected=case.answer,
        measures=on.measures,
        runs=tuple(_run(on, row, at, outcomes[at]) for at in range(len(row.answers))),
        lacking=_lacking(on, row, outcomes),
        moved=_moved(on, row),
        labels=label_list(row, on.builds, on.answer_grade),
        main=tuple(lists[:compared]),
        others=_without_repeats(lists, compared),
        before=None if row.before is None else Link(BEFORE, f"{row.before}.html"),
        after=None if row.after is None else Link(AFTER, f"{row.after}.html"),
    )


def outcome_of(on: Shelf, row: CaseRow, at: int) -> Outcome:
    """What run `at` made of the case; of one that it found, the document's rank is among the shown results."""
    came = outcome(row.case, row.answers[at], on.cut)
    if came.rank is None or came.document_rank is not None:
        return came
    shown = on.passages[on.build_of_run[at]]
    if shown is None:
        return came
    answers = (
        places
        for label, places in zip(row.case.labels, row.places[on.build_of_run[at]], strict=True)
        if label.grade >= on.answer_grade
    )
    documents = {shown.passages[name].doc_id for places in answers for name in places.passages}
    found = (shown.passages.get(name) for name in row.answers[at].passages)
    ranks = (rank for rank, passage in enumerate(found, start=1) if passage and passage.doc_id in documents)
    return came._replace(document_rank=next(ranks, None))


def list_of(
    on: Shelf, row: CaseRow, at: int, depth: int, came: Outcome | None = None, held: Holders | None = None
) -> ResultList:
    """The list of run `at`, cut at `depth`; what is known already of it may be given."""
    build = on.build_of_run[at]
    answer = row.answers[at]
    held = holders(row.case, row.places[build], on.answer_grade) if held is None else held
    shown = results(answer, held, on.texts[at], on.passages[build], depth)
    further = beyond(row.case, answer, on.answer_grade, depth)
    return ResultList(on.runs[at], came or outcome_of(on, row, at), shown, further, remarks(answer, shown))


def _without_repeats(lists: list[ResultList], compared: int) -> tuple[ResultList, ...]:
    """The other runs' lists; a text that stands on the page already is not repeated."""
    there = {(found.run.build, result.passage.passage_id) for found in lists[:compared] for result in found.results}
    others = []
    for found in lists[compared:]:
        shown = []
        for result in found.results:
            key = (found.run.build, result.passage.passage_id)
            bare = result.passage._replace(text=None)
            shown.append(result._replace(passage=bare, note=result.note or AS_ABOVE) if key in there else result)
            there.add(key)
        others.append(ResultList(found.run, found.outcome, tuple(shown), found.beyond, found.remarks))
    return tuple(others)


def _run(on: Shelf, row: CaseRow, at: int, came: Outcome) -> RunOnQuestion:
    answer: Answer = row.answers[at]
    values = tuple(map(figure, answer.values)) or ("\u2013",) * len(on.measures)
    correct = "" if answer.correct is None else "marked correct" if answer.correct else "marked wrong"
    ranks = (_place(came.rank), _place(came.document_rank))
    return RunOnQuestion(on.runs[at], came, *ranks, values, answer.answer, correct)


def _place(rank: int | None) -> str:
    return DASH if rank is None else str(rank)


def _lacking(on: Shelf, row: CaseRow, outcomes: list[Outcome]) -> tuple[str, ...]:
    """Of a case that the candidate, or the baseline, did not retrieve: the question's words that its passages lack."""
    compared = outcomes[: 2 if on.compared else 1]
    at = next((n for n, came in enumerate(compared) if came.stage == STAGES["not_retrieved"]), None)
    if at is None:
        return ()
    build = on.build_of_run[at]
    shown = on.passages[build]
    return () if shown is None else missing_words(row.case, row.places[build], shown.passages)


def _moved(on: Shelf, row: CaseRow) -> Moved | None:
    if not on.compared or not row.answers[0].values or not row.answers[1].values:
        return None
    after, before = row.answers[0].values[on.moved_by], row.answers[1].values[on.moved_by]
    if math.isnan(after) or math.isnan(before):
        return None
    change = after - before
    return Moved(on.measures[on.moved_by], figure(before), figure(after), signed(change), turned(change))


def _remark(on: Shelf, row: CaseRow) -> str:
    """What has to be known before the scores of this case are read."""
    said = []
    pairs = zip(on.runs, row.answers, strict=True)
    earlier = [f"{run.name} ({answer.earlier})" for run, answer in pairs if answer.earlier]
    if earlier:
        said.append(f"Reworded since it was put to {', '.join(earlier)}: their lists answer the words of then.")
    if row.case.history and on.replays and not all(on.replays):
        names = ", ".join(run.name for run, replays in zip(on.runs, on.replays, strict=True) if not replays)
        said.append(f"A follow-up that {names} did not get the history of: their scores test a question nobody asked.")
    return " ".join(said)
