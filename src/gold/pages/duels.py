"""More than two runs into a table of all against the baseline, and a matrix of who wins against whom."""

from __future__ import annotations

from collections import Counter
from typing import Any, NamedTuple

import msgspec

from gold.compare.duels import Duel, duels, every_two
from gold.compare.interval import TURNED, Word
from gold.measure.measure import Measure
from gold.measure.score import RunScore
from gold.pages.material import Material
from gold.pages.measures import MeasureName, named
from gold.pages.numbers import counted, figure
from gold.pages.run_head import RunHead, pair_first, run_head
from gold.pages.verdicts import SIGNS, TONES, VerdictWords, in_words

MOST_RUNS = 10


class AgainstRow(NamedTuple):
    """One run against the baseline, over the cases that both share."""

    run: RunHead
    before: str
    after: str
    verdict: VerdictWords


class Cell(NamedTuple):
    """The row's run against the column's: won and lost, and the verdict; empty where no case is shared."""

    counts: str
    sign: str
    tone: str
    word: str


class MatrixRow(NamedTuple):
    """One run against all: `wins` counts those it is better than, `losses` those that are better."""

    run: RunHead
    cells: tuple[Cell, ...]
    wins: int
    losses: int


class DuelsPart(msgspec.Struct, frozen=True):
    """`more` counts the runs that are left out, the lowest; `pairs` all that the matrix judges together.

    `said` counts those that are told to be better or worse than the baseline; empty without one.
    """

    measure: MeasureName
    baseline: str | None
    said: str
    against: tuple[AgainstRow, ...]
    rows: tuple[MatrixRow, ...]
    pairs: int
    more: int


def duels_part(material: Material) -> DuelsPart | None:
    """By the headline, of the candidate, the baseline and the best others; None for two runs or fewer."""
    if len(material.scores) < 3 or not material.headline.is_quality:
        return None
    scores, by = pair_first(material)[:MOST_RUNS], material.headline
    limits: Any = {"margin": material.testset.settings.margin, "least": material.testset.settings.min_class_size}
    met = duels(scores, every_two(len(scores)), by, **limits)
    base = next((at for at, score in enumerate(scores) if score is material.baseline), None)
    rivals = [] if base is None else [(base, at) for at in range(len(scores)) if at != base]
    against = duels(scores, rivals, by, **limits)
    return DuelsPart(
        measure=named(by),
        baseline=None if base is None else scores[base].run.name,
        said="" if base is None or not against else _said(scores[base].run.name, by, against),
        against=tuple(
            AgainstRow(
                run_head(material, scores[one.two]),
                figure(one.before),
                figure(one.after),
                in_words(one.verdict, by),
            )
            for one in against
        ),
        rows=_matrix(material, scores, met),
        pairs=len(met),
        more=len(material.scores) - len(scores),
    )


def _said(base: str, by: Measure, against: list[Duel]) -> str:
    told = Counter(in_words(one.verdict, by).word for one in against)
    verb = "are" if told["better"] > 1 else "is"
    better, worse = (told[word] or "none" for word in ("better", "worse"))
    judged = counted(len(against), "other run")
    return f"Of {judged}, by {named(by).shown}, {better} {verb} told to be better than {base}, and {worse} worse."


def _matrix(material: Material, scores: tuple[RunScore, ...], met: list[Duel]) -> tuple[MatrixRow, ...]:
    cells: dict[tuple[int, int], Cell] = {}
    for one in met:
        cells[one.two, one.one] = _cell(one.verdict.word, one.verdict.wins, one.verdict.losses)
        word = TURNED.get(one.verdict.word, one.verdict.word)
        cells[one.one, one.two] = _cell(word, one.verdict.losses, one.verdict.wins)
    rows = []
    for at, score in enumerate(scores):
        of_row = tuple(cells.get((at, other), Cell("", "", "plain", "")) for other in range(len(scores)))
        words = [cell.word for cell in of_row]
        rows.append(MatrixRow(run_head(material, score), of_row, words.count("better"), words.count("worse")))
    return tuple(rows)


def _cell(word: Word, won: int, lost: int) -> Cell:
    return Cell(f"{won}\u2013{lost}", SIGNS.get(word, ""), TONES.get(word, "plain"), word)
