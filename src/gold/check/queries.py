"""Queries that say the same, that tell their own answer, or that lie in the corpus."""

from __future__ import annotations

import re
from collections.abc import Iterator

from gold.check.rule import Found, Rule
from gold.check.subject import Subject
from gold.compare.queries.near_duplicates import near_pairs
from gold.compare.queries.normal_query import normal_query
from gold.model.case import Case
from gold.resolve.normal import normal

WORDS = re.compile(r"\w+")
RUN = 6
"""So many words of a query in a row, found in its answer, are a copy."""
WHOLE = 4
"""A query of so many words is a copy where all of it is found."""


def twins(subject: Subject) -> Iterator[Found]:
    """Cases whose query is equal to an earlier one's after normalisation, asked after the same history."""
    first: dict[tuple[str, ...], Case] = {}
    for case in subject.cases:
        there = first.setdefault(_asked(case), case)
        if there is not case and not there.is_held_back and not case.is_held_back:
            message = f"the query of {there.query_id!r} (line {subject.line_of[there.query_id]}) again: keep one"
            yield Found(message, case.query_id)


def _asked(case: Case) -> tuple[str, ...]:
    if not case.history:
        return (normal_query(case.query),)
    return (normal_query(case.query), *(normal_query(turn.query) for turn in case.history))


def near_twins(subject: Subject) -> Iterator[tuple[Case, Case]]:
    """Pairs of cases whose queries are near-duplicates, asked after the same history."""
    cases = subject.cases
    for pair in near_pairs([case.query for case in cases]):
        one, two = cases[pair.one], cases[pair.two]
        if bool(one.history) == bool(two.history) and _asked(one)[1:] == _asked(two)[1:]:
            yield one, two


def contradicting(subject: Subject) -> Iterator[Found]:
    """Near-duplicate queries of the open part whose labels disagree."""
    for one, two in near_twins(subject):
        if one.is_held_back or two.is_held_back or not (one.is_confirmed and two.is_confirmed):
            continue
        why = _disagree(subject, one, two)
        if why is not None:
            near = f"{one.query_id!r} (line {subject.line_of[one.query_id]})"
            yield Found(f"asks nearly what {near} asks, and {why}: judge both again", two.query_id)


def _disagree(subject: Subject, one: Case, two: Case) -> str | None:
    if one.is_unanswerable != two.is_unanswerable:
        return "only one of them is unanswerable"
    grades = {label.anchors: label.grade for label in one.labels}
    for label in two.labels:
        if grades.get(label.anchors, label.grade) != label.grade:
            return f"one passage has grade {grades[label.anchors]} there and {label.grade} here"
    answers = [_answers(subject, case) for case in (one, two)]
    if all(answers) and answers[0].isdisjoint(answers[1]):
        return "other passages answer it"
    return None


def _answers(subject: Subject, case: Case) -> set[object]:
    """What answers a case: the passages of the build where they are known, else the anchors."""
    places = subject.places.get(case.query_id)
    good = [i for i, label in enumerate(case.labels) if label.grade >= subject.answer_grade]
    if places and any(places[i].held for i in good):
        return {passage for i in good for passage in places[i].passages}
    return {case.labels[i].anchors for i in good}


def leaks(subject: Subject) -> Iterator[Found]:
    """Held-back cases whose near-duplicate lies open."""
    if not any(case.is_held_back for case in subject.cases):
        return
    for one, two in near_twins(subject):
        if one.is_held_back != two.is_held_back:
            hidden, other = (one, two) if one.is_held_back else (two, one)
            line = subject.line_of[other.query_id]
            message = f"a near-duplicate of this held-back case lies open (line {line}): move or drop one of them"
            yield Found(message, hidden.query_id, safe=True)


def tells_its_answer(subject: Subject) -> Iterator[Found]:
    """Queries that quote the passage that answers them."""
    for case in subject.cases:
        asked = WORDS.findall(case.query.casefold())
        if len(asked) >= WHOLE:
            copied = next((words for text in _answer_texts(subject, case) if (words := _copied(asked, text))), None)
            if copied is not None:
                yield Found(f"the query quotes its own answer ({copied!r}): ask it in a user's words", case.query_id)


def _answer_texts(subject: Subject, case: Case) -> Iterator[str]:
    """What answers a case: the quotes of its labels, and the passages of the build that hold them."""
    places = subject.places.get(case.query_id, ())
    for number, label in enumerate(case.labels):
        if label.grade >= subject.answer_grade:
            if label.quote:
                yield label.quote
            if number < len(places):
                yield from subject.texts(places[number])


def _copied(asked: list[str], text: str) -> str | None:
    """The words of a query that stand in a row in a text; the text is taken to pieces only if it has all of them."""
    width = min(RUN, len(asked))
    small, flat = text.casefold(), None
    for start in range(len(asked) - width + 1):
        words = asked[start : start + width]
        if all(word in small for word in words):
            flat = flat or f" {' '.join(WORDS.findall(normal(text).casefold()))} "
            if f" {' '.join(words)} " in flat:
                return " ".join(words)
    return None


def in_corpus(subject: Subject) -> Iterator[Found]:
    """Queries that are passages of the build, by id or by text."""
    build = subject.build
    if build is None:
        return
    longest = 2 * max((len(case.query) for case in subject.cases), default=0)
    short = (passage for passage in build.passages if len(passage.text) <= longest)
    texts = {normal_query(passage.text): passage.passage_id for passage in short}
    for case in subject.cases:
        if case.query_id in build.by_id:
            yield Found(f"the build {build.id} has a passage of this id: leave it out of the corpus", case.query_id)
        else:
            there = texts.get(normal_query(case.query))
            if there is not None:
                yield Found(f"the query is the text of passage {there!r}: leave it out of the corpus", case.query_id)


RULES = (
    Rule(
        "twin-query",
        "warning",
        "file",
        "One query under two ids, equal but for case, blanks and punctuation, after the same history.",
        "It counts twice, and the two can come to disagree.",
        "Keep one; give the other's labels to it.",
        twins,
    ),
    Rule(
        "contradicting-labels",
        "warning",
        "file",
        "Two queries that ask nearly the same and have different labels.",
        "No system can be right on both.",
        "Judge both again, together.",
        contradicting,
    ),
    Rule(
        "held-back-leak",
        "warning",
        "file",
        "A held-back case whose near-duplicate lies in the open part.",
        "Whoever tunes on the open part has tuned on it: its score says nothing about unseen questions.",
        "Move both to one side, or drop one.",
        leaks,
    ),
    Rule(
        "query-quotes-answer",
        "warning",
        "file",
        "A query with six words in a row, or all of its four or more, out of the passage that answers it.",
        "It was written from the passage: any word match finds it, and no user asks so.",
        "Ask it in a user's words, or drop it.",
        tells_its_answer,
    ),
    Rule(
        "query-in-corpus",
        "warning",
        "build",
        "A query that is also a passage of the corpus, by id or by text.",
        "The best result of a good system is the question itself.",
        "Leave it out of the corpus.",
        in_corpus,
    ),
)
