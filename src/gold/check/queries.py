"""Queries that say the same, that tell their own answer, or that lie in the corpus."""

from __future__ import annotations

import re
from collections.abc import Iterator

from gold.check.rule import Found, Rule
from gold.check.subject import Subject
from gold.check.words import flat, words
from gold.compare.alike import asked_after, near_of_cases, opening
from gold.compare.queries.normal_query import normal_query
from gold.model.case import Case, Label
from gold.resolve.resolution import Placed

TELLING = re.compile(r"\w{4,}|\d")
"""A word that is no article, preposition or pronoun; told by its length."""
RUN = 6
"""So many words of a query in a row, found in its answer, are a copy."""
WHOLE = 4
"""A query of so many words is a copy where all of it is found."""
MOST_PASSAGES = 50
"""A label that more of them hold is a whole document, and no passage that a query was written from."""
LEAST_TELLING = 2
"""So many words of a copy must tell something: `how do I get to the` stands everywhere."""


def twins(subject: Subject) -> Iterator[Found]:
    """Cases whose query is equal to an earlier one's after normalisation, asked after the same history.

    Twins on both sides of the split are another rule's.
    """
    first: dict[tuple[bool, tuple[str, ...]], Case] = {}
    for case in subject.cases:
        there = first.setdefault((case.is_held_back, _asked(case)), case)
        if there is not case:
            line = subject.line_of[there.query_id]
            if case.is_held_back:
                yield Found(f"two held-back cases have one query (line {line}): keep one", case.query_id, safe=True)
            else:
                yield Found(f"the query of {there.query_id!r} (line {line}) again: keep one", case.query_id)


def _asked(case: Case) -> tuple[str, ...]:
    return (normal_query(case.query), *asked_after(case))


def contradicting(subject: Subject) -> Iterator[Found]:
    """Near-duplicate queries of the open part whose labels disagree."""
    shown = [case for case in subject.cases if case.is_shown]
    for pair in near_of_cases(shown):
        one, two = shown[pair.one], shown[pair.two]
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
    if all(answers) and all(_elsewhere(here, there) for here in answers[0] for there in answers[1]):
        return "other passages answer it"
    return None


def _answers(subject: Subject, case: Case) -> list[tuple[Label, Placed | None]]:
    """The labels that answer a case, each with where it lies."""
    places = subject.places.get(case.query_id) or (None,) * len(case.labels)
    pairs = zip(case.labels, places, strict=True)
    return [(label, place) for label, place in pairs if label.grade >= subject.answer_grade]


def _elsewhere(here: tuple[Label, Placed | None], there: tuple[Label, Placed | None]) -> bool:
    """Whether two labels are known to stand for different places: what cannot be told is no contradiction."""
    (one, at), (two, other) = here, there
    if at is not None and other is not None and at.held and other.held:
        return set(at.passages).isdisjoint(other.passages)
    if one.doc_id is not None and two.doc_id is not None and one.doc_id != two.doc_id:
        return True
    by_id = one.passage_id is not None and two.passage_id is not None and one.quote is two.quote is None
    return by_id and one.passage_id != two.passage_id


def leaks(subject: Subject) -> Iterator[Found]:
    """Held-back cases whose near-duplicate, or another turn of theirs, lies open: each once, with the line of that."""
    if not any(case.is_held_back for case in subject.cases):
        return
    twins_of: dict[tuple[str, ...], list[Case]] = {}
    for case in subject.cases:
        twins_of.setdefault(_asked(case), []).append(case)
    firsts = [cases[0] for cases in twins_of.values()]
    open_near: dict[tuple[str, ...], int] = {}
    near = [(firsts[pair.one], firsts[pair.two]) for pair in near_of_cases(firsts)]
    pairs = [(case, case) for case in firsts] + [pair for one, two in near for pair in ((one, two), (two, one))]
    for one, two in pairs:
        line = next((subject.line_of[case.query_id] for case in twins_of[_asked(two)] if not case.is_held_back), None)
        if line is not None:
            open_near.setdefault(_asked(one), line)
    turns = _open_turns(subject)
    for case in subject.cases:
        if not case.is_held_back:
            continue
        twin, turn = open_near.get(_asked(case)), turns.get(opening(case))
        if twin is not None or turn is not None:
            what = "a near-duplicate" if twin is not None else "a turn of the conversation"
            message = f"{what} of this held-back case lies open (line {twin or turn}): move or drop one of them"
            yield Found(message, case.query_id, safe=True)


def _open_turns(subject: Subject) -> dict[str, int]:
    """By its first question, the line of an open case of each conversation."""
    openings = {opening(case) for case in subject.cases if case.history}
    shown = (case for case in subject.cases if not case.is_held_back and opening(case) in openings)
    return {opening(case): subject.line_of[case.query_id] for case in shown}


def tells_its_answer(subject: Subject) -> Iterator[Found]:
    """Queries that quote the passage that answers them."""
    for case in subject.cases:
        asked = words(case.query)
        if len(asked) >= WHOLE:
            copied = next((copy for text in _answer_texts(subject, case) if (copy := _copied(asked, text))), None)
            if copied is not None:
                yield Found(f"the query quotes its own answer ({copied!r}): ask it in a user's words", case.query_id)


def _answer_texts(subject: Subject, case: Case) -> Iterator[str]:
    """What answers a case: the quotes of its labels, and the passages of the build that hold them."""
    for label, place in _answers(subject, case):
        if label.quote:
            yield label.quote
        if place is not None and len(place.passages) <= MOST_PASSAGES:
            yield from subject.texts(place)


def _copied(asked: list[str], text: str) -> str | None:
    """The words of a query that stand in a row in a text; the text is taken to pieces only if it has all of them."""
    width = min(RUN, len(asked))
    small, taken = text.casefold(), None  # words that markup cuts in two are not copied as they stand
    for start in range(len(asked) - width + 1):
        run = asked[start : start + width]
        if all(word in small for word in run) and sum(map(bool, map(TELLING.search, run))) >= LEAST_TELLING:
            taken = taken or flat(text)
            copy = " ".join(run)
            if f" {copy} " in taken:
                return copy
    return None


def in_corpus(subject: Subject) -> Iterator[Found]:
    """Queries that are passages of the build, by id or by text. Ids that are plain numbers meet by chance."""
    build = subject.build
    if build is None or not subject.cases:
        return
    longest = 2 * max(len(case.query) for case in subject.cases)
    short = (passage for passage in build.passages if len(passage.text) <= longest)
    texts = {normal_query(passage.text): passage.passage_id for passage in short}
    for case in subject.cases:
        if case.query_id in build.by_id and not case.query_id.isdecimal():
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
        "A held-back case whose near-duplicate, or another turn of whose conversation, lies in the open part.",
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
