"""Turns short spellings into model values: labels, cases, versions, builds, runs, scores."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from math import isnan
from typing import Any

import numpy as np
import pytest

from gold.measure.laid_out import Scored, lay_out
from gold.measure.measure import Measure, parse_measure
from gold.measure.score import RunScore, score_run
from gold.model.case import Case, Label
from gold.model.corpus import Corpus, Passage
from gold.model.ids import column_of
from gold.model.run import Answered, Run, Sidecar
from gold.model.version import Version
from gold.resolve.resolution import Placed, Resolution
from gold.resolve.resolve import resolve

LINEAR = "nDCG(dcg='log2')@10"
EXPONENTIAL = "nDCG(dcg='exp-log2')@10"


def label(grade: int, passage_id: str | None = None, **more: Any) -> Label:
    """One judgment; other anchors by name."""
    return Label(grade=grade, passage_id=passage_id, **more)


def case(query_id: str, *labels: Label, **more: Any) -> Case:
    """One case whose query is made from its id where none is given; `class_` is its class."""
    return Case(query_id=query_id, judgments=labels, **({"query": f"what of {query_id}"} | more))


def graded(query_id: str, grades: Mapping[str, int], **more: Any) -> Case:
    """One case with a passage-id label for each entry: `{"p1": 2}`."""
    return case(query_id, *(label(grade, passage) for passage, grade in grades.items()), **more)


def version(*cases: Case, number: int | None = 1) -> Version:
    """A version of these cases, as if read from `set-v1.jsonl`."""
    return Version("set", number, f"set-v{number}.jsonl", cases, tuple(range(1, len(cases) + 1)))


def passage(passage_id: str, text: str, doc_id: str = "doc", **more: Any) -> Passage:
    """One passage of a build."""
    return Passage(passage_id=passage_id, doc_id=doc_id, text=text, **more)


def corpus(*passages: Passage, name: str = "build") -> Corpus:
    """A build of these passages, in this order."""
    return Corpus(name, f"{name}.jsonl", passages)


def texts(*pieces: str, doc_id: str = "doc") -> Corpus:
    """A build of one document whose passages p1, p2, … have these texts."""
    return corpus(*(passage(f"p{i}", piece, doc_id) for i, piece in enumerate(pieces, start=1)))


def run(
    rankings: Mapping[str, Sequence[str]],
    *,
    name: str = "run",
    sidecar: Sidecar | None = None,
    answered: Mapping[str, Answered] | None = None,
    scores: Sequence[float] | None = None,
) -> Run:
    """A run in list order, as a JSONL run is read; `scores` are those of all rows, end to end."""
    rows = [passage_id for ranking in rankings.values() for passage_id in ranking]
    starts = np.cumsum([0, *(len(ranking) for ranking in rankings.values())], dtype=np.int64)
    return Run(
        name=name,
        path=f"{name}.jsonl",
        sidecar=sidecar or Sidecar(),
        query_ids=tuple(rankings),
        starts=starts,
        passages=column_of(rows),
        scores=None if scores is None else np.array(scores, dtype=np.float64),
        ties=np.zeros(len(rankings), dtype=np.int64),
        answered=answered or {},
    )


def scored(cases: Iterable[Case], build: Corpus | None = None, *, answer_grade: int = 2) -> Scored:
    """These cases laid out on a build; without one, passage ids are taken as they are."""
    made = version(*cases)
    return lay_out(made, resolve(made.cases, build), answer_grade)


def held_by(cases: Iterable[Case], places: Sequence[Sequence[Placed]], *, answer_grade: int = 2) -> Scored:
    """These cases laid out with labels that lie where the test says."""
    made = version(*cases)
    return lay_out(made, Resolution("build", tuple(map(tuple, places))), answer_grade)


def in_passages(*holders: str) -> Placed:
    """A label that any of these passages holds whole; none: it is gone."""
    return Placed("present", "quote", holders) if holders else Placed("gone")


def in_groups(*groups: Sequence[str]) -> Placed:
    """A label that each of these groups holds together."""
    return Placed("split", "quote", (), tuple(map(tuple, groups)))


def score(
    laid_out: Scored, rankings: Run | Mapping[str, Sequence[str]], *names: str, facets: Sequence[str] = (), **more: Any
) -> RunScore:
    """A run scored by measures given by name."""
    answered = rankings if isinstance(rankings, Run) else run(rankings)
    return score_run(laid_out, answered, measures(*names), facets, **more)


def measures(*names: str) -> list[Measure]:
    """Measures by their names."""
    return [parse_measure(name) for name in names]


def by_case(done: RunScore, name: str) -> dict[str, float | None]:
    """Each case's value by one measure; None where it has none."""
    column = done.column(parse_measure(name)).tolist()
    ids = done.scored.judged.query_ids
    return {query_id: None if isnan(value) else value for query_id, value in zip(ids, column, strict=True)}


def mean(done: RunScore, name: str) -> tuple[float | None, int]:
    """The mean over all cases and its n."""
    found = done.overall.means[parse_measure(name)]
    return found.value, found.n


def approx(value: float, n: int) -> tuple[Any, int]:
    """What a mean must be but for rounding, and its n."""
    return pytest.approx(value, abs=1e-12), n


def one(done: RunScore, name: str) -> float | None:
    """The value of the only case."""
    (value,) = by_case(done, name).values()
    return value
