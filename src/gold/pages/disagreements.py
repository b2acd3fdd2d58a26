"""What annotators differ on: question by question, each item with all grades, notes and its passage."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import combinations
from typing import ClassVar, NamedTuple

import msgspec
from msgspec.structs import replace

from gold.model.annotation import Annotation
from gold.model.case import Case
from gold.pages.disputes import Item, Judged, Question, direction, shown_id, shown_note, suggestion
from gold.pages.frame import Frame, set_frame
from gold.pages.guideline import Guidance, guidance, unguided
from gold.pages.held_back import without_held_back
from gold.pages.material import Material
from gold.pages.numbers import counted
from gold.pages.passage_text import ShownText, shown_text
from gold.pages.passages import place_of

MOST_QUESTIONS = 100
MOST_ITEMS = 12
AT_ONCE = 600
MOST_CHOICES = 200
"""Of a filter: a longer list is none."""


class SaidRow(NamedTuple):
    """One judgment; `kind` says model, or that it was made again."""

    annotator: str
    kind: str
    grade: int
    note: str
    at: str


class Final(NamedTuple):
    """What an item was settled at, and who, when and why in words."""

    grade: int
    before: str
    who: str
    note: str


class DisputedItem(msgspec.Struct, frozen=True):
    """One passage that annotators differ on."""

    passage_id: str
    place: str
    text: ShownText | None
    spread: int
    said: tuple[SaidRow, ...]
    final: Final | None
    labels: str


class DisputedQuestion(msgspec.Struct, frozen=True):
    """One question: all its items in short (`rows` follow `names`), and those that annotators differ on.

    `guidance` is what the guideline says of its class, `filters` what it can be chosen by, in the order of the page's.
    """

    query_id: str
    query: str | None
    context: tuple[str, ...]
    href: str | None
    items: int
    disputed: int
    worst: str
    state: str
    direction: str
    suggestion: str
    why: str
    guidance: Guidance
    names: tuple[str, ...]
    rows: tuple[tuple[str, tuple[str, ...], str, bool], ...]
    shown: tuple[DisputedItem, ...]
    more: int
    filters: tuple[tuple[str, ...], ...]


class DisagreementsPage(msgspec.Struct, frozen=True):
    """Questions with the widest spread (times the case's weight) first; `filters` name what they can be chosen by.

    `guideline`: the set has one; `unguided` says why nothing of it stands beside any question.
    """

    template: ClassVar[str] = "disagreements.html"
    frame: Frame
    said: str
    filters: tuple[str, ...]
    guideline: bool
    unguided: str
    questions: tuple[DisputedQuestion, ...]
    more: int


def disagreements_page(material: Material, judged: Judged) -> DisagreementsPage:
    """All questions with a disputed item, as many as a page holds."""
    disputed = [question for question in judged.questions if question.disputed]
    models = frozenset(model.name for model in judged.agreement.models)
    guideline = without_held_back(material.testset.guideline, *material.unseen)
    shelf = _Shelf(material, models, {case.query_id: case for case in material.cases}, guideline)
    shown = tuple(shelf.question(question) for question in disputed[:MOST_QUESTIONS])
    names = (*material.facets[:1], "document", "pair")
    choices = [len({value for question in shown for value in question.filters[at]}) for at in range(len(names))]
    kept = [at for at, count in enumerate(choices) if 1 < count <= MOST_CHOICES]
    return DisagreementsPage(
        frame=set_frame(material.testset, "Disagreements", "disagreements.html"),
        said=_said(judged, disputed),
        filters=tuple(names[at] for at in kept),
        guideline=guideline is not None,
        unguided=unguided(guideline, [question.guidance for question in shown]),
        questions=tuple(replace(q, filters=tuple(q.filters[at] for at in kept)) for q in shown),
        more=max(len(disputed) - MOST_QUESTIONS, 0),
    )


def _said(judged: Judged, disputed: list[Question]) -> str:
    if judged.agreement.undefined is not None and not disputed:
        return f"Nothing to compare: how far two people agree is {judged.agreement.undefined}."
    if not disputed:
        return "No two annotators differ on any item."
    far = sum(1 for item in judged.disputed if item.spread >= 2) or "none"
    settled = sum(1 for item in judged.disputed if item.final is not None)
    items = counted(len(judged.disputed), "item")
    folded = "; settled questions are folded" if any(question.state == "settled" for question in disputed) else ""
    adjudicated = "none is" if not settled else "1 is" if settled == 1 else f"{settled} are"
    return (
        f"Annotators differ on {items} of {counted(len(disputed), 'question')}, on {far} by two grades or more; "
        f"{adjudicated} adjudicated. The widest come first{folded}."
    )


class _Shelf(msgspec.Struct, frozen=True):
    """What the questions share: the cases that the site shows, where a passage is found, the guideline."""

    material: Material
    models: frozenset[str]
    cases: Mapping[str, Case]
    guideline: str | None

    def question(self, question: Question) -> DisputedQuestion:
        case = self.cases.get(question.query_id)
        word, why = suggestion(question)
        names = tuple(sorted({a.annotator for item in question.items for a in item.said}))
        return DisputedQuestion(
            query_id=shown_id(self.material, question.query_id),
            query=None if case is None else case.query,
            context=() if case is None else tuple(turn.query for turn in case.history or ()),
            href=self.material.href(question.query_id) if case is not None else None,
            items=len(question.items),
            disputed=len(question.disputed),
            worst=_worst(question.disputed[0]),
            state=question.state,
            direction=direction(question),
            suggestion=word,
            why=why,
            guidance=guidance(self.guideline, self._classes(case)),
            names=names,
            rows=tuple(_row(item, names) for item in question.items),
            shown=tuple(self.item(item) for item in question.disputed[:MOST_ITEMS]),
            more=max(len(question.disputed) - MOST_ITEMS, 0),
            filters=self._filters(question, case),
        )

    def _classes(self, case: Case | None) -> tuple[str, ...]:
        """Of the first facet."""
        return () if case is None else tuple(name for facet in self.material.facets[:1] for name in case.classes(facet))

    def _filters(self, question: Question, case: Case | None) -> tuple[tuple[str, ...], ...]:
        """The classes of the first facet, the documents of disputed passages, the pairs of annotators that differ."""
        found = [self._document(item.passage_id) for item in question.disputed]
        pairs = {
            f"{a.annotator}, {b.annotator}"
            for item in question.disputed
            for a, b in combinations(item.said, 2)
            if a.grade != b.grade
        }
        classes = [self._classes(case)] if self.material.facets else []
        return (*classes, tuple(sorted(filter(None, set(found)))), tuple(sorted(pairs)))

    def _document(self, passage_id: str) -> str:
        corpora = (build.corpus for build in self.material.builds if build.corpus is not None)
        return next((c.by_id[passage_id].doc_id for c in corpora if passage_id in c.by_id), "")

    def item(self, item: Item) -> DisputedItem:
        place, text, labels = self._passage(item)
        said = [_said_row(a, self.models, again=False) for a in item.said]
        said += [_said_row(a, self.models, again=True) for a in item.again]
        return DisputedItem(
            passage_id=item.passage_id,
            place=place,
            text=text,
            spread=item.spread,
            said=tuple(said),
            final=_final(item),
            labels="" if not labels else f"Labelled {' and '.join(map(str, labels))} in the set.",
        )

    def _passage(self, item: Item) -> tuple[str, ShownText | None, list[int]]:
        """Where a passage stands, its text with what labels quote marked, and the grades that labels give it."""
        case = self.cases.get(item.query_id)
        for build in self.material.builds:
            passage = None if build.corpus is None else build.corpus.by_id.get(item.passage_id)
            if passage is None:
                continue
            places = build.places.get(item.query_id, ()) if case is not None else ()
            here = [
                label
                for label, placed in zip(case.labels if case is not None else (), places, strict=False)
                if item.passage_id in placed.passages
            ]
            quotes = [label.quote for label in here if label.quote is not None]
            text = shown_text(passage.text, quotes, at_once=AT_ONCE)
            return place_of(passage), text, sorted({label.grade for label in here})
        labels = () if case is None else case.labels
        return "", None, sorted({label.grade for label in labels if label.passage_id == item.passage_id})


def _worst(item: Item) -> str:
    """How far the item lies apart, with the weight of its case where that is not 1."""
    return str(item.spread) if item.weight == 1 else f"{item.spread} × {item.weight:g}"


def _row(item: Item, names: tuple[str, ...]) -> tuple[str, tuple[str, ...], str, bool]:
    """An item in one line: the passage, the grades by annotator, the final grade, and whether they differ."""
    grades = {a.annotator: str(a.grade) for a in item.said}
    final = "" if item.final is None else str(item.final.grade)
    return (item.passage_id, tuple(grades.get(name, "") for name in names), final, item.spread > 0)


def _said_row(a: Annotation, models: frozenset[str], *, again: bool) -> SaidRow:
    kind = ", ".join(filter(None, ("model" if a.annotator in models else "", "again" if again else "")))
    return SaidRow(a.annotator, kind, a.grade, shown_note(a.note), a.at or "")


def _final(item: Item) -> Final | None:
    final = item.final
    if final is None:
        return None
    who = f" by {shown_note(final.by)}" if final.by else ""
    when = f" on {final.at}" if final.at else ""
    before = ", ".join(f"{a.annotator} {a.grade}" for a in item.said)
    return Final(final.grade, before, f"{who}{when}".strip(), shown_note(final.note))
