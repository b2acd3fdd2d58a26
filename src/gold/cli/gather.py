"""A set's folder into the material of its pages: everything read, placed, scored and compared."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache, partial
from pathlib import Path
from typing import NamedTuple

import msgspec

from gold.check.look import guarded, of_notices
from gold.check.privacy import masked_build, masked_diff, masked_run
from gold.check.subject import Subject
from gold.cli.diff_guard import guard_of
from gold.cli.inputs import Inputs, open_inputs
from gold.cli.open_findings import open_findings
from gold.cli.over_time import as_asked, failing_over, versions_of
from gold.cli.pair import pair_of, site_measures
from gold.cli.provenance import ReadOf, inputs_of
from gold.cli.stable_cases import score_stable, stable_version
from gold.cli.subjects import adjudications_of, found_in, frozen, ledger_of, subject_of
from gold.compare.repeats import Repeats
from gold.compare.versions.breaking import breaks
from gold.measure.score import RunScore
from gold.measure.ways import bar_of
from gold.model.annotation import Adjudications, Sample
from gold.model.finding import Finding
from gold.model.provenance import Input
from gold.model.run import Run
from gold.model.testset import TestSet
from gold.model.version import Version
from gold.pages.ingredients import Build, VersionStep
from gold.pages.material import Material
from gold.pages.slugs import slugs
from gold.read.english import english_words
from gold.read.testset import glossary_of
from gold.resolve.resolution import Placed
from gold.resolve.resolve import resolve
from gold.write.aside import begun

Tick = Callable[[str], None]
WORTH_A_PROCESS = 2000
"""Cases from which forking costs less than looking for what is wrong in them."""


def gather(
    folder: str, slug: str, tick: Tick, *, aside: bool = False, stable: bool = False, inputs: Inputs | None = None
) -> Material:
    """Read one set and compute all that its pages show; `tick` is told each step.

    `aside`: labels, and what is wrong in a large set, are looked for in a process of their own. `stable`: the stable
    cases are scored. `inputs`: the set, where it is open.
    """
    inputs = inputs or open_inputs(folder)
    measures, facets = site_measures(inputs), inputs.facets()
    read = _begun(inputs, tick, aside)
    pair = pair_of(inputs, [masked_run(run, inputs.settings) for run in read.runs], measures, facets)
    builds, hidden = _builds(inputs, pair.scores), inputs.versions.hidden
    in_use = (inputs.settings.production, *(score.run.name for score in pair.both))
    return Material(
        testset=read.testset if stable else msgspec.structs.replace(read.testset, stable=None),
        slug=slug,
        version=inputs.version,
        unseen=(hidden, inputs.versions.hidden_queries),
        facets=tuple(facets),
        measures=tuple(measures),
        builds=builds,
        **pair._asdict(),
        found=read.found,
        files=read.files,
        versions=inputs.versions.given(),
        steps=tuple(_steps(inputs, read.subject, read.runs)),
        lock=read.subject.lock,
        ledger=read.subject.ledger,
        today=inputs.newest_day(),
        repeats=_repeats(inputs, builds, pair.candidate),
        stable=score_stable(inputs, read.listed, pair.scores) if stable and read.listed is not None else None,
        credited={s.run.name: after for s in pair.scores if (after := inputs.placing.credited(s)) is not None},
        samples=read.samples,
        glossary=glossary_of(read.testset),
        as_asked=as_asked(inputs, pair.scores),
        english=english_words,
        failing=failing_over(inputs, versions_of(inputs), pair.scores, in_use),
        adjudications={(row.query_id, row.passage_id): row for row in read.final.rows if row.query_id not in hidden},
    )


class _Begun(NamedTuple):
    """What was read of a set: `runs` and `samples` without held-back cases, `final` and `subject` with all of them.

    `found` and `files` are being made.
    """

    testset: TestSet
    runs: list[Run]
    samples: tuple[Sample, ...]
    final: Adjudications
    subject: Subject
    listed: Version | None
    found: Callable[[], tuple[Finding, ...]]
    files: Callable[[], tuple[Input, ...]]


def _begun(inputs: Inputs, tick: Tick, aside: bool) -> _Begun:
    """Read all that the set has, and begin to look for what is wrong in it."""
    testset = inputs.testset
    assert testset is not None  # a folder is a set, or open_inputs refuses it
    inputs.placing.aside = aside
    whole_runs: list[Run] = []
    for name in testset.runs:
        tick(f"{testset.name}: {name}")
        whole_runs.append(inputs.whole_run(name))
    runs = [inputs.opened(run) for run in whole_runs]
    samples, final = _judged(inputs, testset)
    whole = _subject(inputs, testset, whole_runs, final)
    begin = begun if aside and len(inputs.version.cases) >= WORTH_A_PROCESS else cache
    found = begin(partial(_found, inputs, whole, runs, samples))
    listed = stable_version(inputs)
    versions = (*whole.versions.values(), *([] if listed is None else [listed]))
    hidden, queries = inputs.versions.hidden, inputs.versions.hidden_queries
    read = ReadOf(testset, versions, whole_runs, samples, final, whole.lock, hidden, queries)
    return _Begun(testset, runs, samples, final, whole, listed, found, begin(partial(inputs_of, read)))


def _judged(inputs: Inputs, testset: TestSet) -> tuple[tuple[Sample, ...], Adjudications]:
    """What annotators said of cases that are not held back, and the final grades."""
    from gold.cli.samples import open_rows, samples_of

    return tuple(open_rows(samples_of(testset), inputs)), adjudications_of(testset)


def _steps(inputs: Inputs, subject: Subject, runs: list[Run]) -> Iterator[VersionStep]:
    """What changed from version to version, without what any version holds back."""
    newest_first = sorted(runs, key=lambda run: run.age, reverse=True)
    given = inputs.versions.given()
    bar = bar_of(inputs.measures(), subject.answer_grade)
    for change, section, told in subject.told:
        diff = change.open.without(inputs.versions.hidden)
        old, new = given[change.old.number or 0], given[change.new.number or 0]
        yield VersionStep(
            old=old,
            new=new,
            diff=masked_diff(diff, subject.settings),
            section=section,
            told=told.without(inputs.versions.hidden),
            breaks=breaks(diff, old, new, bar.grade),
            guard=guard_of(inputs, old, new, diff, newest_first) if runs else None,
        )


def _subject(inputs: Inputs, testset: TestSet, runs: list[Run], final: Adjudications) -> Subject:
    """What the rules look at: the set with all its versions, held-back cases and all."""
    lock, digests = frozen(testset)
    return subject_of(
        testset,
        inputs.read,
        versions=inputs.versions.whole(),
        builds=[inputs.build(path) for path in testset.corpora.values()],
        runs=runs,
        resolution=inputs.placing.whole_resolution,
        lock=lock,
        ledger=ledger_of(testset),
        digests=digests,
        adjudications=final,
    )


def _found(inputs: Inputs, whole: Subject, runs: list[Run], samples: tuple[Sample, ...]) -> tuple[Finding, ...]:
    """The findings of a set in order, their files named from its folder: what is hidden only stops a build."""
    assert whole.testset is not None  # made from one
    found = [*found_in(whole), *guarded((f for s in samples for f in of_notices(s.notices)), [whole.version])]
    if inputs.versions.hidden:
        found = [*open_findings(inputs, whole, runs, found), *(f for f in found if f.hidden)]
    home = f"{whole.testset.folder.rstrip('/')}/"
    found.sort(key=lambda finding: finding.order)
    return tuple(msgspec.structs.replace(finding, file=finding.file.removeprefix(home)) for finding in found)


def set_slugs(folders: list[str]) -> dict[str, str]:
    """A folder name on the site for each set's folder."""
    names = [Path(folder).resolve().name for folder in folders]
    found = slugs(names)
    return {folder: found[name] for folder, name in zip(folders, names, strict=True)}


def _repeats(inputs: Inputs, builds: tuple[Build, ...], candidate: RunScore | None) -> Repeats | None:
    """What repeats labelled passages of the build that is looked after."""
    scored = builds[0].scored if candidate is None else candidate.scored
    corpus = scored.resolution.corpus
    return None if corpus is None else inputs.placing.repeats(corpus)


def _builds(inputs: Inputs, scores: Sequence[RunScore]) -> tuple[Build, ...]:
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
        shown = None if corpus is None else masked_build(corpus, inputs.settings)
        found.append(Build(shown, inputs.placing.scored(corpus), unscored))
    return tuple(found)
