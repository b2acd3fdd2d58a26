"""Where the labels lie in each build, and which cannot be answered there, by class and by document."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import ClassVar, NamedTuple

import msgspec

from gold.compare.freshness import freshness
from gold.compare.label_groups import Kind, label_groups, least_present, states_of
from gold.model.case import Case
from gold.pages.build_step import Steps, step_views
from gold.pages.frame import Frame, set_frame
from gold.pages.ingredients import Build
from gold.pages.label_loss import unknown_said
from gold.pages.material import Material
from gold.pages.notes import coverage_line
from gold.pages.numbers import DASH, counted, grouped, share
from gold.pages.question import NO_CORPUS
from gold.pages.twins import TwinsPart, twins_part
from gold.resolve.resolution import STATES, Placed

MOST_DOCUMENTS = 20


class LostLabel(msgspec.Struct, frozen=True):
    """One label to look at again: why, and what it said."""

    query_id: str
    href: str | None
    number: int
    grade: int
    state: str
    what: str
    now: str


class ShareRow(msgspec.Struct, frozen=True):
    """A class: how many of its cases are lost."""

    name: str
    lost: int
    whole: int
    share: str


class GroupRows(NamedTuple):
    """Labels by state and one kind of group: `rows` are (name, labels by state); `rest` says what is not shown."""

    title: str
    rows: tuple[tuple[str, tuple[str, ...]], ...]
    rest: str


class BuildCoverage(msgspec.Struct, frozen=True):
    """One build. `counts` follow the page's states, those of `groups` the states of the build."""

    name: str
    anchor: str
    passages: int | None
    runs: tuple[str, ...]
    counts: tuple[int, ...]
    answerable: int
    winnable: int
    unwinnable: tuple[tuple[str, str, str | None], ...]
    classes: tuple[ShareRow, ...]
    states: tuple[str, ...]
    groups: tuple[GroupRows, ...]
    lost: tuple[LostLabel, ...]
    more_lost: int


class FreshRow(msgspec.Struct, frozen=True):
    """The labels of one source: the share judged on the build's document version, and when they were judged."""

    source: str
    labels: int
    same: str
    oldest: str
    newest: str
    age: str


class CoveragePage(msgspec.Struct, frozen=True):
    """`said` is of the candidate's build, `unknown` of the questions that no count here has.

    `text_anchors` counts labels that need a corpus where there is none.
    """

    template: ClassVar[str] = "coverage.html"
    frame: Frame
    said: str
    states: tuple[str, ...]
    builds: tuple[BuildCoverage, ...]
    facet: str | None
    unknown: str
    text_anchors: int
    steps: Steps
    fresh: tuple[FreshRow, ...]
    as_of: str | None
    twins: TwinsPart | None


MOST_LABELS = 200


def coverage_page(material: Material) -> CoveragePage:
    """All builds, those that runs searched first."""
    cases = material.cases
    unknown = len(material.builds[0].scored.unknown)
    without = sum(1 for build in material.builds for p in _placed(build) if p[2].state == "not_placed")
    states = (*reversed(STATES), *(("not_placed",) if without else ()))  # what is lost first: a phone shows no more
    return CoveragePage(
        frame=set_frame(material.testset, "Coverage", "coverage.html"),
        said=(coverage_line(material) or ("",))[0],
        states=tuple(state.replace("_", " ") for state in states),
        builds=tuple(_build(material, build, states, at) for at, build in enumerate(material.builds, start=1)),
        facet=material.facets[0] if material.facets else None,
        unknown=f"{unknown_said(unknown)}." if unknown else "",
        text_anchors=without if cases else 0,
        steps=step_views(material),
        fresh=_fresh(material),
        as_of=None if material.today is None else material.today.isoformat(),
        twins=twins_part(material),
    )


def _fresh(material: Material) -> tuple[FreshRow, ...]:
    """How fresh the labels are in the build that is searched now; nothing where no label tells its version or day."""
    scored = material.queue_build.scored
    rows = freshness(scored.cases, scored.resolution, material.today)
    if not any(row.same + row.other + row.dated for row in rows):
        return ()
    return tuple(
        FreshRow(
            row.source or "all",
            row.labels,
            share(row.same, row.same + row.other),
            row.oldest or DASH,
            row.newest or DASH,
            DASH if row.median_age is None else f"{row.median_age:g}",
        )
        for row in rows
    )


def _placed(build: Build) -> list[tuple[Case, int, Placed]]:
    """Every label of the cases that can score with where it lies."""
    return [
        (case, number, placed)
        for case, places in zip(build.scored.cases, build.scored.resolution.labels, strict=True)
        for number, placed in enumerate(places, start=1)
    ]


def _build(material: Material, build: Build, states: tuple[str, ...], at: int) -> BuildCoverage:
    scored = build.scored
    placed = _placed(build)
    seen: Counter[str] = Counter(item[2].state for item in placed)
    unwon = [scored.cases[i] for i in (scored.answerable & ~scored.winnable).nonzero()[0].tolist()]
    answerable = [scored.cases[i] for i in scored.answerable.nonzero()[0].tolist()]
    lost = [item for item in placed if item[2].state in ("gone", "changed", "moved")]
    lost.sort(key=lambda item: ("gone", "changed", "moved").index(item[2].state))
    facet = material.facets[0] if material.facets else None
    groups = label_groups(zip(scored.cases, scored.resolution.labels, strict=True), facet or "class")
    return BuildCoverage(
        name=build.id or NO_CORPUS,
        anchor=f"build-{at}",
        passages=None if build.corpus is None else len(build.corpus.passages),
        runs=tuple(score.run.name for score in material.scores if score.build == build.id),
        counts=tuple(seen[state] for state in states),
        answerable=len(answerable),
        winnable=len(answerable) - len(unwon),
        unwinnable=tuple((case.query_id, case.query, material.href(case.query_id)) for case in unwon),
        classes=() if facet is None else _by_class(unwon, answerable, facet),
        states=tuple(state.replace("_", " ") for state in states_of(groups["anchor"])),
        groups=_groups(groups, facet),
        lost=tuple(_lost(material, *item) for item in lost[:MOST_LABELS]),
        more_lost=max(len(lost) - MOST_LABELS, 0),
    )


def _by_class(unwon: list[Case], answerable: list[Case], facet: str) -> tuple[ShareRow, ...]:
    whole = Counter(name for case in answerable for name in case.classes(facet))
    lost = Counter(name for case in unwon for name in case.classes(facet))
    names = sorted(lost, key=lambda name: (-lost[name] / whole[name], name))
    return tuple(ShareRow(name, lost[name], whole[name], share(lost[name], whole[name])) for name in names)


def _groups(groups: Mapping[Kind, Mapping[str, Mapping[str, int]]], facet: str | None) -> tuple[GroupRows, ...]:
    """By what placed the labels, by class, and by document: of these only those that have labels elsewhere, or lost."""
    states = states_of(groups["anchor"])

    def of(kind: Kind, title: str, names: Sequence[str], rest: str = "") -> GroupRows:
        rows = ((name, tuple(grouped(groups[kind][name].get(state, 0)) for state in states)) for name in names)
        return GroupRows(title, tuple(rows), rest)

    away = least_present(groups["document"])
    more, whole = len(away) - MOST_DOCUMENTS, len(groups["document"]) - len(away)
    rest = [
        *([f"{counted(more, 'more document has', 'more documents have')} such labels."] if more > 0 else []),
        *([f"All labels of {counted(whole, 'other document')} are present."] if whole else []),
    ]
    found = [
        of("anchor", "placed by", [*groups["anchor"]]),
        *([] if facet is None else [of("class", facet, [*groups["class"]])]),
        of("document", "document", away[:MOST_DOCUMENTS], " ".join(rest)),
    ]
    return tuple(group for group in found if group.rows or group.rest)


def _lost(material: Material, case: Case, number: int, placed: Placed) -> LostLabel:
    label = case.labels[number - 1]
    heading = " \u203a ".join(label.heading or ())
    what = label.quote or heading or label.passage_id or label.doc_id or label.document or ""
    short = what if len(what) <= 120 else what[:119] + "\u2026"
    now = ", ".join(placed.passages[:3]) or "nowhere"
    return LostLabel(case.query_id, material.href(case.query_id), number, label.grade, placed.state, short, now)
