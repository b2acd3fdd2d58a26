"""Agreement into what `gold agreement` prints: text, JSON or CSV."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from gold.cli.table import as_document, comma_separated, plain
from gold.measure.agreement.agreement import Agreement
from gold.measure.agreement.arbiters import Arbiter
from gold.measure.agreement.estimate import Estimate
from gold.measure.agreement.groups import Group
from gold.model.annotation import Sample
from gold.pages.agreement_document import ROW_HEADER, agreement_document, agreement_rows
from gold.pages.agreement_words import (
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
)
from gold.pages.numbers import counted

MOST_LISTED = 20
MOST_CONFUSED = 3
ALL_IN_CSV, ALL_IN_JSON = "All of them: --format csv.", "All of them: --format json."


class Report(NamedTuple):
    """What is printed: `found` is the agreement of all, `first` of those who are no arbiters."""

    found: Agreement
    first: Agreement
    arbiters: Sequence[Arbiter]
    samples: Sequence[Sample]
    groups: Mapping[str, Sequence[Group]]


def as_json(report: Report) -> str:
    """One JSON document."""
    document = agreement_document(report.found, report.samples, report.groups)
    return as_document(document)


def as_csv(report: Report) -> str:
    """A row a figure."""
    return comma_separated(ROW_HEADER, list(agreement_rows(report.found, report.groups)))


def as_text(report: Report) -> str:
    """The sentence first, then what it rests on, then the tables."""
    found, figures = report.found, report.found.figures
    named = [
        ("raw agreement", figures.raw),
        ("alpha, ordinal", figures.ordinal),
        ("alpha, interval", figures.interval),
        ("alpha, nominal", figures.nominal),
        ("Fleiss' kappa", figures.fleiss),
        ("Gwet's AC1", figures.ac1),
    ]
    parts = [in_short(report.first, report.samples).sentence, "", f"{counts(found)}."]
    parts += filter(None, [skew(found), settled_by(report.arbiters)])
    if found.items:
        parts += ["", plain(("over all", "value", "95 % interval"), [_line(name, one) for name, one in named])]
        prevalence = [(str(grade), str(n)) for grade, n in zip(found.grades, found.counts, strict=True)]
        parts += ["", plain(("grade", "given"), prevalence)]
    parts += _pairs(found) + _confusions(found) + _annotators(found) + _models(found)
    for facet, every in report.groups.items():
        parts += ["", _groups(facet, every)]
    said = of_intervals(named if found.items else (), shown_pairs(found, MOST_LISTED), report.groups)
    parts += ["", *said] if said else []
    return "\n".join([*parts, "", *(f"- {words}" for words in drawn(report.samples))]).replace("\u202f", " ")


def _line(name: str, found: Estimate) -> tuple[str, str, str]:
    return name, _value(found), ends(found)


def _value(found: Estimate) -> str:
    return (found.undefined or "") if found.value is None else figure(found.value)


def _pairs(found: Agreement) -> list[str]:
    rows = [
        (f"{p.a}, {p.b}", str(p.n), _value(p.raw), _value(p.kappa), ends_of_pair(p.kappa), _value(p.kappa_quadratic))
        for p in shown_pairs(found, MOST_LISTED)
    ]
    if not rows:
        return []
    more = [ALL_IN_CSV] if len(found.pairs) > MOST_LISTED else []
    header = ("two annotators", "items", "raw", "kappa", "95 % interval", "quadratic")
    return ["", plain(header, rows), *pairs_in_short(found, MOST_LISTED), *more]


def _confusions(found: Agreement) -> list[str]:
    """How often two grades met, pair by pair; of many pairs those that agree least."""
    parts = []
    for pair in shown_pairs(found, MOST_CONFUSED):
        rows = [(str(grade), *map(str, row)) for grade, row in zip(found.grades, pair.table, strict=True)]
        title = f"Confusion: {pair.a}'s grades down, {pair.b}'s across"
        parts += ["", title, "", plain(("grade", *map(str, found.grades)), rows)]
    if len(found.pairs) > MOST_CONFUSED:
        parts += ["", f"Of {counted(len(found.pairs), 'pair')} the {MOST_CONFUSED} that agree least. {ALL_IN_JSON}"]
    return parts


def _annotators(found: Agreement) -> list[str]:
    some = [who for who in found.annotators if who.n]
    rows = [
        (
            who.name,
            str(who.n),
            figure(who.mean),
            figure(who.offset.value),
            offset_word(who.offset),
            figure(who.agrees.value),
            drift_word(who.drift),
            f"{who.same} of {who.again}" if who.again else "",
        )
        for who in some[:MOST_LISTED]
    ]
    header = ("annotator", "items", "mean grade", "to others", "grades", "agrees", "over time", "same again")
    more = [f"{counted(len(some) - MOST_LISTED, 'more annotator')}. {ALL_IN_CSV}"] if len(some) > MOST_LISTED else []
    return ["", plain(header, rows), *more] if rows else []


def _models(found: Agreement) -> list[str]:
    rows = [
        (model.name, str(model.n), *map(_value, (model.raw, model.kappa, model.kappa_quadratic, model.ordinal)))
        for model in found.models
    ]
    header = ("model against people", "pairs", "raw", "kappa", "quadratic", "alpha")
    return ["", plain(header, rows)] if rows else []


def _groups(facet: str, every: Sequence[Group]) -> str:
    """A row a group; documents have no intervals."""
    rows = [
        (g.name, str(g.items), _value(g.figures.raw), _value(g.figures.ordinal), ends(g.figures.ordinal)) for g in every
    ]
    header = (facet, "items", "raw", "alpha", "95 % interval")
    width = -1 if facet == "document" else None
    return plain(header[:width], [row[:width] for row in rows])


FORMATS: dict[str, Callable[[Report], str]] = {"text": as_text, "json": as_json, "csv": as_csv}
