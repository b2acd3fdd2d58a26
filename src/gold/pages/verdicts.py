"""A verdict into words, a sign and a tone: colour is never the only sign."""

from __future__ import annotations

from dataclasses import dataclass

from gold.compare.interval import Verdict
from gold.measure.measure import Measure
from gold.pages.numbers import counted, interval, signed

SIGNS = {"better": "\u25b2", "worse": "\u25bc", "same": "=", "cannot tell": "?"}
TONES = {"better": "better", "worse": "worse", "same": "same", "cannot tell": "unknown"}


@dataclass(frozen=True, slots=True)
class VerdictWords:
    """One verdict as shown: `word` is bare, `sentence` adds how many more cases would tell, or are wanted."""

    word: str
    sign: str
    tone: str
    sentence: str
    n: int
    change: str
    interval: str
    wins: int
    losses: int
    ties: int


def in_words(verdict: Verdict, measure: Measure) -> VerdictWords:
    """A verdict in words; none of a measure that is no quality."""
    word = verdict.word if measure.is_quality else ""
    return VerdictWords(
        word=word,
        sign=SIGNS.get(word, ""),
        tone=TONES.get(word, "plain"),
        sentence=_sentence(verdict, word),
        n=verdict.n,
        change=signed(verdict.mean),
        interval=interval(verdict.low, verdict.high),
        wins=verdict.wins,
        losses=verdict.losses,
        ties=verdict.ties,
    )


def _sentence(verdict: Verdict, word: str) -> str:
    if word == "cannot tell":
        if verdict.too_few is not None:
            return f"cannot tell: too few cases ({verdict.n} of {verdict.too_few})"
        return word + (f": about {counted(verdict.needed, 'more case')} needed" if verdict.needed else "")
    if word == "same" and not verdict.wins and not verdict.losses:
        return f"same: none of {verdict.n} changed"
    return word


def turned(sign: float) -> str:
    """The tone of one case's change."""
    return "better" if sign > 0 else "worse" if sign < 0 else "same"
