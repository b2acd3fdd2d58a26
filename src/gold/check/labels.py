"""Labels that contradict their case or each other."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from gold.check.dates import is_date
from gold.check.rule import Found, Rule
from gold.check.subject import Subject
from gold.check.words import flat, short
from gold.model.case import FACETS, Case, Label
from gold.resolve.resolution import Placed

FOLLOW_UP = frozenset(("followup", "followups", "followupquestion", "multiturn"))
SEVERAL = frozenset(("multipart", "multihop", "multidoc", "multidocument"))
ONE = frozenset(("singlepart", "singlehop"))
MOST_PAIRED = 20
"""Labels of one case that are held against each other: a pool of hundreds is no list of facts."""


def undefined(subject: Subject) -> Iterator[Found]:
    """Cases without a label that counts, and without a word why."""
    for case in subject.cases:
        if case.is_unanswerable or case.supporting is not None or not case.is_confirmed:
            continue
        if not any(label.grade > 0 for label in case.labels):
            message = "no label of grade 1 or more, and not marked unanswerable: label it, or say `supporting: unknown`"
            yield Found(message, case.query_id)


def unanswerable_labelled(subject: Subject) -> Iterator[Found]:
    """Unanswerable cases with a label that says they are answered."""
    for case in subject.cases:
        if case.is_unanswerable:
            best = max((label.grade for label in case.labels), default=0)
            if best > 0:
                yield Found(f"marked unanswerable, and has a label of grade {best}: keep one", case.query_id)


def unanswerable_answered(subject: Subject) -> Iterator[Found]:
    """Unanswerable cases with an answer text."""
    for case in subject.cases:
        if case.is_unanswerable and _answered(case):
            yield Found("marked unanswerable, and has an answer: put why into `reason`", case.query_id)


def missing_answer(subject: Subject) -> Iterator[Found]:
    """Answerable cases without an answer text; one finding where the set writes none at all."""
    bare = [case for case in subject.cases if not _answered(case) and _scores(case)]
    if bare and not any(map(_answered, subject.cases)):
        yield Found(f"no case has an answer ({len(bare)} need one): write it, so that a label can be checked", line=1)
        return
    for case in bare:
        yield Found("no answer: write it in a sentence, so that its labels can be checked against it", case.query_id)


def _answered(case: Case) -> bool:
    return bool(case.answer and case.answer.strip())


def _scores(case: Case) -> bool:
    return case.is_confirmed and not case.is_unanswerable and case.supporting is None


def class_contradicts(subject: Subject) -> Iterator[Found]:
    """Classes that say how many parts a case has, or that it has no answer, and labels that say otherwise."""
    for case in subject.cases:
        kind = _plain(case.class_ or "")
        if kind == "unanswerable" and not case.is_unanswerable:
            message = f"class {case.class_!r} does not mark the case unanswerable: write `unanswerable`"
            yield Found(message, case.query_id)
        if kind not in SEVERAL and kind not in ONE:
            continue
        parts = {label.part for label in case.labels if label.part is not None and label.grade > 0}
        if kind in SEVERAL and len(parts) < 2 and _scores(case):
            have = "1 part" if parts else "no part"
            yield Found(f"class {case.class_}, and its labels name {have}: name the parts, or the class", case.query_id)
        if kind in ONE and len(parts) > 1:
            yield Found(f"class {case.class_}, and its labels name {len(parts)} parts: keep one", case.query_id)


def _plain(name: str) -> str:
    """A class without case, blanks, hyphens and underscores: its spelling variants are one."""
    return "".join(filter(str.isalnum, name.casefold()))


def part_unanswered(subject: Subject) -> Iterator[Found]:
    """Parts that no label of answer grade answers."""
    for case in subject.cases:
        if not _scores(case):
            continue
        parts = {label.part for label in case.labels if label.part}
        if parts:
            answered = {label.part for label in case.labels if label.grade >= subject.answer_grade}
            for part in sorted(parts - answered):
                grade = subject.answer_grade
                yield Found(f"part {part!r} has no label of grade {grade}: add one, or drop the part", case.query_id)


def history_tag(subject: Subject) -> Iterator[Found]:
    """Follow-ups without a history, and histories without the tag."""
    names = {name for facet in FACETS for case in subject.cases for name in case.classes(facet)}
    follow_up = {name for name in names if _plain(name) in FOLLOW_UP}
    for case in subject.cases:
        if not follow_up and not case.history:
            continue
        tagged = any(name in follow_up for facet in FACETS for name in case.classes(facet))
        if tagged and not case.history:
            yield Found("marked as a follow-up, and has no history: add the turns before it", case.query_id)
        elif case.history and not tagged:
            yield Found(
                "has a history, and no tag `follow_up`: add the tag, so that it can be read apart", case.query_id
            )


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


def weights(subject: Subject) -> Iterator[Found]:
    """Weights that are not above zero."""
    for case in subject.cases:
        if case.weight is not None and not 0 < case.weight < float("inf"):
            yield Found(f"weight {case.weight}: a weight is above 0", case.query_id)


RULES = (
    Rule(
        "undefined",
        "warning",
        "file",
        "A case with no label of grade 1 or more that is not marked unanswerable.",
        "It has no score: it is left out of every mean, and the set is smaller than it looks.",
        "Label it, mark it `unanswerable`, or say `supporting: unknown`.",
        undefined,
    ),
    Rule(
        "unanswerable-labelled",
        "error",
        "file",
        "An unanswerable case with a label of grade 1 or more.",
        "A right refusal would be scored as a failure, or an answer as a refusal.",
        "Keep one of the two.",
        unanswerable_labelled,
    ),
    Rule(
        "unanswerable-answered",
        "warning",
        "file",
        "An unanswerable case with an answer.",
        "Either there is an answer, or the text is a reason.",
        "Put the text into `reason`, or mark the case answerable.",
        unanswerable_answered,
    ),
    Rule(
        "missing-answer",
        "warning",
        "file",
        "An answerable case without the answer in words.",
        "Nobody can check a label, or an answering system, against an answer that is not written down.",
        "Write it in a sentence.",
        missing_answer,
    ),
    Rule(
        "class-contradicts",
        "error",
        "file",
        "A class that says several parts where the labels name fewer than two, or one part where they name more; "
        "`unanswerable` in another spelling.",
        "The class is measured on questions of another kind.",
        "Name the parts in the labels, or give the case its right class.",
        class_contradicts,
    ),
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
        "history-tag",
        "warning",
        "file",
        "A follow-up without its history, or a history without the tag `follow_up`.",
        "Without the turns before it, it is another question; without the tag, it is counted among the plain ones.",
        "Add the history or the tag.",
        history_tag,
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
    Rule(
        "weight",
        "error",
        "file",
        "A weight that is zero, negative or infinite.",
        "No mean can be taken with it.",
        "Write a number above 0, or leave it out.",
        weights,
    ),
)
