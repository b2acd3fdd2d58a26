"""Agreement as a JSON document and as rows: what the command prints is what the site offers for download."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from gold.measure.agreement.agreement import Agreement, Figures, Pair
from gold.measure.agreement.annotators import AgainstPeople, Annotator
from gold.measure.agreement.estimate import Estimate
from gold.measure.agreement.groups import Group
from gold.model.annotation import Sample

ROW_HEADER = ("by", "group", "a", "b", "statistic", "n", "value", "low", "high", "undefined")
Ends = list[float] | None


def agreement_document(
    found: Agreement, samples: Sequence[Sample] = (), groups: Mapping[str, Sequence[Group]] | None = None
) -> dict[str, Any]:
    """All figures; `groups` by facet, or by `document`. A figure that cannot be given is null."""
    values, intervals, undefined = _figures(found.figures)
    return {
        "items": found.items,
        "single": found.single,
        "questions": found.questions,
        "annotators": list(found.names),
        **values,
        "pairs": [_pair(pair) for pair in found.pairs],
        "intervals": intervals,
        "undefined": found.undefined,
        "undefined_resamples": undefined,
        "prevalence": {str(grade): portion for grade, portion in found.prevalence.items()},
        "confusion": {"grades": list(found.grades), "counts": [list(row) for row in found.confusion]},
        "by_annotator": list(map(_annotator, found.annotators)),
        "models": list(map(_model, found.models)),
        "samples": [{"sample": s.name, "annotations": len(s.annotations)} | _drawn(s) for s in samples],
        "groups": [_group(facet, group) for facet, every in (groups or {}).items() for group in every],
    }


def agreement_rows(found: Agreement, groups: Mapping[str, Sequence[Group]] | None = None) -> Iterator[tuple[str, ...]]:
    """Rows of `ROW_HEADER`: everything over all, each group, each pair, each annotator, each model."""
    yield from _figure_rows(("", "", "", ""), found.items, found.figures)
    for facet, every in (groups or {}).items():
        for group in every:
            yield from _figure_rows((facet, group.name, "", ""), group.items, group.figures)
    for pair in found.pairs:
        for name in ("raw", "kappa", "kappa_linear", "kappa_quadratic"):
            yield _row(("", "", pair.a, pair.b), name, pair.n, getattr(pair, name))
    for who in found.annotators:
        yield _row(("", "", who.name, ""), "offset", who.n, who.offset)
        yield _row(("", "", who.name, ""), "agrees", who.n, who.agrees)
        yield _row(("", "", who.name, ""), "drift", who.n, who.drift)
    for model in found.models:
        for name in ("raw", "kappa", "kappa_quadratic", "ordinal"):
            yield _row(("", "", model.name, "people"), name, model.n, getattr(model, name))


def _figures(figures: Figures) -> tuple[dict[str, Any], dict[str, Any], dict[str, Any]]:
    """The values, the intervals, and how many resamples had no value, in the same shape."""
    shape = {
        "raw": figures.raw,
        "alpha": {"nominal": figures.nominal, "ordinal": figures.ordinal, "interval": figures.interval},
        "fleiss": figures.fleiss,
        "ac1": figures.ac1,
    }
    values = {name: _each(found, lambda one: one.value) for name, found in shape.items()}
    intervals = {name: _each(found, _ends) for name, found in shape.items()}
    return values, intervals, {name: _each(found, lambda one: one.undefined_resamples) for name, found in shape.items()}


def _each(found: Any, of: Any) -> Any:
    return {name: of(one) for name, one in found.items()} if isinstance(found, dict) else of(found)


def _ends(found: Estimate) -> Ends:
    return None if found.low is None or found.high is None else [found.low, found.high]


def _pair(pair: Pair) -> dict[str, Any]:
    return {
        "a": pair.a,
        "b": pair.b,
        "n": pair.n,
        "raw": pair.raw.value,
        "kappa": pair.kappa.value,
        "kappa_linear": pair.kappa_linear.value,
        "kappa_quadratic": pair.kappa_quadratic.value,
        "intervals": {
            "raw": _ends(pair.raw),
            "kappa": _ends(pair.kappa),
            "kappa_quadratic": _ends(pair.kappa_quadratic),
        },
        "undefined": pair.raw.undefined or pair.kappa.undefined,
        "confusion": [list(row) for row in pair.table],
    }


def _annotator(who: Annotator) -> dict[str, Any]:
    return {
        "annotator": who.name,
        "n": who.n,
        "mean": who.mean,
        "offset": who.offset.value,
        "offset_interval": _ends(who.offset),
        "agrees": who.agrees.value,
        "agrees_interval": _ends(who.agrees),
        "drift": who.drift.value,
        "drift_interval": _ends(who.drift),
        "judged_again": who.again,
        "same_again": who.same,
    }


def _model(model: AgainstPeople) -> dict[str, Any]:
    return {
        "annotator": model.name,
        "n": model.n,
        "raw": model.raw.value,
        "kappa": model.kappa.value,
        "kappa_quadratic": model.kappa_quadratic.value,
        "alpha_ordinal": model.ordinal.value,
        "alpha_ordinal_interval": _ends(model.ordinal),
        "undefined": model.raw.undefined or model.kappa.undefined,
    }


def _group(facet: str, group: Group) -> dict[str, Any]:
    values, intervals, undefined = _figures(group.figures)
    head = {"by": facet, "group": group.name, "items": group.items, "questions": group.questions}
    return head | values | {"intervals": intervals, "undefined": group.undefined, "undefined_resamples": undefined}


def _drawn(sample: Sample) -> dict[str, Any]:
    how = sample.drawn
    if how is None:
        return {"drawn": None}
    return {name: getattr(how, name) for name in how.__struct_fields__ if name != "models"}


def _figure_rows(head: tuple[str, str, str, str], n: int, figures: Figures) -> Iterator[tuple[str, ...]]:
    names = {"nominal": "alpha nominal", "ordinal": "alpha ordinal", "interval": "alpha interval"}
    for name in figures.__struct_fields__:
        yield _row(head, names.get(name, name), n, getattr(figures, name))


def _row(head: tuple[str, str, str, str], name: str, n: int, found: Estimate) -> tuple[str, ...]:
    ends = ("", "") if found.low is None or found.high is None else (repr(found.low), repr(found.high))
    value = "" if found.value is None else repr(found.value)
    return (*head, name, str(n), value, *ends, found.undefined or "")
