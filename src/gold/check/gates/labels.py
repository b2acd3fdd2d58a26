"""Where the labels lie, and how far people agree on them, against the least that they may."""

from __future__ import annotations

from gold.check.gates.gate import ROUNDING, Outcome, Part, lacking, of_parts
from gold.check.gates.gated import Gated

NO_CORPUS = "no corpus build: put one into corpora/ and name it in the sidecar of the run"


def coverage(gated: Gated) -> Outcome | None:
    """The share of the questions with an answer that can be answered from the build that the candidate searched."""
    least = gated.settings.gates.coverage
    if least is None:
        return None
    build, answerable = gated.scored.resolution.build, gated.scored.answerable
    n = int(answerable.sum())
    if build is None or not n:
        return lacking("coverage", least, NO_CORPUS if build is None else "no question has an answer")
    share = int((answerable & gated.scored.winnable).sum()) / n
    return of_parts("coverage", [Part(build, share, n, least, share >= least - ROUNDING)])


def stale(gated: Gated) -> Outcome | None:
    """The share of the labels that are nowhere in that build any more, or in a document that changed."""
    most = gated.settings.gates.stale
    if most is None:
        return None
    placed = gated.scored.resolution
    n, gone, changed = placed.rot()
    if placed.build is None or not n:
        return lacking("stale", most, NO_CORPUS if placed.build is None else "no label")
    share = (gone + changed) / n
    found = (("gone", gone), ("changed", changed))
    parts = [Part(name, count / n, n, most, share <= most + ROUNDING) for name, count in found]
    return Outcome("stale", share, most, n, tuple(parts))


def agreement_alpha(gated: Gated) -> Outcome | None:
    """Krippendorff's alpha, ordinal, of those who were not asked to settle what others differ on."""
    least = gated.settings.gates.agreement_alpha
    if least is None:
        return None
    found = gated.agreement
    if found is None:
        return lacking("agreement_alpha", least, "no sample: put what several annotators said into agreement/")
    alpha = found.figures.ordinal
    if alpha.value is None:
        return lacking("agreement_alpha", least, alpha.undefined or "alpha is not defined")
    met = alpha.value >= least - ROUNDING
    return of_parts("agreement_alpha", [Part("alpha", alpha.value, found.items, least, met)])
