"""Turns labels and a ranking into nDCG the slow way, word by word as the design says it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import log2


@dataclass(frozen=True)
class Lying:
    """One label for the brute force: its grade, and the sets of passages of which any one shows it."""

    grade: int
    ways: tuple[frozenset[str], ...]
    part: str | None = None
    distractor: bool = False


def brute_force_ndcg(labels: Sequence[Lying], ranking: Sequence[str], k: int, exponential: bool) -> float | None:
    """DESIGN §4, word by word: at each rank the uncredited reached label of highest gain; the others wait."""

    def gain(one: Lying) -> float:
        grade = max(one.grade, 0)
        return 2**grade - 1 if exponential else grade

    waiting = sorted((x for x in labels if gain(x) > 0), key=gain, reverse=True)
    ideal = sum(gain(x) / log2(rank + 1) for rank, x in enumerate(waiting[:k], start=1))
    total = 0.0
    for rank in range(1, k + 1):
        shown = set(ranking[:rank])
        best = next((x for x in waiting if any(way <= shown for way in x.ways)), None)
        if best is not None:
            waiting.remove(best)
            total += gain(best) / log2(rank + 1)
    return total / ideal if ideal else None
