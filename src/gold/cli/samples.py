"""What the arguments of `gold agreement` name: samples, pooled, without held-back cases, with the set around them."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import NamedTuple

import msgspec

from gold.cli.inputs import Inputs, open_inputs
from gold.cli.say import warn
from gold.errors import GoldError, NothingToScore, Refuse, stop
from gold.measure.agreement.ratings import Ratings, ratings_of
from gold.model.annotation import Annotation, Sample
from gold.model.settings import Settings
from gold.model.testset import TestSet
from gold.model.version import Version
from gold.read.annotations import read_sample, refuse_repeats
from gold.read.file import within
from gold.read.testset import is_testset


class Pooled(NamedTuple):
    """Samples without what is held back, and the set that they belong to, if any."""

    samples: list[Sample]
    ratings: Ratings
    inputs: Inputs | None


def open_samples(arguments: Sequence[str]) -> Pooled:
    """Read every sample that the arguments name. Errors: no sample, no judgment, samples of several sets."""
    paths: list[str] = []
    sets: list[str] = []
    for argument in arguments:
        if Path(argument).is_dir():
            sets.append(argument)
            paths += _of_set(argument)
        else:
            paths.append(argument)
            sets += _owner(argument)
    homes = {str(Path(home).resolve()): home for home in sets}
    if len(homes) > 1:
        raise GoldError(f"samples of several sets, {', '.join(homes.values())}: give those of one")
    inputs = open_inputs(next(iter(homes.values()))) if homes else None
    samples = read_samples(list(dict.fromkeys(paths)), inputs.settings if inputs else Settings())
    for sample in samples:
        for notice in sample.notices:
            warn(notice)
    if inputs is not None:
        samples = open_rows(samples, inputs)
    if not any(sample.annotations for sample in samples):
        raise NothingToScore("no judgment in it: fill in the grade, and the annotator, of each row")
    return Pooled(samples, pooled(samples), inputs)


def _of_set(folder: str) -> list[str]:
    if not is_testset(Path(folder)):
        raise GoldError(f"{folder}: no test set: name the samples themselves, or the set's folder")
    testset = open_inputs(folder).testset
    found = [] if testset is None else list(testset.samples.values())
    if not found:
        raise NothingToScore(f"{folder}: no sample: a sample is a file agreement/<name>.csv")
    return found


def _owner(path: str) -> list[str]:
    """The set whose sample a file is, if it is one's."""
    folder = Path(path).absolute().parent
    return [str(folder.parent)] if folder.name == "agreement" and is_testset(folder.parent) else []


def read_samples(paths: Sequence[str], settings: Settings, refuse: Refuse = stop) -> list[Sample]:
    """Several samples; nobody may have judged one item twice at one time, in two files either."""
    with within(settings.limits):
        samples = [read_sample(path, refuse, settings.grades) for path in paths]
    if len(samples) > 1:
        refuse_repeats(samples, refuse)
    return samples


def samples_of(testset: TestSet) -> list[Sample]:
    """All samples of a set."""
    return read_samples(list(testset.samples.values()), testset.settings)


def open_rows(samples: Sequence[Sample], inputs: Inputs) -> list[Sample]:
    """The samples with the ids of the set, without the judgments of its held-back cases, by id or by text."""
    hidden = inputs.versions.hidden  # it reads the versions that hold anything back
    if hidden:
        hidden |= inputs.versions.hidden_queries
    return [_shown(named_by_text(sample, inputs.version), hidden) for sample in samples]


def _shown(sample: Sample, hidden: frozenset[str]) -> Sample:
    return _kept(sample, [a.query_id not in hidden for a in sample.annotations]) if hidden else sample


def _kept(sample: Sample, kept: list[bool]) -> Sample:
    if all(kept):
        return sample
    rows = [at for at, keep in enumerate(kept) if keep]
    return msgspec.structs.replace(
        sample,
        annotations=[sample.annotations[at] for at in rows],
        lines=[sample.lines[at] for at in rows],
    )


def named_by_text(sample: Sample, version: Version) -> Sample:
    """A sample that names questions by their text, as Quepid does, with the id of the one case of that text."""
    strangers = {a.query_id for a in sample.annotations}.difference(version.query_ids)
    if not strangers:
        return sample
    ids: dict[str, str | None] = {}
    for case in version.cases:
        ids[case.query] = None if case.query in ids else case.query_id
    if not strangers & ids.keys():
        return sample
    return msgspec.structs.replace(sample, annotations=list(map(partial(_named, ids, strangers), sample.annotations)))


def _named(ids: dict[str, str | None], strangers: set[str], row: Annotation) -> Annotation:
    known = ids.get(row.query_id) if row.query_id in strangers else None
    return row if known is None else msgspec.structs.replace(row, query_id=known)


def pooled(samples: Sequence[Sample]) -> Ratings:
    """All judgments of several samples as columns."""
    models = {name for sample in samples if sample.drawn for name in sample.drawn.models}
    annotations = samples[0].annotations if len(samples) == 1 else [a for s in samples for a in s.annotations]
    return ratings_of(annotations, models)
