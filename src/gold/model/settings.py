"""A set's settings, as `gold.yaml` gives them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Literal

import msgspec

from gold.model.case import Finite, Id
from gold.model.version import Version

DEFAULT_MEASURES = (
    "AnswerRecall@5",
    "nDCG(dcg='exp-log2')@10",
    "RR(rel=1)@10",
    "R(rel=1)@10",
    "Judged@10",
)
AtLeastOne = Annotated[int, msgspec.Meta(ge=1)]
Traffic = Mapping[str, Mapping[str, float]]
"""Shares of what users ask, by facet and class."""
Part = Annotated[float, msgspec.Meta(ge=0, le=1)]


class Privacy(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What was looked at and may be published."""

    allow: tuple[Id, ...] = ()


class Pages(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """How large a site gets."""

    max_questions: AtLeastOne = 5000
    differing_questions: AtLeastOne = 10


class Realism(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Which questions somebody wrote for the set, and which real ones they are held against."""

    facet: Literal["class", "stratum", "intent", "source", "asker", "tags"] = "stratum"
    written: Id = "written"
    real: Id | None = None


class Limits(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """How large a file may be, in MiB, before it is refused: a broken one must not fill the memory."""

    line_mib: AtLeastOne = 64
    unpacked_mib: AtLeastOne = 4096


class WorstClass(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """How much the class that lost most may lose against the baseline; `measure` None: the headline."""

    measure: str | None = None
    by: Literal["verdict", "point"] = "verdict"
    drop: Part = 0.0


class Gates(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What must hold before a candidate is released; a gate that is not given is not asked.

    `floor` is by measure, and for one of which less is better a ceiling.
    """

    worst_class: WorstClass | None = None
    floor: dict[str, Part] = {}
    coverage: Part | None = None
    agreement_alpha: Annotated[float, msgspec.Meta(ge=-1, le=1)] | None = None
    drift: Part | None = None
    stale: Part | None = None
    findings: Literal["error", "warning", "note"] | None = None
    changelog: bool = False

    @property
    def measures(self) -> tuple[str, ...]:
        """The measures that a gate asks for, as they are spelled."""
        worst = None if self.worst_class is None else self.worst_class.measure
        return (*self.floor,) if worst is None else (worst, *self.floor)

    def __bool__(self) -> bool:
        return self != Gates()


class Settings(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What `gold.yaml` says; every field has the value that a set without the file gets.

    `grades` is None where the file declares no scale: any whole grade is then taken, 0, 1, 2 assumed.
    `margin` is the smallest change of the headline that matters; `min_class_size` the number of cases
    below which a class gets no verdict.
    """

    format: Literal[1] = 1
    title: str | None = None
    grades: tuple[int, ...] | None = None
    answer_grade: AtLeastOne = 2
    facets: tuple[str, ...] = ("class", "stratum", "intent")
    measures: tuple[str, ...] = ()
    target_composition: dict[str, dict[str, Finite]] = {}
    traffic: dict[str, dict[str, Finite]] = {}
    baseline: str | None = None
    candidate: str | None = None
    production: str | None = None
    margin: Annotated[float, msgspec.Meta(ge=0, le=1e300)] = 0.02
    min_class_size: Annotated[int, msgspec.Meta(ge=0)] = 10
    gates: Gates = Gates()
    review_every: dict[str, str] = {}
    privacy: Privacy = Privacy()
    pages: Pages = Pages()
    limits: Limits = Limits()
    glossary: str | None = None
    realism: Realism | tuple[Realism, ...] = Realism()
    kind: Literal["gold", "stress"] = "gold"

    @property
    def realism_pairs(self) -> tuple[Realism, ...]:
        """Which groups of questions are held against each other: one pair, or each of a list."""
        return (self.realism,) if isinstance(self.realism, Realism) else self.realism

    @property
    def max_questions(self) -> int:
        """How many question pages a site gets at most: the worst moved first."""
        return self.pages.max_questions

    def answer_grade_of(self, version: Version) -> int:
        """The grade that answers in a version: its own where its file tells one (qrels)."""
        return version.answer_grade or self.answer_grade
