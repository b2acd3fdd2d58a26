"""One version as a page that can be linked to: its date and digest, what it is made of, its step, the runs asked it."""

from __future__ import annotations

from typing import Any, ClassVar

import msgspec

from gold.compare.composition import facet_mix
from gold.measure.score import RunScore
from gold.model.case import FACETS
from gold.model.version import Version
from gold.pages.frame import Frame, Link, set_frame
from gold.pages.held_back import without_held_back
from gold.pages.material import Material
from gold.pages.measures import MeasureName, named
from gold.pages.numbers import DASH, figure, grouped, share
from gold.pages.slugs import version_href
from gold.pages.versions import StepPart, VersionRow, step_part, version_row

MOST_CLASSES = 40


class FacetCounts(msgspec.Struct, frozen=True):
    """The classes of one facet, the largest first: name, cases, share of all. `more` classes are not listed."""

    facet: str
    rows: tuple[tuple[str, str, str], ...]
    more: int


class AskedRow(msgspec.Struct, frozen=True):
    """A run that was asked this version, with its cases and its scores by the page's measures; a dash: not scored."""

    run: str
    date: str
    build: str
    n: str
    scores: tuple[str, ...]


class VersionPage(msgspec.Struct, frozen=True):
    """`text` is the changelog's section where there is no step that shows it; `untold` counts runs that name none."""

    template: ClassVar[str] = "version.html"
    frame: Frame
    row: VersionRow
    facts: tuple[tuple[str, str], ...]
    before: Link | None
    after: Link | None
    facets: tuple[FacetCounts, ...]
    step: StepPart | None
    text: str | None
    measures: tuple[MeasureName, ...]
    runs: tuple[AskedRow, ...]
    untold: int


def version_pages(material: Material) -> dict[str, VersionPage]:
    """A page for each version that has a number, by its address."""
    numbers = sorted(material.versions)
    lock = {} if material.lock is None else material.lock.published(material.hidden)["versions"]
    beside = zip(numbers, [None, *numbers[:-1]], [*numbers[1:], None], strict=True)
    return {version_href(one): _page(material, one, (old, new), lock) for one, old, new in beside}


def _page(material: Material, number: int, beside: tuple[int | None, int | None], lock: dict[str, Any]) -> VersionPage:
    version = material.versions[number]
    row = version_row(material, version)
    step = next((step for step in material.steps if step.new is version), None)
    section = material.sections.get(number)
    untold = [score for score in material.scores if _number(score) is None and version is material.version]
    return VersionPage(
        frame=set_frame(material.testset, row.label, version_href(number), "versions.html"),
        row=row,
        facts=_facts(row, lock.get(row.label)),
        before=_link(beside[0]),
        after=_link(beside[1]),
        facets=_facets(material, version),
        step=None if step is None else step_part(material, step),
        text=None if step or section is None else without_held_back(section.text, *material.unseen),
        measures=tuple(map(named, material.measures)),
        runs=tuple(_asked(material, score) for score in material.scores if _number(score) == number),
        untold=len(untold),
    )


def _link(number: int | None) -> Link | None:
    return None if number is None else Link(f"v{number}", version_href(number))


def _facts(row: VersionRow, frozen: dict[str, Any] | None) -> tuple[tuple[str, str], ...]:
    """A digest of what is open stands for the file's, which would move with what is held back."""
    told = (("date", row.date), ("size", f"{row.cases}, {row.labels}"))
    if frozen is None:
        return (*told, ("frozen", "not yet"))
    breaking = "a system that passed the version before may fail" if frozen["breaking"] else "no"
    digest = ("digest of the open cases", frozen["open_digest"])
    return (*told, ("frozen", frozen["date"]), ("breaking", breaking), digest)


def _facets(material: Material, version: Version) -> tuple[FacetCounts, ...]:
    shown = version.without(material.hidden)
    mixes = [facet_mix([shown], facet, {}) for facet in material.facets if facet in FACETS]
    return tuple(
        FacetCounts(
            facet=mix.facet,
            rows=tuple((one.name, grouped(one.shares[0].part), share(*one.shares[0])) for one in some[:MOST_CLASSES]),
            more=max(len(some) - MOST_CLASSES, 0),
        )
        for mix in mixes
        if (some := [one for one in mix.classes if one.shares[0].part])
    )


def _number(score: RunScore) -> int | None:
    return score.run.sidecar.version_number


def _asked(material: Material, score: RunScore) -> AskedRow:
    """By the labels of the version that it was asked; that score is not taken of every old run."""
    older = score.declared is not None
    then = material.as_asked.get(score.run.name) if older else score
    return AskedRow(
        run=score.run.name,
        date=score.run.sidecar.date or DASH,
        build=score.build or DASH,
        n=DASH if then is None else grouped(then.overall.n),
        scores=_figures(material, then),
    )


def _figures(material: Material, score: RunScore | None) -> tuple[str, ...]:
    means = {} if score is None else score.overall.means
    return tuple(figure(means[one].value) if one in means else DASH for one in material.measures)
