"""The words of a question that the passages which answer it lack: what a glossary mends, and no tuning does."""

from __future__ import annotations

import re
from collections.abc import Iterable

WORD = re.compile(r"[^\W_]+(?:[-/.][^\W_]+)*")
LEAST = 2
PLAIN = frozenset(
    WORD.findall(
        "a about after all also am an and any anyone are as at be because been before being between both but "
        "by can cant could did didnt do does doesnt doing dont down during each for from get gets getting "
        "give got had has have having he her here him his how i id if ill im in into is isnt it its itself "
        "ive just let like long make many may me more most much my need no nor not now of off on once one "
        "only or our out over own please same shall she should so some still such take than thanks that thats "
        "the their them then there these they this those through to too under until up us use used using very "
        "want was way we were what whats when where which while who whom whose why will with without wont "
        "would yes you your yours"
    )
)
"""English words that say nothing of a subject."""


def lacking(query: str, texts: Iterable[str]) -> tuple[str, ...]:
    """The question's words, folded and once each, with which no word of the texts begins; plural or not."""
    words = dict.fromkeys(word.casefold() for word in WORD.findall(query.replace("\u2019", "").replace("'", "")))
    wanted = [word for word in words if len(word) >= LEAST and word not in PLAIN]
    if not wanted:
        return ()
    there = "\n".join(texts).casefold()
    return tuple(word for word in wanted if not _begins_a_word(word, there))


def _begins_a_word(word: str, text: str) -> bool:
    stem = word[:-1] if len(word) > 3 and word.endswith("s") else word
    at = text.find(stem)
    while at >= 0:
        if at == 0 or not text[at - 1].isalnum():
            return True
        at = text.find(stem, at + 1)
    return False
