"""From one build of a set to another: what becomes of the labels, the questions, the documents."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from gold.compare.builds import BuildStep, compare_builds
from gold.model.words import listed
from gold.pages.material import Material
from gold.pages.numbers import counted, grouped
from gold.resolve.resolution import STATES

MOST_NAMED = 20


class StepView(NamedTuple):
    """The step from one build to another; `states` are (before, now, labels)."""

    before: str
    after: str
    said: tuple[str, ...]
    states: tuple[tuple[str, str, str], ...]
    lost: tuple[tuple[str, str | None], ...]
    more_lost: int
    won: tuple[tuple[str, str | None], ...]
    more_won: int
    documents: tuple[tuple[str, str], ...]


class Steps(NamedTuple):
    """`coming` lead from the build that is searched now to those that no run searched, `past` from the others to it."""

    coming: tuple[StepView, ...]
    past: tuple[StepView, ...]


def step_views(material: Material) -> Steps:
    """The build that the candidate searched, beside each other build of the set."""
    now = material.queue_build
    if now.corpus is None:
        return Steps((), ())
    others = [build for build in material.builds if build is not now and build.corpus is not None]
    searched = {score.build for score in material.scores} | {one.run.sidecar.corpus for one in material.unscored}
    return Steps(
        tuple(_view(material, compare_builds(now.scored, b.scored)) for b in others if b.id not in searched),
        tuple(_view(material, compare_builds(b.scored, now.scored)) for b in others if b.id in searched),
    )


def _view(material: Material, step: BuildStep) -> StepView:
    total = sum(step.states.values())
    gone = sum(n for (_, state), n in step.states.items() if state == "gone")
    alive = f", {grouped(len(step.alive))} of them though their passage id is still there" if step.alive else ""
    order = sorted(step.states.items(), key=lambda item: tuple(STATES.index(state) for state in item[0]))
    return StepView(
        before=step.before,
        after=step.after,
        said=(
            f"{grouped(total - gone)} labels are held and {grouped(gone)} are gone{alive}.",
            _changed(step),
            f"Comparing documents alone would have flagged {counted(step.flagged, 'label')} of {grouped(total)}.",
        ),
        states=tuple((one, two, grouped(n)) for (one, two), n in order),
        lost=tuple((query_id, material.href(query_id)) for query_id in step.lost[:MOST_NAMED]),
        more_lost=max(len(step.lost) - MOST_NAMED, 0),
        won=tuple((query_id, material.href(query_id)) for query_id in step.won[:MOST_NAMED]),
        more_won=max(len(step.won) - MOST_NAMED, 0),
        documents=tuple(_documents(step)),
    )


def _changed(step: BuildStep) -> str:
    """How many labels are lost, found again, or held in another state than before."""
    lost = sum(n for (one, two), n in step.states.items() if one != "gone" == two)
    found = sum(n for (one, two), n in step.states.items() if one == "gone" != two)
    otherwise = sum(n for (one, two), n in step.states.items() if one != two and "gone" not in (one, two))
    return f"{counted(lost, 'label')} lost, {grouped(found)} found again, {grouped(otherwise)} held in another state."


def _documents(step: BuildStep) -> list[tuple[str, str]]:
    found = step.documents
    pairs = [
        ("as they were", grouped(found.kept)),
        ("reflowed", _named(found.reflowed)),
        ("cut anew, the same text", _named(found.cut_anew)),
        ("edited", _named(found.edited)),
        ("renamed", listed([f"{one} is {two} now" for one, two in found.renamed.items()])),
        ("split", listed([f"{one} into {listed(several)}" for one, several in found.split.items()])),
        ("merged", listed([f"{one} into {two}" for one, two in found.merged.items()])),
        ("deleted", _named(found.deleted)),
        ("added", _named(found.added)),
    ]
    return [(word, said) for word, said in pairs if said]


def _named(names: Sequence[str] | Mapping[str, str]) -> str:
    return f"{grouped(len(names))}: {listed(list(names), 5)}" if names else ""
