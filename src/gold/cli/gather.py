"""A set's folder into the material of its pages: everything read, placed, scored and compared."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

import msgspec

from gold.check.privacy import masked_build, masked_run
from gold.cli.corners import corners_of
from gold.cli.inputs import Inputs, open_inputs
from gold.cli.over_time import failing_over, versions_of
from gold.cli.score_each import score_each
from gold.cli.subjects import adjudications_of, found_in, subject_of
from gold.compare.bridge import Bridges, bridge_runs
from gold.compare.runs import Comparison, compare_runs
from gold.errors import NothingToScore
from gold.measure.measure import Measure, parse_measure
from gold.measure.score import RunScore
from gold.model.annotation import Adjudications, Sample
from gold.model.case import Case
from gold.model.finding import Finding
from gold.model.run import Run
from gold.model.testset import TestSet
from gold.pages.choice import choose
from gold.pages.material import Build, Material
from gold.pages.slugs import slugs
from gold.read.testset import glossary_of
from gold.resolve.resolution import Placed
from gold.resolve.resolve import resolve

Tick = Callable[[str], None]


def gather(folder: str, slug: str, tick: Tick) -> Material:
    """Read one set and compute all that its pages show; `tick` is told each step."""
    inputs = open_inputs(folder)
    testset = inputs.testset
    assert testset is not None  # a folder is a set, or open_inputs refuses it
    measures, facets = site_measures(inputs), inputs.facets()
    runs: list[Run] = []
    for name in testset.runs:
        tick(f"{testset.name}: {name}")
        runs.append(inputs.run(name))
    shown = [masked_run(run, testset.settings) for run in runs]
    scores, unscored = score_each(inputs, shown, measures, facets)
    baseline, candidate, why = choose(testset.settings, scores, unscored)
    comparison, why = _compare(inputs, baseline, candidate, facets, why)
    bridges, no_bridge = _bridges(inputs, comparison, facets)
    samples, final = _judged(inputs, testset)
    findings = _findings(inputs, testset, runs, final)
    versions = versions_of(inputs)
    in_use = (testset.settings.production, *(score.run.name for score in (baseline, candidate) if score is not None))
    return Material(
        testset=testset,
        slug=slug,
        version=inputs.version,
        hidden=inputs.hidden,
        facets=tuple(facets),
        measures=tuple(measures),
        builds=_builds(inputs, scores, findings),
        scores=tuple(scores),
        unscored=tuple(unscored),
        baseline=baseline,
        candidate=candidate,
        comparison=comparison,
        why_not=why,
        findings=_named_from(testset, findings),
        today=inputs.newest_day(),
        bridges=bridges,
        no_bridge=no_bridge,
        samples=samples,
        versions=versions,
        glossary=glossary_of(testset),
        failing=failing_over(inputs, versions, scores, in_use),
        adjudications={(row.query_id, row.passage_id): row for row in final.rows if row.query_id not in inputs.hidden},
    )


def _judged(inputs: Inputs, testset: TestSet) -> tuple[tuple[Sample, ...], Adjudications]:
    """What annotators said of cases that are not held back, and the final grades."""
    from gold.cli.samples import named_by_text, samples_of, shown

    samples = [shown(named_by_text(sample, inputs.version), inputs.hidden) for sample in samples_of(testset)]
    return tuple(samples), adjudications_of(testset)


def _findings(inputs: Inputs, testset: TestSet, runs: list[Run], final: Adjudications) -> list[Finding]:
    """What is found in the set."""
    others = {number: version for number, version in inputs.versions.items() if version is not None}
    subject = subject_of(
        testset,
        inputs.version,
        versions=others | ({} if inputs.version.number is None else {inputs.version.number: inputs.version}),
        builds=[inputs.build(path) for path in testset.corpora.values()],
        runs=runs,
        resolution=inputs.resolution,
        adjudications=final,
    )
    return found_in(subject)


def _named_from(testset: TestSet, findings: list[Finding]) -> tuple[Finding, ...]:
    """The findings in order, their files named from the set's folder."""
    home = f"{testset.folder.rstrip('/')}/"
    found = sorted(findings, key=lambda finding: finding.order)
    return tuple(msgspec.structs.replace(finding, file=finding.file.removeprefix(home)) for finding in found)


def set_slugs(folders: list[str]) -> dict[str, str]:
    """A folder name on the site for each set's folder."""
    names = [Path(folder).resolve().name for folder in folders]
    found = slugs(names)
    return {folder: found[name] for folder, name in zip(folders, names, strict=True)}


def site_measures(inputs: Inputs) -> list[Measure]:
    """The set's measures, and those that the pages need: an nDCG, judged@10, and what its cases call for."""
    measures = inputs.measures()
    kinds = {measure.kind for measure in measures}
    cases = [case for case in inputs.version.cases if case.is_confirmed and not case.is_held_back]
    wanted = [("nDCG", "nDCG(dcg='exp-log2')@10", True), ("Judged", "Judged@10", True)]
    wanted += [("Distractor", "Distractor@10", any(map(_distracts, cases)))]
    refusals = any(case.is_unanswerable for case in cases)
    wanted += [("Refusal", "Refusal", refusals), ("FalseRefusal", "FalseRefusal", refusals)]
    return measures + [parse_measure(name) for kind, name, needed in wanted if needed and kind not in kinds]


def _distracts(case: Case) -> bool:
    return any(label.distractor for label in case.labels)


def _compare(
    inputs: Inputs, baseline: RunScore | None, candidate: RunScore | None, facets: list[str], why: str | None
) -> tuple[Comparison | None, str | None]:
    if baseline is None or candidate is None:
        return None, why
    settings = inputs.settings
    try:
        found = compare_runs(baseline, candidate, facets, margin=settings.margin, least=settings.min_class_size)
    except NothingToScore as error:
        return None, str(error)
    return found, None


def _bridges(inputs: Inputs, comparison: Comparison | None, facets: list[str]) -> tuple[Bridges | None, str | None]:
    if comparison is None:
        return None, None
    try:
        return bridge_runs(corners_of(inputs, comparison.baseline, comparison.candidate), facets), None
    except NothingToScore as error:
        return None, str(error).replace(f"{inputs.version.path.rpartition('/')[0]}/", "")


def _builds(inputs: Inputs, scores: list[RunScore], findings: list[Finding]) -> tuple[Build, ...]:
    """Every build of the set, those that the newest runs searched first; none at all is a build without a corpus."""
    testset = inputs.testset
    paths = {} if testset is None else testset.corpora
    corpora = {name: inputs.build(path) for name, path in paths.items()}
    order = list(dict.fromkeys([*(score.build for score in reversed(scores)), *corpora])) or [None]
    unknown = [case for case in inputs.version.cases if case.supporting is not None and not case.is_held_back]
    labelled = [case for case in unknown if case.labels]
    found = []
    for name in order:
        corpus = None if name is None else corpora[name]
        unscored: dict[str, Sequence[Placed]] = {case.query_id: () for case in unknown}
        if labelled:
            labels = resolve(labelled, corpus).labels
            unscored |= {case.query_id: places for case, places in zip(labelled, labels, strict=True)}
        shown = None if corpus is None else masked_build(corpus, findings)
        found.append(Build(shown, inputs.scored(corpus), unscored))
    return tuple(found)
