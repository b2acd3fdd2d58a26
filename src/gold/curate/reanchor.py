"""Labels that a build lost or moved into new anchors: applied where the text is provably the same, else left."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from msgspec.structs import replace

from gold.model.case import Case, Label
from gold.model.corpus import Corpus, Passage
from gold.resolve.judged import Judged
from gold.resolve.quotes import Place, find_quotes
from gold.resolve.resolution import Placed
from gold.resolve.resolve import resolve

ASKING = frozenset(("gone", "moved"))
"""States that ask for a new anchor; `changed` and `ambiguous` ones are for a person."""


class Reanchored(NamedTuple):
    """A case with labels that were lost or moved: where it stands, with its new anchors, and what was done.

    `applied` pairs a label's place in the case with the passage that it names now; `left` are the others.
    """

    at: int
    case: Case
    applied: tuple[tuple[int, str], ...]
    left: tuple[int, ...]


def reanchor(cases: Sequence[Case], build: Corpus, earlier: Sequence[Corpus] = ()) -> Iterator[Reanchored]:
    """The cases with lost or moved labels, in order. Grades, and whatever else a label says, stay.

    A quote that stands in one place is proof. Without a quote the text that was judged, which an earlier build tells,
    must stand in one passage, word for word, and in no other; where earlier builds
    have several texts under its id, the label is left. A new anchor is kept only if it is `present` then.
    """
    lost = [
        (at, number, label, place)
        for at, (case, places) in enumerate(zip(cases, resolve(cases, build, earlier).labels, strict=True))
        for number, (label, place) in enumerate(zip(case.labels, places, strict=True))
        if place.state in ASKING
    ]
    judged = Judged(tuple(earlier))
    texts = [_judged(label, judged) for _, _, label, _ in lost]
    places = find_quotes(build, (text for text in texts if text is not None))
    drafts: list[tuple[int, int, Label, str]] = []
    waiting: dict[int, list[int]] = {}
    for (at, number, label, place), text in zip(lost, texts, strict=True):
        waiting.setdefault(at, []).append(number)
        passage = _proved(label, place, text, places, build)
        if passage is not None:
            drafts.append((at, number, _anchored(label, passage, build), passage.passage_id))
    good = _checked(drafts, cases, build, earlier)
    for at, numbers in waiting.items():
        labels = list(cases[at].labels)
        for number, (label, _) in good.get(at, {}).items():
            labels[number] = label
        applied = tuple((number, name) for number, (_, name) in sorted(good.get(at, {}).items()))
        left = tuple(number for number in numbers if number not in good.get(at, {}))
        yield Reanchored(at, replace(cases[at], judgments=tuple(labels)), applied, left)


def _checked(
    drafts: Sequence[tuple[int, int, Label, str]], cases: Sequence[Case], build: Corpus, earlier: Sequence[Corpus]
) -> dict[int, dict[int, tuple[Label, str]]]:
    """The drafts whose label lies where it says, by case and label; none that another label of the case has."""
    alone = [replace(cases[at], judgments=(label,)) for at, _, label, _ in drafts]
    good: dict[int, dict[int, tuple[Label, str]]] = {}
    for (at, number, label, name), (place,) in zip(drafts, resolve(alone, build, earlier).labels, strict=True):
        others = {other.anchors for other in cases[at].labels} | {made.anchors for made, _ in good.get(at, {}).values()}
        if place.state == "present" and name in place.holders and label.anchors not in others:
            good.setdefault(at, {})[number] = (label, name)
    return good


def _judged(label: Label, before: Judged) -> str | None:
    """The text that was judged, of a label that names a passage and has no quote; None where no build tells it."""
    judged = None if label.quote is not None or label.passage_id is None else before.passage(label)
    return judged.text if judged is not None and judged.text.strip() else None


def _proved(
    label: Label, place: Placed, text: str | None, places: Mapping[str, tuple[Place, ...]], build: Corpus
) -> Passage | None:
    """The passage whose text is provably that of the label: where its quote, or what was judged, stands once."""
    if label.quote is not None:
        return build.by_id[place.holders[0]] if place.state == "moved" and place.holders else None
    found = () if text is None else places[text]
    if len(found) != 1 or len(found[0].whole) != 1 or not found[0].bounded:
        return None
    return build.passages[found[0].whole[0]]


def _anchored(label: Label, passage: Passage, build: Corpus) -> Label:
    """The label with the anchors that it had, made anew from where its text stands; a title becomes a document id."""
    document = passage.doc_id if label.doc_id is not None or label.document is not None else None
    version = passage.doc_version if label.doc_version is not None and passage.doc_version is not None else None
    return replace(
        label,
        passage_id=None if label.passage_id is None else passage.passage_id,
        doc_id=document,
        document=None,
        heading=passage.heading if label.heading is not None else None,
        doc_version=version or label.doc_version,
        chunking=None if label.chunking is None else build.id,
    )
