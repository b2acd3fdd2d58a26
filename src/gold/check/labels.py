"""Labels that contradict their case, each other, or the build."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date
from itertools import combinations

from gold.check.rule import Found, Rule
from gold.check.subject import Subject
from gold.model.case import Case, Label
from gold.resolve.normal import normal
from gold.resolve.resolution import Placed

FOLLOW_UP = frozenset(("follow_up", "followup", "follow up"))
SEVERAL = frozenset(("multi_part", "multipart", "multi part", "multi_hop", "multihop", "multi hop"))
ONE = frozenset(("single_part", "single part", "single_hop", "single hop"))
WORD = re.compile(r"[^\W_]{4,}|\d+(?:[.,/-]\w+)*")


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
        if case.is_unanswerable and case.answer:
            yield Found("marked unanswerable, and has an answer: put why into `reason`", case.query_id)


def missing_answer(subject: Subject) -> Iterator[Found]:
    """Answerable cases without an answer text; one finding where the set writes none at all."""
    bare = [case for case in subject.cases if not case.answer and _scores(case)]
    if bare and not any(case.answer for case in subject.cases):
        yield Found(f"no case has an answer ({len(bare)} need one): write it, so that a label can be checked", line=1)
        return
    for case in bare:
        yield Found("no answer: write it in a sentence, so that its labels can be checked against it", case.query_id)


def _scores(case: Case) -> bool:
    return case.is_confirmed and not case.is_unanswerable and case.supporting is None


def class_contradicts(subject: Subject) -> Iterator[Found]:
    """Classes that say how many parts a case has, and labels that say otherwise."""
    for case in subject.cases:
        kind = (case.class_ or "").casefold().replace("-", "_")
        if kind not in SEVERAL and kind not in ONE:
            continue
        parts = {label.part for label in case.labels if label.part is not None and label.grade > 0}
        if kind in SEVERAL and len(parts) < 2 and _scores(case):
            have = "1 part" if parts else "no part"
            yield Found(f"class {case.class_}, and its labels name {have}: name the parts, or the class", case.query_id)
        if kind in ONE and len(parts) > 1:
            yield Found(f"class {case.class_}, and its labels name {len(parts)} parts: keep one", case.query_id)


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
    for case in subject.cases:
        tagged = _tagged(case)
        if tagged and not case.history:
            yield Found("marked as a follow-up, and has no history: add the turns before it", case.query_id)
        elif case.history and not tagged:
            yield Found(
                "has a history, and no tag `follow_up`: add the tag, so that it can be read apart", case.query_id
            )


def _tagged(case: Case) -> bool:
    if case.tags is None and case.class_ is None:
        return False
    names = (*(case.tags or ()), case.class_ or "")
    return any(name.casefold().replace("-", "_") in FOLLOW_UP for name in names)


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


def distractor_in_answer(subject: Subject) -> Iterator[Found]:
    """Distractors that lie, in this build, where a supporting label lies."""
    for case in subject.cases:
        places = subject.places.get(case.query_id, ())
        if not any(label.distractor for label in case.labels):
            continue
        pairs = list(zip(case.labels, places, strict=False))
        good = {passage for label, place in pairs if label.grade > 0 for passage in place.passages}
        for label, place in pairs:
            if label.distractor and label.grade <= 0 and place.held and good.issuperset(place.passages):
                where = ", ".join(place.passages[:3])
                yield Found(
                    f"a distractor lies where a supporting label lies ({where}): quote its words", case.query_id
                )


def one_fact_twice(subject: Subject) -> Iterator[Found]:
    """Two labels of one part that stand for one place."""
    for case in subject.cases:
        labels = case.labels
        if len(labels) < 2:
            continue
        places = subject.places.get(case.query_id, ()) or (None,) * len(labels)
        good = [(label, place) for label, place in zip(labels, places, strict=False) if label.grade > 0]
        for (one, here), (two, there) in combinations(good[:20], 2):
            if one.part == two.part and one.grade == two.grade and _one_place(one, here, two, there):
                what = two.quote or two.passage_id or " / ".join(two.heading or ()) or two.doc_id or two.document
                yield Found(f"two labels stand for one place ({_short(what or '')}): keep one", case.query_id)


def _one_place(one: Label, here: Placed | None, two: Label, there: Placed | None) -> bool:
    if one.quote is not None and two.quote is not None:
        quotes = sorted((normal(one.quote), normal(two.quote)), key=len)
        document = one.doc_id is None or two.doc_id is None or one.doc_id == two.doc_id
        return document and quotes[0] in quotes[1]
    if one.passage_id is not None and one.passage_id == two.passage_id and one.heading == two.heading:
        return True
    if here is None or there is None or not here.held or not there.held:
        return False
    return len(here.passages) == 1 and here.passages == there.passages


def _short(text: str) -> str:
    return text if len(text) <= 60 else f"{text[:59]}…"


def dates(subject: Subject) -> Iterator[Found]:
    """Days of judging that are no dates."""
    good: set[str] = set()
    for case in subject.cases:
        for label in case.labels:
            if label.at is None or label.at in good:
                continue
            if _is_date(label.at):
                good.add(label.at)
            else:
                yield Found(f"a label's date {_short(label.at)!r} is none: write 2026-03-31", case.query_id)


def _is_date(text: str) -> bool:
    try:
        date.fromisoformat(text[:10])
    except ValueError:
        return False
    return True


def weights(subject: Subject) -> Iterator[Found]:
    """Weights that are not above zero."""
    for case in subject.cases:
        if case.weight is not None and not 0 < case.weight < float("inf"):
            yield Found(f"weight {case.weight}: a weight is above 0", case.query_id)


def sloppy_quotes(subject: Subject) -> Iterator[Found]:
    """Quotes that were found inside a longer word only."""
    for case, label, place in subject.placed():
        if place.sloppy:
            message = f"the quote {_short(label.quote or '')!r} begins or ends inside a word: copy it whole"
            yield Found(message, case.query_id)


def gone_labels(subject: Subject) -> Iterator[Found]:
    """Labels that no passage of the build holds."""
    build = subject.build
    if build is None:
        return
    documents = {passage.doc_id for passage in build.passages}
    for case, label, place in subject.placed():
        if place.held or place.state != "gone" or label.grade <= 0:
            continue
        what = f"the quote {_short(label.quote)!r}" if label.quote is not None else _anchored(label)
        named = label.doc_id or label.document
        why = f", and document {named!r} is not there either" if named and label.doc_id not in documents else ""
        if label.doc_id is None:
            why = ""
        yield Found(f"{what} is nowhere in build {build.id}{why}: judge it again", case.query_id)


def _anchored(label: Label) -> str:
    if label.passage_id is not None:
        return f"passage {label.passage_id!r}"
    if label.heading:
        return f"heading {' / '.join(label.heading)!r}"
    return f"document {label.doc_id or label.document!r}"


def unknown_headings(subject: Subject) -> Iterator[Found]:
    """Headings that no document of any build has."""
    asked = [(case, label) for case in subject.cases for label in case.labels if label.heading]
    if not asked or not subject.builds:
        return
    known = {
        tuple(map(normal, passage.heading[:depth]))
        for build in subject.builds
        for passage in build.passages
        if passage.heading
        for depth in range(1, len(passage.heading) + 1)
    }
    for case, label in asked:
        if tuple(map(normal, label.heading or ())) not in known:
            path = " / ".join(label.heading or ())
            yield Found(f"no document has the heading {_short(path)!r}: write its path from the top", case.query_id)


def other_chunks(subject: Subject) -> Iterator[Found]:
    """Labels by passage id alone that were judged on another cutting than the build's."""
    build = subject.build
    if build is None:
        return
    for case, label, _ in subject.placed():
        if label.chunking and label.chunking != build.id and label.quote is None and label.passage_id is not None:
            message = f"judged on the chunks of {label.chunking!r}, and the build is {build.id}: add a quote"
            yield Found(message, case.query_id)


def unsupported_answers(subject: Subject) -> Iterator[Found]:
    """Answers none of whose words stand in a passage that is said to answer."""
    for case in subject.cases:
        places = subject.places.get(case.query_id)
        if not case.answer or not places or case.is_unanswerable:
            continue
        words = {word.casefold() for word in WORD.findall(case.answer)}
        pairs = zip(case.labels, places, strict=False)
        held = [place for label, place in pairs if label.grade >= subject.answer_grade and place.held]
        if len(words) < 2 or not held:
            continue
        texts = normal(" ".join(text for place in held for text in subject.texts(place))).casefold()
        if not any(word in texts for word in words):
            yield Found("no word of the answer stands in the passages that answer it: judge them again", case.query_id)


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
        "A class that says several parts where the labels name fewer than two, or one part where they name more.",
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
        "distractor-in-answer",
        "warning",
        "build",
        "A distractor that lies, in this build, in the passages of a supporting label.",
        "A passage that holds both counts as an answer, so the distractor tests nothing here.",
        "Quote the words that mislead.",
        distractor_in_answer,
    ),
    Rule(
        "one-fact-twice",
        "warning",
        "file",
        "Two labels of one part for one place: the same words, or one passage by two anchors.",
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
    Rule(
        "sloppy-quote",
        "warning",
        "build",
        "A quote that stands in the build inside a longer word only.",
        "It was copied without its first or last letters, and may match what was not meant.",
        "Copy it whole.",
        sloppy_quotes,
    ),
    Rule(
        "gone-label",
        "warning",
        "build",
        "A label that no passage of the build holds.",
        "No system can reach it there: a lost label is read as a ranking fault.",
        "Find where the answer is now, and judge it again.",
        gone_labels,
    ),
    Rule(
        "unknown-heading",
        "warning",
        "build",
        "A heading path that no document of any build has.",
        "It is misspelt, or the document was rewritten: the label holds nothing, or a whole document.",
        "Write the path from the top, as the build has it.",
        unknown_headings,
    ),
    Rule(
        "chunking",
        "warning",
        "build",
        "A label by passage id alone that was judged on other chunks than the build's.",
        "Ids are given anew when documents are cut anew: the passage is there and says something else.",
        "Add a quote, which outlives the cutting.",
        other_chunks,
    ),
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
