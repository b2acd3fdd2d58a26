"""Labels that contradict each other, or do not make up an answer."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from gold.check.cases import wants_answer
from gold.check.dates import is_date
from gold.check.rule import Found, Rule
from gold.check.subject import Subject
from gold.check.words import flat, short
from gold.model.case import Label
from gold.resolve.resolution import Placed

MOST_PAIRED = 20
"""Labels of one case that are held against each other: a pool of hundreds is no list of facts."""


def part_unanswered(subject: Subject) -> Iterator[Found]:
    """Parts that no label of answer grade answers."""
    for case in subject.cases:
        if not wants_answer(case):
            continue
        parts = {label.part for label in case.labels if label.part}
        if parts:
            answered = {label.part for label in case.labels if label.grade >= subject.answer_grade}
            for part in sorted(parts - answered):
                grade = subject.answer_grade
                yield Found(f"part {part!r} has no label of grade {grade}: add one, or drop the part", case.query_id)


def distractor(subject: Subject) -> Iterator[Found]:
    """Distractors with a grade, and distractors that another label of the case counts as support."""
    for case in subject.cases:
        for label in case.labels:
            if not label.distractor:
                continue
            if label.grade > 0:
                yield Found(f"a distractor of grade {label.grade}: a distractor has grade 0", case.query_id)
            elif (
                label.passage_id is not None
                and label.quote is None
                and any(other.grade > 0 and other.passage_id == label.passage_id for other in case.labels)
            ):
                message = f"passage {label.passage_id!r} is a distractor and a supporting passage: keep one"
                yield Found(message, case.query_id)


def one_fact_twice(subject: Subject) -> Iterator[Found]:
    """Two labels of one part that stand for one place."""
    for case in subject.cases:
        if len(case.labels) < 2:
            continue
        places = subject.places.get(case.query_id) or (None,) * len(case.labels)
        good = [
            (label, flat(label.quote) if label.quote else None, place)
            for label, place in zip(case.labels, places, strict=True)
            if label.grade > 0
        ]
        for one, two in combinations(good[:MOST_PAIRED], 2):
            if one[0].part == two[0].part and _one_place(one, two):
                grades = (one[0].grade, two[0].grade)
                how = "" if grades[0] == grades[1] else f", with grades {grades[0]} and {grades[1]}"
                yield Found(f"two labels stand for one place ({_where(two[0])}){how}: keep one", case.query_id)


def _where(label: Label) -> str:
    return short(label.quote or label.passage_id or " / ".join(label.heading or ()) or label.doc_id or "a document")


def _one_place(one: tuple[Label, str | None, Placed | None], two: tuple[Label, str | None, Placed | None]) -> bool:
    """Whether two labels (with their quotes' words, and where they lie) are one fact.

    Two quotes are where one holds the other's words in a common place: a passage may hold two different quotes.
    Anchors of two kinds are where they have one grade and lie in one and the same passage; a heading and a quote are
    not, for a long passage may hold a section and the next one's words.
    """
    (label, quote, here), (other, its_quote, there) = one, two
    if quote is not None and its_quote is not None:
        return (quote in its_quote or its_quote in quote) and not _apart(label, here, other, there)
    if quote is None and its_quote is None and label.passage_id is not None and label.passage_id == other.passage_id:
        return True
    if here is None or there is None or label.grade != other.grade:
        return False
    quoted = [one for one in (label, other) if one.quote is not None]
    if quoted and all(one.passage_id is None or one in quoted for one in (label, other)):
        return False
    return len(here.passages) == 1 and here.passages == there.passages


def _apart(label: Label, here: Placed | None, other: Label, there: Placed | None) -> bool:
    """Whether two labels are known to lie in different places, by the build or else by their anchors."""
    if here is not None and there is not None and here.held and there.held:
        return set(here.passages).isdisjoint(there.passages)
    pairs = ((label.passage_id, other.passage_id), (label.doc_id, other.doc_id), (label.heading, other.heading))
    return any(one is not None and two is not None and one != two for one, two in pairs)


def dates(subject: Subject) -> Iterator[Found]:
    """Days of judging that are no dates."""
    good: set[str] = set()
    for case in subject.cases:
        for label in case.labels:
            if label.at is None or label.at in good:
                continue
            if is_date(label.at):
                good.add(label.at)
            else:
                yield Found(f"a label's date {short(label.at)!r} is none: write 2026-03-31", case.query_id)


RULES = (
    Rule(
        "part-unanswered",
        "error",
        "file",
        "A part without a label of answer grade.",
        "The question cannot be answered whole: AnswerRecall is undefined for it.",
        "Add the label, or drop the part.",
        part_unanswered,
    ),
    Rule(
        "distractor",
        "error",
        "file",
        "A distractor with a grade above 0, or one that is also a supporting passage.",
        "It would be counted for and against the same result.",
        "Keep one of the two.",
        distractor,
    ),
    Rule(
        "one-fact-twice",
        "warning",
        "file",
        "Two labels of one part for one place: the same words in it, or one passage by two anchors.",
        "The fact is credited twice, and the ideal ranking asks for it twice.",
        "Keep one label, with the quote.",
        one_fact_twice,
    ),
    Rule(
        "label-date",
        "warning",
        "file",
        "A day of judging that is no date.",
        "The age of a label cannot be told.",
        "Write it as 2026-03-31.",
        dates,
    ),
)
