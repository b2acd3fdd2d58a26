"""What a set's material is put together from: builds, unscored runs, stable cases, steps from version to version."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property

import msgspec

from gold.check.told.against import Told
from gold.check.told.sections import Section
from gold.compare.versions.breaking import Break
from gold.compare.versions.change import Diff
from gold.compare.versions.guard import Guard
from gold.measure.laid_out import Scored
from gold.measure.score import RunScore
from gold.model.corpus import Corpus
from gold.model.run import Run
from gold.model.version import Version
from gold.resolve.resolution import Placed


class Build(msgspec.Struct, frozen=True, dict=True):
    """One corpus build with the version laid out on it; without a corpus, passage ids are taken as they are.

    `unscored` says where the labels of cases lie that are shown and not scored (those of unknown answer).
    """

    corpus: Corpus | None
    scored: Scored
    unscored: Mapping[str, Sequence[Placed]]

    @property
    def id(self) -> str | None:
        return None if self.corpus is None else self.corpus.id

    @cached_property
    def places(self) -> Mapping[str, Sequence[Placed]]:
        """Where the labels of each case of the site lie."""
        ids = self.scored.judged.query_ids
        return {**dict(zip(ids, self.scored.resolution.labels, strict=True)), **self.unscored}


class Unscored(msgspec.Struct, frozen=True):
    """A run that no number can be given for, and why."""

    run: Run
    why: str


class Stable(msgspec.Struct, frozen=True):
    """The stable cases, which count in no score of the set, and the runs that were asked them, oldest first."""

    version: Version
    scores: tuple[RunScore, ...]


class VersionStep(msgspec.Struct, frozen=True):
    """From one version to the next: what changed that may be shown, what the changelog says of it, and what it does.

    `breaks` are the cases that a system may fail now; `guard` the edits that make a failing case pass.
    """

    old: Version
    new: Version
    diff: Diff
    section: Section | None
    told: Told
    breaks: tuple[Break, ...]
    guard: Guard | None

    @property
    def title(self) -> str:
        return f"{self.old.shown} to {self.new.shown}"
