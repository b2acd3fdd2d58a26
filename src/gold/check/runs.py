"""Runs held against the version and the build that they say they were made with."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from gold.check.dates import is_date
from gold.check.rule import Found, Rule
from gold.check.subject import Subject
from gold.check.words import short
from gold.model.corpus import Corpus
from gold.model.ids import Bools
from gold.model.run import Run
from gold.model.words import listed

MOST_NAMED = 3


def unknown_build(subject: Subject) -> Iterator[Found]:
    """Runs that name no build of the set."""
    known = {build.id for build in subject.builds}
    if subject.testset is not None:
        known |= set(subject.testset.corpora)
    there = ", ".join(sorted(known)) or "none"
    for run in subject.runs:
        corpus = run.sidecar.corpus
        if corpus is not None and corpus not in known:
            message = f"run {run.name} searched build {corpus!r}, and the set has {there}: add it, or mend the name"
            yield _sidecar(subject, run, "corpus", message)
        elif corpus is None and len(known) > 1:
            message = f"run {run.name} does not say which build it searched, and the set has {there}: write `corpus:`"
            yield _sidecar(subject, run, "corpus", message)


def unknown_version(subject: Subject) -> Iterator[Found]:
    """Runs that declare a version that the set does not have."""
    if subject.testset is None:
        return
    for run in subject.runs:
        number = run.sidecar.version_number
        if number is not None and number not in subject.testset.versions:
            have = ", ".join(f"v{n}" for n in subject.testset.versions)
            message = f"run {run.name} declares version v{number}, and the set has {have}: mend the number"
            yield _sidecar(subject, run, "version", message)


def dates(subject: Subject) -> Iterator[Found]:
    """Sidecar dates that are none."""
    for run in subject.runs:
        said = run.sidecar.date
        if said is not None and not is_date(said):
            yield _sidecar(subject, run, "date", f"date {short(said)!r} is none: write 2026-03-31")


def strangers(subject: Subject) -> Iterator[Found]:
    """Runs that answer no question of the set."""
    ids = set(subject.version.query_ids)
    for run in subject.runs:
        if ids and ids.isdisjoint(run.query_ids):
            pair = [_open_id(subject, names) for names in (run.query_ids, subject.version.query_ids)]
            shown = f" ({pair[0]!r} in the run, {pair[1]!r} in the set)" if all(pair) else ""
            yield Found(f"run {run.name} answers no question of the set{shown}: ids must be equal", file=run.path)


def _open_id(subject: Subject, names: Sequence[str]) -> str | None:
    """The first id that may be shown."""
    return next((name for name in names if name not in subject.hidden), None)


def missing(subject: Subject) -> Iterator[Found]:
    """Cases that a run was asked and does not answer."""
    asked_of_all = [case for case in subject.cases if case.is_shown and case.supporting is None]
    for run in subject.runs:
        version = subject.versions.get(run.sidecar.version_number or -1)
        asked = None if version is None else {case.query_id: case.asked_as for case in version.cases}
        gone = [
            case.query_id
            for case in asked_of_all
            if case.query_id not in run.position
            and case.query_id not in subject.hidden
            and (asked is None or asked.get(case.query_id) == case.asked_as)
        ]
        if gone and not run.position.keys().isdisjoint(subject.version.query_ids):
            how = "run it" if len(gone) == 1 else "run them"
            how += "" if asked is not None else ", or say in the sidecar which `version:` was asked"
            names = listed([repr(query_id) for query_id in gone], MOST_NAMED)
            message = f"run {run.name} does not answer {names}, which counts as 0: {how}"
            yield Found(message, file=run.path)


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
        odd = [at for at in np.unique(question[1:][up]).tolist() if shown[at]]
        if odd:
            what = f"{_listed([run.query_ids[at] for at in odd])} ({len(odd)} of {int(shown.sum())} questions)"
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
    keys = build.keys
    at = np.minimum(np.searchsorted(keys, run.passages.keys), len(keys) - 1)
    other: Bools = keys[at] != run.passages.keys
    return other


def _is_open(subject: Subject, run: Run) -> Bools:
    """Which questions of a run are open ones of the set."""
    known = subject.open_ids
    return np.fromiter((name in known for name in run.query_ids), dtype=np.bool_, count=len(run.query_ids))


def _sidecar(subject: Subject, run: Run, field: str, message: str) -> Found:
    path = subject.sidecar_paths.get(run.name)
    line = subject.sidecar_lines.get(run.name, {}).get(field)
    return Found(message, file=path or run.path, line=line)


RULES = (
    Rule(
        "unknown-build",
        "error",
        "run",
        "A run that names a build that the set does not have, or none where the set has several.",
        "Its passage ids cannot be placed, so it cannot be scored.",
        "Write `corpus: <build>` into the file beside the run.",
        unknown_build,
    ),
    Rule(
        "unknown-version",
        "warning",
        "run",
        "A run that declares a version that the set does not have.",
        "What it was not asked counts as missed.",
        "Mend `version:` in the file beside the run.",
        unknown_version,
    ),
    Rule(
        "run-date",
        "warning",
        "run",
        "A run's date that is no date.",
        "The newest run is chosen by it.",
        "Write it as 2026-03-31.",
        dates,
    ),
    Rule(
        "no-common-question",
        "error",
        "run",
        "A run that answers no question of the set.",
        "Its score would be 0.00 for a mistake in ids.",
        "Make the query ids equal, byte for byte.",
        strangers,
    ),
    Rule(
        "missing-questions",
        "warning",
        "run",
        "Cases that a run does not answer though it was asked them.",
        "Each of them scores 0 in every measure.",
        "Run them, or declare the version that was asked.",
        missing,
    ),
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
