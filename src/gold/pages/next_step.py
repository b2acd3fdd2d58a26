"""A set's comparison into the one thing that is in the way, and what to read next."""

from __future__ import annotations

from gold.compare.runs import Comparison
from gold.model.words import listed
from gold.pages.frame import Link
from gold.pages.label_loss import loss_in_short
from gold.pages.material import Material
from gold.pages.measures import judged_by
from gold.pages.notes import scored_zero
from gold.pages.numbers import counted, percent
from gold.pages.queue import WORDS as REASONS

READ = 5
"""So many of the questions that moved most are read first."""


def in_the_way(material: Material, comparison: Comparison, worse: list[str]) -> Link | None:
    """The first of what could stand in the way, most serious first."""
    candidate = comparison.candidate
    if worse:
        return Link(f"{counted(len(worse), 'class', 'classes')} got worse: {listed(worse, 4)}", "classes.html")
    if comparison.label_loss:
        return Link(loss_in_short(comparison), "coverage.html")
    missing = scored_zero(candidate)
    if missing:
        words = counted(len(missing), "case is", "cases are")
        return Link(f"{words} missing from {candidate.run.name}: scored 0", "runs.html")
    return not_winnable(material) or _unjudged(material)


def not_winnable(material: Material) -> Link | None:
    """How many questions the candidate's build cannot answer, if any."""
    score = material.candidate
    if score is None or not score.named.unwinnable:
        return None
    count = counted(len(score.named.unwinnable), "question")
    where = score.build or "these passage ids"
    return Link(f"{count} cannot be answered from {where}: no passage holds the answer", "coverage.html")


def _unjudged(material: Material) -> Link | None:
    score = material.candidate
    judged = judged_by(material.measures)
    if score is None or judged is None:
        return None
    mean = score.overall.means[judged].value
    if mean is None or mean >= 0.5:
        return None
    words = f"{percent(1 - mean)} of the first {counted(judged.k or 0, 'result')} of {score.run.name} are unjudged"
    if any(item.reason == "unjudged" for item in material.queue):
        return Link(f"{words}: judge those in the review queue", "queue.html")
    return Link(f"{words}: judge those that the page Systems lists", "systems.html")


def next_step(material: Material, comparison: Comparison) -> Link:
    """What to read next: what was lost, else what cannot be answered, else what is in the queue."""
    lost = len(comparison.worst(material.moved_by))
    if lost:
        what = "question" if lost == 1 else f"{min(lost, READ)} questions"
        return Link(f"Read the {what} that lost most", "worst-moved.html")
    if material.candidate is not None and material.candidate.named.unwinnable:
        return Link("Look at the questions that cannot be answered", "coverage.html")
    if material.queue:
        first = material.queue[0]
        reason = REASONS[first.reason][0]
        return Link(f"Look at what comes first in the review queue: {first.query_id}, {reason}", "queue.html")
    return Link("Read the questions that won most", "worst-moved.html")
