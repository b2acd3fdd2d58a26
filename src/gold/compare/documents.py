"""Two corpus builds into what became of their documents: kept, cut anew, edited, renamed, split, merged, deleted."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence

import msgspec

from gold.model.corpus import Corpus, Passage
from gold.resolve.joined import joined
from gold.resolve.normal import normal

WINDOW = 5
"""Words of a stretch by which texts are recognised."""
MOST = 0.8
"""The share of a text that must stand elsewhere before it counts as having gone there."""
PIECE = 0.1
"""The share that makes a document one of those that a text was split over."""
Passages = list[Passage]


class Documents(msgspec.Struct, frozen=True):
    """What became of the documents of one build in another, by id; `edited` keep their id, with another text.

    `reflowed` differ only in white space or markup, `cut_anew` in where the passages begin and end, and in whether
    headings stand in the text. A renamed, split or merged document is not among the deleted, nor what it became among
    the added.
    """

    kept: int
    reflowed: tuple[str, ...]
    cut_anew: tuple[str, ...]
    edited: tuple[str, ...]
    renamed: Mapping[str, str]
    split: Mapping[str, tuple[str, ...]]
    merged: Mapping[str, str]
    deleted: tuple[str, ...]
    added: tuple[str, ...]


def compare_documents(before: Corpus, after: Corpus) -> Documents:
    """Documents are recognised by their text, however it is cut; ids say what is the same document."""
    then, now = _documents(before), _documents(after)
    differ = [doc for doc in then if doc in now and _texts(then[doc]) != _texts(now[doc])]
    same = {doc for doc in differ if _bare(then[doc], now[doc]) == _bare(now[doc], then[doc])}
    reflowed = tuple(doc for doc in differ if doc in same and _cuts(then[doc]) == _cuts(now[doc]))
    moved = frozenset(differ) - same
    old = {doc: joined(then[doc]).split() for doc in then if doc not in now or doc in moved}
    new = {doc: joined(now[doc]).split() for doc in now if doc not in then or doc in moved}
    went = _destinations(old, new)
    renamed, merged = _renamed_and_merged(went, then)
    split = {doc: tuple(places) for doc, places in went.items() if len(places) > 1}
    gone = [doc for doc in then if doc not in now and doc not in renamed | merged and doc not in split]
    known = {*renamed.values(), *merged.values(), *(place for places in split.values() for place in places)}
    return Documents(
        kept=len(then) - len(old) - len(same),
        reflowed=reflowed,
        cut_anew=tuple(doc for doc in differ if doc in same and doc not in reflowed),
        edited=tuple(doc for doc in differ if doc in old and doc not in split),
        renamed=renamed,
        split=split,
        merged=merged,
        deleted=tuple(gone),
        added=tuple(doc for doc in now if doc not in then and doc not in known),
    )


def _documents(build: Corpus) -> dict[str, Passages]:
    found: dict[str, Passages] = {}
    for passage in build.passages:
        found.setdefault(passage.doc_id, []).append(passage)
    return found


def _texts(passages: Passages) -> list[str]:
    return [passage.text for passage in passages]


def _cuts(passages: Passages) -> list[str]:
    """The letters of each passage."""
    return [normal(passage.text).replace(" ", "") for passage in passages]


def _bare(passages: Passages, others: Passages) -> str:
    """The letters of a document without its headings: one build keeps them in the text, another beside it."""
    text = f" {joined(passages)} "
    for heading in _headings(passages) | _headings(others):
        while f" {heading} " in text:  # again: two in a row share a blank
            text = text.replace(f" {heading} ", " ")
    return text.replace(" ", "")


def _headings(passages: Passages) -> dict[str, None]:
    """The headings of a document in comparable form, the longest first."""
    found = {normal(step) for passage in passages for step in (passage.title or "", *(passage.heading or ()))} - {""}
    return dict.fromkeys(sorted(found, key=lambda heading: (-len(heading), heading)))


def _stretches(words: Sequence[str]) -> set[int]:
    """Hashes of every few words in a row; of a shorter text, of the whole."""
    if not words:
        return set()
    width = min(WINDOW, len(words))
    return {hash(tuple(words[at : at + width])) for at in range(len(words) - width + 1)}


def _destinations(old: Mapping[str, Sequence[str]], new: Mapping[str, Sequence[str]]) -> dict[str, dict[str, float]]:
    """For each document that did not stay as it was: where most of its text stands now, and which share of it there.

    One place if it holds most of the text, else several that hold most of it together; none if it is lost.
    """
    holders: dict[int, list[str]] = {}
    for doc, words in new.items():
        for stretch in _stretches(words):
            holders.setdefault(stretch, []).append(doc)
    found = {}
    for doc, words in old.items():
        stretches = _stretches(words)
        seen = Counter(place for stretch in stretches for place in holders.get(stretch, ()))
        ordered = sorted(seen.items(), key=lambda item: (-item[1], item[0]))
        shares = {place: count / len(stretches) for place, count in ordered}
        if not shares:
            continue
        best = next(iter(shares))
        if shares[best] >= MOST:
            found[doc] = {best: shares[best]}
            continue
        pieces = {place: share for place, share in shares.items() if share >= PIECE}
        together = sum(any(place in pieces for place in holders.get(stretch, ())) for stretch in stretches)
        if len(pieces) > 1 and together >= MOST * len(stretches):
            found[doc] = pieces
    return found


def _renamed_and_merged(
    went: Mapping[str, Mapping[str, float]], then: Collection[str]
) -> tuple[dict[str, str], dict[str, str]]:
    """Documents whose text stands under another id now: alone there, or together with another document's."""
    sources: dict[str, list[str]] = {}
    for doc, places in went.items():
        if len(places) == 1:
            sources.setdefault(next(iter(places)), []).append(doc)
    renamed: dict[str, str] = {}
    merged: dict[str, str] = {}
    for place, docs in sources.items():
        others = [doc for doc in docs if doc != place]
        if len(docs) > 1 or place in then:
            merged |= dict.fromkeys(others, place)
        elif others:
            renamed[others[0]] = place
    return renamed, merged
