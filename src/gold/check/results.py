"""The lists of a run: results that repeat, tie, stand against their scores, or are of elsewhere."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from gold.check.rule import Found, Rule
from gold.check.subject import Subject
from gold.model.corpus import Corpus
from gold.model.ids import Bools, distinct, places
from gold.model.run import Run
from gold.model.words import listed

MOST_NAMED = 3


def repeats(subject: Subject) -> Iterator[Found]:
    """Questions for which a run lists a passage twice."""
    for run in subject.runs:
        odd = np.flatnonzero(run.repeats).tolist()
        shown = [i for i in odd if run.query_ids[i] not in subject.hidden]
        if odd:
            what = listed([repr(run.query_ids[i]) for i in shown], MOST_NAMED) if shown else "held-back cases"
            line = run.lines[(shown or odd)[0]] if run.lines else None
            yield Found(
                f"run {run.name} lists a passage twice for {what}: the repeat earns nothing", file=run.path, line=line
            )


def ties(subject: Subject) -> Iterator[Found]:
    """Runs with tied scores for open questions."""
    for run in subject.runs:
        shown = _is_open(subject, run)
        tied, whole = run.ties[shown], int(run.lengths[shown].sum())
        if tied.any():
            questions = f"{int((tied > 0).sum())} of {len(tied)} questions"
            rows = f"{int(tied.sum())} of {whole} rows tie with the one above, in {questions}"
            yield Found(f"run {run.name}: {rows}: their order is by id, not by the system", file=run.path)


def rising(subject: Subject) -> Iterator[Found]:
    """Runs whose scores rise down a list; of a TREC file none does, as it is ranked by score."""
    for run in subject.runs:
        if run.scores is None:
            continue
        question = np.repeat(np.arange(len(run.query_ids)), run.lengths)
        up = (run.scores[1:] > run.scores[:-1]) & (question[1:] == question[:-1])
        shown = _is_open(subject, run)
        odd = [at for at in distinct(question[1:][up]).tolist() if shown[at]]
        if odd:
            what = (
                listed([repr(run.query_ids[at]) for at in odd], MOST_NAMED)
                + f" ({len(odd)} of {int(shown.sum())} questions)"
            )
            message = f"run {run.name} has scores that rise down its list, for {what}: order it, or leave scores out"
            yield Found(message, file=run.path, line=run.lines[odd[0]] if run.lines else None)


def foreign_passages(subject: Subject) -> Iterator[Found]:
    """Runs whose passages, for open questions, the build does not have."""
    for run in subject.runs:
        build = subject.build_of(run)
        if build is None or run.rows == 0:
            continue
        shown = np.repeat(_is_open(subject, run), run.lengths)
        foreign, whole = int(_foreign(run, build)[shown].sum()), int(shown.sum())
        if foreign:
            message = (
                f"{foreign} of {whole} results of run {run.name} are not in build {build.id}: "
                "name the build that it searched, or write the ids as the build does"
            )
            yield Found(message, file=run.path)


def _foreign(run: Run, build: Corpus) -> Bools:
    """Which results the build does not have, by the keys of their ids."""
    other: Bools = build.keys[places(build.keys, run.passages.keys)] != run.passages.keys
    return other


def _is_open(subject: Subject, run: Run) -> Bools:
    """Which questions of a run are open ones of the set."""
    known = subject.open_ids
    return np.fromiter((name in known for name in run.query_ids), dtype=np.bool_, count=len(run.query_ids))


RULES = (
    Rule(
        "repeated-result",
        "warning",
        "run",
        "A passage that a run lists twice for one question.",
        "The repeat takes the place of a result and earns nothing.",
        "Remove repeats before writing the run.",
        repeats,
    ),
    Rule(
        "ties",
        "note",
        "run",
        "Scores that tie.",
        "Tied results are ordered by their ids, as trec_eval does: another order would score otherwise.",
        "Write scores with all their digits.",
        ties,
    ),
    Rule(
        "rising-scores",
        "warning",
        "run",
        "Scores that rise down the list of a question, where the list gives the order.",
        "The list and the scores say two orders: the list is scored, and it may be the wrong one of the two.",
        "Write results best first, or leave scores out.",
        rising,
    ),
    Rule(
        "foreign-passages",
        "warning",
        "run",
        "Results that the build does not have.",
        "They can hold no label: the run searched something else, and its score is too low.",
        "Name the build that was searched, or add it to the set.",
        foreign_passages,
    ),
)
