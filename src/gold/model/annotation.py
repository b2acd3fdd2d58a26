"""One row of an agreement sample: what one annotator said of one question and passage."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

import msgspec

from gold.model.case import Grade, Id
from gold.model.version import Notice


class Annotation(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, gc=False, kw_only=True):
    """A grade that one annotator gave; without `kind` a person gave it."""

    query_id: Id
    passage_id: Id
    annotator: Id
    grade: Grade
    note: str | None = None
    at: str | None = None
    kind: Literal["human", "model"] | None = None


class Drawn(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """How the items of a sample were chosen (`random`, or in words), and which of its annotators are models."""

    drawn: str | None = None
    seed: int | None = None
    n: int | None = None
    of: int | None = None
    by: str | None = None
    version: str | None = None
    build: str | None = None
    models: tuple[str, ...] = ()
    note: str | None = None

    @property
    def is_random(self) -> bool:
        return self.drawn == "random"


class Sample(msgspec.Struct, frozen=True, eq=False):
    """One file of annotations with the line of each; `drawn` is what the file beside it says."""

    name: str
    path: str
    annotations: Sequence[Annotation]
    lines: Sequence[int]
    drawn: Drawn | None = None
    notices: tuple[Notice, ...] = ()


class Adjudication(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, gc=False, kw_only=True):
    """The final grade of a question and passage after its annotators differed."""

    query_id: Id
    passage_id: Id
    grade: Grade
    by: str | None = None
    at: str | None = None
    note: str | None = None


class Adjudications(msgspec.Struct, frozen=True, eq=False):
    """The rows of `adjudicated.jsonl` with their lines."""

    path: str
    rows: Sequence[Adjudication]
    lines: Sequence[int]
    notices: tuple[Notice, ...] = ()
