"""A scored run's answers into how many were right where retrieval reached the answer, and where it did not."""

from __future__ import annotations

from typing import Literal, NamedTuple

import numpy as np

from gold.compare.shares import Share, wilson
from gold.measure.formulas import ranking_values
from gold.measure.means import class_members
from gold.measure.score import RunScore
from gold.measure.ways import Bar, bar_of
from gold.model.ids import Bools

Bottleneck = Literal["retrieval", "generation", "cannot tell", "nothing wrong"]


class Answers(NamedTuple):
    """One class (`facet` None: all cases): right answers of the cases reached, and of those not reached."""

    facet: str | None
    name: str | None
    reached: Share
    unreached: Share

    @property
    def right(self) -> Share:
        """All right answers of all cases."""
        return Share(self.reached.part + self.unreached.part, self.reached.whole + self.unreached.whole)

    @property
    def wrong_though_reached(self) -> Share:
        """Of the wrong answers those whose answer retrieval had reached: no other retrieval mends them."""
        had = self.reached.whole - self.reached.part
        return Share(had, had + self.unreached.whole - self.unreached.part)

    @property
    def bottleneck(self) -> Bottleneck:
        """What most wrong answers come from, where the interval of their share lies on one side of a half."""
        between = wilson(self.wrong_though_reached)
        if between is None:
            return "nothing wrong"
        return "generation" if between.low > 0.5 else "retrieval" if between.high < 0.5 else "cannot tell"


class AnswersBeside(NamedTuple):
    """`bar` says what reached means; `groups` are all cases, then each class that has any."""

    bar: Bar
    groups: tuple[Answers, ...]


def answers_beside(score: RunScore) -> AnswersBeside | None:
    """Right answers beside retrieval, over the answerable cases of which the run says `answer_correct`.

    A case is reached where the measure that decides whether it failed (the first AnswerRecall or Success) is 1. None
    where the run says of no such case whether its answer was right.
    """
    scored, bar = score.scored, bar_of(score.measures, score.scored.answer_grade)
    said = {name: one.answer_correct for name, one in score.run.answered.items() if one.answer_correct is not None}
    if not said:
        return None
    if bar.measure in score.measures:
        values = score.column(bar.measure)
    else:
        values = ranking_values(bar.measure, scored.judged, score.reach, bar.answer_grade)
    known = np.array([name in said for name in scored.judged.query_ids], dtype=np.bool_)
    known &= score.counted & ~np.isnan(values)
    if not known.any():
        return None
    right = np.array([said.get(name, False) for name in scored.judged.query_ids], dtype=np.bool_)

    def of(member: Bools, facet: str | None = None, name: str | None = None) -> Answers:
        parts = (member & known & (values == 1), member & known & (values == 0))
        return Answers(facet, name, *(Share(int(right[part].sum()), int(part.sum())) for part in parts))

    facets = dict.fromkeys(group.facet for group in score.classes if group.facet is not None)
    found = [of(member, *key) for key, member in class_members(scored.cases, tuple(facets)).items()]
    return AnswersBeside(bar, (of(known), *(one for one in found if one.right.whole)))
