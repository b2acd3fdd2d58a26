"""One state of the searched passages."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

import msgspec
import numpy as np

from gold.model.case import Id
from gold.model.ids import Ints, Words, column_of
from gold.model.version import Notice


class Passage(msgspec.Struct, frozen=True, gc=False, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """What a system can return. `char_start` and `char_end` are offsets into the document, in characters."""

    passage_id: Id
    doc_id: Id
    text: str
    doc_version: str | None = None
    title: str | None = None
    heading: tuple[str, ...] | None = None
    char_start: int | None = None
    char_end: int | None = None


class Corpus(msgspec.Struct, frozen=True, dict=True):
    """A corpus build: passages in document order, as its file lists them; passage i stands on line `lines[i]`."""

    id: str
    path: str
    passages: tuple[Passage, ...]
    notices: tuple[Notice, ...] = ()
    lines: Sequence[int] = ()

    @cached_property
    def keys(self) -> Words:
        """The keys of the passage ids (see `IdColumn`), ascending."""
        return self._keys_in_order[self._ascending]

    @cached_property
    def document_of_key(self) -> Ints:
        """The number of the document (see `documents`) of the passage of each key."""
        numbers = [self.documents[passage.doc_id] for passage in self.passages]
        return np.array(numbers, dtype=np.int64)[self._ascending]

    @cached_property
    def documents(self) -> dict[str, int]:
        """A number for each document id, in the order of the build."""
        ids = dict.fromkeys(passage.doc_id for passage in self.passages)
        return {doc_id: number for number, doc_id in enumerate(ids)}

    @cached_property
    def _keys_in_order(self) -> Words:
        return column_of([passage.passage_id for passage in self.passages]).keys

    @cached_property
    def _ascending(self) -> Ints:
        return np.argsort(self._keys_in_order)

    @cached_property
    def by_id(self) -> dict[str, Passage]:
        return {passage.passage_id: passage for passage in self.passages}
