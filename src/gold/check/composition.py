"""What the set as a whole cannot see: kinds of question it lacks, facets that divide nothing, classes too small."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator

from gold.check.rule import Found, Rule
from gold.check.subject import Subject
from gold.check.supported import RUN_ON
from gold.model.case import UNCLASSIFIED, Case

DATED = re.compile(
    r"(?<!\d)(?:19|20)\d\d(?!\d)|\b(?:q[1-4]|today|yesterday|tomorrow|now|currently|latest|(?:last|this|next) (?:week|"
    r"month|year|quarter|spring|summer|autumn|fall|winter)|jan(?:uary)?|feb(?:ruary)?|march|april|june|july|"
    r"aug(?:ust)?|sep(?:tember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?|\d{1,2}[./]\d{1,2}[./]\d{2,4})\b",
    re.IGNORECASE,
)


def _is_identifier(case: Case) -> bool:
    words = case.query.split()
    return 1 <= len(words) <= 2 and any(any(map(str.isdigit, word)) for word in words)


def _is_one_word(case: Case) -> bool:
    """One word; where a script has no blanks between words, up to four letters."""
    return len(case.query.split()) == 1 and (len(case.query) <= 4 or RUN_ON.search(case.query) is None)


def _is_dated(case: Case) -> bool:
    return DATED.search(case.query) is not None


KINDS: tuple[tuple[str, str, Callable[[Case], bool]], ...] = (
    ("unanswerable question", "whether a system knows when to refuse", lambda case: case.is_unanswerable),
    ("bare identifier (a part number, an error code)", "whether ids are found as they are typed", _is_identifier),
    ("one-word question", "what happens where there is little to match", _is_one_word),
    ("dated question", "whether old editions of a document win", _is_dated),
)


def cannot_see(subject: Subject) -> Iterator[Found]:
    """Kinds of question that the set has none of."""
    cases = [case for case in subject.cases if case.is_confirmed]
    for kind, what, has in KINDS:
        if cases and not any(map(has, cases)):
            yield Found(f"this set cannot see {what}: it has no {kind}", line=1)


def one_value(subject: Subject) -> Iterator[Found]:
    """Facets that put every case into one class."""
    for facet in _facets(subject):
        values = {value for case in subject.cases for value in case.classes(facet)}
        if len(values) == 1 and len(subject.cases) > 1:
            value = next(iter(values))
            message = f"facet {facet} has one value, {value!r}: it divides nothing; drop it from `facets`, or fill it"
            yield Found(message, line=1)


def small_classes(subject: Subject) -> Iterator[Found]:
    """Classes with fewer cases than a verdict needs."""
    least = subject.settings.min_class_size
    cases = [case for case in subject.cases if case.is_confirmed and case.query_id not in subject.hidden]
    for facet in _facets(subject):
        sizes = Counter(value for case in cases for value in case.classes(facet))
        for value, size in sorted(sizes.items()):
            if size < least and len(sizes) > 1 and value != UNCLASSIFIED:
                yield Found(f"{facet} {value!r} has {size} of the {least} cases that a verdict needs: add some", line=1)


def _facets(subject: Subject) -> list[str]:
    """The set's facets that any case has."""
    return [
        facet
        for facet in subject.settings.facets
        if any(case.classes(facet) != (UNCLASSIFIED,) for case in subject.cases)
    ]


RULES = (
    Rule(
        "set-cannot-see",
        "note",
        "set",
        "A set without any unanswerable, bare-identifier, one-word or dated question.",
        "Whatever a change does to such questions, the scores do not move.",
        "Take some from the logs.",
        cannot_see,
    ),
    Rule(
        "one-value-facet",
        "note",
        "set",
        "A facet with one value only.",
        "A table by it repeats the total.",
        "Fill it, or take it out of `facets`.",
        one_value,
    ),
    Rule(
        "small-class",
        "note",
        "set",
        "A class with fewer cases than `min_class_size`.",
        "Nothing is said of it, whatever happens in it.",
        "Add cases, or join it with another class.",
        small_classes,
    ),
)
