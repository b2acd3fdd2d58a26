"""One line of a JSONL run: a question's ranking, and what the system said of it."""

from __future__ import annotations

import msgspec

from gold.model.case import Id


class Result(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, gc=False):
    """One result of a ranking."""

    passage_id: Id
    score: float | None = None
    text: str | None = None


class Row(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, gc=False):
    """What a system returned for one question."""

    query_id: Id
    ranking: list[Id | Result]
    abstained: bool | None = None
    answer: str | None = None
    answer_correct: bool | None = None
