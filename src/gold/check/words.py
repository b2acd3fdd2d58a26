"""A text into the words that two texts are held against each other by, and into what a message shows of it."""

from __future__ import annotations

import re

from gold.resolve.normal import normal

WORD = re.compile(r"\w+(?:'\w+)*")
MOST_SHOWN = 60


def words(text: str) -> list[str]:
    """The words of a text without case and markup; an apostrophe inside is part of one."""
    return WORD.findall(normal(text).casefold())


def flat(text: str) -> str:
    """The words with single blanks between and around them, so that a row of words is found whole in it."""
    return f" {' '.join(words(text))} "


def short(text: str) -> str:
    """What a message shows of a text."""
    return text if len(text) <= MOST_SHOWN else f"{text[: MOST_SHOWN - 1]}…"
