"""Values into figures for the eye: the one place of the site where anything is rounded."""

from __future__ import annotations

import math

from gold.check.gates.gate import ROUNDING

MINUS = "\u2212"
DASH = "\u2013"


def figure(value: float | None) -> str:
    """A score with three places; a dash where there is none."""
    return DASH if value is None or math.isnan(value) else f"{value:.3f}"


def signed(value: float | None) -> str:
    """A difference with three places and its sign; what rounds to nothing has none."""
    if value is None or math.isnan(value):
        return DASH
    rounded = f"{abs(value):.3f}"
    if rounded == "0.000":
        return rounded
    return ("+" if value > 0 else MINUS) + rounded


def interval(low: float | None, high: float | None) -> str:
    """Both ends of an interval of differences."""
    return DASH if low is None or high is None else f"{signed(low)} to {signed(high)}"


def both_ends(low: float | None, high: float | None) -> str:
    """Both ends of an interval of scores."""
    return DASH if low is None or high is None else f"{figure(low)} to {figure(high)}"


def percent(value: float) -> str:
    """A share in whole percent; nearly all is not all, and hardly any is not none."""
    whole = f"{100 * value:.0f}"
    if whole == "100" and value < 1 - ROUNDING:
        return "over 99\u202f%"
    return "under 1\u202f%" if whole == "0" and value > ROUNDING else f"{whole}\u202f%"


def share(part: int, whole: int) -> str:
    """A share in whole percent, likewise; a dash where there is nothing to share."""
    return percent(part / whole) if whole else DASH


def grouped(count: int) -> str:
    """A count with thin blanks between thousands."""
    return f"{count:,}".replace(",", "\u202f")


def counted(count: int, noun: str, plural: str | None = None) -> str:
    """A count with its noun: `1 case`, `2 cases`."""
    return f"{grouped(count)} {noun if count == 1 else plural or noun + 's'}"


def sentence(text: str) -> str:
    """Words as a sentence begins."""
    return text[:1].upper() + text[1:]
