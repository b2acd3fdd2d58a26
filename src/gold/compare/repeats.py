"""Where labels lie in a build into the passages that say the same, or nearly: what a run may show without credit."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import msgspec
import numpy as np

from gold.compare.near_passages import near_passages
from gold.model.case import Case
from gold.model.corpus import Corpus
from gold.resolve.resolution import Resolution
from gold.resolve.twins import MOST_TWINS, Twins, holders_of, letters_of, twins_of


class Repeat(msgspec.Struct, frozen=True):
    """A passage that holds labels, and what repeats it: `near` with its likeness in letters, the likest first.

    `query_ids` are the cases that label it, and not all that repeats it.
    """

    passage_id: str
    query_ids: tuple[str, ...]
    twins: tuple[str, ...]
    near: tuple[tuple[str, float], ...]


class Repeats(msgspec.Struct, frozen=True):
    """The repeated passages that hold labels in one build, in its order; `twins` of all that have some."""

    build: str
    rows: tuple[Repeat, ...]
    twins: Twins


def repeats(cases: Sequence[Case], resolution: Resolution, corpus: Corpus) -> Repeats:
    """What repeats the passages that hold the labels of these cases, and is not labelled beside them."""
    named = holders_of(resolution)
    letters = letters_of(corpus)
    twins = twins_of(corpus, letters, named)
    near = _near(corpus, letters, named)
    wanted = twins.keys() | near.keys()
    held: dict[str, dict[str, frozenset[str]]] = {}
    for case, places in zip(cases, resolution.labels, strict=True):
        names = frozenset(name for placed in places for name in placed.passages)
        for name in names & wanted:
            held.setdefault(name, {})[case.query_id] = names
    ids = (passage.passage_id for passage in corpus.passages)
    rows = (_repeat(name, held[name], twins.get(name, ()), near.get(name, ())) for name in ids if name in wanted)
    return Repeats(corpus.id, tuple(row for row in rows if row.query_ids), twins)


def _near(corpus: Corpus, letters: Sequence[str], named: frozenset[str]) -> dict[str, list[tuple[str, float]]]:
    """What says nearly the same as each; where that is more than there may be twins, it is a form."""
    passages = corpus.passages
    found: dict[str, list[tuple[str, float]]] = {}
    for one, other, likeness in near_passages(letters, np.array([p.passage_id in named for p in passages], np.bool_)):
        found.setdefault(passages[one].passage_id, []).append((passages[other].passage_id, likeness))
    return {name: sorted(some, key=lambda it: -it[1]) for name, some in found.items() if len(some) <= MOST_TWINS}


def _repeat(
    name: str, held: Mapping[str, frozenset[str]], twins: Sequence[str], near: Sequence[tuple[str, float]]
) -> Repeat:
    def unlabelled(other: str) -> bool:
        return any(other not in names for names in held.values())

    others = [*twins, *(other for other, _ in near)]
    return Repeat(
        name,
        tuple(query_id for query_id, names in held.items() if any(other not in names for other in others)),
        tuple(filter(unlabelled, twins)),
        tuple((other, likeness) for other, likeness in near if unlabelled(other)),
    )


def differences(one: str, other: str) -> Iterator[tuple[str, str]]:
    """The runs of words in which two texts differ: those of one, those of the other in their place."""
    from rapidfuzz.distance import Indel  # starting it costs more than most commands

    words = one.split(), other.split()
    left: list[str] = []
    right: list[str] = []
    for step in Indel.opcodes(*words):
        if step.tag != "equal":
            left += words[0][step.src_start : step.src_end]
            right += words[1][step.dest_start : step.dest_end]
        elif left or right:
            yield " ".join(left), " ".join(right)
            left, right = [], []
    if left or right:
        yield " ".join(left), " ".join(right)
