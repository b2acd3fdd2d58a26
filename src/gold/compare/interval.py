"""A mean of paired differences with its interval, and the word that the interval allows."""

from __future__ import annotations

import math
from typing import Literal

import msgspec
import numpy as np
from numpy.typing import NDArray

Word = Literal["better", "worse", "same", "cannot tell"]
TURNED: dict[Word, Word] = {"better": "worse", "worse": "better"}
NORMAL_975 = 1.959963984540054


class Verdict(msgspec.Struct, frozen=True):
    """What paired differences allow to say, at 95 %.

    `same`: the interval lies within the margin on both sides of zero. `better`/`worse`: it reaches beyond, and
    lies on one side. Else `cannot tell`, with about how many more cases would tell (`needed`; None where no number
    can be given). `too_few` is the least number of cases that a verdict wants, where there are fewer.
    """

    word: Word
    mean: float | None
    low: float | None
    high: float | None
    n: int
    wins: int
    losses: int
    ties: int
    needed: int | None = None
    too_few: int | None = None


def verdict(differences: NDArray[np.float64], margin: float, least: int, *, less_is_better: bool = False) -> Verdict:
    """Judge candidate minus baseline per case: shape (n,). Below `least` cases nothing is told.

    The interval is Student's for the mean of paired differences, which lie in [-1, 1], as does the interval.
    """
    n = len(differences)
    won, lost = int((differences > 0).sum()), int((differences < 0).sum())
    counts = (lost, won, n - won - lost) if less_is_better else (won, lost, n - won - lost)
    too_few = least if n < least else None
    if n == 0:
        return Verdict("cannot tell", None, None, None, 0, 0, 0, 0, too_few=too_few)
    mean = math.fsum(differences) / n
    if n == 1:
        return Verdict("cannot tell", mean, None, None, n, *counts, needed=max(least - n, 1), too_few=too_few)
    deviation = math.sqrt(math.fsum((differences - mean) ** 2) / (n - 1))
    half = student_975(n - 1) * deviation / math.sqrt(n)
    low, high = max(mean - half, -1.0), min(mean + half, 1.0)
    word: Word = "cannot tell" if n < least else _word(low, high, margin)
    if less_is_better:
        word = TURNED.get(word, word)
    needed = None
    if word == "cannot tell":
        needed = max(_needed(mean, deviation, margin, n) or 0, least - n) or None
    return Verdict(word, mean, low, high, n, *counts, needed=needed, too_few=too_few)


def student_975(freedom: int) -> float:
    """The 97.5 % point of Student's t, within 0.02 of the exact value from 3 degrees of freedom on.

    Source: Abramowitz and Stegun, 26.7.5; the points for one and two degrees are exact.
    """
    if freedom == 1:
        return math.tan(0.475 * math.pi)
    if freedom == 2:
        return 0.95 * math.sqrt(2 / (1 - 0.95**2))
    z = NORMAL_975
    terms = (
        (z**3 + z) / 4,
        (5 * z**5 + 16 * z**3 + 3 * z) / 96,
        (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384,
        (79 * z**9 + 776 * z**7 + 1482 * z**5 - 1920 * z**3 - 945 * z) / 92160,
    )
    return z + math.fsum(term / freedom**power for power, term in enumerate(terms, start=1))


def _word(low: float, high: float, margin: float) -> Word:
    if -margin <= low and high <= margin:
        return "same"
    return "better" if low > 0 else "worse" if high < 0 else "cannot tell"


def _needed(mean: float, deviation: float, margin: float, n: int) -> int | None:
    """How many more cases would part the mean from zero, or, where it is under the margin, fit it inside."""
    target = max(abs(mean), margin)
    if target <= 0:
        return None
    return max(math.ceil((NORMAL_975 * deviation / target) ** 2) - n, 1)
