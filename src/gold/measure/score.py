"""One run's scores: a value per case and measure, and their means over all cases and per class."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal

import msgspec
import numpy as np
from numpy.typing import NDArray

from gold.errors import NothingToScore
from gold.measure.formulas import ranking_values
from gold.measure.laid_out import Scored
from gold.measure.means import ClassScore, class_members, class_score
from gold.measure.measure import Measure
from gold.measure.named import Named, foreign_results, name_cases
from gold.measure.reach import Reaches, reaches
from gold.measure.refusals import UNASKABLE, refusal_values
from gold.model.ids import Bools, Ints
from gold.model.run import Run
from gold.model.version import Version

Undefined = Literal["skip", "zero"]


class RunScore(msgspec.Struct, frozen=True, eq=False):
    """One run on one version and build. `values[i, j]` is case i by measure j; NaN: not of this mean.

    `counted[i]`: case i is answerable, defined and was asked. `reach` keeps the ranks of the labels of
    `scored.judged`, case by case.
    """

    run: Run
    scored: Scored
    measures: tuple[Measure, ...]
    values: NDArray[np.float64]
    counted: Bools
    reach: Reaches
    overall: ClassScore
    classes: tuple[ClassScore, ...]
    named: Named
    not_measurable: Mapping[Measure, str]
    declared: Version | None = None
    undefined: Undefined = "skip"

    def undefined_by(self, measure: Measure) -> tuple[str, ...]:
        """The counted cases for which one ranking measure has no value, though others may."""
        if measure.kind in ("Distractor", "Refusal", "FalseRefusal"):
            return ()
        missing = self.counted & np.isnan(self.column(measure))
        return tuple(self.scored.judged.query_ids[i] for i in np.flatnonzero(missing))

    @property
    def build(self) -> str | None:
        return self.scored.resolution.build

    def asked_as(self, index: int) -> tuple[Any, ...]:
        """The words that the run was given for case `index`: those of the version that it declares."""
        case = self.scored.cases[index]
        then = None if self.declared is None else self.declared.by_id.get(case.query_id)
        return (then or case).asked_as

    def column(self, measure: Measure) -> NDArray[np.float64]:
        """The value of each case by one measure: shape (cases,)."""
        column: NDArray[np.float64] = self.values[:, self.measures.index(measure)]
        return column


def score_run(
    scored: Scored,
    run: Run,
    measures: Sequence[Measure],
    facets: Sequence[str] = (),
    *,
    declared: Version | None = None,
    undefined: Undefined = "skip",
) -> RunScore:
    """Score one run. `declared` is the version that the run says it was asked (None: this one).

    Raises NothingToScore where no case can score or the run answers none of them.
    """
    reach = reaches(scored.judged, run)
    foreign = foreign_results(scored, run)
    _refuse_nothing(scored, run, reach, foreign)
    new, reworded = _since(scored, declared)
    not_asked = ~reach.in_run & (new | reworded)
    scores = scored.answerable if undefined == "skip" else ~scored.unanswerable
    counted = scores & ~not_asked
    values, not_measurable = _values(scored, run, reach, measures, counted, ~not_asked, undefined)
    if not counted.any() and np.isnan(values).all() and not not_measurable:
        raise NothingToScore(f"{scored.version.path}: {_why_nothing(scored, run)}")
    groups = class_members(scored.cases, facets)
    parts = (tuple(measures), values, counted, scored.winnable)
    return RunScore(
        run=run,
        scored=scored,
        measures=tuple(measures),
        values=values,
        counted=counted,
        reach=reach,
        overall=class_score(None, None, np.ones(len(scored.cases), dtype=np.bool_), *parts),
        classes=tuple(class_score(facet, name, member, *parts) for (facet, name), member in groups.items()),
        named=name_cases(scored, run, reach, not_asked, reach.in_run & reworded, foreign),
        not_measurable=not_measurable,
        declared=declared,
        undefined=undefined,
    )


def _why_nothing(scored: Scored, run: Run) -> str:
    """Why no case has a value, and what to do."""
    if scored.unanswerable.all():
        return f"all cases are unanswerable, and no ranking of {run.name} can be scored. Score refusals: -m Refusal"
    return (
        f"{run.name} was asked no case with a relevant label: nothing can be scored. "
        "Label some passages with grade 1 or more, or count such cases by --undefined zero."
    )


def _values(
    scored: Scored,
    run: Run,
    reach: Reaches,
    measures: Sequence[Measure],
    counted: Bools,
    asked: Bools,
    undefined: Undefined,
) -> tuple[NDArray[np.float64], dict[Measure, str]]:
    """A value per case and measure, and why there is none by those that the run cannot be measured by."""
    values = np.full((len(scored.cases), len(measures)), np.nan)
    not_measurable: dict[Measure, str] = {}
    for j, measure in enumerate(measures):
        if measure.kind in ("Refusal", "FalseRefusal"):
            if not run.can_abstain:
                not_measurable[measure] = UNASKABLE
                continue
            values[:, j] = refusal_values(scored, run, measure.kind == "Refusal", asked)
        else:
            column = ranking_values(measure, scored.judged, reach, scored.answer_grade)
            column = np.nan_to_num(column) if undefined == "zero" else column
            values[:, j] = np.where(counted, column, np.nan)
    return values, not_measurable


def _since(scored: Scored, declared: Version | None) -> tuple[Bools, Bools]:
    """Which cases are absent from the version that the run declares, and which are differently worded there."""
    if declared is None or declared.number == scored.version.number:
        none = np.zeros(len(scored.cases), dtype=np.bool_)
        return none, none
    then = [declared.by_id.get(case.query_id) for case in scored.cases]
    pairs = list(zip(then, scored.cases, strict=True))
    new = [old is None for old in then]
    reworded = [old is not None and old.asked_as != case.asked_as for old, case in pairs]
    return np.array(new, dtype=np.bool_), np.array(reworded, dtype=np.bool_)


def _refuse_nothing(scored: Scored, run: Run, reach: Reaches, foreign: Ints) -> None:
    name = scored.version.path
    if not scored.cases:
        raise NothingToScore(f"{name}: no confirmed case outside the held-back part")
    if not reach.in_run.any():
        theirs = f"the run has e.g. {run.query_ids[0]!r}" if run.query_ids else "the run is empty"
        raise NothingToScore(
            f"{run.path}: no query id of the run is in {name}: "
            f"the set has e.g. {scored.judged.query_ids[0]!r}, {theirs}. Score a run of this set."
        )
    if run.rows and foreign.sum() == run.rows:
        corpus = scored.resolution.corpus
        ours = "" if corpus is None else f"the build has e.g. {corpus.passages[0].passage_id!r}, "
        raise NothingToScore(
            f"{run.path}: no passage id of the run is in the build {scored.resolution.build}: {ours}"
            f"the run has e.g. {run.passages.names([0])[0]!r}. "
            "Name the build that was searched with --corpus, or write the ids as the build does."
        )
    if scored.answerable.any() and not scored.judged.held.any():
        if not scored.resolution.build:
            raise NothingToScore(
                f"{name}: no label has a `passage_id`, and without a build no other is found: nothing can be reached. "
                "Name the build that was searched with --corpus, or write the ids that the run shows as `passage_id`."
            )
        raise NothingToScore(
            f"{name}: no label lies in the build {scored.resolution.build}: nothing can be reached. "
            "Name the build that was searched with --corpus, or see `gold coverage`."
        )
