"""Why a case failed in a run: the first step at which the way from the corpus to the answer broke."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal, get_args

import msgspec
import numpy as np

from gold.measure.documents import document_ranks
from gold.measure.formulas import ranking_values
from gold.measure.laid_out import Scored
from gold.measure.reach import UNREACHED, by_case
from gold.measure.score import RunScore
from gold.measure.ways import Bar, Way, bar_of, complete_at, ways_of
from gold.model.case import Case
from gold.model.corpus import Corpus
from gold.model.ids import Bools
from gold.resolve.lost import Documents, Loss, documents_of, loss_of
from gold.resolve.resolution import Placed

Cause = Literal[
    "not_ingested",
    "stale_label",
    "not_placed",
    "missing",
    "refused",
    "ranked_out",
    "wrong_passage",
    "not_retrieved",
]
CAUSES: tuple[Cause, ...] = get_args(Cause)
LOST = frozenset(("not_ingested", "stale_label", "not_placed"))
"""Causes that are no fault of any system: the answer, or the label, is not in what was searched."""
Other = tuple[Corpus, Mapping[str, Sequence[Placed]]]
"""Another build, and where the labels of each case lie in it."""


class Diagnosis(msgspec.Struct, frozen=True):
    """What a run made of one case. `cause` is None where it did not fail.

    `rank` is where the answer is complete, `document_rank` where the run first shows a document that answers (of a
    case that did not fail only where that is asked for). `distracted`: a distractor stands above the first good
    label, within the depth that decides.
    """

    cause: Cause | None
    rank: int | None = None
    document_rank: int | None = None
    distracted: bool = False
    answered_wrong: bool = False


def failed(score: RunScore) -> Bools:
    """Whether each case failed: its first AnswerRecall or Success is 0. One without a value did not."""
    bar = bar_of(score.measures, score.scored.answer_grade)
    if bar.measure in score.measures:
        missed: Bools = score.column(bar.measure) == 0
        return missed
    values = ranking_values(bar.measure, score.scored.judged, score.reach, bar.answer_grade)
    missed = values == 0
    return score.counted & missed


def losses(scored: Scored, bar: Bar, others: Sequence[Other] = ()) -> dict[int, Loss]:
    """Of each answerable case that cannot be won in the build, by its place, why."""
    lost = (scored.answerable & ~scored.winnable).nonzero()[0].tolist()
    build = None if scored.resolution.corpus is None else Documents(scored.resolution.corpus)
    return {at: _loss(scored, at, ways_of(scored.cases[at], bar), build, others) for at in lost}


def _loss(scored: Scored, at: int, ways: tuple[Way, ...], build: Documents | None, others: Sequence[Other]) -> Loss:
    """Stale if some way would be whole but for labels whose documents are in the build."""
    case, places = scored.cases[at], scored.resolution.labels[at]

    def group(members: tuple[int, ...]) -> Loss | None:
        """Why none of these labels is held; None where one is."""
        if any(places[label].held for label in members):
            return None
        found = [loss_of(case.labels[n], places[n], build, _elsewhere(others, case, n)) for n in members]
        return _first(("not_placed", "stale_label", "not_ingested"), found)

    whole = [_first(("not_placed", "not_ingested", "stale_label"), [group(members) for members in way]) for way in ways]
    return _first(("not_placed", "stale_label", "not_ingested"), whole) or "not_ingested"


def _first(order: tuple[Loss, ...], found: Sequence[Loss | None]) -> Loss | None:
    return next((loss for loss in order if loss in found), None)


def _elsewhere(others: Sequence[Other], case: Case, label: int) -> list[tuple[Corpus, Placed]]:
    return [(build, places[case.query_id][label]) for build, places in others if case.query_id in places]


def diagnoses(
    score: RunScore,
    losses: Mapping[int, Loss],
    known: Sequence[tuple[Way, ...]] | None = None,
    *,
    every_document: bool = False,
) -> list[Diagnosis | None]:
    """For each scored case what the run made of it; None where it is not of the ranking means.

    `known` are the ways of all cases, where several runs of one version are asked. With `every_document` the cases
    that did not fail have a document rank too: it costs a look at every list.
    """
    scored, run = score.scored, score.run
    bar = bar_of(score.measures, scored.answer_grade)
    judged = scored.judged
    ranks, first = score.reach.rank.tolist(), judged.first.tolist()
    distracted = _distracted(score, bar.cut)
    found: list[Diagnosis | None] = [None] * len(scored.cases)
    complete: dict[int, int | None] = {}
    labels: dict[int, list[int]] = {}
    wrong = {query_id for query_id, said in run.answered.items() if said.answer_correct is False}
    for at in np.flatnonzero(score.counted).tolist():
        ways, reached = ways_of(scored.cases[at], bar) if known is None else known[at], ranks[first[at] : first[at + 1]]
        if not ways:
            continue
        rank = complete[at] = complete_at(ways, reached)
        passed = rank is not None and rank <= bar.cut
        if every_document or not passed:
            labels[at] = _unreached(ways, reached, 0 if passed else bar.cut)
    documents = _document_ranks(score, labels)
    for at, rank in complete.items():
        query_id = judged.query_ids[at]
        if rank is not None and rank <= bar.cut:
            found[at] = Diagnosis(None, rank, documents.get(at), distracted[at], query_id in wrong)
            continue
        refused = run.can_abstain and run.abstained(query_id)
        cause = broken_at(losses.get(at), bool(score.reach.in_run[at]), refused, rank, documents.get(at), bar.cut)
        found[at] = Diagnosis(cause, rank, documents.get(at), distracted[at])
    return found


def _unreached(ways: Sequence[Way], ranks: Sequence[int], cut: int) -> list[int]:
    """The labels, any of which would answer what the first `cut` results leave unanswered."""
    groups = (group for way in ways for group in way if min((ranks[n] for n in group), default=UNREACHED) > cut)
    return list(dict.fromkeys(n for group in groups for n in group))


def broken_at(
    loss: Loss | None, in_run: bool, refused: bool, rank: int | None, document_rank: int | None, cut: int
) -> Cause:
    """The first step that failed, for a case whose answer is not complete within `cut`."""
    if loss is not None:
        return loss
    if not in_run:
        return "missing"
    if refused:
        return "refused"
    if rank is not None:
        return "ranked_out"
    return "wrong_passage" if document_rank is not None and document_rank <= cut else "not_retrieved"


def _distracted(score: RunScore, cut: int) -> list[bool]:
    judged, rank = score.scored.judged, score.reach.rank
    if not judged.distractor.any():
        return [False] * judged.cases
    trap = by_case(judged, rank, judged.distractor)
    found: list[bool] = ((trap <= cut) & (trap < by_case(judged, rank, judged.grade >= 1))).tolist()
    return found


def _document_ranks(score: RunScore, labels: Mapping[int, Sequence[int]]) -> dict[int, int]:
    """Where the run first shows a document of these labels of a case, for the cases in which it does."""
    found: dict[int, int] = {}
    for (at, _), rank in document_ranks_of(score, labels).items():
        found[at] = min(found.get(at, rank), rank)
    return found


def document_ranks_of(score: RunScore, labels: Mapping[int, Sequence[int]]) -> dict[tuple[int, int], int]:
    """By case (its place) and label (from 0) where the run first shows the label's document, where it does."""
    scored = score.scored
    if scored.resolution.corpus is None:
        return {}
    passages = scored.resolution.corpus.by_id
    whose: list[tuple[int, int]] = []
    wanted: list[tuple[int, str]] = []
    for at, numbers in labels.items():
        places = scored.resolution.labels[at]
        for n in numbers:
            held = {passages[name].doc_id for name in places[n].passages}
            names = held or documents_of(scored.cases[at].labels[n])
            wanted += [(at, name) for name in names]
            whose += [(at, n)] * len(names)
    found: dict[tuple[int, int], int] = {}
    for label, rank in zip(whose, document_ranks(scored, score.run, wanted), strict=True):
        if rank != UNREACHED:
            found[label] = min(found.get(label, rank), rank)
    return found
