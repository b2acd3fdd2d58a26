"""What a case says of itself, and contradicts: its answer, its class, its history, its weight."""

from __future__ import annotations

from collections.abc import Iterator

from gold.check.rule import Found, Rule
from gold.check.subject import Subject
from gold.check.words import short
from gold.model.case import FACETS, Case

FOLLOW_UP = frozenset(("followup", "followups", "followupquestion", "multiturn"))
SEVERAL = frozenset(("multipart", "multihop", "multidoc", "multidocument"))
ONE = frozenset(("singlepart", "singlehop"))


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
    bare = [case for case in subject.cases if not _answered(case) and wants_answer(case)]
    if bare and not any(map(_answered, subject.cases)):
        count = sum(case.query_id not in subject.hidden for case in bare)  # of those held back nobody is told
        need = f" ({count} need one)" if count else ""
        yield Found(f"no case has an answer{need}: write it, so that a label can be checked", line=1)
        return
    for case in bare:
        yield Found("no answer: write it in a sentence, so that its labels can be checked against it", case.query_id)


def _answered(case: Case) -> bool:
    return bool(case.answer and case.answer.strip())


def wants_answer(case: Case) -> bool:
    """Whether a case is to be scored by what answers it."""
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
        if kind in SEVERAL and len(parts) < 2 and wants_answer(case):
            have = "1 part" if parts else "no part"
            yield Found(f"class {case.class_}, and its labels name {have}: name the parts, or the class", case.query_id)
        if kind in ONE and len(parts) > 1:
            yield Found(f"class {case.class_}, and its labels name {len(parts)} parts: keep one", case.query_id)


def _plain(name: str) -> str:
    """A class without case, blanks, hyphens and underscores: its spelling variants are one."""
    return "".join(filter(str.isalnum, name.casefold()))


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


def repeated_tags(subject: Subject) -> Iterator[Found]:
    """Cases that have a tag twice."""
    for case in subject.cases:
        tags = case.tags or ()
        again = sorted({tag for tag in tags if tags.count(tag) > 1}) if len(set(tags)) < len(tags) else []
        if again:
            message = f"tag {short(again[0])!r} stands twice, and is counted once: remove one"
            yield Found(message, case.query_id)


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
        "history-tag",
        "warning",
        "file",
        "A follow-up without its history, or a history without the tag `follow_up`.",
        "Without the turns before it, it is another question; without the tag, it is counted among the plain ones.",
        "Add the history or the tag.",
        history_tag,
    ),
    Rule(
        "repeated-tag",
        "warning",
        "file",
        "A case that has one tag twice.",
        "It is counted once here; other programs count the case twice.",
        "Remove one.",
        repeated_tags,
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
