"""What the arguments of a command name: a test set, runs and builds, each read once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import date
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Literal, TypeVar

import msgspec

from gold.cli.day import told_day
from gold.cli.numbered import by_number
from gold.cli.say import say
from gold.compare.freshness import day_of, newest_day
from gold.errors import GoldError, NothingToScore
from gold.measure.laid_out import Scored, lay_out
from gold.measure.measure import Measure, parse_measure
from gold.measure.score import RunScore, Undefined, score_run
from gold.model.bare import BareCases
from gold.model.case import UNCLASSIFIED
from gold.model.corpus import Corpus
from gold.model.run import Run
from gold.model.settings import DEFAULT_MEASURES, Settings
from gold.model.testset import TestSet
from gold.model.version import Notice, Version
from gold.read.file import VERSION_ENDINGS, ending, read_bytes, within
from gold.read.run import read_run, sidecar_of
from gold.resolve.as_given import take_as_given
from gold.resolve.resolution import Resolution
from gold.resolve.twins import Twins, credited, holders_of, letters_of, twins_of

if TYPE_CHECKING:
    from gold.compare.repeats import Repeats

HELD_BACK = b"held_back"
Read = TypeVar("Read", Version, Run, Corpus)
Part = Literal["open", "whole", "looked at"]
"""What of a set is given out: `open` is all that may be shown, `whole` is for what writes versions, `looked at` scores
the held-back cases too."""


@dataclass
class Inputs:
    """One version with the set that it belongs to, if any; what else is asked for is read at first use and kept.

    Of the part `open`, versions and runs are given out as if no case were held back: what is not there cannot leak.
    `read` is the version as it was read.
    """

    testset: TestSet | None
    version: Version
    settings: Settings
    part: Part = "whole"
    corpora: dict[str, Corpus] = field(default_factory=dict)
    versions: dict[int, Version | None] = field(default_factory=dict)
    given: dict[str, Version] = field(default_factory=dict)
    laid_out: dict[str | None, Scored] = field(default_factory=dict)
    resolutions: dict[str | None, Resolution] = field(default_factory=dict)
    laid_out_then: dict[tuple[int | None, str | None], Scored] = field(default_factory=dict)
    repeated: dict[str, Repeats] = field(default_factory=dict)
    with_twins: dict[str, Scored | None] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.read = self.version
        if self.part == "open":
            self.version = self.read.without(self.hidden)

    @property
    def answer_grade(self) -> int:
        return self.version.answer_grade or self.settings.answer_grade

    def run(self, argument: str) -> Run:
        """A run by its path, or by its name in the set, as it is given out."""
        run = self.whole_run(argument)
        return self.opened(run) if self.part == "open" else run

    def opened(self, run: Run) -> Run:
        """A run as if no held-back question had been asked. Texts that it recorded for them must go too: read again."""
        if self.hidden.isdisjoint(run.query_ids):
            return run
        if not run.texts:
            return run.without(self.hidden)
        with within(self.settings.limits):
            return read_run(run.path, run.name, without=self.hidden)

    def whole_run(self, argument: str) -> Run:
        """The same as it was read."""
        known = {} if self.testset is None else self.testset.runs
        with within(self.settings.limits):
            if argument in known and not Path(argument).is_file():
                return _heard(read_run(known[argument], argument))
            if not Path(argument).exists() and known:
                raise GoldError(f"{argument}: no such file, nor a run of the set: it has {', '.join(known)}")
            if not Path(argument).exists() and self.testset is not None:
                lay = "let your search answer the questions of gold questions, and lay runs/NAME.jsonl"
                raise GoldError(f"{argument}: no such file, and the set has no runs yet: {lay}, with NAME.yaml beside")
            return _heard(read_run(argument))

    def runs(self, arguments: Sequence[str]) -> list[Run]:
        """Several runs, each read once; different runs of one name are told apart by what was typed."""
        read = {argument: self.run(argument) for argument in arguments}
        names = Counter(run.name for run in read.values())
        told = {a: run if names[run.name] == 1 else msgspec.structs.replace(run, name=a) for a, run in read.items()}
        return [told[argument] for argument in arguments]

    def run_names(self) -> tuple[str, ...]:
        """The names of the set's runs. Error: it has none."""
        if self.testset is None or not self.testset.runs:
            raise GoldError(f"{self.version.path}: the set has no runs: name a run's file")
        return tuple(self.testset.runs)

    def corpus(self, argument: str | None, run: Run | None = None) -> Corpus | None:
        """The build to resolve against: the one asked for, else the run's, else the set's only one, else none."""
        known = {} if self.testset is None else self.testset.corpora
        wanted = argument or (run.sidecar.corpus if run is not None else None)
        if wanted is None:
            if len(known) > 1:
                which = "" if run is None else f" that {run.name} searched"
                raise GoldError(f"the set has several builds, {', '.join(known)}: name the one{which} with --corpus")
            wanted = next(iter(known), None)
        if wanted is None:
            return None
        path = known.get(wanted, wanted if argument else None)
        if path is None or not Path(path).exists():
            listed = f"the set has {', '.join(known)}" if known else "the set has none"
            named = "" if argument or run is None else f", which the sidecar of {run.path} names"
            home = "" if self.testset is None else f"; a build is a file {self.testset.folder}/corpora/<id>.jsonl"
            raise GoldError(f"no corpus build {wanted!r}{named}: {listed}{home}")
        said = None if run is None else run.sidecar.corpus
        if run is not None and argument and said and known.get(said, said) != path:
            warn(Notice(run.path, None, f"searched {said}, as its sidecar says, and is scored on {argument}"))
        return self.build(path)

    def build(self, path: str) -> Corpus:
        """One build by its path, read once."""
        if path not in self.corpora:
            from gold.read.corpus import read_corpus

            with within(self.settings.limits):
                self.corpora[path] = _heard(read_corpus(path))
        return self.corpora[path]

    def declared(self, run: Run) -> Version | None:
        """The version that the run says it was asked, if it is another one of this set."""
        number = run.sidecar.version_number
        if number is None or number == self.version.number or self.testset is None:
            return None
        if number not in self.testset.versions and number not in self.versions:
            warn(Notice(run.path, None, f"declares version v{number}, which the set does not have"))
        return self._given(self._other_version(number, self.testset))

    def _given(self, version: Version | None) -> Version | None:
        if version is None or self.part != "open":
            return version
        return self.given.setdefault(version.path, version.without(self.hidden))

    def numbered(self, number: int) -> Version:
        """Another version of the set, by its number."""
        known = {} if self.testset is None else self.testset.versions
        version = None if self.testset is None else self._given(self._other_version(number, self.testset))
        if version is None:
            listed = ", ".join(f"v{one}" for one in sorted(known)) or "no numbered one"
            raise GoldError(f"no version v{number}: the set has {listed}")
        return version

    def _other_version(self, number: int, testset: TestSet) -> Version | None:
        if number not in self.versions:
            path = testset.versions.get(number)
            self.versions[number] = None if path is None else read_version(path, self.settings)
        return self.versions[number]

    def all_versions(self) -> dict[int, Version]:
        """Every numbered version of the set as it is given out, this one among them."""
        whole = self.whole_versions()
        given = {number: self._given(version) for number, version in whole.items() if number != self.version.number}
        mine = {} if self.version.number is None else {self.version.number: self.version}
        return dict(sorted({**{n: v for n, v in given.items() if v is not None}, **mine}.items()))

    def whole_versions(self) -> dict[int, Version]:
        """Every numbered version of the set as it was read, this one among them, each read once."""
        found = {} if self.read.number is None else {self.read.number: self.read}
        if self.testset is not None:
            for number in self.testset.versions:
                other = self.read if number in found else self._other_version(number, self.testset)
                found |= {} if other is None else {number: other}
        return dict(sorted(found.items()))

    @cached_property
    def hidden(self) -> frozenset[str]:
        """The ids that any version of the set holds back: no output names them."""
        versions = [self.read]
        for number, path in ({} if self.testset is None else self.testset.versions).items():
            if self.testset is not None and number != self.read.number and self._holds_back(path):
                other = self._other_version(number, self.testset)
                versions += [] if other is None else [other]
        cases = (case for version in versions if not isinstance(version.cases, BareCases) for case in version.cases)
        return frozenset(case.query_id for case in cases if case.is_held_back)

    @cached_property
    def stable_ids(self) -> frozenset[str]:
        """The ids of the stable cases: a run that answers them too answers nothing strange."""
        from gold.cli.stable_cases import stable_version  # few runs answer what the set does not ask

        version = stable_version(self)
        return frozenset() if version is None else frozenset(version.query_ids)

    @cached_property
    def hidden_queries(self) -> frozenset[str]:
        """The words of those cases in every version that has them."""
        versions = [self.read, *(version for version in self.versions.values() if version is not None)]
        return frozenset(v.by_id[name].query for name in self.hidden for v in versions if name in v.by_id)

    def _holds_back(self, path: str) -> bool:
        with within(self.settings.limits):
            return HELD_BACK in read_bytes(path)

    def scored(self, corpus: Corpus | None) -> Scored:
        """The version laid out on one build."""
        key = None if corpus is None else corpus.path
        if key not in self.laid_out:
            looked = self.part == "looked at"
            self.laid_out[key] = lay_out(self.version, self.resolution(corpus), self.answer_grade, looked=looked)
        return self.laid_out[key]

    def scored_then(self, version: Version, corpus: Corpus | None) -> Scored:
        """Another version of the set laid out on one build."""
        key = (version.number, None if corpus is None else corpus.path)
        if key not in self.laid_out_then:
            from gold.resolve.resolve import resolve  # starting it costs as much as a small run

            grade = version.answer_grade or self.settings.answer_grade
            self.laid_out_then[key] = lay_out(version, resolve(version.cases, corpus), grade)
        return self.laid_out_then[key]

    def resolution(self, corpus: Corpus | None) -> Resolution:
        """Where every label of the version lies in one build."""
        key = None if corpus is None else corpus.path
        if key not in self.resolutions:
            self.resolutions[key] = self._resolved(corpus, self.version)
        return self.resolutions[key]

    def whole_resolution(self, corpus: Corpus) -> Resolution:
        """The same of the version as it was read, for the rules."""
        return self.resolution(corpus) if self.version is self.read else self._resolved(corpus, self.read)

    def _resolved(self, corpus: Corpus | None, version: Version) -> Resolution:
        if corpus is None:
            return take_as_given(version.cases)
        from gold.resolve.resolve import resolve  # starting it costs as much as a small run

        return resolve(version.cases, corpus, self._earlier(corpus, version))

    def score(
        self,
        run: Run,
        measures: list[Measure],
        facets: list[str],
        corpus: str | None = None,
        undefined: Undefined = "skip",
    ) -> RunScore:
        """One run, scored on the build that it searched."""
        scored = self.scored(self.corpus(corpus, run))
        score = score_run(scored, run, measures, facets, declared=self.declared(run), undefined=undefined)
        if not score.named.extra or self.stable_ids.isdisjoint(score.named.extra):
            return score
        extra = tuple(query_id for query_id in score.named.extra if query_id not in self.stable_ids)
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
            resolution = credited(self.resolution(corpus), twins)
            looked = self.part == "looked at"
            laid_out = lay_out(self.version, resolution, self.answer_grade, looked=looked) if twins else None
            self.with_twins[corpus.path] = laid_out
        scored = self.with_twins[corpus.path]
        if scored is None:
            return None
        return score_run(scored, score.run, score.measures, declared=score.declared, undefined=score.undefined)

    def _twins(self, corpus: Corpus, resolution: Resolution) -> Twins:
        known = self.repeated.get(corpus.path)
        return twins_of(corpus, letters_of(corpus), holders_of(resolution)) if known is None else known.twins

    def measures(self, asked: tuple[str, ...] = ()) -> list[Measure]:
        """The measures asked for, else the set's, else the usual ones; each once."""
        names = asked or self.settings.measures or DEFAULT_MEASURES
        return list(dict.fromkeys(parse_measure(name) for name in names))

    def facets(self, asked: tuple[str, ...] = ()) -> list[str]:
        """The facets asked for, else those of the set's that any case has."""
        if asked:
            return list(dict.fromkeys(asked))
        cases = self.version.cases
        if isinstance(cases, BareCases):
            return []
        return [f for f in self.settings.facets if any(case.classes(f) != (UNCLASSIFIED,) for case in cases)]

    def newest_day(self) -> date | None:
        """What ages are taken against: SOURCE_DATE_EPOCH where it is set, else the newest date of the set's files."""
        told = told_day()
        if told is not None:
            return day_of(told)
        runs = () if self.testset is None else self.testset.runs.values()
        cases = () if isinstance(self.version.cases, BareCases) else self.version.cases
        judged = (label.at for case in cases for label in case.labels)
        return newest_day((*(sidecar_of(path).date for path in runs), *judged))

    def _earlier(self, corpus: Corpus | None, version: Version) -> list[Corpus]:
        """The set's other builds, where an unquoted label of another document version needs their text."""
        if corpus is None or self.testset is None:
            return []
        now = {passage.passage_id: passage.doc_version for passage in corpus.passages}
        doubtful = any(
            label.quote is None
            and label.doc_version is not None
            and now.get(label.passage_id or "") != label.doc_version
            for case in version.cases
            for label in case.labels
        )
        return self.others(corpus) if doubtful else []

    def others(self, corpus: Corpus) -> list[Corpus]:
        """The set's other builds."""
        paths = () if self.testset is None else self.testset.corpora.values()
        return [self.build(path) for path in paths if path != corpus.path]


def open_inputs(path: str, part: Part = "open") -> Inputs:
    """A set's folder (its newest version, or that of `folder@v2`), a version file, or a qrels file."""
    path = by_number(path)
    if Path(path).is_dir() or ending(path) in VERSION_ENDINGS:
        inputs = _from_set(path, part)
    else:
        from gold.read.qrels import read_qrels

        inputs = Inputs(None, read_qrels(path), Settings(), part)
    if not inputs.read.cases:
        raise NothingToScore(f"{inputs.version.path}: holds no case")
    _heard(inputs.read)
    return inputs


def _from_set(path: str, part: Part) -> Inputs:
    """A set's newest version, or the version file that is named, with the set around it if there is one."""
    from gold.read.testset import is_testset, read_testset

    place = Path(path)
    if not place.is_dir():
        owner = read_testset(str(place.parent)) if place.is_file() and is_testset(place.parent) else None
        settings = Settings() if owner is None else owner.settings
        return Inputs(owner, read_version(path, settings), settings, part)
    testset = read_testset(path)
    if not testset.versions:
        raise NothingToScore(f"{path}: no version: a version is a file {testset.name}-v1.jsonl")
    newest = testset.versions[max(testset.versions)]
    return Inputs(testset, read_version(newest, testset.settings), testset.settings, part)


def read_version(path: str, settings: Settings) -> Version:
    """One version file; its reader is started only where there is one."""
    from gold.read.cases import read_version as read

    with within(settings.limits):
        return read(path, settings)


def _heard(read: Read) -> Read:
    """What was read, after its notices have been said."""
    for notice in read.notices:
        warn(notice)
    return read


def warn(notice: Notice) -> None:
    """Say what was read kindly, on stderr."""
    say(f"warning: {notice}", err=True)
