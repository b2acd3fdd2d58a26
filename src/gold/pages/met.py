"""Scored runs into what users meet: the plain mean, the random stratum's, and that by shares of the traffic."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import msgspec
import numpy as np

from gold.compare.traffic import RANDOM, Met, Standing, met, plain, random_cases, standing, strongest_pull
from gold.measure.measure import Measure
from gold.measure.score import RunScore
from gold.model.bare import BareCases
from gold.model.ids import Bools, Floats, Ints
from gold.model.settings import Traffic
from gold.pages.measures import MeasureName, named
from gold.pages.numbers import both_ends, counted, figure, percent, signed

NO_DIFFERENCE = 0.0005
"""What rounds to nothing."""


class MetRow(NamedTuple):
    """One way to average `n` cases, as sure as `effective`: each run's mean with its interval, and the change."""

    what: str
    n: int
    effective: str
    means: tuple[tuple[str, str], ...]
    change: tuple[str, str] | None


class MetPart(msgspec.Struct, frozen=True):
    """`runs` head the means; `said` says why the rows differ, `remarks` what is missing from them."""

    measure: MeasureName
    runs: tuple[str, ...]
    rows: tuple[MetRow, ...]
    said: str
    remarks: tuple[str, ...]


class Ways(NamedTuple):
    """The ways to average cases: all that are known alike, the random ones, and by what each stands for."""

    known: Bools
    random: Bools
    standing: Standing | None


def met_of(score: RunScore, traffic: Traffic) -> MetPart | None:
    """Of one run, over all that it was asked, by its first measure of what it ranked; None where nothing is known."""
    measure = next((one for one in score.measures if one.is_quality and not one.asks_refusal), None)
    return None if measure is None else part_of([score], measure, ~np.isnan(score.column(measure)), traffic)


def part_of(scores: Sequence[RunScore], measure: Measure, known: Bools, traffic: Traffic) -> MetPart | None:
    """Of several runs over the known cases, the last of which `said` speaks of."""
    ways = ways_of(scores[-1], known, traffic)
    if ways is None:
        return None
    columns = [score.column(measure) for score in scores]
    return MetPart(
        measure=named(measure),
        runs=tuple(score.run.name for score in scores),
        rows=tuple(_row(weighed, columns, measure) for weighed in rows_of(ways)),
        said=why(columns[-1], ways),
        remarks=remarks(ways),
    )


def ways_of(score: RunScore, known: Bools, traffic: Traffic) -> Ways | None:
    """How the known cases can be averaged; None where there is but the plain mean."""
    cases = score.scored.cases
    if isinstance(cases, BareCases) or not known.any():
        return None
    random, stands = known & random_cases(cases), standing(cases, known, traffic)
    return Ways(known, random, stands) if random.any() or stands is not None else None


class Weighed(NamedTuple):
    """One way to average, with its key in documents: `even` where all cases that count do so alike."""

    key: str
    what: str
    weights: Floats
    strata: Ints
    even: bool = True


def rows_of(ways: Ways) -> list[Weighed]:
    """The ways in the order of their rows."""
    none = np.zeros(len(ways.known), dtype=np.int64)
    found = [Weighed("plain", "all cases alike", ways.known.astype(np.float64), none)]
    if ways.random.any():
        found.append(Weighed("random", f"{RANDOM[0]} {RANDOM[1]} alone", ways.random.astype(np.float64), none))
    if ways.standing is not None:
        by = f"by {_by(ways.standing)}"
        found.append(Weighed("weighted", by, ways.standing.weights, ways.standing.strata, even=False))
    return found


def _by(stands: Standing) -> str:
    return "weight" if stands.facet is None else f"traffic per {stands.facet}"


def _row(way: Weighed, columns: Sequence[Floats], measure: Measure) -> MetRow:
    found = [met(column, way.weights, way.strata, measure.is_share) for column in columns]
    means = tuple((figure(one.value), both_ends(one.low, one.high)) for one in found)
    return MetRow(way.what, found[0].n, f"{found[0].effective:.0f}", means, None)


def why(column: Floats, ways: Ways) -> str:
    """One sentence on why the estimate of what users meet is not the plain mean."""
    stands = ways.standing
    if stands is None:
        return (
            f"The cases of the {RANDOM[0]} {RANDOM[1]} were drawn as users ask: their mean estimates what users meet. "
            "The others were chosen, and the plain mean is of the set alone."
        )
    mean = plain(column[ways.known], share=False).value or 0.0
    apart = (met(column, stands.weights, stands.strata, share=False).value or 0.0) - mean
    if abs(apart) < NO_DIFFERENCE:
        return "What users meet is estimated to be the plain mean: the set’s mix does not tell."
    if stands.facet is None:
        less = "less" if apart < 0 else "more"
        return (
            f"By weight it is {signed(apart)}: the cases that stand for more of the traffic score {less} than the rest."
        )
    return f"By traffic it is {signed(apart)}: {_most(column, ways, stands, mean)}."


def _most(column: Floats, ways: Ways, stands: Standing, mean: float) -> str:
    """The class whose share in the set and in the traffic moves the mean most."""
    pull = strongest_pull(column, ways.known, stands)
    if pull is None:
        return "cases of one class do not stand for equally much"
    covered = " that is covered" if stands.lacking else ""
    shares = f"{percent(pull.cases)} of the cases and {percent(pull.traffic)} of the traffic{covered}"
    return f"{stands.facet} {pull.name} is {shares}, and scores {figure(pull.value)} against {figure(mean)} overall"


def remarks(ways: Ways) -> tuple[str, ...]:
    """What the estimate does not cover."""
    stands, said = ways.standing, []
    if stands is not None and stands.lacking:
        share = sum(stands.shares[name] for name in stands.lacking)
        names = ", ".join(stands.lacking)
        said.append(f"{percent(share)} of the traffic is not covered, for no case compared is of it: {names}.")
    if stands is not None and stands.outside:
        said.append(f"{counted(stands.outside, 'case')} of a {stands.facet} without a share count for nothing here.")
    return tuple(said)


def met_document(score: RunScore, traffic: Traffic) -> dict[str, Any] | None:
    """What `gold score` says of one run: by each ranking measure the estimates, over all that the run was asked."""
    found: dict[str, Any] = {}
    lacking: tuple[str, ...] = ()
    by: str | None = None
    for measure in (one for one in score.measures if one.is_quality and not one.asks_refusal):
        column = score.column(measure)
        ways = ways_of(score, ~np.isnan(column), traffic)
        if ways is None:
            continue
        found[str(measure)] = {
            way.key: _figures(met(column, way.weights, way.strata, measure.is_share)) for way in rows_of(ways)
        }
        if ways.standing is not None:
            lacking, by = ways.standing.lacking, ways.standing.facet or "weight"
    return {"by": by, "lacking": list(lacking), "measures": found} if found else None


def _figures(one: Met) -> dict[str, Any]:
    return {"value": one.value, "low": one.low, "high": one.high, "n": one.n, "effective_n": one.effective}
