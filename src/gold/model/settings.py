"""A set's settings, as `gold.yaml` gives them."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from gold.model.case import FACETS, Id

DEFAULT_MEASURES = (
    "AnswerRecall@5",
    "nDCG(dcg='exp-log2')@10",
    "RR(rel=1)@10",
    "R(rel=1)@10",
    "Judged@10",
)
# The reader names a wrong one itself, with those that are known.
Facet = Annotated[str, Meta(extra_json_schema={"enum": list(FACETS)})]


class Privacy(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What was looked at and may be published."""

    allow: Annotated[
        tuple[Id, ...],
        Meta(description="Ids of the cases whose text may look like personal data: somebody read them."),
    ] = ()


class Pages(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """How large a site gets."""

    max_questions: Annotated[
        int, Meta(ge=1, description="How many questions get a page of their own at most: those that moved most, first.")
    ] = 5000


class Limits(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """How large a file may be before it is refused, so that a broken one does not fill the memory."""

    line_mib: Annotated[int, Meta(ge=1, description="The longest line of a JSONL file, in MiB.")] = 64
    unpacked_mib: Annotated[int, Meta(ge=1, description="The largest content of a `.gz` file, in MiB.")] = 4096


class Settings(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What `gold.yaml` says; every field has the value that a set without the file gets.

    `grades` is None where the file declares no scale: any whole grade is then taken, 0, 1, 2 assumed.
    `margin` is the smallest change of the headline that matters; `min_class_size` the number of cases
    below which a class gets no verdict.
    """

    format: Annotated[Literal[1], Meta(description="The format of the set's files.")] = 1
    title: Annotated[str | None, Meta(description="The set's name for readers; else its folder's.")] = None
    grades: Annotated[
        tuple[int, ...] | None,
        Meta(description="The scale; a grade outside it is refused. Without it any whole grade is taken."),
    ] = None
    answer_grade: Annotated[int, Meta(ge=1, description="The grade from which on a label answers.")] = 2
    facets: Annotated[
        tuple[Facet, ...],
        Meta(description="The fields of a case that scores are grouped by; the first is the default."),
    ] = ("class", "stratum", "intent")
    measures: Annotated[
        tuple[str, ...],
        Meta(
            description="What is measured, as ir_measures spells it; the first is the headline.",
            examples=[["AnswerRecall@5", "nDCG(dcg='exp-log2')@10", "RR(rel=1)@10"]],
        ),
    ] = ()
    target_composition: Annotated[
        dict[str, dict[str, float]],
        Meta(
            description="For a facet the share of cases that each class is to have.",
            examples=[{"stratum": {"no_results": 0.2, "random": 0.8}}],
        ),
    ] = {}
    baseline: Annotated[str | None, Meta(description="The run to compare with; else the run before the newest.")] = None
    candidate: Annotated[str | None, Meta(description="The run to decide on; else the newest by date, then name.")] = (
        None
    )
    production: Annotated[str | None, Meta(description="The run whose answers users see.")] = None
    margin: Annotated[
        float, Meta(ge=0, description="The smallest change that matters: within it, both ways, is the same.")
    ] = 0.02
    min_class_size: Annotated[
        int, Meta(ge=0, description="The number of cases below which a class gets no verdict.")
    ] = 10
    gates: Annotated[dict[str, Any], Meta(description="What a run must reach to be released.")] = {}
    review_every: Annotated[
        dict[str, str],
        Meta(description="For a source how old its labels may get: a number of days.", examples=[{"ticket": "90d"}]),
    ] = {}
    privacy: Annotated[Privacy, Meta(description="What was looked at and may be published.")] = Privacy()
    pages: Annotated[Pages, Meta(description="How large the site gets.")] = Pages()
    limits: Annotated[Limits, Meta(description="How large a file may be before it is refused.")] = Limits()
    glossary: Annotated[str | None, Meta(description="A file of terms in the set's folder, one a line.")] = None
    kind: Annotated[
        Literal["gold", "stress"], Meta(description="`stress`: cases made to be hard, not drawn from use.")
    ] = "gold"

    @property
    def max_questions(self) -> int:
        """How many question pages a site gets at most: the worst moved first."""
        return self.pages.max_questions
