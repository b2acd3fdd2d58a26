"""The labels of a version into who gave them, in words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable

from gold.model.bare import BareCases
from gold.model.case import Case
from gold.model.words import listed
from gold.pages.numbers import counted, grouped

NAMED = 4
FEW_DIGITS = 5
"""A name with fewer is no number of anything."""


def labels_by(cases: Iterable[Case]) -> Counter[str | None]:
    """How many labels each judge gave, those of open confirmed cases; None: they do not say. Qrels never say."""
    if isinstance(cases, BareCases):
        return Counter()
    by = Counter(label.by for case in cases if case.is_shown for label in case.labels)
    return Counter({None if name is None else _masked(name): count for name, count in by.items()})


def _masked(name: str) -> str:
    if "@" not in name and sum(map(str.isdigit, name)) < FEW_DIGITS:
        return name
    from gold.check.personal.data import mask  # it costs more than scoring a small run

    return mask(name)


def judges(by: Counter[str | None], models: Collection[str] = ()) -> str:
    """Who gave the labels, in words; empty where there is none."""
    known = {name: count for name, count in by.items() if name is not None}
    unnamed = by[None]
    if not known:
        none = "The one label does not say" if unnamed == 1 else f"None of {counted(unnamed, 'label')} says"
        return f"{none} who gave it" if unnamed else ""
    ordered = sorted(known.items(), key=lambda one: (-one[1], one[0]))
    names = [f"{name} ({grouped(count)}{', a model' if name in models else ''})" for name, count in ordered]
    rest = f"; {counted(unnamed, 'label')} without a name" if unnamed else ""
    return f"{listed(names, NAMED)}{rest}"
