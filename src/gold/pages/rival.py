"""The runs that are neither candidate nor baseline into the one that scores above the candidate, in words."""

from __future__ import annotations

import numpy as np

from gold.measure.score import RunScore
from gold.pages.frame import Link
from gold.pages.material import Material
from gold.pages.measures import named
from gold.pages.numbers import counted, figure


def rival(material: Material) -> Link | None:
    """The best other run that the headline puts above the candidate over the very same cases."""
    candidate, by = material.candidate, material.headline
    value = None if candidate is None else candidate.overall.means[by].value
    if candidate is None or value is None:
        return None
    turn = -1 if by.less_is_better else 1
    others = [
        (turn * mean, score)
        for score in material.scores
        if score is not candidate and score is not material.baseline
        if (mean := score.overall.means[by].value) is not None and _same_cases(material, score, candidate)
    ]
    if not others:
        return None
    best, score = max(others, key=lambda pair: pair[0])
    if best <= turn * value or figure(turn * best) == figure(value):
        return None
    count = counted(candidate.overall.means[by].n, "case")
    shown = f"{named(by).shown} {figure(turn * best)} against {figure(value)} over the same {count}"
    return Link(f"{score.run.name}, {shown}", "runs.html")


def _same_cases(material: Material, one: RunScore, two: RunScore) -> bool:
    """Whether the headline runs over the same cases, asked in the same words."""
    has = [~np.isnan(score.column(material.headline)) for score in (one, two)]
    if not (has[0] == has[1]).all():
        return False
    return all(one.asked_as(i) == two.asked_as(i) for i in np.flatnonzero(has[0]).tolist())
