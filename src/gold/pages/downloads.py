"""What a set's pages show, as rows and documents for those who compute on: scores, changes, coverage, labels."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any

import msgspec

from gold.check.told.against import without_section
from gold.compare.versions.guard import Guarded
from gold.model.case import Case
from gold.pages.agreement_document import agreement_document
from gold.pages.bridge_document import bridge_document
from gold.pages.composition_document import composition_document
from gold.pages.disputes import DISPUTE_HEADER, Judged, dispute_rows
from gold.pages.documents import comparison_document, diff_document, findings_document, score_document
from gold.pages.findings import shown_findings
from gold.pages.gates import gates_document
from gold.pages.ingredients import Build, VersionStep
from gold.pages.material import Material
from gold.pages.pools import pool_document
from gold.pages.queue import QUEUE_HEADER, queue_document, queue_rows
from gold.pages.rows import CaseRow
from gold.pages.stable import stable_document
from gold.pages.systems import TO_JUDGE_HEADER, SystemsPage, to_judge_rows
from gold.pages.twins import twins_document

Cells = tuple[str, ...]


class Table(msgspec.Struct, frozen=True):
    """A CSV file to be."""

    path: str
    what: str
    header: Cells
    rows: tuple[Cells, ...]


class Document(msgspec.Struct, frozen=True):
    """A JSON file to be."""

    path: str
    what: str
    value: Any


class Qrels(msgspec.Struct, frozen=True):
    """A TREC qrels file to be: rows (query id, passage id, grade)."""

    path: str
    what: str
    rows: tuple[tuple[str, str, int], ...]


class Cases(msgspec.Struct, frozen=True):
    """A JSONL file to be: the cases as they are stored."""

    path: str
    what: str
    cases: tuple[Case, ...]


def judged_downloads(material: Material, judged: Judged) -> tuple[Document, Table]:
    """Agreement and disagreements as the site offers them."""
    document = agreement_document(judged.agreement, material.samples, judged.groups)
    rows = tuple(dispute_rows(material, judged))
    return (
        Document("data/agreement.json", "agreement of the annotators, over all and by group", document),
        Table("data/disagreements.csv", "every item with two grades, a row a judgment", DISPUTE_HEADER, rows),
    )


Download = Table | Document | Qrels | Cases


def downloads(
    material: Material, rows: Sequence[CaseRow], build_slugs: dict[str | None, str], systems: SystemsPage
) -> tuple[Download, ...]:
    """Every file of a set's `data/`, in the order of the list on its card."""
    return (
        *_of_runs(material, rows),
        *_of_labels(material, systems),
        *_of_builds(material, build_slugs),
        *_steps(material),
        *_checked(material),
        *(() if material.judged is None else judged_downloads(material, material.judged)),
        Cases("data/questions.jsonl", "the cases with their labels", material.cases),
    )


def _of_runs(material: Material, rows: Sequence[CaseRow]) -> Iterator[Download]:
    yield Document("data/scores.json", "means of every run, overall and per class", _scores(material))
    yield Table("data/scores.csv", "the same, a row a value", SCORE_HEADER, tuple(_score_rows(material)))
    yield _cases(material, rows)
    if material.comparison is not None:
        document = comparison_document(material.comparison, len(material.cases))
        yield Document("data/comparison.json", "candidate against baseline", document)
    if material.bridges is not None:
        yield Document("data/bridge.json", "what moved the score", bridge_document(material.bridges))


def _of_labels(material: Material, systems: SystemsPage) -> Iterator[Download]:
    yield Table("data/coverage.csv", "where each label lies in each build", COVERAGE_HEADER, _coverage(material))
    yield Document("data/twins.json", "what repeats labelled passages, and scores", twins_document(material))
    yield Document("data/composition.json", "what the set is made of, by version", composition_document(material))
    yield Document("data/queue.json", "what to look at next, and why", queue_document(material))
    yield Table("data/queue.csv", "the same, a row a thing", QUEUE_HEADER, queue_rows(material))
    yield Document("data/pool.json", "how far scores rest on who was judged", pool_document(material))
    to_judge = tuple(to_judge_rows(material, systems))
    yield Table("data/next-to-judge.csv", "unjudged, where systems differ most", TO_JUDGE_HEADER, to_judge)
    if material.stable is not None:
        document = stable_document(material.stable)
        yield Document("data/stable.json", "runs on the stable cases, case by case", document)


def _of_builds(material: Material, build_slugs: dict[str | None, str]) -> Iterator[Download]:
    for build in material.builds:
        path = f"data/qrels-{build_slugs[build.id]}.txt"
        yield Qrels(path, f"resolved labels, TREC qrels, {build.id or 'no corpus'}", _qrels(build))


def _checked(material: Material) -> Iterator[Download]:
    if material.lock is not None and material.lock.versions:
        yield Document("data/gold-lock.json", "digests of the frozen versions and their cases", _lock(material))
    yield Document("data/findings.json", "everything that gold validate found", _findings(material))
    if material.gates:
        yield Document("data/gates.json", "the gates, met or not", gates_document(material.gates))


SCORE_HEADER = ("run", "build", "facet", "class", "measure", "value", "n", "winnable_value", "winnable_n")
COVERAGE_HEADER = ("build", "query_id", "label", "grade", "state", "anchor", "passages")


def _steps(material: Material) -> Iterator[Document]:
    for step in material.steps:
        name = None if material.testset.changelog is None else "CHANGELOG.md"
        told = without_section(step.diff) if step.section is None and name is not None else step.told
        document = diff_document(step.diff, told, _passing(step), name)
        yield Document(f"data/diff-{step.new.shown}.json", f"what changed from {step.title}", document)


def _lock(material: Material) -> Any:
    """The lock without any case that a version holds back."""
    return None if material.lock is None else material.lock.published(material.hidden)


def _passing(step: VersionStep) -> tuple[Guarded, ...]:
    return () if step.guard is None else step.guard.passing


def _scores(material: Material) -> dict[str, Any]:
    document = score_document(
        material.version,
        material.scores,
        len(material.cases),
        material.testset.settings.traffic,
        material.credited,
    )
    for run in document["runs"]:
        run["counts"].pop("held_back")
    return document | {"not_scored": [{"run": item.run.name, "why": item.why} for item in material.unscored]}


def _findings(material: Material) -> dict[str, Any]:
    return findings_document(shown_findings(material))


def _score_rows(material: Material) -> Iterator[Cells]:
    for score in material.scores:
        for group in (score.overall, *score.classes):
            for measure in score.measures:
                every, winnable = group.means[measure], group.winnable[measure]
                name = (score.run.name, score.build or "", group.facet or "", group.name or "", str(measure))
                yield (*name, _cell(every.value), str(every.n), _cell(winnable.value), str(winnable.n))


def _cell(value: float | None) -> str:
    return "" if value is None or math.isnan(value) else repr(value)


def _cases(material: Material, rows: Sequence[CaseRow]) -> Table:
    from gold.pages.run_head import pair_first

    runs = [score.run.name for score in pair_first(material)]
    measures = [str(measure) for measure in material.measures]
    header = ("query_id", "query", *material.facets, *(f"{run} {name}" for run in runs for name in measures))
    blank, cell = ("",) * len(measures), cache(_cell)  # many cases have one value
    table = tuple(
        (
            row.case.query_id,
            row.case.query,
            *(", ".join(row.case.classes(facet)) for facet in material.facets),
            *(written for answer in row.answers for written in (map(cell, answer.values) if answer.values else blank)),
        )
        for row in rows
    )
    return Table("data/cases.csv", "every case by every measure and run", header, table)


def _coverage(material: Material) -> tuple[Cells, ...]:
    return tuple(
        (
            build.id or "",
            case.query_id,
            str(number),
            str(label.grade),
            placed.state,
            placed.anchor or "",
            " ".join(placed.passages),
        )
        for build in material.builds
        for case in build.scored.cases
        for number, (label, placed) in enumerate(zip(case.labels, build.places[case.query_id], strict=True))
    )


def _qrels(build: Build) -> tuple[tuple[str, str, int], ...]:
    """A label's holders with its grade, of the cases that can score; of several in a passage, the best grade."""
    best: dict[tuple[str, str], int] = {}
    for case in build.scored.cases:
        for label, placed in zip(case.labels, build.places[case.query_id], strict=True):
            for passage_id in placed.holders:
                key = (case.query_id, passage_id)
                best[key] = max(best.get(key, label.grade), label.grade)
    return tuple((query_id, passage_id, grade) for (query_id, passage_id), grade in best.items())
