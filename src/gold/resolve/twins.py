"""The passages that labels lie in into the others of the build that say the same, and labels credited by those too."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence

import msgspec

from gold.model.corpus import Corpus
from gold.resolve.normal import normal
from gold.resolve.resolution import Placed, Resolution

MOST_TWINS = 10
"""A text that more other passages have than this is boilerplate: it answers nothing."""
Twins = Mapping[str, tuple[str, ...]]
"""For a passage that has twins, the others, in the order of the build."""


def letters_of(corpus: Corpus) -> list[str]:
    """What each passage says: its text in comparable form, without white space."""
    return [normal(passage.text).replace(" ", "") for passage in corpus.passages]


def holders_of(resolution: Resolution) -> frozenset[str]:
    """Every passage that holds a label, or a piece of one."""
    return frozenset(name for places in resolution.labels for placed in places for name in placed.passages)


def twins_of(corpus: Corpus, letters: Sequence[str], named: Collection[str]) -> dict[str, tuple[str, ...]]:
    """The twins of the named passages; `letters` are those of the build. A text without words has none."""
    chosen = [(passage.passage_id, text) for passage, text in zip(corpus.passages, letters, strict=True) if text]
    wanted = {text for name, text in chosen if name in named}
    found: dict[str, list[str]] = {}
    for name, text in chosen:
        if text in wanted:
            found.setdefault(text, []).append(name)
    several = [names for names in found.values() if 1 < len(names) <= MOST_TWINS + 1]
    return {one: tuple(name for name in names if name != one) for names in several for one in names if one in named}


def credited(resolution: Resolution, twins: Twins) -> Resolution:
    """The same resolution with each label held by the twins of its holders too, but for what the case has labelled."""
    return msgspec.structs.replace(resolution, labels=[tuple(_credited(places, twins)) for places in resolution.labels])


def _credited(places: Sequence[Placed], twins: Twins) -> Iterator[Placed]:
    seen = {name for placed in places for name in placed.passages}
    for placed in places:
        more = [name for one in placed.holders for name in twins.get(one, ()) if name not in seen]
        holders = tuple(dict.fromkeys((*placed.holders, *more)))
        yield msgspec.structs.replace(placed, holders=holders) if more else placed
