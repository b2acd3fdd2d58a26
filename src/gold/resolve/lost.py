"""A label that no passage holds into what was lost: its document, or only its place in a document that is there."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import Literal

import msgspec

from gold.model.case import Label
from gold.model.corpus import Corpus, Passage
from gold.resolve.normal import normal
from gold.resolve.resolution import Placed

Loss = Literal["not_ingested", "stale_label", "not_placed"]
Elsewhere = tuple[Corpus, Placed]
"""Another build, and where the same label lies in it."""


class Documents(msgspec.Struct, frozen=True, dict=True):
    """The documents of a build by id and by title; the titles are read at their first use, once for all labels."""

    corpus: Corpus

    @cached_property
    def titled(self) -> dict[str, list[str]]:
        return titles(self.corpus)

    def has(self, document: str) -> bool:
        """Whether a document of this id or title is there."""
        return document in self.corpus.documents or normal(document) in self.titled


def loss_of(label: Label, placed: Placed, build: Documents | None, elsewhere: Iterable[Elsewhere] = ()) -> Loss:
    """Why a label is not held: `stale_label` if its document is in the build, `not_ingested` if it is not.

    A label that names no document has that of its passage, or of what holds it, in another build.
    """
    if build is None or placed.state == "not_placed":
        return "not_placed"
    there = any(build.has(document) for document in documents_of(label, elsewhere))
    return "stale_label" if there else "not_ingested"


def documents_of(label: Label, elsewhere: Iterable[Elsewhere] = ()) -> list[str]:
    """The documents of a label: those that it names, else what other builds tell."""
    named = [name for name in (label.doc_id, label.document) if name is not None]
    if named:
        return named
    found: dict[str, None] = {}
    for build, placed in elsewhere:
        ids: Sequence[str] = placed.passages or ([label.passage_id] if label.passage_id is not None else [])
        found |= {build.by_id[name].doc_id: None for name in ids if name in build.by_id}
    return list(found)


def titles(corpus: Corpus) -> dict[str, list[str]]:
    """The documents of each title, in comparable form; a passage without one has its first heading for a title."""
    found: dict[str, dict[str, None]] = {}
    for title, document in dict.fromkeys(map(_titled, corpus.passages)):
        if title:
            found.setdefault(normal(title), {})[document] = None
    return {title: list(documents) for title, documents in found.items()}


def _titled(passage: Passage) -> tuple[str | None, str]:
    return passage.title or (passage.heading[0] if passage.heading else None), passage.doc_id
