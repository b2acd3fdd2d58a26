"""What the rules look at: a version with its settings and, where they are known, the set, its builds and its runs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import pairwise

import msgspec

from gold.check.told.against import Step, Told, hold, step
from gold.check.told.sections import Section, sections
from gold.model.annotation import Adjudications
from gold.model.bare import BareCases
from gold.model.case import Case, Label
from gold.model.corpus import Corpus
from gold.model.lock import Lock
from gold.model.look import Ledger
from gold.model.run import Run
from gold.model.settings import Settings
from gold.model.testset import SETTINGS, TestSet
from gold.model.version import Version
from gold.resolve.resolution import Placed, Resolution


class Subject(msgspec.Struct, frozen=True, dict=True):
    """`resolution` is that of all cases of the version in `build`, the one that the newest run searched.

    `lines` are those of the settings' fields; `sidecar_lines` and `sidecar_paths` are by the run's name.
    """

    version: Version
    settings: Settings
    testset: TestSet | None = None
    lines: Mapping[str, int] = {}
    builds: Sequence[Corpus] = ()
    resolution: Resolution | None = None
    runs: Sequence[Run] = ()
    sidecar_paths: Mapping[str, str] = {}
    sidecar_lines: Mapping[str, Mapping[str, int]] = {}
    versions: Mapping[int, Version] = {}
    lock: Lock | None = None
    digests: Mapping[int, str] = {}
    """The digest that each frozen version's file has now."""
    adjudications: Adjudications | None = None
    ledger: Ledger | None = None
    refused: frozenset[str] = frozenset()
    """The ids of records that were refused, and that may be held back."""

    @cached_property
    def cases(self) -> tuple[Case, ...]:
        """The cases that live: retired ones are out of reach of every rule, and bare judgments are no cases."""
        if isinstance(self.version.cases, BareCases):
            return ()
        return tuple(case for case in self.version.cases if case.status != "retired")

    @cached_property
    def hidden(self) -> frozenset[str]:
        """The ids that any version of the set holds back: no message names them."""
        return self.refused | {case.query_id for case in held_back((self.version, *self.versions.values()))}

    @cached_property
    def open_ids(self) -> frozenset[str]:
        """The ids of questions that no version of the set holds back: what else a run has is not counted."""
        return (
            frozenset(i for version in (self.version, *self.versions.values()) for i in version.query_ids) - self.hidden
        )

    @cached_property
    def line_of(self) -> dict[str, int]:
        """The line of each case."""
        return dict(zip(self.version.query_ids, self.version.lines, strict=True))

    @property
    def answer_grade(self) -> int:
        return self.settings.answer_grade_of(self.version)

    @property
    def build(self) -> Corpus | None:
        return None if self.resolution is None else self.resolution.corpus

    @cached_property
    def places(self) -> dict[str, tuple[Placed, ...]]:
        """Where the labels of each case lie in the build; empty without one."""
        if self.resolution is None:
            return {}
        return dict(zip(self.version.query_ids, self.resolution.labels, strict=True))

    def placed(self) -> Iterator[tuple[Case, Label, Placed]]:
        """Every label of every living case with where it lies in the build."""
        for case in self.cases:
            for label, place in zip(case.labels, self.places.get(case.query_id, ()), strict=False):
                yield case, label, place

    def texts(self, place: Placed) -> list[str]:
        """The texts of the passages that hold a label."""
        build = self.build
        return [] if build is None else [build.by_id[name].text for name in place.passages]

    def build_of(self, run: Run) -> Corpus | None:
        """The build that a run says it searched, or the only one there is; None where that is not known."""
        if run.sidecar.corpus is None:
            return self.builds[0] if len(self.builds) == 1 else None
        return next((build for build in self.builds if build.id == run.sidecar.corpus), None)

    @cached_property
    def steps(self) -> tuple[Step, ...]:
        """What changed from each version of the set to the next."""
        return tuple(step(self.versions[one], self.versions[two]) for one, two in pairwise(sorted(self.versions)))

    @cached_property
    def told(self) -> tuple[tuple[Step, Section | None, Told], ...]:
        """Each step with the changelog's section of its version, and in what the two do not agree."""
        text = None if self.testset is None else self.testset.changelog
        by_number = {} if text is None else {section.number: section for section in reversed(sections(text))}
        found = [(change, by_number.get(change.new.number or 0)) for change in self.steps]
        return tuple((change, s, Told() if s is None else hold((s,), change)) for change, s in found)

    def setting(self, field: str) -> int | None:
        """The line of a field of the settings."""
        return self.lines.get(field)

    @property
    def settings_path(self) -> str:
        return SETTINGS if self.testset is None else f"{self.testset.folder}/{SETTINGS}"


def held_back(versions: Iterable[Version]) -> Iterator[Case]:
    """The held-back cases of some versions, retired ones too."""
    for version in versions:
        if not isinstance(version.cases, BareCases):
            yield from (case for case in version.cases if case.is_held_back)
