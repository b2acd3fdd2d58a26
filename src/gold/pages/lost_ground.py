"""A comparison into two lines of the decision: the class that fared worst, and what was lost although the mean rose."""

from __future__ import annotations

import msgspec

from gold.compare.runs import ClassChange
from gold.measure.measure import Measure
from gold.pages.frame import Link
from gold.pages.material import Material
from gold.pages.numbers import counted, grouped
from gold.pages.verdicts import VerdictWords, in_words

LINKED = 5
PAGE = "worst-moved.html"


class WorstClass(msgspec.Struct, frozen=True):
    """The class with the lowest change of the first measure."""

    facet: str
    name: str
    said: VerdictWords
    link: Link


class LostThough(msgspec.Struct, frozen=True):
    """Questions that lost by the first measure although its mean rose: all ids, and the first with their pages."""

    said: str
    query_ids: tuple[str, ...]
    linked: tuple[tuple[str, str | None], ...]
    more: Link | None

    @property
    def text(self) -> str:
        """The line without links."""
        names = ", ".join(query_id for query_id, _ in self.linked)
        return f"{self.said} ({names}{'' if self.more is None else f' {self.more.text}'})"


def worst_class(material: Material) -> WorstClass | None:
    """Of all facets; classes with fewer cases than are measured do not count. None where nothing is measured."""
    comparison, measure = material.comparison, material.headline
    if comparison is None or not measure.is_quality:
        return None
    measured = [group for group in comparison.classes if group.verdicts[measure].word != "not measured"]
    if not measured:
        return None
    worst = min(measured, key=lambda group: (_change(group, measure), group.facet or "", group.name or ""))
    facet, name = worst.facet or "", worst.name or ""
    said = in_words(worst.verdicts[measure], measure, of_class=True)
    place = material.facets.index(facet) + 1
    fell = "" if _change(worst, measure) < 0 else "; no class fell"
    words = f"{facet}: {name}, {_told(said)}{fell}"
    return WorstClass(facet, name, said, Link(words, f"classes.html#facet-{place}"))


def _change(group: ClassChange, measure: Measure) -> float:
    """What a class gained; less than nothing where it lost, and nothing where sums of floats alone differ."""
    return measure.gained(round(group.verdicts[measure].mean or 0.0, 12))


def _told(said: VerdictWords) -> str:
    """Where counts are all that is told, nothing but them."""
    if said.word == "counts only":
        return f"{said.sentence}: too little to tell"
    kept = "" if said.sentence.startswith("same: ") else f", lost {grouped(said.losses)}, won {grouped(said.wins)}"
    return f"{said.change} (n {grouped(said.n)}{kept}): {said.sentence}"


def lost_though_risen(material: Material) -> LostThough | None:
    """None where the mean did not rise, or nothing was lost."""
    comparison, measure = material.comparison, material.headline
    if comparison is None or not measure.is_quality:
        return None
    if _change(comparison.overall, measure) <= 0:
        return None
    found = comparison.worst(measure)
    if not found:
        return None
    ids = tuple(change.query_id for change in found)
    more = Link(f"and {len(ids) - LINKED} more", PAGE) if len(ids) > LINKED else None
    linked = tuple((query_id, material.href(query_id)) for query_id in ids[:LINKED])
    return LostThough(counted(len(ids), "question"), ids, linked, more)
