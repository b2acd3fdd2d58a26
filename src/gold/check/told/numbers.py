"""Numbers as people write them in a sentence: `86`, `23,151`, `twenty-one`."""

from __future__ import annotations

import re

_ONES = "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen"
ONES = (*_ONES.split(), "seventeen", "eighteen", "nineteen")
TENS = ("twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")
VALUES = {word: value for value, word in enumerate(ONES)} | {word: 10 * n for n, word in enumerate(TENS, start=2)}
_SMALL = "|".join(ONES[1:10])
NUMBER = (
    rf"(?:\d{{1,3}}(?:[,\u202f\u00a0 ]\d{{3}})+|\d{{1,9}}|(?:{'|'.join(TENS)})(?:[- ](?:{_SMALL}))?|{'|'.join(ONES)})"
)
"""A pattern, to be matched whatever the case."""


def value_of(text: str) -> int:
    """What a text means that the pattern matches."""
    digits = re.sub(r"\D", "", text)
    if digits:
        return int(digits)
    return sum(VALUES[word] for word in re.split(r"[- ]", text.lower()))
