"""A question with its facets, history and labels, as one record of a version file."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec

Id = Annotated[str, msgspec.Meta(min_length=1)]
Finite = Annotated[float, msgspec.Meta(ge=-1e300, le=1e300)]
"""YAML can spell infinity and what is no number; neither has a place in a set."""
MOST_GRADE = 1000
"""2^1000 is still a number."""
Grade = Annotated[int, msgspec.Meta(ge=-MOST_GRADE, le=MOST_GRADE)]
UNCLASSIFIED = "unclassified"


class Label(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, gc=False, kw_only=True):
    """A judgment: one or more anchors (where the answer is) and a grade (how well it answers).

    `document` is a document id or a title, resolved against each build. A label without `part` answers alone.
    """

    grade: Grade
    passage_id: Id | None = None
    doc_id: Id | None = None
    document: Id | None = None
    heading: tuple[str, ...] | None = None
    quote: Id | None = None
    part: Id | None = None
    distractor: bool | None = None
    doc_version: Id | None = None
    by: str | None = None
    at: str | None = None
    note: str | None = None
    borderline: bool | None = None
    chunking: str | None = None

    @property
    def anchors(self) -> tuple[Any, ...]:
        """What identifies the place, as a hashable value: two labels of one case with equal anchors are one."""
        return (self.passage_id, self.doc_id, self.document, self.heading, self.quote)


class Turn(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, gc=False):
    """One earlier turn of the conversation that a follow-up question belongs to."""

    query: str
    answer: str | None = None


class Case(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, gc=False, kw_only=True):
    """One question, verbatim, with what is known about it.

    Fields are `None` where the record does not give them, so that what was written can be told from
    what was assumed. `supporting` is only ever "unknown": a person looked and found no answer.
    """

    query_id: Id
    query: Annotated[str, msgspec.Meta(min_length=1)]
    judgments: tuple[Label, ...] | None = None
    query_normalized: str | None = None
    source: str | None = None
    stratum: str | None = None
    intent: str | None = None
    class_: str | None = msgspec.field(default=None, name="class")
    asker: str | None = None
    tags: tuple[str, ...] | None = None
    history: tuple[Turn, ...] | None = None
    answer: str | None = None
    unanswerable: bool | None = None
    answerable: bool | None = None
    expect_abstention: Any = None
    split: Literal["dev", "held_back"] | None = None
    status: Literal["proposed", "confirmed", "retired"] | None = None
    weight: Finite | None = None
    reason: str | None = None
    meta: Any = None
    supporting: Literal["unknown"] | None = None

    @property
    def labels(self) -> tuple[Label, ...]:
        return self.judgments or ()

    @property
    def is_unanswerable(self) -> bool:
        """Marked as having no answer in the corpus: by the field, by `answerable: false`, or by its class."""
        return self.unanswerable is True or self.answerable is False or self.class_ == "unanswerable"

    @property
    def is_held_back(self) -> bool:
        return self.split == "held_back"

    @property
    def is_confirmed(self) -> bool:
        return self.status in (None, "confirmed")

    @property
    def is_shown(self) -> bool:
        """Confirmed, and not held back."""
        return self.is_confirmed and not self.is_held_back

    @property
    def asked_as(self) -> tuple[Any, ...]:
        """The words that a system was given: two versions with equal values asked the same question."""
        return (self.query, tuple(turn.query for turn in self.history or ()))

    def classes(self, facet: str) -> tuple[str, ...]:
        """The classes of one facet that the case belongs to: one, but for `tags`, which may give several, each once."""
        if facet in ("tags", "tag"):
            tags = self.tags or (UNCLASSIFIED,)
            return tags if len(tags) == 1 else tuple(dict.fromkeys(tags))
        if facet == "split":
            return (self.split or "dev",)
        value = getattr(self, "class_" if facet == "class" else facet)
        return (value if value else UNCLASSIFIED,)


FACETS = ("class", "stratum", "intent", "source", "asker", "tags")
