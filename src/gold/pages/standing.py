"""Runs into the cases that tell nothing any more, and those that no run has won, for a person to look at."""

from __future__ import annotations

import msgspec

from gold.curate.retire import USUAL_RUNS, standing
from gold.pages.material import Material

MOST_LISTED = 30


class CaseLink(msgspec.Struct, frozen=True):
    """A case with its page, its question, and a remark."""

    query_id: str
    href: str | None
    query: str
    remark: str


class CaseList(msgspec.Struct, frozen=True):
    """The first of some cases, and how many more there are."""

    count: int
    rows: tuple[CaseLink, ...]
    more: int


class StandingPart(msgspec.Struct, frozen=True):
    """What the last runs made of the cases: `runs` of them."""

    runs: int
    always: CaseList
    never: CaseList


def standing_part(material: Material) -> StandingPart | None:
    """Both lists; None for fewer than three runs."""
    found = standing(material.scores, USUAL_RUNS)
    if found is None:
        return None
    remarks = dict.fromkeys(found.lost, "no answer in the build")
    return StandingPart(
        runs=len(found.runs),
        always=case_list(material, found.always, {}),
        never=case_list(material, found.never, remarks),
    )


def case_list(material: Material, ids: tuple[str, ...], remarks: dict[str, str]) -> CaseList:
    """Cases with their pages."""
    by_id = material.version.by_id
    rows = tuple(CaseLink(one, material.href(one), by_id[one].query, remarks.get(one, "")) for one in ids[:MOST_LISTED])
    return CaseList(len(ids), rows, len(ids) - len(rows))
