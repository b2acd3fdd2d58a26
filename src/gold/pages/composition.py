"""What the set is made of, version by version, against its target, and what a set of its size can tell."""

from __future__ import annotations

from typing import ClassVar

import msgspec

from gold.compare.composition import ON_TARGET, ClassMix, FacetMix, open_cases
from gold.compare.shares import Share, wilson
from gold.model.case import UNCLASSIFIED
from gold.pages.composition_document import mixes_of
from gold.pages.frame import Frame, set_frame
from gold.pages.material import Material
from gold.pages.numbers import DASH, MINUS, counted, grouped, percent, share
from gold.pages.realism import RealismPart, realism_parts
from gold.pages.sizes import POINT, SECONDS_A_CASE, SizeRow, observed, size_rows
from gold.pages.standing import StandingPart, standing_part

MOST_VERSIONS = 6


class MixRow(msgspec.Struct, frozen=True):
    """One class: its share in each version, the interval of the newest, and how far that is from the target."""

    name: str
    n: int
    shares: tuple[str, ...]
    interval: str
    target: str
    drift: str
    tone: str
    needed: str


class MixTable(msgspec.Struct, frozen=True):
    """All classes of one facet; `versions` name the columns of shares, the newest last."""

    facet: str
    versions: tuple[str, ...]
    rows: tuple[MixRow, ...]
    has_target: bool
    needed: str


class FailingTable(msgspec.Struct, frozen=True):
    """The share of each version that the run in use fails, and what follows from it."""

    run: str
    rows: tuple[tuple[str, str, str, str], ...]
    drifts: bool
    said: str


class CompositionPage(msgspec.Struct, frozen=True):
    """`small` are classes below the least size: facet, name, cases. `at` is the share that the sizes are taken at.

    `not_compared` are the pairs of the settings' `realism` that lack questions on a side.
    """

    template: ClassVar[str] = "composition.html"
    frame: Frame
    version: str
    cases: int
    versions: int
    tables: tuple[MixTable, ...]
    failing: FailingTable | None
    small: tuple[tuple[str, str, int], ...]
    least: int
    at: str
    at_run: str | None
    sizes: tuple[SizeRow, ...]
    standing: StandingPart | None
    realism: tuple[RealismPart, ...]
    not_compared: tuple[str, ...]
    seconds: int
    on_target: int


def composition_page(material: Material) -> CompositionPage:
    """The mix of every facet, the drift to failures, the classes too small to measure, and what sizes can tell."""
    settings = material.testset.settings
    versions = material.in_order
    mixes = mixes_of(material, versions)
    labels = tuple(version.shown for version in versions)
    cases = len(open_cases(material.version))
    answered = observed(material)
    pairs, lacking = realism_parts(material)
    return CompositionPage(
        frame=set_frame(material.testset, "Composition", "composition.html"),
        version=labels[-1],
        cases=cases,
        versions=len(versions),
        tables=tuple(mix_table(mix, labels) for mix in mixes),
        failing=failing_table(material),
        small=_small(mixes, settings.min_class_size),
        least=settings.min_class_size,
        at=share(*answered),
        at_run=None if material.candidate is None else material.candidate.run.name,
        sizes=size_rows(cases, answered),
        standing=standing_part(material),
        realism=pairs,
        not_compared=lacking,
        seconds=SECONDS_A_CASE,
        on_target=round(POINT * ON_TARGET),
    )


def mix_table(mix: FacetMix, labels: tuple[str, ...]) -> MixTable:
    """How the site words a mix."""
    adds = [f"{grouped(one.add)} of {one.name}" for one in mix.classes if one.add]
    return MixTable(
        facet=mix.facet,
        versions=labels[-MOST_VERSIONS:],
        rows=tuple(map(_row, mix.classes)),
        has_target=mix.has_target,
        needed=_needed(mix, adds),
    )


def _needed(mix: FacetMix, adds: list[str]) -> str:
    """What would bring the set back on target, in a sentence."""
    if adds:
        return f"Add about {', '.join(adds)} to be back on target."
    off = [one for one in mix.classes if one.drift is not None and one.drift <= -ON_TARGET]
    if off:
        return f"No number of new cases brings {', '.join(one.name for one in off)} back on target: the target is full."
    return "On target." if mix.has_target else ""


def _row(one: ClassMix) -> MixRow:
    newest = one.shares[-1]
    drift = one.drift
    over = drift is not None and drift >= ON_TARGET
    under = drift is not None and drift <= -ON_TARGET
    return MixRow(
        name=one.name,
        n=newest.part,
        shares=tuple(share(*part) for part in one.shares[-MOST_VERSIONS:]),
        interval=_interval(newest),
        target="" if one.target is None else percent(one.target),
        drift=_points(drift),
        tone="unknown" if over or under else "same",
        needed=_chance(one) if over or under else "",
    )


def _chance(one: ClassMix) -> str:
    """Whether a draw at random would leave such a share."""
    if one.between is None or one.target is None:
        return ""
    inside = one.between.low <= one.target <= one.between.high
    return "may be chance" if inside else "beyond chance"


def failing_table(material: Material) -> FailingTable | None:
    """What the run in use fails of each version; None where that cannot be told of two."""
    found = material.failing
    if found is None:
        return None
    rows = tuple(
        (label, f"{grouped(part.part)} of {grouped(part.whole)}", share(*part), _interval(part))
        for label, part in zip(found.versions, found.shares, strict=True)
    )
    first, last = share(*found.shares[0]), share(*found.shares[-1])
    way = f"from {first} of {found.versions[0]} to {last} of {found.versions[-1]}"
    added, kept = f"{grouped(found.added.part)} of {grouped(found.added.whole)}", share(*found.kept)
    if not found.rises:
        said = f"No drift to failures: {way}."
    elif not found.added.whole:
        said = (
            f"The share rises, {way}, though this run was asked none of the added cases: labels changed, or cases left."
        )
    elif found.drifts:
        said = (
            f"This set drifts to failures: {way}. Of the added cases {added} fail, of the kept ones {kept}. "
            "Whoever adds what fails makes a set on which any change looks like progress: add random cases too."
        )
    else:
        said = f"The share rises, {way}. Of the added cases {added} fail, of the kept ones {kept}: it may be chance."
    return FailingTable(found.run, rows, found.drifts, said)


def _small(mixes: list[FacetMix], least: int) -> tuple[tuple[str, str, int], ...]:
    """The classes in which nothing is told, the smallest first."""
    found = [
        (mix.facet, one.name, one.shares[-1].part)
        for mix in mixes
        for one in mix.classes
        if one.shares[-1].part < least and one.name != UNCLASSIFIED and (one.shares[-1].part or one.target)
    ]
    return tuple(sorted(found, key=lambda row: row[2]))


def _interval(part: Share) -> str:
    between = wilson(part)
    return DASH if between is None else f"{POINT * between.low:.0f} to {percent(between.high)}"


def _points(drift: float | None) -> str:
    if drift is None:
        return ""
    points = round(POINT * drift)
    if abs(drift) < ON_TARGET:
        return "on target"
    return f"{'+' if points > 0 else MINUS}{counted(abs(points), 'point')}"
