"""A label that no passage holds into what was lost: its document, or only its place in a document that is there."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Literal

from gold.model.case import Label
from gold.model.corpus import Corpus, Passage
from gold.resolve.normal import normal
from gold.resolve.resolution import Placed

Loss = Literal["not_ingested", "stale_label", "not_placed"]
Elsewhere = tuple[Corpus, Placed]
"""Another build, and where the same label lies in it."""


def loss_of(label: Label, placed: Placed, corpus: Corpus | None, elsewhere: Iterable[Elsewhere] = ()) -> Loss:
    """Why a label is not held: `stale_label` if its document is in the build, `not_ingested` if it is not.

    A label that names no document has that of its passage, or of what holds it, in another build.
    """
    if corpus is None or placed.state == "not_placed":
        return "not_placed"
    there = any(_has(corpus, document) for document in documents_of(label, elsewhere))
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


def _has(corpus: Corpus, document: str) -> bool:
    return document in corpus.documents or normal(document) in titles(corpus)


def titles(corpus: Corpus) -> dict[str, list[str]]:
    """The documents of each title, in comparable form; a passage without one has its first heading for a title."""
    found: dict[str, dict[str, None]] = {}
    for title, document in dict.fromkeys(map(_titled, corpus.passages)):
        if title:
            found.setdefault(normal(title), {})[document] = None
    return {title: list(documents) for title, documents in found.items()}


def _titled(passage: Passage) -> tuple[str | None, str]:
    return passage.title or (passage.heading[0] if passage.heading else None), passage.doc_id
