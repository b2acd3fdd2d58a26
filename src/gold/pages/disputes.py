"""What several annotators said of a set, grouped by question and item, with what they differ on first."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import NamedTuple

import msgspec

from gold.check.personal.data import mask
from gold.curate.queue import Dispute
from gold.measure.agreement.agreement import Agreement, agreement_of
from gold.measure.agreement.arbiters import Arbiter, arbiters, without_arbiters
from gold.measure.agreement.groups import Group, by_class, by_document
from gold.measure.agreement.ratings import ratings_of
from gold.model.annotation import Adjudication, Annotation
from gold.model.words import listed
from gold.pages.material import Material

DISPUTE_HEADER = (
    "query_id",
    "passage_id",
    "spread",
    "weight",
    "annotator",
    "kind",
    "grade",
    "at",
    "note",
    "adjudicated",
)


class Item(NamedTuple):
    """One passage for one question: what each annotator said first, in order of names; `again` what they said later."""

    query_id: str
    passage_id: str
    said: tuple[Annotation, ...]
    again: tuple[Annotation, ...]
    people: tuple[Annotation, ...]
    weight: float
    final: Adjudication | None

    @property
    def graders(self) -> tuple[Annotation, ...]:
        """The people's judgments; everybody's where fewer than two people judged."""
        return self.people if len(self.people) > 1 else self.said

    @property
    def spread(self) -> int:
        """How far the grades lie apart."""
        grades = [a.grade for a in self.graders]
        return max(grades) - min(grades)

    @property
    def order(self) -> tuple[float, str, str]:
        """Most spread times weight first."""
        return (-self.spread * self.weight, self.query_id, self.passage_id)


class Question(NamedTuple):
    """A question with all its judged items; `disputed` are those whose grades differ, most spread first."""

    query_id: str
    items: tuple[Item, ...]
    disputed: tuple[Item, ...]

    @property
    def order(self) -> tuple[float, float, str]:
        """The widest item first; of equal ones the question with most dispute."""
        return (self.items[0].order[0], sum(item.order[0] for item in self.disputed), self.query_id)

    @property
    def state(self) -> str:
        """Whether its disputed items have final grades."""
        final = {item.final is not None for item in self.disputed}
        return "in part" if len(final) > 1 else "settled" if True in final else "open"


class Judged(msgspec.Struct, frozen=True, dict=True):
    """All that the samples of a set say. `groups` are by the set's first facet and by document.

    `first` is the agreement of those who were not asked to settle what others differ on (`arbiters`).
    """

    agreement: Agreement
    first: Agreement
    arbiters: tuple[Arbiter, ...]
    groups: Mapping[str, tuple[Group, ...]]
    questions: tuple[Question, ...]

    @cached_property
    def disputed(self) -> tuple[Item, ...]:
        return tuple(sorted((i for q in self.questions for i in q.disputed), key=lambda item: item.order))

    def labels_of_several(self, material: Material) -> int:
        """How many labels two people or more judged: their passage is an item of a sample."""
        several = (item for question in self.questions for item in question.items if len(item.people) > 1)
        return len({(item.query_id, at) for item in several if (at := _label_of(material, item)) is not None})

    def open_disputes(self, material: Material) -> Mapping[str, Sequence[Dispute]]:
        """What nobody has settled, by question, with the label that the passage holds in any build."""
        found: dict[str, list[Dispute]] = {}
        for item in self.disputed:
            if item.final is None:
                grades = [a.grade for a in item.graders]
                dispute = Dispute(item.passage_id, _label_of(material, item), min(grades), max(grades))
                found.setdefault(item.query_id, []).append(dispute)
        return found


def judged_of(material: Material) -> Judged:
    """Everything that the samples of one set say."""
    annotations = [a for sample in material.samples for a in sample.annotations]
    models = {name for sample in material.samples if sample.drawn for name in sample.drawn.models}
    ratings = ratings_of(annotations, models)
    groups: dict[str, tuple[Group, ...]] = {}
    if material.facets:
        facet = material.facets[0]
        groups[facet] = by_class(ratings, {case.query_id: case.classes(facet) for case in material.version.cases})
    documents = {p.passage_id: p.doc_id for build in material.builds if build.corpus for p in build.corpus.passages}
    groups["document"] = by_document(ratings, documents)
    found, asked = agreement_of(ratings), arbiters(ratings)
    first = agreement_of(without_arbiters(ratings)) if asked else found
    return Judged(found, first, asked, groups, _questions(material, annotations, ratings.models))


def _questions(material: Material, annotations: Sequence[Annotation], models: frozenset[str]) -> tuple[Question, ...]:
    """The questions with the widest item come first."""
    by_question: dict[str, dict[str, list[Annotation]]] = {}
    for a in annotations:
        by_question.setdefault(a.query_id, {}).setdefault(a.passage_id, []).append(a)
    cases = material.version.by_id
    found = []
    for query_id, passages in by_question.items():
        case = cases.get(query_id)
        weight = 1.0 if case is None or case.weight is None else case.weight
        items = [
            _item(query_id, passage_id, rows, weight, models, material.adjudications.get((query_id, passage_id)))
            for passage_id, rows in passages.items()
        ]
        items.sort(key=lambda item: item.order)
        found.append(Question(query_id, tuple(items), tuple(item for item in items if item.spread)))
    return tuple(sorted(found, key=lambda question: question.order))


def _item(
    query_id: str,
    passage_id: str,
    rows: list[Annotation],
    weight: float,
    models: frozenset[str],
    final: Adjudication | None,
) -> Item:
    in_time = sorted(rows, key=lambda a: (a.annotator, a.at or ""))
    first: dict[str, Annotation] = {}
    for a in in_time:
        first.setdefault(a.annotator, a)
    said = tuple(first.values())
    again = tuple(a for a in in_time if a is not first[a.annotator])
    people = tuple(a for a in said if a.annotator not in models)
    return Item(query_id, passage_id, said, again, people, weight, final)


def _label_of(material: Material, item: Item) -> int | None:
    """The label of highest grade that the item's passage holds."""
    case = material.version.by_id.get(item.query_id)
    for build in material.builds if case is not None else ():
        places = build.places.get(item.query_id, ())
        held = [at for at, placed in enumerate(places) if item.passage_id in placed.holders]
        if held and case is not None:
            return max(held, key=lambda at: case.labels[at].grade)
    return None


def shown_note(note: str | None) -> str:
    """A note without personal data."""
    return "" if note is None else mask(note)


def shown_id(material: Material, query_id: str) -> str:
    """The id of a case; of what is none of the version, which may be a text that somebody typed, no personal data."""
    return query_id if query_id in material.version.by_id else mask(query_id)


def dispute_rows(material: Material, judged: Judged) -> Iterator[tuple[str, ...]]:
    """Rows of `DISPUTE_HEADER`, the items that lie furthest apart first."""
    models = {model.name for model in judged.agreement.models}
    for item in judged.disputed:
        final = "" if item.final is None else str(item.final.grade)
        head = (shown_id(material, item.query_id), item.passage_id, str(item.spread), f"{item.weight:g}")
        for a in (*item.said, *item.again):
            kind = "model" if a.annotator in models else "human"
            yield (*head, a.annotator, kind, str(a.grade), a.at or "", shown_note(a.note), final)


def upheld(judged: Judged) -> list[tuple[str, int, int]]:
    """For each annotator on how many adjudicated items, and how often the final grade is the annotator's."""
    given: Counter[str] = Counter()
    kept: Counter[str] = Counter()
    for item in judged.disputed:
        if item.final is not None:
            for a in item.said:
                given[a.annotator] += 1
                kept[a.annotator] += a.grade == item.final.grade
    return [(name, given[name], kept[name]) for name in sorted(given)]


def direction(question: Question) -> str:
    """Who grades higher and who lower on the disputed items of one question: people, where two judged an item."""
    away: dict[str, list[float]] = {}
    for item in question.disputed:
        for a in item.graders:
            others = [b.grade for b in item.graders if b is not a]
            away.setdefault(a.annotator, []).append(a.grade - sum(others) / len(others))
    higher = [name for name in sorted(away) if all(d > 0 for d in away[name])]
    lower = [name for name in sorted(away) if all(d < 0 for d in away[name])]
    if not (higher or lower):
        return "in both directions"
    parts = [f"{_together(higher)} higher" if higher else "", f"{_together(lower)} lower" if lower else ""]
    return "; ".join(filter(None, parts))


def _together(names: list[str]) -> str:
    return " and ".join(names) if len(names) < 3 else listed(names, 4)


def suggestion(question: Question) -> tuple[str, str]:
    """What to do about a question: a word and why."""
    disputed, items = len(question.disputed), len(question.items)
    most = max((item.spread for item in question.disputed), default=0)
    mixed = direction(question) == "in both directions"
    if disputed >= 2 and 2 * disputed > items and most >= 2:
        return "discard or rewrite", "most of its items are disputed, by two grades or more"
    if disputed >= 2 and 2 * disputed > items and mixed:
        return "rewrite", "most of its items are disputed, in both directions: it is read in two ways"
    if not disputed:
        return "nothing", "all agree"
    grades = sorted({a.grade for a in question.disputed[0].graders})
    return "guideline", f"say in it where {grades[0]} ends and {grades[-1]} begins, with this as the example"
