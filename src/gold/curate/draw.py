"""A set's labels into a random sample of them, with each class of a facet by its share, to be judged again blindly."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from hashlib import blake2b
from typing import NamedTuple

from gold.model.case import Case
from gold.resolve.resolution import Placed


class Pair(NamedTuple):
    """A question and a passage that is labelled for it; `group` is the class that it stands for."""

    case: Case
    passage_id: str
    group: str


def labelled_pairs(cases: Iterable[Case], places: Mapping[str, Sequence[Placed]], facet: str | None) -> list[Pair]:
    """Every confirmed case that is not held back with each passage that shows a label of it first."""
    found: dict[tuple[str, str], Pair] = {}
    for case in cases:
        if not case.is_shown:
            continue
        group = case.classes(facet)[0] if facet else ""
        for placed in places.get(case.query_id, ()):
            for passage_id in placed.passages[:1]:
                found.setdefault((case.query_id, passage_id), Pair(case, passage_id, group))
    return list(found.values())


def draw(pairs: Sequence[Pair], n: int, seed: int) -> list[Pair]:
    """So many pairs (or all), from each group by its share; questions in random order, each with its pairs together.

    A pair is drawn by a digest of the seed and its ids: the order of the file changes nothing, and of two sizes the
    larger sample of a group holds the smaller one. Shares are rounded by largest remainders.
    """
    groups: dict[str, list[Pair]] = {}
    for pair in pairs:
        groups.setdefault(pair.group, []).append(pair)
    quotas = _quotas({name: len(group) for name, group in groups.items()}, min(n, len(pairs)))
    drawn: list[Pair] = []
    for name, group in groups.items():
        drawn += sorted(group, key=lambda pair: _digest(seed, pair.case.query_id, pair.passage_id))[: quotas[name]]
    return sorted(
        drawn, key=lambda p: (_digest(seed, p.case.query_id, ""), _digest(seed, p.case.query_id, p.passage_id))
    )


def _quotas(sizes: Mapping[str, int], n: int) -> dict[str, int]:
    """How many of each group; of equal remainders the larger group, then the first name, takes one more."""
    whole = sum(sizes.values())
    if not whole:
        return {}
    quotas = {name: n * size // whole for name, size in sizes.items()}
    rest = sorted(sizes, key=lambda name: (-(n * sizes[name] % whole), -sizes[name], name))
    for name in rest[: n - sum(quotas.values())]:
        quotas[name] += 1
    return quotas


def _digest(seed: int, query_id: str, passage_id: str) -> bytes:
    return blake2b(f"{seed}\0{query_id}\0{passage_id}".encode("utf-8", "surrogatepass"), digest_size=16).digest()
