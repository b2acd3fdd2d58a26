"""Labels and where they lie into counts by state: by what placed them, by class, and by the document they name."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Literal

from gold.model.case import Case
from gold.resolve.resolution import STATES, Placed

Kind = Literal["anchor", "class", "document"]
ORDER = (*STATES, "not_placed")


def label_groups(
    cases: Iterable[tuple[Case, Sequence[Placed]]], facet: str
) -> dict[Kind, dict[str, Mapping[str, int]]]:
    """For each kind of group its names in order, each with its labels by state; a case may be of several classes."""
    found: dict[Kind, dict[str, Counter[str]]] = {"anchor": {}, "class": {}, "document": {}}
    for case, places in cases:
        for label, placed in zip(case.labels, places, strict=True):
            names: dict[Kind, Sequence[str]] = {
                "anchor": (placed.anchor or "none",),
                "class": case.classes(facet),
                "document": (label.doc_id or label.document or "not named",),
            }
            for kind, group in names.items():
                for name in group:
                    found[kind].setdefault(name, Counter())[placed.state] += 1
    return {kind: {name: groups[name] for name in sorted(groups)} for kind, groups in found.items()}


def states_of(groups: Mapping[str, Mapping[str, int]]) -> tuple[str, ...]:
    """The states that occur, what is as it was first."""
    return tuple(state for state in ORDER if any(states.get(state) for states in groups.values()))


def least_present(groups: Mapping[str, Mapping[str, int]]) -> list[str]:
    """The names with any label that is not present, those with most such labels first."""
    away = {name: sum(states.values()) - states.get("present", 0) for name, states in groups.items()}
    return sorted((name for name in away if away[name]), key=lambda name: (-away[name], name))
