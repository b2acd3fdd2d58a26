"""Labels and where they lie into counts by state: by what placed them, by class, and by the document they name."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Literal

from gold.model.case import Case
from gold.resolve.resolution import STATES, Placed, State

Kind = Literal["anchor", "class", "document"]
ORDER = (*STATES, "not_placed")


def label_groups(
    cases: Iterable[tuple[Case, Sequence[Placed]]], facet: str
) -> dict[Kind, Mapping[str, Mapping[str, int]]]:
    """For each kind of group its names in order, each with its labels by state; a case may be of several classes."""
    labels = [
        (case, label, placed) for case, places in cases for label, placed in zip(case.labels, places, strict=True)
    ]
    return {
        "anchor": _by_name((placed.anchor or "none", placed.state) for _, _, placed in labels),
        "class": _by_name((name, placed.state) for case, _, placed in labels for name in case.classes(facet)),
        "document": _by_name(
            (label.doc_id or label.document or "not named", placed.state) for _, label, placed in labels
        ),
    }


def _by_name(labels: Iterable[tuple[str, State]]) -> Mapping[str, Mapping[str, int]]:
    """The names of the labels in order, each with its labels by state."""
    found: dict[str, dict[str, int]] = {}
    for (name, state), count in sorted(Counter(labels).items()):
        found.setdefault(name, {})[state] = count
    return found


def states_of(groups: Mapping[str, Mapping[str, int]]) -> tuple[str, ...]:
    """The states that occur, what is as it was first."""
    return tuple(state for state in ORDER if any(states.get(state) for states in groups.values()))


def least_present(groups: Mapping[str, Mapping[str, int]]) -> list[str]:
    """The names with any label that is not present, those with most such labels first."""
    away = {name: sum(states.values()) - states.get("present", 0) for name, states in groups.items()}
    return sorted((name for name in away if away[name]), key=lambda name: (-away[name], name))
