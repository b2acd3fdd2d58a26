"""A version and its resolution laid out once for every run that searched the same build."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
import numpy as np

from gold.measure.formulas import defined, winnable
from gold.measure.judged import Judged, judged
from gold.model.bare import BareCases
from gold.model.case import Case
from gold.model.ids import Bools
from gold.model.version import Version
from gold.resolve.resolution import Resolution


class Scored(msgspec.Struct, frozen=True):
    """A version laid out for scoring on one build: shared by every run on that build.

    `cases` are those that can score (confirmed, not held back unless they are `looked` at, not of unknown answer);
    `resolution` is that of their labels, in the same order.
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
    unconfirmed: tuple[str, ...]
    looked: bool = False

    @property
    def answerable(self) -> Bools:
        return ~self.unanswerable & self.defined


def lay_out(version: Version, resolution: Resolution, answer_grade: int, *, looked: bool = False) -> Scored:
    """Lay out the cases of `version`, whose labels lie where `resolution` says, for scoring.

    `looked`: the held-back ones too, for a look that is in the ledger.
    """
    cases: Sequence[Case] = version.cases
    unknown: tuple[str, ...] = ()
    unconfirmed: tuple[str, ...] = ()
    unanswerable = np.zeros(len(cases), dtype=np.bool_)
    if not isinstance(cases, BareCases):
        shown = [case for case in cases if looked or not case.is_held_back]
        chosen = [i for i, case in enumerate(cases) if can_score(case, looked=looked)]
        resolution = Resolution(resolution.build, [resolution.labels[i] for i in chosen], resolution.corpus)
        cases = tuple(cases[i] for i in chosen)
        unanswerable = np.array([case.is_unanswerable for case in cases], dtype=np.bool_)
        unknown = tuple(case.query_id for case in shown if case.is_confirmed and case.supporting is not None)
        unconfirmed = tuple(case.query_id for case in shown if not case.is_confirmed)
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
        unconfirmed=unconfirmed,
        looked=looked,
    )


def can_score(case: Case, *, looked: bool = False) -> bool:
    """Whether a case may enter any score: confirmed, of the open part or looked at, and not of unknown answer."""
    return case.is_confirmed and case.supporting is None and (looked or not case.is_held_back)
