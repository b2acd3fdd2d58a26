"""A case's labels into what a reader sees: grade, anchors, who judged, where each lies now and at which rank."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any, NamedTuple

import msgspec

from gold.measure.reach import UNREACHED
from gold.model.case import Case, Label
from gold.model.words import listed
from gold.pages.grades import mark
from gold.pages.numbers import DASH
from gold.pages.rows import CaseRow
from gold.resolve.resolution import Placed

Fact = tuple[str, str]
PASSAGES_NAMED = 4


class Whereabouts(NamedTuple):
    """Where one label lies in one build: `words` say by which anchor and in which passages."""

    build: str
    state: str
    words: str


class LabelView(NamedTuple):
    """One label; `ranks` follow the runs of the page."""

    number: int
    words: str
    tone: str
    quote: str | None
    anchors: tuple[Fact, ...]
    judged: tuple[Fact, ...]
    places: tuple[Whereabouts, ...]
    ranks: tuple[str, ...]


class LabelList(msgspec.Struct, frozen=True):
    """`shown` are the labels of positive grade and the distractors; `folded` the many others."""

    shown: tuple[LabelView, ...]
    folded: tuple[LabelView, ...]


def label_list(row: CaseRow, builds: Sequence[str], answer_grade: int) -> LabelList:
    """All labels of a case, best grade first; grades of 0 are folded away where they are many."""
    case = row.case
    views = [_view(number, label, row, builds, answer_grade) for number, label in enumerate(case.labels, start=1)]
    views.sort(key=lambda view: (-case.labels[view.number - 1].grade, view.number))
    kept = [v for v in views if case.labels[v.number - 1].grade >= 1 or case.labels[v.number - 1].distractor]
    rest = [v for v in views if v not in kept] if len(kept) < len(views) else []
    many = len(rest) > 5
    return LabelList(tuple(kept if many else views), tuple(rest) if many else ())


def _view(number: int, label: Label, row: CaseRow, builds: Sequence[str], answer_grade: int) -> LabelView:
    said = mark(number, label, answer_grade)
    places = tuple(whereabouts(build, column[number - 1]) for build, column in zip(builds, row.places, strict=True))
    ranks = tuple(_rank(answer.ranks, number) for answer in row.answers)
    return LabelView(number, said.words, said.tone, label.quote, _anchors(label), _judged(label), places, ranks)


def _anchors(label: Label) -> tuple[Fact, ...]:
    facts = [("passage", label.passage_id), ("document", label.doc_id), ("document or title", label.document)]
    if label.heading:
        facts.append(("heading", " \u203a ".join(label.heading)))
    return tuple((name, value) for name, value in facts if value is not None)


def _judged(label: Label) -> tuple[Fact, ...]:
    facts = [
        ("part", label.part),
        ("judged by", label.by),
        ("on", label.at),
        ("at document version", label.doc_version),
        ("in the chunking", label.chunking),
        ("borderline", None if label.borderline is None else "yes" if label.borderline else "no"),
        ("note", label.note),
    ]
    return tuple((name, value) for name, value in facts if value is not None)


def whereabouts(build: str, placed: Placed) -> Whereabouts:
    """Where a label lies in one build, in words."""
    if not placed.held:
        words = (
            "no passage of this build holds it" if placed.state == "gone" else "a text anchor, and no corpus to look in"
        )
        return Whereabouts(build, placed.state.replace("_", " "), words)
    names = list(placed.holders) + [" + ".join(group) for group in placed.groups]
    shown = listed(names, PASSAGES_NAMED)
    anchor = (placed.anchor or "passage_id").replace("passage_id", "passage id").replace("doc_id", "document")
    sloppy = ", though it begins or ends inside a word" if placed.sloppy else ""
    return Whereabouts(build, placed.state, f"{shown}, by its {anchor}{sloppy}")


def _rank(ranks: Sequence[int], number: int) -> str:
    if not ranks:
        return ""
    rank = ranks[number - 1]
    return DASH if rank == UNREACHED else str(rank)


def case_facts(case: Case) -> tuple[Fact, ...]:
    """Every stored field of a case that stands nowhere else on its page."""
    facts: list[tuple[str, Any]] = [
        ("class", case.class_),
        ("stratum", case.stratum),
        ("intent", case.intent),
        ("source", case.source),
        ("asked by", case.asker),
        ("tags", ", ".join(case.tags) if case.tags else None),
        ("normalized", case.query_normalized),
        ("weight", case.weight),
        ("reason", case.reason),
        ("unanswerable", case.unanswerable),
        ("answerable", case.answerable),
        ("should hedge", case.expect_abstention),
        ("supporting", case.supporting),
        ("status", case.status),
        ("split", case.split),
        ("meta", case.meta),
    ]
    return tuple((name, _plain(value)) for name, value in facts if value is not None)


def _plain(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, str):
        return value
    return f"{value:g}" if isinstance(value, float) else json.dumps(value, ensure_ascii=False, sort_keys=True)
