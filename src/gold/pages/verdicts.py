"""A verdict into words, a sign and a tone: colour is never the only sign, and counts alone have neither."""

from __future__ import annotations

import msgspec

from gold.compare.interval import FEWEST_MOVED, Verdict
from gold.measure.measure import Measure
from gold.pages.numbers import DASH, counted, grouped, interval, signed

SIGNS = {"better": "\u25b2", "worse": "\u25bc", "same": "=", "cannot tell": "?"}
TONES = {"better": "better", "worse": "worse", "same": "same", "cannot tell": "unknown"}
WORD_OF_TONE = {tone: word for word, tone in TONES.items()}


class VerdictWords(msgspec.Struct, frozen=True):
    """One verdict as shown: `word` is bare, `sentence` adds what would tell, or gives the counts instead.

    No interval is shown where the counts are all that is told.
    """

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


def in_words(verdict: Verdict, measure: Measure, *, of_class: bool = False) -> VerdictWords:
    """A verdict in words, on one class or on all cases; none of a measure that is no quality."""
    word = verdict.word if measure.is_quality else ""
    return VerdictWords(
        word=word,
        sign=SIGNS.get(word, ""),
        tone=TONES.get(word, "plain"),
        sentence=_sentence(verdict, word, " of this class" if of_class else ""),
        n=verdict.n,
        change=signed(verdict.mean),
        interval=interval(verdict.low, verdict.high) if is_drawn(verdict) else DASH,
        wins=verdict.wins,
        losses=verdict.losses,
        ties=verdict.ties,
    )


def is_drawn(verdict: Verdict) -> bool:
    """Whether the interval is shown; of few cases, or few that differ, it would say less than the counts."""
    return verdict.low is not None and verdict.word != "counts only"


def _sentence(verdict: Verdict, word: str, of_class: str) -> str:
    if word == "not measured":
        return f"not measured: {verdict.n} of the {counted(verdict.too_few or 0, 'case')} wanted"
    if word == "counts only":
        return counts(verdict)
    if word == "cannot tell" and verdict.needed:
        return f"cannot tell: about {counted(verdict.needed, 'more case')}{of_class} would tell"
    if word == "same" and verdict.wins + verdict.losses < FEWEST_MOVED:
        return f"same: {counts(verdict)}"
    return word


def counts(verdict: Verdict) -> str:
    """What became of the cases, and no more."""
    if not verdict.wins and not verdict.losses:
        return f"none of {grouped(verdict.n)} changed"
    return f"lost {grouped(verdict.losses)}, won {grouped(verdict.wins)}, of {grouped(verdict.n)}"


def sign_of(tone: str) -> str:
    """The sign that stands beside a tone's colour; a plain one has none."""
    return SIGNS.get(WORD_OF_TONE.get(tone, ""), "")


def turned(sign: float) -> str:
    """The tone of one case's change."""
    return "better" if sign > 0 else "worse" if sign < 0 else "same"
