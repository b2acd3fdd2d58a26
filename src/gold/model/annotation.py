"""One row of an agreement sample: what one annotator said of one question and passage."""

from __future__ import annotations

from typing import Literal

import msgspec

from gold.model.case import Grade, Id


class Annotation(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, gc=False, kw_only=True):
    """A grade that one annotator gave; without `kind` a person gave it."""

    query_id: Id
    passage_id: Id
    annotator: Id
    grade: Grade
    note: str | None = None
    at: str | None = None
    kind: Literal["human", "model"] | None = None
