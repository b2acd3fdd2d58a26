"""A scored run into its refusals: of the questions without an answer, and of those with one, all and per class."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from gold.compare.shares import Share
from gold.measure.means import class_members
from gold.measure.refusals import refusal_values
from gold.measure.score import RunScore
from gold.model.bare import BareCases
from gold.model.ids import Bools


class Refusals(NamedTuple):
    """One class (`facet` None: all cases): refusals of those without an answer, and false ones of those with."""

    facet: str | None
    name: str | None
    right: Share
    false: Share


def refusals(score: RunScore) -> tuple[Refusals, ...] | None:
    """All cases first, then each class that has any; None where the run cannot say that it refused.

    Cases that the run was not asked are left out.
    """
    scored, run = score.scored, score.run
    if not run.can_abstain or isinstance(scored.cases, BareCases):
        return None
    left_out = frozenset(score.named.not_asked)
    asked = np.array([name not in left_out for name in scored.judged.query_ids], dtype=np.bool_)
    right, false = (refusal_values(scored, run, unanswerable, asked) for unanswerable in (True, False))

    def of(member: Bools, facet: str | None = None, name: str | None = None) -> Refusals:
        shares = (column[member & ~np.isnan(column)] for column in (right, false))
        return Refusals(facet, name, *(Share(int(some.sum()), len(some)) for some in shares))

    facets = dict.fromkeys(group.facet for group in score.classes if group.facet is not None)
    members = class_members(scored.cases, tuple(facets))
    found = [of(member, *key) for key, member in members.items()]
    return (of(np.ones(len(asked), dtype=np.bool_)), *(one for one in found if one.right.whole + one.false.whole))
