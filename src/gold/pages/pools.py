"""The runs on one build into how far each score rests on what its run alone found, and on what nobody has judged."""

from __future__ import annotations

from typing import Any

import msgspec

from gold.measure.fusion import Fused, Unmatched, fusions
from gold.measure.measure import Measure
from gold.measure.pool import Pooled
from gold.measure.score import RunScore
from gold.pages.frame import Link
from gold.pages.material import Material
from gold.pages.measures import MeasureName, judged_by, named
from gold.pages.numbers import DASH, counted, figure, grouped, share, signed

OWN = 0.5
"""The share of cases from which a set looks as if it had been labelled from a system's own answers."""
SYSTEMS = Link("Systems", "systems.html")
Pool = tuple[tuple[RunScore, Pooled], ...]


class PoolRow(msgspec.Struct, frozen=True):
    """One run by one measure: as it is, had nobody judged what it alone found, and at most."""

    run: str
    judged: str
    n: int
    score: str
    without: str
    loss: str
    at_most: str


class PoolTable(msgspec.Struct, frozen=True):
    """All runs of one build by one measure."""

    measure: MeasureName
    rows: tuple[PoolRow, ...]


def answering(material: Material) -> Measure:
    """By which measure a case counts as answered."""
    return next((m for m in material.measures if m.kind in ("AnswerRecall", "Success")), material.headline)


def fused_of(material: Material, pool: Pool) -> tuple[Fused | Unmatched, ...]:
    """The runs of one build that fuse others of it."""
    return fusions([score for score, _ in pool], answering(material))


def pool_tables(material: Material, pool: Pool) -> tuple[PoolTable, ...]:
    """A table for each measure of rankings, the headline first."""
    measures = [measure for measure in material.measures if measure in pool[0][1].without]
    return tuple(PoolTable(named(m), tuple(_row(material, pool, at, m) for at in range(len(pool)))) for m in measures)


def _row(material: Material, pool: Pool, at: int, measure: Measure) -> PoolRow:
    score, one = pool[at]
    judged = judged_by(material.measures)
    shown = None if judged is None else score.overall.means[judged].value
    mean, without = score.overall.means[measure], one.without[measure]
    alone = len(pool) == 1
    return PoolRow(
        run=score.run.name,
        judged=figure(shown),
        n=mean.n,
        score=figure(mean.value),
        without=DASH if alone else figure(without.value),
        loss=DASH if alone else signed(_loss(score, one, measure)),
        at_most=figure(one.at_most[measure].value),
    )


def _loss(score: RunScore, one: Pooled, measure: Measure) -> float | None:
    """What the run's score loses without the labels that it alone found, as a change."""
    mean, without = score.overall.means[measure].value, one.without[measure].value
    return None if mean is None or without is None else without - mean


def said_of_pool(material: Material, pool: Pool) -> tuple[str, str]:
    """Whether a system that no judge has seen would be scored fairly on this build, and the tone of that."""
    if len(pool) == 1:
        return f"Only {pool[0][1].run} searched this build: what another would find cannot be told.", "unknown"
    measure = next((m for m in material.measures if m in pool[0][1].without), None)
    losses = [
        (loss, score.run.name, one.alone)
        for score, one in pool
        if measure is not None and (loss := _loss(score, one, measure)) is not None
    ]
    if measure is None or not losses:
        return "No measure of rankings has a value here.", "unknown"
    loss, name, alone = min(losses)
    margin, shown = material.testset.settings.margin, named(measure).shown
    most = f"{name} loses most, {signed(loss)} {shown}, without the {counted(alone, 'label')} that it alone found"
    if loss < -margin:
        return f"A new system may score too low here: {most}: more than the margin of {margin:g}.", "worse"
    if loss >= 0:
        return "No run’s score rests on what it alone found.", "better"
    return f"No run’s score rests on what it alone found: {most}, within the margin of {margin:g}.", "better"


def in_use(material: Material) -> RunScore | None:
    """The run whose answers users see: production, else the baseline."""
    name = material.testset.settings.production
    return next((score for score in material.scores if score.run.name == name), material.baseline)


def own_answers(material: Material, pool: Pool) -> tuple[str, bool]:
    """Of how many cases the only relevant label is the first result of the run in use, and whether that is many."""
    used = in_use(material)
    one = next((one for score, one in pool if score is used), None)
    if one is None or not one.n:
        return "", False
    others = [f"{p.run} it is {share(p.own_first, p.n)}" for score, p in pool if score is not used and p.n]
    beside = f" (of {', '.join(others)})" if others else ""
    cases = f"{grouped(one.own_first)} of {counted(one.n, 'case')} ({share(one.own_first, one.n)})"
    said = f"In {cases} the only relevant label is the first result of {one.run}, the run in use{beside}."
    if one.own_first < OWN * one.n:
        return said, False
    return f"{said} They look as if they had been labelled from its own answers: they flatter it.", True


def pool_document(material: Material) -> dict[str, Any]:
    """Everything as JSON."""
    return {
        "grade_assumed": material.top_grade,
        "builds": [
            {
                "corpus": build,
                "depth": pool[0][1].depth,
                "answered_by": str(answering(material)),
                "runs": [_document(*pair) for pair in pool],
                "fused": [msgspec.structs.asdict(one) for one in fused_of(material, pool)],
            }
            for build, pool in material.pools.items()
        ],
    }


def _document(score: RunScore, one: Pooled) -> dict[str, Any]:
    values = {
        str(measure): {
            "n": score.overall.means[measure].n,
            "value": score.overall.means[measure].value,
            "without_own": without.value,
            "if_unjudged_irrelevant": score.overall.means[measure].value,
            "if_unjudged_relevant": one.at_most[measure].value,
        }
        for measure, without in one.without.items()
    }
    return {
        "run": one.run,
        "cases": one.n,
        "judged": {str(m): score.overall.means[m].value for m in score.measures if m.kind == "Judged"},
        "relevant_found": one.found,
        "relevant_found_alone": one.alone,
        "unlabelled_without_own": list(one.unlabelled),
        "one_relevant_label": one.single,
        "which_is_its_first_result": one.own_first,
        "measures": values,
    }
