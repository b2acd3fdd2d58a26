"""Labelled passages and those that say the same, or nearly; and the scores that runs have with twins credited."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from gold.compare.repeats import Repeat, Repeats, differences
from gold.measure.measure import Measure
from gold.measure.score import RunScore
from gold.model.corpus import Passage
from gold.pages.material import Material
from gold.pages.measures import MeasureName, named
from gold.pages.numbers import counted, figure, percent
from gold.resolve.normal import normal

MOST_ROWS = 30
MOST_DIFFERENCES = 3


class Other(NamedTuple):
    """A passage that repeats a labelled one: `likeness` and where the words differ, of a twin nothing."""

    passage_id: str
    likeness: str
    differs: tuple[tuple[str, str], ...]
    more: int


class RepeatRow(NamedTuple):
    """A labelled passage, the questions that label it, and the passages that repeat it."""

    passage_id: str
    cases: tuple[tuple[str, str | None], ...]
    twins: tuple[str, ...]
    near: tuple[Other, ...]


class CreditRow(NamedTuple):
    """A run: for each measure its score, and that with twins credited where it is another; `changed` counts cases."""

    run: str
    build: str
    n: int
    scores: tuple[tuple[str, str], ...]
    changed: int


class TwinsPart(NamedTuple):
    """What repeats labelled passages of one build, and what runs would score with twins credited."""

    build: str
    said: tuple[str, ...]
    rows: tuple[RepeatRow, ...]
    more: int
    measures: tuple[MeasureName, ...]
    credits: tuple[CreditRow, ...]


def twins_part(material: Material) -> TwinsPart | None:
    """The part of the page; None without a corpus."""
    found = material.repeats
    if found is None:
        return None
    corpus = material.queue_build.corpus
    texts = {} if corpus is None else corpus.by_id
    measures = [measure for measure in material.measures if not measure.asks_refusal]
    credits_ = tuple(_credits(material, measures))
    return TwinsPart(
        build=found.build,
        said=tuple(_said(found, credits_)),
        rows=tuple(_row(material, row, texts) for row in found.rows[:MOST_ROWS]),
        more=max(len(found.rows) - MOST_ROWS, 0),
        measures=tuple(map(named, measures)),
        credits=credits_ if any(row.changed for row in credits_) else (),
    )


def _said(found: Repeats, credits_: Sequence[CreditRow]) -> Iterator[str]:
    twins = sum(bool(row.twins) for row in found.rows)
    near = sum(bool(row.near) for row in found.rows)
    if not twins and not near:
        yield "No unlabelled passage says the same as a labelled one, or nearly."
    if twins:
        have = counted(twins, "labelled passage has", "labelled passages have")
        yield f"{have} a twin that no label names: another passage of the same text. A run that shows it earns nothing."
    if near:
        have = counted(near, "labelled passage has", "labelled passages have")
        yield (
            f"{have} a near-duplicate that no label names. These are never credited: "
            "one number that differs may make another answer."
        )
    if twins and not any(row.changed for row in credits_):
        yield "No run has another score with twins credited."


def _row(material: Material, row: Repeat, texts: Mapping[str, Passage]) -> RepeatRow:
    return RepeatRow(
        row.passage_id,
        tuple((query_id, material.href(query_id)) for query_id in row.query_ids),
        row.twins,
        tuple(_other(row.passage_id, other, likeness, texts) for other, likeness in row.near),
    )


def _other(one: str, other: str, likeness: float, texts: Mapping[str, Passage]) -> Other:
    differs = tuple(differences(*(normal(texts[name].text) for name in (one, other))))
    shown = differs[:MOST_DIFFERENCES]
    return Other(other, percent(likeness), shown, len(differs) - len(shown))


def _credits(material: Material, measures: list[Measure]) -> Iterator[CreditRow]:
    for score in material.scores:
        after = material.credited.get(score.run.name)
        if after is None:
            continue
        pairs = [(figure(score.overall.means[m].value), figure(after.overall.means[m].value)) for m in measures]
        yield CreditRow(
            score.run.name,
            score.build or "",
            score.overall.n,
            tuple((one, two if two != one else "") for one, two in pairs),
            changed_by(score, after),
        )


def changed_by(score: RunScore, after: RunScore) -> int:
    """How many cases have another value of any measure with twins credited."""
    same = (score.values == after.values) | (np.isnan(score.values) & np.isnan(after.values))
    return int((~same.all(axis=1)).sum())


def twins_document(material: Material) -> dict[str, Any]:
    """All repeated passages and the scores with twins credited, as JSON."""
    found = material.repeats
    rows = () if found is None else found.rows
    return {
        "build": None if found is None else found.build,
        "passages": [repeat_document(row) for row in rows],
        "runs": [
            {
                "run": score.run.name,
                "build": score.build,
                "n": score.overall.n,
                "changed": changed_by(score, after),
                "scores": {str(m): score.overall.means[m].value for m in score.measures},
                "twins_credited": {str(m): after.overall.means[m].value for m in score.measures},
            }
            for score in material.scores
            if (after := material.credited.get(score.run.name)) is not None
        ],
    }


def repeat_document(row: Repeat) -> dict[str, Any]:
    """One repeated passage as JSON."""
    return {
        "passage_id": row.passage_id,
        "query_ids": list(row.query_ids),
        "twins": list(row.twins),
        "near": [{"passage_id": name, "likeness": round(likeness, 4)} for name, likeness in row.near],
    }
