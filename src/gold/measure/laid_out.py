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
    unconfirmed: tuple[str, ...]
    held_back: int

    @property
    def answerable(self) -> Bools:
        return ~self.unanswerable & self.defined


def lay_out(version: Version, resolution: Resolution, answer_grade: int) -> Scored:
    """Lay out the cases of `version`, whose labels lie where `resolution` says, for scoring."""
    cases: Sequence[Case] = version.cases
    unknown: tuple[str, ...] = ()
    unconfirmed: tuple[str, ...] = ()
    held_back = 0
    unanswerable = np.zeros(len(cases), dtype=np.bool_)
    if not isinstance(cases, BareCases):
        confirmed = [case for case in cases if case.is_confirmed]
        chosen = [i for i, case in enumerate(cases) if can_score(case)]
        resolution = Resolution(resolution.build, [resolution.labels[i] for i in chosen], resolution.corpus)
        cases = tuple(cases[i] for i in chosen)
        unanswerable = np.array([case.is_unanswerable for case in cases], dtype=np.bool_)
        unknown = tuple(c.query_id for c in confirmed if c.supporting is not None and not c.is_held_back)
        unconfirmed = tuple(c.query_id for c in version.cases if not c.is_confirmed and not c.is_held_back)
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
        unconfirmed=unconfirmed,
        held_back=held_back,
    )


def can_score(case: Case) -> bool:
    """Whether a case may enter any score: confirmed, of the open part, and not of unknown answer."""
    return case.is_confirmed and case.supporting is None and not case.is_held_back
