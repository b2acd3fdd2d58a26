"""What the arguments of a command name: a test set, runs and builds, each read once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import date
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

import msgspec

from gold.cli.day import told_day
from gold.cli.numbered import by_number
from gold.cli.say import warn
from gold.cli.versions import Part, Versions, read_version
from gold.compare.freshness import day_of, newest_day
from gold.errors import GoldError, NothingToScore, Where
from gold.measure.measure import Measure, measure_on
from gold.model.bare import BareCases
from gold.model.case import UNCLASSIFIED
from gold.model.corpus import Corpus
from gold.model.run import Run
from gold.model.settings import DEFAULT_MEASURES, Settings
from gold.model.testset import SETTINGS, TestSet
from gold.model.version import Notice, Version
from gold.read.file import VERSION_ENDINGS, ending, within
from gold.read.mapping import field_lines
from gold.read.run import read_run, sidecar_of

if TYPE_CHECKING:
    from gold.cli.placed import Placing

Read = TypeVar("Read", Version, Run, Corpus)


@dataclass
class Inputs:
    """One version with the set that it belongs to, if any; what else is asked for is read at first use and kept.

    Of the part `open`, versions and runs are given out as if no case were held back: what is not there cannot leak.
    `read` is the version as it was read, `version` as it is given out.
    """

    testset: TestSet | None
    read: Version
    settings: Settings
    part: Part = "whole"
    corpora: dict[str, Corpus] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.versions = Versions(self.testset, self.read, self.settings, self.part)
        self.version = self.versions.shown

    @cached_property
    def placing(self) -> Placing:
        """Where the labels of its versions lie, and its runs' scores."""
        from gold.cli.placed import Placing  # not before the reading, as in cli/score.py

        return Placing(self)

    @property
    def answer_grade(self) -> int:
        return self.settings.answer_grade_of(self.version)

    def run(self, argument: str) -> Run:
        """A run by its path, or by its name in the set, as it is given out."""
        run = self.whole_run(argument)
        return self.opened(run) if self.part == "open" else run

    def opened(self, run: Run) -> Run:
        """A run as if no held-back question had been asked. Texts that it recorded for them must go too: read again."""
        if self.versions.hidden.isdisjoint(run.query_ids):
            return run
        if not run.texts:
            return run.without(self.versions.hidden)
        with within(self.settings.limits):
            return read_run(run.path, run.name, without=self.versions.hidden)

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

    def others(self, corpus: Corpus) -> list[Corpus]:
        """The set's other builds."""
        paths = () if self.testset is None else self.testset.corpora.values()
        return [self.build(path) for path in paths if path != corpus.path]

    def measures(self, asked: tuple[str, ...] = ()) -> list[Measure]:
        """The measures asked for, else the set's, else the usual ones; each once."""
        names = asked or self.settings.measures or DEFAULT_MEASURES
        try:
            return list(dict.fromkeys(measure_on(self.settings.grades, name) for name in names))
        except GoldError as error:
            if asked or self.testset is None:
                raise
            path = f"{self.testset.folder}/{SETTINGS}"
            raise GoldError(error.message, Where(path, field_lines(path).get("measures"), "measures")) from None

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
    from gold.read.testset import is_testset, no_version, read_testset

    place = Path(path)
    if not place.is_dir():
        owner = read_testset(str(place.parent)) if place.is_file() and is_testset(place.parent) else None
        settings = Settings() if owner is None else owner.settings
        return Inputs(owner, read_version(path, settings), settings, part)
    testset = read_testset(path)
    if not testset.versions:
        raise no_version(testset)
    newest = testset.versions[max(testset.versions)]
    return Inputs(testset, read_version(newest, testset.settings), testset.settings, part)


def _heard(read: Read) -> Read:
    """What was read, after its notices have been said."""
    for notice in read.notices:
        warn(notice)
    return read
