"""The runs on one build held against each other: how alike their lists are, and what each alone finds."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from gold.measure.measure import Measure
from gold.measure.rank_overlap import overlap, tops
from gold.measure.score import RunScore
from gold.model.ids import Bools
from gold.pages.material import Material
from gold.pages.measures import MeasureName, named
from gold.pages.numbers import figure, share
from gold.pages.question import NO_CORPUS

DEPTH = 10
MOST_PAIRS = 15
MOST_NAMED = 6


@dataclass(frozen=True, slots=True)
class PairRow:
    """Two runs: means over the questions that either has results for."""

    a: str
    b: str
    n: int
    shared: str
    biased: str
    other_first: str


@dataclass(frozen=True, slots=True)
class FoundRow:
    """One run: how many cases it answers, which it alone answers, and the labels that it alone shows."""

    run: str
    answers: int
    alone: int
    named: tuple[tuple[str, str | None], ...]
    more: int
    without: str
    labels: int
    only: int


@dataclass(frozen=True, slots=True)
class SystemsOnBuild:
    """The runs that searched one build, over the `cases` that all of them were asked."""

    build: str
    measure: MeasureName
    cases: int
    union: int
    union_share: str
    pairs: tuple[PairRow, ...]
    more_pairs: int
    rows: tuple[FoundRow, ...]


def systems(material: Material) -> tuple[SystemsOnBuild, ...]:
    """A part for each build that two runs or more searched."""
    by_build: dict[str | None, list[RunScore]] = {}
    for score in material.scores:
        by_build.setdefault(score.build, []).append(score)
    measure = next((m for m in material.measures if m.kind in ("AnswerRecall", "Success")), material.headline)
    return tuple(
        _on_build(material, build or NO_CORPUS, scores, measure)
        for build, scores in by_build.items()
        if len(scores) > 1
    )


def _on_build(material: Material, build: str, scores: list[RunScore], measure: Measure) -> SystemsOnBuild:
    counted = np.all([score.counted for score in scores], axis=0)
    answers = np.array([score.column(measure) for score in scores]) > 0
    answers &= counted
    union = answers.any(axis=0)
    pairs = _pairs(scores)
    return SystemsOnBuild(
        build=build,
        measure=named(measure),
        cases=int(counted.sum()),
        union=int(union.sum()),
        union_share=share(int(union.sum()), int(counted.sum())),
        pairs=tuple(pairs[:MOST_PAIRS]),
        more_pairs=max(len(pairs) - MOST_PAIRS, 0),
        rows=_found(material, scores, answers, int(counted.sum())),
    )


def _pairs(scores: Sequence[RunScore]) -> list[PairRow]:
    ids = scores[0].scored.judged.query_ids
    first = [tops(score.run, ids, DEPTH) for score in scores]
    rows = []
    for (a, one), (b, two) in combinations(zip(scores, first, strict=True), 2):
        found = overlap(one, two)
        there = ~np.isnan(found.shared)
        n = int(there.sum())
        means = [float(column[there].mean()) if n else None for column in (found.shared, found.biased)]
        other = share(int(found.other_first.sum()), n)
        rows.append(PairRow(a.run.name, b.run.name, n, figure(means[0]), figure(means[1]), other))
    return rows


def _found(material: Material, scores: Sequence[RunScore], answers: Bools, cases: int) -> tuple[FoundRow, ...]:
    """What each run finds that no other does: cases it answers, and labels of grade 1 or more in its first ten."""
    ids = scores[0].scored.judged.query_ids
    relevant = scores[0].scored.judged.grade >= 1
    shown = np.array([(score.reach.rank <= DEPTH) & relevant for score in scores])
    of_one, label_of_one = answers.sum(axis=0) == 1, shown.sum(axis=0) == 1
    whole = int(answers.any(axis=0).sum())
    rows = []
    for score, answered, labels in zip(scores, answers, shown, strict=True):
        alone = [ids[i] for i in np.flatnonzero(answered & of_one).tolist()]
        rows.append(
            FoundRow(
                run=score.run.name,
                answers=int(answered.sum()),
                alone=len(alone),
                named=tuple((name, material.href(name)) for name in alone[:MOST_NAMED]),
                more=max(len(alone) - MOST_NAMED, 0),
                without=share(whole - len(alone), cases),
                labels=int(labels.sum()),
                only=int((labels & label_of_one).sum()),
            )
        )
    return tuple(rows)
