"""A comparison into the classes that a verdict was reached on: the worse first, then the better, by every measure."""

from __future__ import annotations

import msgspec

from gold.compare.runs import ClassChange
from gold.measure.measure import Measure
from gold.pages.frame import Link
from gold.pages.material import Material
from gold.pages.measures import named
from gold.pages.numbers import counted, grouped
from gold.pages.verdicts import in_words

LISTED = 40


class Hit(msgspec.Struct, frozen=True):
    """One class by one measure: `where` names the class and leads to its table, `what` is the change in figures."""

    tone: str
    sign: str
    where: Link
    what: str


class Hits(msgspec.Struct, frozen=True):
    """`no_worse` says so where no class is worse; `more` counts the hits that are not listed."""

    listed: tuple[Hit, ...]
    no_worse: str
    more: int


def hits(material: Material) -> Hits | None:
    """Every class of every facet that a quality measure calls worse or better; None without a comparison."""
    comparison = material.comparison
    if comparison is None or not comparison.classes:
        return None
    pairs = [(group, measure) for group in comparison.classes for measure in material.measures]
    found = {word: [pair for pair in pairs if _word(*pair) == word] for word in ("worse", "better")}
    for some in found.values():
        some.sort(key=lambda pair: -abs(pair[0].verdicts[pair[1]].mean or 0.0))
    both = found["worse"] + found["better"]
    none = "" if found["worse"] else f"No class is told to be worse by any measure{_silent(pairs)}."
    return Hits(tuple(_hit(material, *pair) for pair in both[:LISTED]), none, max(len(both) - LISTED, 0))


def _word(group: ClassChange, measure: Measure) -> str:
    return in_words(group.verdicts[measure], measure).word


def _silent(pairs: list[tuple[ClassChange, Measure]]) -> str:
    """How many classes no measure tells anything of but counts."""
    told: dict[tuple[str | None, str | None], bool] = {}
    for group, measure in pairs:
        says = group.verdicts[measure].word not in ("counts only", "not measured")
        told[group.facet, group.name] = told.get((group.facet, group.name), False) or (says and measure.is_quality)
    silent = len(told) - sum(told.values())
    if not silent:
        return ""
    which = f"{silent} of {counted(len(told), 'class', 'classes')}" if len(told) > 1 else "the one class"
    return f"; of {which} too few questions are asked, or too few changed, to tell anything"


def _hit(material: Material, group: ClassChange, measure: Measure) -> Hit:
    said = in_words(group.verdicts[measure], measure)
    place = material.facets.index(group.facet or "") + 1
    where = Link(f"{group.facet}: {group.name}", f"classes.html#facet-{place}")
    return Hit(said.tone, said.sign, where, f"{named(measure).shown} {said.change} (n {grouped(said.n)})")
