"""A set's settings, as `gold.yaml` gives them."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec

from gold.model.case import Finite

DEFAULT_MEASURES = (
    "AnswerRecall@5",
    "nDCG(dcg='exp-log2')@10",
    "RR(rel=1)@10",
    "R(rel=1)@10",
    "Judged@10",
)


class Limits(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """How large input may be: a line, and a file when it is unpacked."""

    line_mib: Annotated[int, msgspec.Meta(ge=1)] = 64
    unpacked_mib: Annotated[int, msgspec.Meta(ge=1)] = 4096


class Settings(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What `gold.yaml` says; every field has the value that a set without the file gets.

    `grades` is None where the file declares no scale: any whole grade is then taken, 0, 1, 2 assumed.
    `margin` is the smallest change of the headline that matters; `min_class_size` the number of cases
    below which a class gets no verdict.
    """

    format: Literal[1] = 1
    title: str | None = None
    grades: tuple[int, ...] | None = None
    answer_grade: Annotated[int, msgspec.Meta(ge=1)] = 2
    facets: tuple[str, ...] = ("class", "stratum", "intent")
    measures: tuple[str, ...] = ()
    target_composition: dict[str, dict[str, Finite]] = {}
    baseline: str | None = None
    candidate: str | None = None
    production: str | None = None
    margin: Annotated[float, msgspec.Meta(ge=0, le=1e300)] = 0.02
    min_class_size: Annotated[int, msgspec.Meta(ge=0)] = 10
    gates: dict[str, Any] = {}
    review_every: dict[str, str] = {}
    privacy: dict[str, Any] = {}
    pages: dict[str, Any] = {}
    glossary: str | None = None
    limits: Limits = Limits()
    kind: Literal["gold", "stress"] = "gold"

    @property
    def max_questions(self) -> int:
        """How many question pages a site gets at most: the worst moved first."""
        return int(self.pages.get("max_questions", 5000))
