"""Answers held against the passages that are said to answer: whether any word of one stands in them."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator

from gold.check.rule import Found, Rule
from gold.check.subject import Subject
from gold.model.corpus import Corpus
from gold.resolve.normal import normal
from gold.resolve.quotes import UNSPACED

WORD = re.compile(r"[^\W_]{4,}|\d+(?:[.,/-]\w+)*")
NUMBER_OR_WORD = re.compile(r"[^\W_\d]+|\d+(?:[.,/-]\w+)*")
RUN_ON = re.compile(f"(?:{UNSPACED.pattern}|[\u30a0-\u30ff]){{2,}}")
"""Letters without a blank between words; Katakana too, whose words are long and put together of others."""
MOST_PASSAGES = 200
"""In more of them some word of any answer stands: a label for a long document proves nothing."""
STEM = 5
"""So many letters of a word tell it: `returned` supports `returns`."""
SMALL = (
    *("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"),
    *("thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen", "twenty"),
)
TENS = {"thirty": 30, "forty": 40, "fifty": 50, "sixty": 60, "seventy": 70, "eighty": 80, "ninety": 90}
DIGITS = {word: str(number) for number, word in enumerate(SMALL)} | {word: str(tens) for word, tens in TENS.items()}
OTHERWISE = DIGITS | {digits: word for word, digits in DIGITS.items()}
"""English numbers as words and as digits, each under the other."""


def unsupported_answers(subject: Subject) -> Iterator[Found]:
    """Answers none of whose words stand in a passage that is said to answer."""
    if subject.build is None:
        return
    texts = _Texts(subject.build)
    for case in subject.cases:
        places = subject.places.get(case.query_id)
        if not case.answer or not places or case.is_unanswerable:
            continue
        pairs = zip(case.labels, places, strict=True)
        held = [place for label, place in pairs if label.grade >= subject.answer_grade and place.held]
        signs = _signs(case.answer)
        names = dict.fromkeys(name for place in held for name in place.passages)
        if len(signs) < 2 or not 0 < len(names) <= MOST_PASSAGES:
            continue
        if not any(texts.have(signs, name) for name in names):
            yield Found("no word of the answer stands in the passages that answer it: judge them again", case.query_id)


def _signs(answer: str) -> set[str]:
    """What of an answer a passage would repeat: the beginnings of long words, numbers, pairs of unspaced letters."""
    text = _bare(answer)
    pairs = {run[i : i + 2] for run in RUN_ON.findall(text) for i in range(len(run) - 1)}
    words = WORD.findall(RUN_ON.sub(" ", text))
    return pairs | {word[:STEM] if word.isalpha() and word not in DIGITS else word for word in words}


class _Texts:
    """The passages of a build without case and markup, each read at its first use."""

    def __init__(self, build: Corpus) -> None:
        self.build = build
        self.read: dict[str, tuple[str, frozenset[str]]] = {}

    def have(self, signs: set[str], name: str) -> bool:
        """Whether any sign stands in a passage, its title or its headings; a number also as a word, and the reverse."""
        if name not in self.read:
            passage = self.build.by_id[name]
            text = _bare(" ".join((passage.title or "", *(passage.heading or ()), passage.text)))
            self.read[name] = (text, frozenset(NUMBER_OR_WORD.findall(text)))
        text, whole = self.read[name]
        if any(sign in text if sign.isalpha() else sign in whole for sign in signs):
            return True
        return any(OTHERWISE.get(sign) in whole for sign in signs)


def _bare(text: str) -> str:
    """A text without case, markup and accents."""
    folded = unicodedata.normalize("NFD", normal(text).casefold())
    return "".join(letter for letter in folded if not unicodedata.combining(letter)) if not folded.isascii() else folded


RULES = (
    Rule(
        "unsupported-answer",
        "warning",
        "build",
        "An answer none of whose words stand in the passages that are said to answer.",
        "The answer or the label belongs to another question.",
        "Read the passage and judge it again.",
        unsupported_answers,
    ),
)
