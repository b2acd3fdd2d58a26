"""A set's first page: the decision, the measures, the classes that hurt, the questions to read."""

from __future__ import annotations

from typing import ClassVar

import msgspec

from gold.compare.proportions import wilson
from gold.measure.means import Mean
from gold.measure.measure import Measure
from gold.measure.score import RunScore
from gold.pages.classes import FacetTable, facet_table, winnable_beside
from gold.pages.decision import Heading, heading_of
from gold.pages.findings import findings_line
from gold.pages.frame import Frame, Link, set_frame
from gold.pages.gates import GateBox, gate_box
from gold.pages.hits import Hits, hits
from gold.pages.material import Material
from gold.pages.measures import MeasureName, named
from gold.pages.met import MetPart
from gold.pages.met_pair import met_part
from gold.pages.moved import moved_line
from gold.pages.moved_rows import MovedRow, moved_rows
from gold.pages.next_step import READ
from gold.pages.notes import Note, pair_notes
from gold.pages.numbers import both_ends, figure, grouped
from gold.pages.trust import Trust
from gold.pages.verdicts import VerdictWords, in_words


class MeasureRow(msgspec.Struct, frozen=True):
    """One measure of both runs over the cases compared, so that the change is their difference.

    `before_all` and `after_all` give each run over all that it was asked, where those are other cases.
    """

    measure: MeasureName
    n: int
    before_all: str
    after_all: str
    before: str
    after: str
    before_winnable: str
    after_winnable: str
    verdict: VerdictWords | None
    remark: str


class OverviewPage(msgspec.Struct, frozen=True):
    """`compared` counts the cases that the verdicts are taken over."""

    template: ClassVar[str] = "overview.html"
    frame: Frame
    head: Heading
    compared: int
    rows: tuple[MeasureRow, ...]
    met: MetPart | None
    hits: Hits | None
    table: FacetTable | None
    lost: tuple[MovedRow, ...]
    won: tuple[MovedRow, ...]
    moved_by: MeasureName
    moved: tuple[str, Link] | None
    trust: tuple[Trust, ...]
    gates: GateBox | None
    findings: tuple[str, Link]
    notes: tuple[Note, ...]
    margin: str


def overview_page(material: Material) -> OverviewPage:
    """The page that a reviewer decides by."""
    comparison = material.comparison
    by = material.moved_by
    return OverviewPage(
        frame=set_frame(material.testset, material.testset.title, "index.html"),
        head=heading_of(material),
        compared=0 if comparison is None else len(comparison.shared),
        rows=() if material.candidate is None else tuple(_row(material, at) for at in range(len(material.measures))),
        met=met_part(material),
        hits=hits(material),
        table=facet_table(material, material.facets[0], 0) if material.facets and material.candidate else None,
        lost=() if comparison is None else moved_rows(material, comparison.worst(by)[:READ]),
        won=() if comparison is None else moved_rows(material, comparison.best(by)[:READ]),
        moved_by=named(by),
        moved=moved_line(material),
        trust=material.trust,
        gates=gate_box(material),
        findings=findings_line(material),
        notes=pair_notes(material),
        margin=figure(material.testset.settings.margin),
    )


def _row(material: Material, at: int) -> MeasureRow:
    measure, candidate = material.measures[at], material.candidate
    assert candidate is not None  # asked for by the caller
    comparison = material.comparison
    baseline = None if comparison is None else comparison.baseline
    verdict = None if comparison is None else in_words(comparison.overall.verdicts[measure], measure)
    compared = None if comparison is None or verdict is None or not verdict.n else comparison.overall
    old = None if baseline is None else baseline.overall.means[measure]
    new = candidate.overall.means[measure]
    mute = [score.run.name for score in (baseline, candidate) if score is not None and measure in score.not_measurable]
    return MeasureRow(
        measure=named(measure),
        n=new.n if compared is None or verdict is None else verdict.n,
        before_all=_all(old, verdict if compared else None),
        after_all=_all(new, verdict if compared else None),
        before="" if old is None else figure(compared.before[measure] if compared else old.value),
        after=figure(compared.after[measure] if compared else new.value),
        before_winnable="" if baseline is None else winnable_beside(baseline.overall, material, at),
        after_winnable=winnable_beside(candidate.overall, material, at),
        verdict=verdict if compared else None,
        remark=f"not measurable for {', '.join(mute)}" if mute else _share(candidate, measure, compared is not None),
    )


def _share(candidate: RunScore, measure: Measure, compared: bool) -> str:
    """The candidate's refusals, and where it is alone its other shares, as a count with an interval."""
    mean = candidate.overall.means[measure]
    if not measure.is_share or (compared and not measure.asks_refusal):
        return ""
    ends = wilson(round(mean.sum), mean.n)
    if ends is None:
        return ""
    return f"{candidate.run.name}: {mean.sum:.0f} of {mean.n}, 95 % interval {both_ends(*ends)}"


def _all(mean: Mean | None, verdict: VerdictWords | None) -> str:
    """A run's score over all that it was asked, where more was asked than is compared."""
    if mean is None or verdict is None or mean.n == verdict.n:
        return ""
    return f"all {figure(mean.value)} (n\u00a0{grouped(mean.n)})"
