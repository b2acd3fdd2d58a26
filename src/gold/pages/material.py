"""What one set's pages are made of: its version, its builds, its scored runs and their comparison, as one value."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from datetime import date
from functools import cached_property
from typing import TYPE_CHECKING

import msgspec

from gold.check.told.sections import Section, sections
from gold.compare.bridge import Bridges
from gold.compare.composition import Failing
from gold.compare.repeats import Repeats
from gold.compare.runs import Change, Comparison, moved_by
from gold.curate.queue import Item, Subject, queue
from gold.measure.diagnosis import Diagnosis, diagnoses, losses
from gold.measure.measure import Measure
from gold.measure.pool import Pooled, pooled
from gold.measure.score import RunScore
from gold.measure.ways import Bar, bar_of, ways_of
from gold.model.annotation import Adjudication, Sample
from gold.model.case import Case
from gold.model.finding import Finding
from gold.model.lock import Lock
from gold.model.look import Ledger, Release
from gold.model.provenance import Input
from gold.model.testset import TestSet
from gold.model.version import Version
from gold.pages.ingredients import Build, Stable, Unscored, VersionStep
from gold.pages.judges import labels_by
from gold.pages.slugs import slugs

if TYPE_CHECKING:
    from gold.pages.disputes import Judged
    from gold.pages.floors import Floors
    from gold.pages.gates import GateLine
    from gold.pages.trust import Trust


class Material(msgspec.Struct, frozen=True, dict=True):
    """All that is known of one set. `scores` are oldest first; `why_not` says why there is no comparison.

    `bridges` lead from the baseline on the version that it was asked to the candidate on the newest one; without
    them `no_bridge` says why, unless nothing is compared at all.
    `failing` says what the run in use fails of each version.
    `samples` hold no judgment of a held-back case; `adjudications` are final grades by question and passage.
    `unlike` says in what baseline and candidate cannot be compared, which only the gates refuse.
    """

    testset: TestSet
    slug: str
    version: Version
    unseen: tuple[frozenset[str], frozenset[str]]
    """The ids of held-back cases and the words of their questions, which no prose may show."""
    facets: tuple[str, ...]
    measures: tuple[Measure, ...]
    builds: tuple[Build, ...]
    scores: tuple[RunScore, ...]
    unscored: tuple[Unscored, ...]
    baseline: RunScore | None
    candidate: RunScore | None
    comparison: Comparison | None
    why_not: str | None
    found: Callable[[], tuple[Finding, ...]] = tuple
    """Waits for the findings, which are looked for meanwhile."""
    files: Callable[[], tuple[Input, ...]] = tuple
    """Waits for the digests of the files that were read."""
    versions: Mapping[int, Version] = msgspec.field(default_factory=dict)
    steps: tuple[VersionStep, ...] = ()
    lock: Lock | None = None
    ledger: Ledger | None = None
    today: date | None = None
    """What ages are taken against: a date of the set, so that a build says the same on any day."""
    release: Release | None = None
    """What is published of the held-back part; None where this is no release."""
    bridges: Bridges | None = None
    no_bridge: str | None = None
    unlike: tuple[str, ...] = ()
    failing: Failing | None = None
    as_asked: Mapping[str, RunScore] = msgspec.field(default_factory=dict)
    """Late dated runs that were asked an older version, by name: their scores on that one."""
    glossary: tuple[str, ...] = ()
    repeats: Repeats | None = None
    """What repeats labelled passages of the build that is looked after."""
    credited: Mapping[str, RunScore] = msgspec.field(default_factory=dict)
    """Runs on builds where labelled passages have twins, by name: their scores with these credited."""
    stable: Stable | None = None
    """What runs make of the stable cases, where that is asked for."""
    english: Callable[[], AbstractSet[str]] = frozenset
    """The words of general English, read when asked for."""
    samples: tuple[Sample, ...] = ()
    adjudications: Mapping[tuple[str, str], Adjudication] = msgspec.field(default_factory=dict)

    @property
    def hidden(self) -> frozenset[str]:
        return self.unseen[0]

    @property
    def findings(self) -> tuple[Finding, ...]:
        """Everything that was found, in order, the files named from the set's folder."""
        return self.found()

    @property
    def in_order(self) -> tuple[Version, ...]:
        """Every version, oldest first; the one that is shown alone where it has no number."""
        return tuple(version for _, version in sorted(self.versions.items())) or (self.version,)

    @cached_property
    def cases(self) -> tuple[Case, ...]:
        """The cases that have a place on the site: confirmed and not held back, in the version's order."""
        return tuple(case for case in self.version.cases if case.is_shown)

    @cached_property
    def labels_by(self) -> Counter[str | None]:
        """How many labels each judge gave; None: they do not say."""
        return labels_by(self.cases)

    @cached_property
    def build_of(self) -> Mapping[str | None, Build]:
        return {build.id: build for build in self.builds}

    @cached_property
    def sections(self) -> Mapping[int, Section]:
        """The changelog's sections by the numbers of their versions."""
        return {section.number: section for section in reversed(sections(self.testset.changelog or ""))}

    @cached_property
    def bar(self) -> Bar:
        """What decides whether a case failed."""
        return bar_of(self.measures, self.builds[0].scored.answer_grade)

    @cached_property
    def diagnoses(self) -> Mapping[str, Sequence[Diagnosis | None]]:
        """For each scored run, by its name, what it made of each scored case."""
        corpora = [(build.id, build.corpus, build.places) for build in self.builds]
        lost = {}
        for build in self.builds:
            others = [(corpus, at) for name, corpus, at in corpora if name != build.id and corpus is not None]
            lost[build.id] = losses(build.scored, self.bar, others)
        ways = [ways_of(case, self.bar) for case in self.builds[0].scored.cases]  # the same in every build
        return {score.run.name: diagnoses(score, lost[score.build], ways) for score in self.scores}

    @property
    def queue_build(self) -> Build:
        """The build whose labels are looked after: the candidate's, else the first."""
        return self.builds[0] if self.candidate is None else self.build_of[self.candidate.build]

    @cached_property
    def queue(self) -> tuple[Item, ...]:
        """What a person should do next."""
        build, run = self.queue_build, self.candidate
        return queue(
            Subject(
                cases=self.cases,
                places=build.places,
                scored=build.scored,
                bar=self.bar,
                twins={} if self.repeats is None else self.repeats.twins,
                run=run,
                diagnoses=() if run is None else self.diagnoses[run.run.name],
                review_every=self.testset.settings.review_every,
                disputes={} if self.judged is None else self.judged.open_disputes(self),
                today=self.today,
            )
        )

    @property
    def headline(self) -> Measure:
        return self.measures[0]

    @cached_property
    def moved_by(self) -> Measure:
        return moved_by(self.measures)

    @cached_property
    def changes(self) -> Mapping[str, Change]:
        """The change of each compared case by `moved_by`."""
        if self.comparison is None:
            return {}
        return {change.query_id: change for change in self.comparison.changes[self.moved_by]}

    @cached_property
    def top_grade(self) -> int:
        """The highest grade that a judge may give: of the scale, else of the labels, and never under what answers."""
        scale = self.testset.settings.grades or [label.grade for case in self.cases for label in case.labels]
        return max(*scale, self.builds[0].scored.answer_grade, 1)

    @cached_property
    def pools(self) -> Mapping[str | None, tuple[tuple[RunScore, Pooled], ...]]:
        """By build the runs that searched it, each with how far its score rests on what was judged."""
        by_build: dict[str | None, list[RunScore]] = {}
        for score in self.scores:
            by_build.setdefault(score.build, []).append(score)
        return {name: tuple(zip(some, pooled(some, self.top_grade), strict=True)) for name, some in by_build.items()}

    @cached_property
    def paged(self) -> frozenset[str]:
        """The cases that get a page: all, or as many as the settings allow, those that lost most first."""
        ids = [case.query_id for case in self.cases]
        deltas = {query_id: change.delta for query_id, change in self.changes.items()}
        ids.sort(key=lambda query_id: deltas.get(query_id, 0.0))
        return frozenset(ids[: self.testset.settings.max_questions])

    @cached_property
    def judged(self) -> Judged | None:
        """What several annotators said; None for a set without samples."""
        if not self.testset.samples:
            return None
        from gold.pages.disputes import judged_of  # it costs what most sets do not need

        return judged_of(self)

    @cached_property
    def trust(self) -> tuple[Trust, ...]:
        """What the decision rests on, in sentences."""
        from gold.pages.trust import trust  # made of this

        return trust(self)

    @cached_property
    def gates(self) -> tuple[GateLine, ...]:
        """What each gate of the settings says."""
        from gold.pages.gates import gate_lines  # made of this

        return gate_lines(self)

    @cached_property
    def floors(self) -> Floors | None:
        """The candidate beside systems without any skill."""
        from gold.pages.floors import floors  # made of this

        return floors(self)

    @cached_property
    def slug_of(self) -> Mapping[str, str]:
        return slugs(case.query_id for case in self.cases)

    def href(self, query_id: str) -> str | None:
        """The address of a case's page from the set's folder; None where it has none."""
        return f"questions/{self.slug_of[query_id]}.html" if query_id in self.paged else None
