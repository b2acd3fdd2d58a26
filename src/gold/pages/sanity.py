"""What a look at the numbers shows: lengths, empty and repeated passages, labels a case."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from statistics import median
from typing import NamedTuple

from gold.model.corpus import Corpus
from gold.pages.bins import DOCUMENT, LABELS, PASSAGE, WORDS, Bins, bins
from gold.pages.material import Material
from gold.pages.numbers import grouped, share

Facts = tuple[tuple[str, str], ...]


class BuildSanity(NamedTuple):
    """One build in numbers, and its lengths in bins."""

    name: str
    facts: Facts
    bins: tuple[Bins, ...]


def build_sanity(material: Material) -> tuple[BuildSanity, ...]:
    """Each build of the set."""
    return tuple(
        _sanity(build.corpus.id, build.scored.resolution.corpus or build.corpus)
        for build in material.builds
        if build.corpus is not None
    )


def _sanity(name: str, corpus: Corpus) -> BuildSanity:
    passages = corpus.passages
    document: Counter[str] = Counter()
    for passage in passages:
        document[passage.doc_id] += len(passage.text)
    lengths = [len(passage.text) for passage in passages]
    texts = Counter(passage.text for passage in passages if passage.text)
    facts = (
        ("documents", grouped(len(document))),
        ("characters a document", spread(list(document.values()))),
        ("passages", grouped(len(passages))),
        ("characters a passage", spread(lengths)),
        ("empty passages", grouped(sum(not passage.text.strip() for passage in passages))),
        ("passages that repeat another", grouped(sum(n - 1 for n in texts.values()))),
        ("with a heading", share(sum(bool(passage.heading) for passage in passages), len(passages))),
        ("with a document version", share(sum(p.doc_version is not None for p in passages), len(passages))),
    )
    found = (
        bins("characters a document", "documents", list(document.values()), DOCUMENT),
        bins("characters a passage", "passages", lengths, PASSAGE),
    )
    return BuildSanity(name, facts, found)


def case_sanity(material: Material) -> Facts:
    """The questions and their labels."""
    cases = material.cases
    if not cases:
        return ()
    return (
        ("characters a question", spread([len(case.query) for case in cases])),
        ("words a question", spread([len(case.query.split()) for case in cases])),
        ("labels a case", spread([len(case.labels) for case in cases])),
        ("labels of positive grade a case", spread([sum(x.grade > 0 for x in case.labels) for case in cases])),
    )


def case_bins(material: Material) -> tuple[Bins, ...]:
    """The lengths of the questions and their numbers of labels, in bins."""
    cases = material.cases
    if not cases:
        return ()
    return (
        bins("words a question", "questions", [len(case.query.split()) for case in cases], WORDS),
        bins("labels a case", "cases", [len(case.labels) for case in cases], LABELS),
    )


def spread(values: Sequence[int]) -> str:
    """The least, the median and the greatest value."""
    return f"{grouped(min(values))} to {grouped(max(values))}, median {median(values):g}" if values else "none"
