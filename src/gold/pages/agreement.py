"""How far the annotators of a set agree, and whether its labels can be trusted."""

from __future__ import annotations

from typing import ClassVar

import msgspec

from gold.measure.agreement.agreement import Agreement, Pair
from gold.measure.agreement.annotators import AgainstPeople, Annotator
from gold.measure.agreement.estimate import Estimate
from gold.measure.agreement.groups import Group
from gold.pages.agreement_words import (
    Said,
    counts,
    drawn,
    drift_word,
    ends,
    ends_of_pair,
    figure,
    in_short,
    of_intervals,
    offset_word,
    pairs_in_short,
    settled_by,
    shown_pairs,
    skew,
    with_interval,
)
from gold.pages.disputes import Judged, upheld
from gold.pages.frame import Frame, set_frame
from gold.pages.material import Material
from gold.pages.numbers import DASH, counted, grouped, percent

MOST_PAIRS = MOST_CLASSES = 30
MOST_DOCUMENTS = 12
"""Mostly of two or three items: the least of them are where to look."""


class FigureRow(msgspec.Struct, frozen=True):
    """One coefficient: its value or why it has none, its interval, and what it says."""

    name: str
    anchor: str
    value: str
    interval: str
    says: str


class PairRow(msgspec.Struct, frozen=True):
    """Two annotators on the items of both."""

    a: str
    b: str
    n: int
    raw: str
    kappa: str
    interval: str
    quadratic: str


class Grid(msgspec.Struct, frozen=True):
    """How often two grades met; `rows` are (grade, counts). Without names each pair of one item counts, unordered."""

    grades: tuple[int, ...]
    rows: tuple[tuple[int, tuple[int, ...]], ...]
    first: str
    second: str


class GroupRow(msgspec.Struct, frozen=True):
    """One class or document."""

    name: str
    n: int
    raw: str
    alpha: str
    interval: str


class GroupTable(msgspec.Struct, frozen=True):
    """Agreement by a facet; `more` groups are not shown."""

    facet: str
    rows: tuple[GroupRow, ...]
    more: int


class AnnotatorRow(msgspec.Struct, frozen=True):
    """One annotator against the others."""

    name: str
    n: int
    mean: str
    offset: str
    interval: str
    word: str
    agrees: str
    drift: str
    again: str
    upheld: str


class ModelRow(msgspec.Struct, frozen=True):
    """One model against the people."""

    name: str
    n: int
    raw: str
    kappa: str
    quadratic: str
    alpha: str


class AgreementPage(msgspec.Struct, frozen=True):
    """`said` is the page in one sentence; `prevalence` are (grade, how often, share)."""

    template: ClassVar[str] = "agreement.html"
    frame: Frame
    said: Said
    counts: str
    notes: tuple[str, ...]
    figures: tuple[FigureRow, ...]
    prevalence: tuple[tuple[int, str, str], ...]
    grid: Grid | None
    pairs: tuple[PairRow, ...]
    of_pairs: tuple[str, ...]
    groups: tuple[GroupTable, ...]
    annotators: tuple[AnnotatorRow, ...]
    models: tuple[ModelRow, ...]
    disputed: int
    adjudicated: str


SAYS = {
    "raw": ("raw agreement", "the share of equal grades among two of one item, item by item; luck included"),
    "ordinal": (
        "alpha, ordinal",
        "Krippendorff’s: what is left beyond chance, a far miss counting more than a near one",
    ),
    "interval": ("alpha, interval", "the same, with distances of grades taken as numbers"),
    "nominal": ("alpha, nominal", "the same, every difference counting alike"),
    "fleiss": ("Fleiss’ kappa", "the same idea for grades without order, as older papers report it"),
    "ac1": ("Gwet’s AC1", "steadier than kappa where one grade prevails"),
}


def agreement_page(material: Material, judged: Judged) -> AgreementPage:
    """All samples of the set together."""
    found = judged.agreement
    some = found.items > 0
    named = [(shown, getattr(found.figures, name)) for name, (shown, _) in SAYS.items() if some]
    unsure = of_intervals(named, shown_pairs(found, MOST_PAIRS), judged.groups)
    notes = [skew(found), settled_by(judged.arbiters), *unsure, *drawn(material.samples)]
    kept = {name: f"{same} of {n}" for name, n, same in upheld(judged)}
    return AgreementPage(
        frame=set_frame(material.testset, "Agreement", "agreement.html"),
        said=in_short(judged.first, material.samples),
        counts=counts(found),
        notes=tuple(filter(None, notes)),
        figures=tuple(_figure(name, getattr(found.figures, name)) for name in SAYS) if some else (),
        prevalence=_prevalence(found),
        grid=_grid(found),
        pairs=tuple(_pair(pair) for pair in shown_pairs(found, MOST_PAIRS)),
        of_pairs=tuple(pairs_in_short(found, MOST_PAIRS)),
        groups=tuple(table for facet, every in judged.groups.items() if (table := _groups(facet, every)).rows),
        annotators=tuple(_annotator(who, kept.get(who.name, "")) for who in found.annotators if who.n or who.again),
        models=tuple(map(_model, found.models)),
        disputed=len(judged.disputed),
        adjudicated=_adjudicated(judged),
    )


def _figure(name: str, found: Estimate) -> FigureRow:
    shown, says = SAYS[name]
    return FigureRow(shown, name, _value(found), ends(found), says)


def _value(found: Estimate) -> str:
    return found.undefined or DASH if found.value is None else figure(found.value)


def _prevalence(found: Agreement) -> tuple[tuple[int, str, str], ...]:
    shares = found.prevalence
    rows = zip(found.grades, found.counts, strict=True)
    return tuple((grade, grouped(n), percent(shares[grade])) for grade, n in rows if shares)


def _grid(found: Agreement) -> Grid | None:
    if not found.pairs:
        return None
    only = found.pairs[0] if len(found.pairs) == 1 else None
    table = found.confusion if only is None else only.table
    names = ("", "") if only is None else (only.a, only.b)
    return Grid(found.grades, tuple(zip(found.grades, table, strict=True)), *names)


def _pair(pair: Pair) -> PairRow:
    values = (_value(pair.raw), _value(pair.kappa), ends_of_pair(pair.kappa), _value(pair.kappa_quadratic))
    return PairRow(pair.a, pair.b, pair.n, *values)


def _groups(facet: str, every: tuple[Group, ...]) -> GroupTable:
    """Least agreement first; what has no figure comes last."""
    rows = sorted(every, key=lambda g: (g.figures.raw.value is None, g.figures.raw.value or 0.0, -g.items, g.name))
    if facet == "document":
        rows = [group for group in rows if group.figures.raw.value is not None]
    shown = rows[: MOST_DOCUMENTS if facet == "document" else MOST_CLASSES]
    return GroupTable(facet, tuple(_group(group) for group in shown), len(rows) - len(shown))


def _group(group: Group) -> GroupRow:
    alpha = group.figures.ordinal
    return GroupRow(group.name, group.items, _value(group.figures.raw), _value(alpha), ends(alpha))


def _annotator(who: Annotator, kept: str) -> AnnotatorRow:
    return AnnotatorRow(
        name=who.name,
        n=who.n,
        mean=figure(who.mean),
        offset=_value(who.offset),
        interval=ends(who.offset),
        word=offset_word(who.offset),
        agrees=_value(who.agrees),
        drift=drift_word(who.drift),
        again=f"{who.same} of {who.again}" if who.again else "",
        upheld=kept,
    )


def _model(model: AgainstPeople) -> ModelRow:
    values = (_value(model.raw), _value(model.kappa), _value(model.kappa_quadratic), with_interval(model.ordinal))
    return ModelRow(model.name, model.n, *values)


def _adjudicated(judged: Judged) -> str:
    """How many of the disputed items have a final grade."""
    if not judged.agreement.items:
        return ""
    if not judged.disputed:
        return "No two grades of one item differ."
    settled, whole = sum(x.final is not None for x in judged.disputed), counted(len(judged.disputed), "disputed item")
    return f"Of {whole}, {settled or 'none'} {'has' if settled < 2 else 'have'} a final grade in adjudicated.jsonl."
