"""One run's scores: a value per case and measure, and their means over all cases and per class."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal

import msgspec
import numpy as np
from numpy.typing import NDArray

from gold.errors import NothingToScore
from gold.measure.formulas import defined, ranking_values, winnable
from gold.measure.judged import Judged, judged
from gold.measure.measure import Measure
from gold.measure.reach import Reaches, reaches
from gold.model.bare import BareCases
from gold.model.case import Case
from gold.model.ids import Bools
from gold.model.run import Run
from gold.model.version import Version
from gold.resolve.resolution import Resolution

Undefined = Literal["skip", "zero"]
UNASKABLE = "the run can say neither that it refused nor that it did not"


class Mean(msgspec.Struct, frozen=True):
    """A mean kept as its sum and count; `value` is None over no case."""

    sum: float
    n: int

    @property
    def value(self) -> float | None:
        return self.sum / self.n if self.n else None


class ClassScore(msgspec.Struct, frozen=True):
    """The means of one class of one facet (`facet` None: of all cases), with those over winnable cases beside."""

    facet: str | None
    name: str | None
    n: int
    means: Mapping[Measure, Mean]
    winnable: Mapping[Measure, Mean]


class Named(msgspec.Struct, frozen=True):
    """What the means leave out or treat apart: the cases of each kind by id; for duplicates and ties results a case.

    Held-back cases are counted and never named.
    """

    missing: tuple[str, ...]
    not_asked: tuple[str, ...]
    extra: tuple[str, ...]
    duplicates: Mapping[str, int]
    ties: Mapping[str, int]
    undefined: tuple[str, ...]
    unanswerable: tuple[str, ...]
    unknown: tuple[str, ...]
    held_back: int
    unwinnable: tuple[str, ...]

    def counts(self) -> dict[str, int]:
        """How many cases of each kind; for duplicates and ties how many results."""
        found: dict[str, int] = {}
        for name in self.__struct_fields__:
            value = getattr(self, name)
            found[name] = value if isinstance(value, int) else len(value)
        rows = {"duplicates": sum(self.duplicates.values()), "ties": sum(self.ties.values())}
        return found | rows


class Scored(msgspec.Struct, frozen=True):
    """A version laid out for scoring on one build: shared by every run on that build.

    `cases` are those that can score (confirmed, not held back, not of unknown answer); `resolution` is
    that of their labels, in the same order.
    """

    version: Version
    resolution: Resolution
    cases: Sequence[Case]
    judged: Judged
    answer_grade: int
    unanswerable: Bools
    defined: Bools
    winnable: Bools
    unknown: tuple[str, ...]
    held_back: int

    @property
    def answerable(self) -> Bools:
        return ~self.unanswerable & self.defined


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


def lay_out(version: Version, resolution: Resolution, answer_grade: int) -> Scored:
    """Lay out the cases of `version`, whose labels lie where `resolution` says, for scoring."""
    cases: Sequence[Case] = version.cases
    unknown: tuple[str, ...] = ()
    held_back = 0
    unanswerable = np.zeros(len(cases), dtype=np.bool_)
    if not isinstance(cases, BareCases):
        confirmed = [case for case in cases if case.is_confirmed]
        chosen = [i for i, case in enumerate(cases) if can_score(case)]
        resolution = Resolution(resolution.build, [resolution.labels[i] for i in chosen])
        cases = tuple(cases[i] for i in chosen)
        unanswerable = np.array([case.is_unanswerable for case in cases], dtype=np.bool_)
        unknown = tuple(c.query_id for c in confirmed if c.supporting is not None and not c.is_held_back)
        held_back = sum(case.is_held_back for case in confirmed)
    table = judged(cases, resolution)
    return Scored(
        version=version,
        resolution=resolution,
        cases=cases,
        judged=table,
        answer_grade=answer_grade,
        unanswerable=unanswerable,
        defined=defined(table),
        winnable=winnable(table, answer_grade),
        unknown=unknown,
        held_back=held_back,
    )


def can_score(case: Case) -> bool:
    """Whether a case may enter any score: confirmed, of the open part, and not of unknown answer."""
    return case.is_confirmed and case.supporting is None and not case.is_held_back


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
    _refuse_nothing(scored, run, reach)
    not_asked = _not_asked(scored, reach, declared)
    scores = scored.answerable if undefined == "skip" else ~scored.unanswerable
    counted = scores & ~not_asked
    values = np.full((len(scored.cases), len(measures)), np.nan)
    not_measurable: dict[Measure, str] = {}
    for j, measure in enumerate(measures):
        if measure.kind in ("Refusal", "FalseRefusal"):
            asked = (scored.unanswerable if measure.kind == "Refusal" else ~scored.unanswerable) & ~not_asked
            if not run.can_abstain:
                not_measurable[measure] = UNASKABLE
                continue
            values[:, j] = np.where(asked, _refused(scored, run, measure), np.nan)
        else:
            column = ranking_values(measure, scored.judged, reach, scored.answer_grade)
            column = np.nan_to_num(column) if undefined == "zero" else column
            values[:, j] = np.where(counted, column, np.nan)
    groups = class_members(scored.cases, facets)
    parts = (tuple(measures), values, counted, scored.winnable)
    return RunScore(
        run=run,
        scored=scored,
        measures=tuple(measures),
        values=values,
        counted=counted,
        reach=reach,
        overall=_class_score(None, None, np.ones(len(scored.cases), dtype=np.bool_), *parts),
        classes=tuple(_class_score(facet, name, member, *parts) for (facet, name), member in groups.items()),
        named=_name_cases(scored, run, reach, not_asked),
        not_measurable=not_measurable,
        declared=declared,
        undefined=undefined,
    )


def class_members(cases: Sequence[Case], facets: Sequence[str]) -> dict[tuple[str, str], Bools]:
    """Which cases belong to each class of each facet: facets in the given order, classes by name."""
    members: dict[tuple[str, str], Bools] = {}
    for facet in facets:
        found: dict[str, list[int]] = {}
        for index, case in enumerate(cases):
            for name in case.classes(facet):
                found.setdefault(name, []).append(index)
        for name in sorted(found):
            members[facet, name] = np.zeros(len(cases), dtype=np.bool_)
            members[facet, name][found[name]] = True
    return members


def _class_score(
    facet: str | None,
    name: str | None,
    member: Bools,
    measures: tuple[Measure, ...],
    values: NDArray[np.float64],
    counted: Bools,
    can_win: Bools,
) -> ClassScore:
    return ClassScore(
        facet=facet,
        name=name,
        n=int((member & counted).sum()),
        means=dict(zip(measures, _means(values[member]), strict=True)),
        winnable=dict(zip(measures, _means(values[member & can_win]), strict=True)),
    )


def _means(values: NDArray[np.float64]) -> list[Mean]:
    there = ~np.isnan(values)
    sums = np.where(there, values, 0.0).sum(axis=0)
    return [Mean(float(total), int(n)) for total, n in zip(sums, there.sum(axis=0), strict=True)]


def _refused(scored: Scored, run: Run, measure: Measure) -> NDArray[np.float64]:
    wanted = scored.unanswerable if measure.kind == "Refusal" else ~scored.unanswerable
    expected = np.array([case.expect_abstention not in (None, False) for case in scored.cases], dtype=np.bool_)
    refused = np.array([want and run.abstained(case.query_id) for want, case in zip(wanted, scored.cases, strict=True)])
    return np.where(refused & ~(expected & (measure.kind == "FalseRefusal")), 1.0, 0.0)


def _not_asked(scored: Scored, reach: Reaches, declared: Version | None) -> Bools:
    """Absent from the run, and absent from or differently worded in the version that the run declares."""
    if declared is None or declared.number == scored.version.number:
        return np.zeros(len(scored.cases), dtype=np.bool_)
    asked = [
        then is not None and then.asked_as == case.asked_as
        for case, then in ((case, declared.by_id.get(case.query_id)) for case in scored.cases)
    ]
    return ~reach.in_run & ~np.array(asked, dtype=np.bool_)


def _refuse_nothing(scored: Scored, run: Run, reach: Reaches) -> None:
    name = scored.version.path
    if not scored.cases:
        raise NothingToScore(f"{name}: no confirmed case outside the held-back part")
    if not reach.in_run.any():
        theirs = f"the run has e.g. {run.query_ids[0]!r}" if run.query_ids else "the run is empty"
        raise NothingToScore(
            f"{run.path}: no query id of the run is in {name}: "
            f"the set has e.g. {scored.judged.query_ids[0]!r}, {theirs}. Score a run of this set."
        )
    answerable = scored.answerable
    if answerable.any() and not scored.judged.held.any():
        where = f"the build {scored.resolution.build}" if scored.resolution.build else "a run without a corpus"
        raise NothingToScore(
            f"{name}: no label lies in {where}: nothing can be reached. "
            "Name the build that was searched with --corpus, or see `gold coverage`."
        )


def _name_cases(scored: Scored, run: Run, reach: Reaches, not_asked: Bools) -> Named:
    ids = np.array(scored.judged.query_ids, dtype=object)
    known = frozenset(scored.version.query_ids)
    at = [run.position[query_id] for query_id in scored.judged.query_ids if query_id in run.position]
    return Named(
        missing=tuple(ids[~reach.in_run & ~not_asked]),
        not_asked=tuple(ids[not_asked]),
        extra=tuple(query_id for query_id in run.query_ids if query_id not in known),
        duplicates={run.query_ids[i]: int(run.repeats[i]) for i in at if run.repeats[i]},
        ties={run.query_ids[i]: int(run.ties[i]) for i in at if run.ties[i]},
        undefined=tuple(ids[~scored.unanswerable & ~scored.defined]),
        unanswerable=tuple(ids[scored.unanswerable]),
        unknown=scored.unknown,
        held_back=scored.held_back,
        unwinnable=tuple(ids[scored.answerable & ~scored.winnable]),
    )
