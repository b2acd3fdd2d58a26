"""The versions of a set placed on its builds, and runs scored there; each placed once."""

from __future__ import annotations

from functools import cache, cached_property
from typing import TYPE_CHECKING

import msgspec

from gold.measure.laid_out import Scored, lay_out
from gold.measure.measure import Measure
from gold.measure.score import RunScore, Undefined, score_run
from gold.model.corpus import Corpus
from gold.model.run import Run
from gold.model.version import Version
from gold.resolve.as_given import take_as_given
from gold.resolve.resolution import Resolution
from gold.resolve.twins import Twins, credited, holders_of, letters_of, twins_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from gold.cli.inputs import Inputs
    from gold.compare.repeats import Repeats
    from gold.resolve.lost import Loss
    from gold.resolve.quotes import Begin

WORTH_A_PROCESS = 5000
"""Passages from which a second process costs less than looking through half of them."""


class Placing:
    """Where labels lie, and what runs score there: kept by the path of the build, None for no build.

    `aside`: labels may be looked for in two processes.
    """

    aside = True

    def __init__(self, inputs: Inputs) -> None:
        self.inputs = inputs
        self.versions = inputs.versions
        self.laid_out: dict[str | None, Scored] = {}
        self.laid_out_then: dict[tuple[int | None, str | None], Scored] = {}
        self.resolutions: dict[str | None, Resolution] = {}
        self.repeated: dict[str, Repeats] = {}
        self.with_twins: dict[str, Scored | None] = {}

    def scored(self, corpus: Corpus | None) -> Scored:
        """The version laid out on one build."""
        key = None if corpus is None else corpus.path
        if key not in self.laid_out:
            self.laid_out[key] = self._lay_out(self.resolution(corpus))
        return self.laid_out[key]

    def scored_then(self, version: Version, corpus: Corpus | None) -> Scored:
        """Another version of the set laid out on one build."""
        key = (version.number, None if corpus is None else corpus.path)
        if key not in self.laid_out_then:
            from gold.resolve.resolve import resolve  # starting it costs as much as a small run

            grade = self.inputs.settings.answer_grade_of(version)
            self.laid_out_then[key] = lay_out(version, resolve(version.cases, corpus), grade)
        return self.laid_out_then[key]

    def resolution(self, corpus: Corpus | None) -> Resolution:
        """Where every label of the version lies in one build."""
        key = None if corpus is None else corpus.path
        if key not in self.resolutions:
            self.resolutions[key] = self._resolved(corpus, self.versions.shown)
        return self.resolutions[key]

    def whole_resolution(self, corpus: Corpus) -> Resolution:
        """The same of the version as it was read, for the rules."""
        read = self.versions.read
        return self.resolution(corpus) if self.versions.shown is read else self._resolved(corpus, read)

    def score(
        self,
        run: Run,
        measures: list[Measure],
        facets: list[str],
        corpus: str | None = None,
        undefined: Undefined = "skip",
    ) -> RunScore:
        """One run, scored on the build that it searched."""
        scored = self.scored(self.inputs.corpus(corpus, run))
        declared = self.versions.declared(run)
        score = score_run(scored, run, measures, facets, declared=declared, undefined=undefined)
        if not score.named.extra or self._stable_ids.isdisjoint(score.named.extra):
            return score
        extra = tuple(query_id for query_id in score.named.extra if query_id not in self._stable_ids)
        return msgspec.structs.replace(score, named=msgspec.structs.replace(score.named, extra=extra))

    def repeats(self, corpus: Corpus) -> Repeats:
        """What repeats the passages of a build that hold labels."""
        if corpus.path not in self.repeated:
            from gold.compare.repeats import repeats

            scored = self.scored(corpus)
            self.repeated[corpus.path] = repeats(scored.cases, scored.resolution, corpus)
        return self.repeated[corpus.path]

    def credited(self, score: RunScore) -> RunScore | None:
        """The same run with each label credited to the twins of its passages too; None where there are none."""
        corpus = score.scored.resolution.corpus
        if corpus is None:
            return None
        if corpus.path not in self.with_twins:
            twins = self._twins(corpus, score.scored.resolution)
            self.with_twins[corpus.path] = self._lay_out(credited(self.resolution(corpus), twins)) if twins else None
        scored = self.with_twins[corpus.path]
        if scored is None:
            return None
        return score_run(scored, score.run, score.measures, declared=score.declared, undefined=score.undefined)

    def losses(self, score: RunScore) -> Mapping[int, Loss]:
        """Of each case that cannot be won in the run's build, by its place, why: as the set's other builds tell."""
        from gold.measure.diagnosis import losses
        from gold.measure.ways import bar_of

        scored = score.scored
        if not (scored.answerable & ~scored.winnable).any():
            return {}
        corpus = scored.resolution.corpus
        beside = [(one, self.scored(one)) for one in ([] if corpus is None else self.inputs.others(corpus))]
        others = [(one, dict(zip(at.judged.query_ids, at.resolution.labels, strict=True))) for one, at in beside]
        return losses(scored, bar_of(score.measures, scored.answer_grade), others)

    @cached_property
    def _stable_ids(self) -> frozenset[str]:
        """The ids of the stable cases: a run that answers them too answers nothing strange."""
        from gold.cli.stable_cases import stable_version  # few runs answer what the set does not ask

        version = stable_version(self.inputs)
        return frozenset() if version is None else frozenset(version.query_ids)

    def _lay_out(self, resolution: Resolution) -> Scored:
        looked = self.versions.part == "looked at"
        return lay_out(self.versions.shown, resolution, self.inputs.answer_grade, looked=looked)

    def _resolved(self, corpus: Corpus | None, version: Version) -> Resolution:
        if corpus is None:
            return take_as_given(version.cases)
        from gold.resolve.resolve import resolve  # starting it costs as much as a small run

        return resolve(version.cases, corpus, self._earlier(corpus, version), self._begin(corpus))

    def _begin(self, corpus: Corpus) -> Begin:
        """What looks through half of a build: a process of its own where that pays."""
        if not self.aside or len(corpus.passages) < WORTH_A_PROCESS:
            return cache
        from gold.write.aside import begun, cores

        return begun if cores() > 1 else cache

    def _earlier(self, corpus: Corpus, version: Version) -> list[Corpus]:
        """The set's other builds, where an unquoted label of another document version needs their text."""
        if self.inputs.testset is None:
            return []
        now = {passage.passage_id: passage.doc_version for passage in corpus.passages}
        doubtful = any(
            label.quote is None
            and label.doc_version is not None
            and now.get(label.passage_id or "") != label.doc_version
            for case in version.cases
            for label in case.labels
        )
        return self.inputs.others(corpus) if doubtful else []

    def _twins(self, corpus: Corpus, resolution: Resolution) -> Twins:
        known = self.repeated.get(corpus.path)
        return twins_of(corpus, letters_of(corpus), holders_of(resolution)) if known is None else known.twins
