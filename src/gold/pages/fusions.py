"""Runs that fuse others into words: whether they find what their parts find."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from gold.measure.fusion import Fused, Unmatched
from gold.pages.material import Material
from gold.pages.numbers import counted, share

MOST_NAMED = 12
Named = tuple[tuple[str, str | None], ...]


class NamedCases(msgspec.Struct, frozen=True):
    """What is said of some cases, as many of them as are named with their addresses, and how many more."""

    said: str
    named: Named
    more: int


class FusedSaid(msgspec.Struct, frozen=True):
    """One run: the sentence, and what it loses of its parts' answers and has beyond them, where that is any."""

    said: str
    cases: tuple[NamedCases, ...]


def fused_said(material: Material, found: Fused | Unmatched) -> FusedSaid:
    """Whether a run that names its parts answers what these answer."""
    if isinstance(found, Unmatched):
        missing = " and ".join(found.missing)
        return FusedSaid(f"{found.run} names {missing} as a part; no run of that searched this build.", ())
    either, neither = ("either", "neither") if len(found.parts) == 2 else ("any of them", "none of them")
    fuses = f"{found.run} fuses {', '.join(found.parts[:-1])} and {found.parts[-1]}."
    if not found.answered:
        said = f"{fuses} Of {counted(found.cases, 'case')} that all were asked, {neither} answers one."
    else:
        kept = f"answers {found.kept} ({share(found.kept, found.answered)})" if found.lost else "answers all"
        said = f"{fuses} Of {counted(found.answered, 'case')} that {either} answers, it {kept}."
    cases = (
        _named(material, f"It loses {len(found.lost)}", found.lost),
        _named(material, f"It answers {len(found.beyond)} that {neither} does", found.beyond),
    )
    return FusedSaid(said, tuple(one for one in cases if one.named))


def _named(material: Material, said: str, ids: Sequence[str]) -> NamedCases:
    named = tuple((query_id, material.href(query_id)) for query_id in ids[:MOST_NAMED])
    return NamedCases(said, named, max(len(ids) - MOST_NAMED, 0))
