"""The step from one corpus build to another into what `gold coverage --against` prints of it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from gold.cli.table import plain
from gold.compare.builds import BuildStep, LabelStep
from gold.model.words import listed
from gold.resolve.resolution import STATES

MOST_LISTED = 12


def step_document(step: BuildStep) -> dict[str, Any]:
    """The step as JSON: states before and after, the labels that went elsewhere, cases, documents."""
    documents = step.documents
    return {
        "build": step.before,
        "labels": [{"before": one, "after": two, "n": n} for (one, two), n in _in_order(step.states)],
        "held": sum(n for (_, state), n in step.states.items() if state not in ("gone", "not_placed")),
        "gone": sum(n for (_, state), n in step.states.items() if state == "gone"),
        "gone_under_a_living_id": [_label(one) for one in step.alive],
        "in_changed_documents": step.flagged,
        "cases": {"lost": list(step.lost), "won": list(step.won)},
        "documents": {
            "kept": documents.kept,
            "reflowed": list(documents.reflowed),
            "cut_anew": list(documents.cut_anew),
            "edited": list(documents.edited),
            "renamed": [{"from": one, "to": two} for one, two in documents.renamed.items()],
            "split": [{"from": one, "to": list(several)} for one, several in documents.split.items()],
            "merged": [{"from": several, "to": one} for one, several in _by_target(documents.merged).items()],
            "deleted": list(documents.deleted),
            "added": list(documents.added),
        },
        "by_label": [
            _label(one)
            | {"before": one.before.state, "after": one.after.state, "was_in": list(one.before.passages)}
            | {"is_in": list(one.after.passages)}
            for one in step.labels
        ],
    }


def step_lines(step: BuildStep) -> Iterator[str]:
    """The step in words: what became of the labels, of the cases, of the documents."""
    total = sum(step.states.values())
    gone = sum(n for (_, state), n in step.states.items() if state == "gone")
    yield f"From {step.before}: {total - gone} labels held, {gone} gone, {len(step.alive)} of them under a living id."
    yield f"Documents alone would have flagged {step.flagged} of {total} labels."
    if step.lost:
        yield "No longer to be won: " + listed(step.lost, MOST_LISTED)
    if step.won:
        yield "To be won again: " + listed(step.won, MOST_LISTED)
    rows = [[one, two, str(n)] for (one, two), n in _in_order(step.states)]
    yield from ("", plain(("before", "now", "labels"), rows), "")
    documents = step.documents
    sizes = (documents.kept, len(documents.reflowed), len(documents.cut_anew), len(documents.edited))
    yield "Documents: {} as they were, {} reflowed, {} cut anew, {} edited".format(*sizes)
    if documents.edited:
        yield f"  edited: {listed(documents.edited, MOST_LISTED)}"
    for one, two in documents.renamed.items():
        yield f"  renamed: {one} is {two} now"
    for one, several in documents.split.items():
        yield f"  split: {one} into {listed(several, MOST_LISTED)}"
    for two, joined in _by_target(documents.merged).items():
        yield f"  merged: {listed(joined, MOST_LISTED)} into {two}"
    for word, names in (("deleted", documents.deleted), ("added", documents.added)):
        if names:
            yield f"  {word}: {listed(names, MOST_LISTED)}"


def _label(one: LabelStep) -> dict[str, Any]:
    return {"query_id": one.query_id, "label": one.label}


def _in_order(states: Mapping[tuple[str, str], int]) -> list[tuple[tuple[str, str], int]]:
    order = (*STATES, "not_placed")
    return sorted(states.items(), key=lambda item: tuple(order.index(state) for state in item[0]))


def _by_target(merged: Mapping[str, str]) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for one, target in merged.items():
        found.setdefault(target, []).append(one)
    return found
