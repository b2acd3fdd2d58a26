"""Labels and a corpus build into a resolution: which passages hold each label, by which anchor, in which state."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache, cached_property

import msgspec

from gold.model.case import Case, Label
from gold.model.corpus import Corpus, Passage
from gold.resolve.as_given import take_as_given
from gold.resolve.judged import Judged
from gold.resolve.lost import titles
from gold.resolve.normal import normal
from gold.resolve.quotes import Begin, Place, find_quotes
from gold.resolve.resolution import Anchor, Placed, Resolution

GONE = Placed("gone")


def resolve(
    cases: Sequence[Case], corpus: Corpus | None, earlier: Iterable[Corpus] = (), begin: Begin = cache
) -> Resolution:
    """Place every label of every case. Without a corpus, passage ids are taken as they are.

    `earlier` are other builds of the same set: where one holds the passage that was judged, at the version
    that was judged, its text decides whether an unquoted label has changed. `begin`: as of `find_quotes`.
    """
    if corpus is None:
        return take_as_given(cases)
    quotes = (label.quote for case in cases for label in case.labels if label.quote is not None)
    build = _Build(corpus, Judged(tuple(earlier)), find_quotes(corpus, quotes, begin))
    return Resolution(corpus.id, tuple(tuple(build.place(label) for label in case.labels) for case in cases), corpus)


class _Build(msgspec.Struct, frozen=True, dict=True):
    """One build with the look-ups that placing needs, each made at its first use."""

    corpus: Corpus
    judged: Judged
    quotes: dict[str, tuple[Place, ...]]

    @cached_property
    def number(self) -> dict[str, int]:
        return {passage.passage_id: i for i, passage in enumerate(self.corpus.passages)}

    @cached_property
    def by_document(self) -> dict[str, list[int]]:
        found: dict[str, list[int]] = {}
        for i, passage in enumerate(self.corpus.passages):
            found.setdefault(passage.doc_id, []).append(i)
        return found

    @cached_property
    def by_title(self) -> dict[str, list[str]]:
        """The documents of each title."""
        return titles(self.corpus)

    @cached_property
    def by_heading(self) -> dict[tuple[str, ...], list[int]]:
        """The passages below each heading path, every beginning of a path included."""
        found: dict[tuple[str, ...], list[int]] = {}
        for i, passage in enumerate(self.corpus.passages):
            path = tuple(normal(step) for step in passage.heading or ())
            for depth in range(1, len(path) + 1):
                found.setdefault(path[:depth], []).append(i)
        return found

    def place(self, label: Label) -> Placed:
        """Where one label lies. A quote is proof; without one the most precise anchor that agrees holds."""
        return self._by_anchors(label) if label.quote is None else self._by_quote(label, label.quote)

    def documents(self, label: Label) -> list[str] | None:
        """The document ids that the label names; None where it names none, empty where the build has none of them."""
        named: list[str] | None = None
        if label.doc_id is not None:
            named = [label.doc_id] if label.doc_id in self.by_document else []
        if label.document is not None:
            name = label.document
            titled = [name] if name in self.by_document else self.by_title.get(normal(name), [])
            named = titled if named is None else [document for document in named if document in titled]
        return named

    def heading(self, label: Label, documents: list[str] | None) -> set[int]:
        """The passages below the label's heading, within the documents it names."""
        if not label.heading:
            return set()
        below = self.by_heading.get(tuple(normal(step) for step in label.heading), [])
        if documents is None:
            return set(below)
        return {i for i in below if self.corpus.passages[i].doc_id in documents}

    def _by_quote(self, label: Label, quote: str) -> Placed:
        places = self.quotes[quote]
        if not places:
            return GONE
        documents = self.documents(label)
        chosen = self._choose(places, label, documents)
        holders = tuple(dict.fromkeys(self._id(i) for place in chosen for i in place.whole))
        groups = tuple(dict.fromkeys(tuple(map(self._id, g)) for place in chosen for g in place.groups))
        sloppy = not chosen[0].bounded
        if len(chosen) > 1:
            return Placed("ambiguous", "quote", holders, groups, sloppy)
        if groups:
            return Placed("split", "quote", holders, groups, sloppy)
        there = label.passage_id is None or label.passage_id in holders
        home = self.corpus.passages[chosen[0].whole[0]].doc_id
        there = there and (documents is None or home in documents)
        return Placed("present" if there else "moved", "quote", holders, groups, sloppy)

    def _choose(self, places: tuple[Place, ...], label: Label, documents: list[str] | None) -> tuple[Place, ...]:
        """The places that agree with the other anchors: each chooses among what is left, if it agrees with any."""
        if documents:
            within = {i for document in documents for i in self.by_document[document]}
            places = tuple(place for place in places if _inside(place, within)) or places
        below = self.heading(label, documents)
        if below:
            places = tuple(place for place in places if _inside(place, below)) or places
        number = self.number.get(label.passage_id or "")
        if number is not None:
            exact = tuple(place for place in places if number in place.whole)
            places = exact or tuple(place for place in places if _inside(place, {number})) or places
        return places

    def _by_anchors(self, label: Label) -> Placed:
        documents = self.documents(label)
        if documents == []:
            return GONE
        below = self.heading(label, documents)
        number = self.number.get(label.passage_id or "")
        if number is not None and self._agrees(number, documents, below):
            return self._unproved(label, "passage_id", [number], stays=True)
        elsewhere = label.passage_id is not None
        if below:
            return self._unproved(label, "heading", sorted(below), stays=not elsewhere)
        if documents is None:
            return GONE
        whole = [i for document in documents for i in self.by_document[document]]
        return self._unproved(label, "doc_id", whole, stays=not elsewhere)

    def _agrees(self, number: int, documents: list[str] | None, below: set[int]) -> bool:
        in_document = documents is None or self.corpus.passages[number].doc_id in documents
        return in_document and (not below or number in below)

    def _unproved(self, label: Label, anchor: Anchor, members: list[int], *, stays: bool) -> Placed:
        """A label that no quote proves: changed where what was judged has another version or text now."""
        passages = [self.corpus.passages[i] for i in members]
        holders = tuple(passage.passage_id for passage in passages)
        if self._changed(label, anchor, passages):
            return Placed("changed", anchor, holders)
        return Placed("present" if stays else "moved", anchor, holders)

    def _changed(self, label: Label, anchor: Anchor, passages: list[Passage]) -> bool:
        judged = label.doc_version
        if judged is None or all(p.doc_version in (None, judged) for p in passages):
            return False
        return _text(passages) not in self._judged_texts(label, anchor, passages, judged)

    def _judged_texts(self, label: Label, anchor: Anchor, passages: list[Passage], judged: str) -> list[str]:
        """What stood there at the version that was judged, in the builds that have it."""
        if anchor == "passage_id":
            before = self.judged.passage(label)
            return [] if before is None else [_text([before])]
        if len({passage.doc_id for passage in passages}) > 1:
            return []
        then = self.judged.documents(passages[0].doc_id, judged)
        if anchor == "heading":
            path = tuple(normal(step) for step in label.heading or ())
            then = [[p for p in ps if tuple(map(normal, p.heading or ()))[: len(path)] == path] for ps in then]
        elif label.heading:
            return []  # the heading that was judged is no longer there
        return [_text(passages) for passages in then if passages]

    def _id(self, number: int) -> str:
        return self.corpus.passages[number].passage_id


def _text(passages: Iterable[Passage]) -> str:
    """Their texts as one, in comparable form, however they are cut."""
    return normal("\n".join(passage.text for passage in passages)).replace(" ", "")


def _inside(place: Place, chosen: set[int]) -> bool:
    """Whether a chosen passage holds the place, or a piece of it."""
    return any(i in chosen for i in place.whole) or any(i in chosen for group in place.groups for i in group)
