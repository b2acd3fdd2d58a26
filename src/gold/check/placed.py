"""Labels held against the build: what lies nowhere, elsewhere than it says, or under words that it does not hold."""

from __future__ import annotations

from collections.abc import Iterator

from gold.check.rule import Found, Rule
from gold.check.subject import Subject
from gold.check.words import short
from gold.model.case import Label
from gold.model.corpus import Corpus
from gold.resolve.judged import cut_so
from gold.resolve.normal import normal


def distractor_in_answer(subject: Subject) -> Iterator[Found]:
    """Distractors that lie, in this build, where a supporting label lies."""
    for case in subject.cases:
        places = subject.places.get(case.query_id, ())
        if not any(label.distractor for label in case.labels):
            continue
        pairs = list(zip(case.labels, places, strict=False))  # no places: no build
        good = {passage for label, place in pairs if label.grade > 0 for passage in place.passages}
        for label, place in pairs:
            if label.distractor and label.grade <= 0 and place.held and good.issuperset(place.passages):
                where = ", ".join(place.passages[:3])
                yield Found(
                    f"a distractor lies where a supporting label lies ({where}): quote its words", case.query_id
                )


def sloppy_quotes(subject: Subject) -> Iterator[Found]:
    """Quotes that were found inside a longer word only."""
    for case, label, place in subject.placed():
        if place.sloppy:
            message = f"the quote {short(label.quote or '')!r} begins or ends inside a word: copy it whole"
            yield Found(message, case.query_id)


def nothing_placed(subject: Subject) -> Iterator[Found]:
    """A build that holds no label at all: the set and it belong apart."""
    if subject.build is not None and _all_gone(subject):
        message = f"build {subject.build.id} holds no label of the set: name the build that was judged, or mend the ids"
        yield Found(message, line=1)


def _all_gone(subject: Subject) -> bool:
    states = [place.held for _, label, place in subject.placed() if label.grade > 0]
    return bool(states) and not any(states)


def gone_labels(subject: Subject) -> Iterator[Found]:
    """Labels that no passage of the build holds; where that is all of them, another rule says so once."""
    build = subject.build
    if build is None or _all_gone(subject):
        return
    documents = {passage.doc_id for passage in build.passages}
    for case, label, place in subject.placed():
        if place.held or place.state != "gone" or label.grade <= 0:
            continue
        what = f"the quote {short(label.quote)!r}" if label.quote is not None else _anchored(label)
        beside = label.quote is not None or label.passage_id is not None or bool(label.heading)
        lost = beside and label.doc_id is not None and label.doc_id not in documents
        why = f", and document {label.doc_id!r} is not there either" if lost else ""
        yield Found(f"{what} is nowhere in build {build.id}{why}: judge it again", case.query_id)


def _anchored(label: Label) -> str:
    if label.passage_id is not None:
        return f"passage {label.passage_id!r}"
    if label.heading:
        return f"heading {' / '.join(label.heading)!r}"
    return f"document {label.doc_id or label.document!r}"


def unknown_headings(subject: Subject) -> Iterator[Found]:
    """Headings that no build has, or not in the document that the label names."""
    asked = [(case, label) for case in subject.cases for label in case.labels if label.heading]
    if not asked or not subject.builds:
        return
    written = {(p.doc_id, p.heading) for build in subject.builds for p in build.passages if p.heading}
    below: dict[str, set[tuple[str, ...]]] = {}
    for doc_id, heading in written:
        path = tuple(map(normal, heading))
        below.setdefault(doc_id, set()).update(path[:depth] for depth in range(1, len(path) + 1))
    known = set[tuple[str, ...]]().union(*below.values())
    for case, label in asked:
        path, shown = tuple(map(normal, label.heading or ())), short(" / ".join(label.heading or ()))
        if path not in known:
            yield Found(f"no document has the heading {shown!r}: write its path from the top", case.query_id)
        elif label.doc_id in below and path not in below[label.doc_id]:
            message = f"document {label.doc_id!r} has no heading {shown!r}, and another has: mend one of the two"
            yield Found(message, case.query_id)


def other_chunks(subject: Subject) -> Iterator[Found]:
    """Labels by passage id alone that were judged on another cutting, where the passage may say something else."""
    build = subject.build
    if build is None:
        return
    by_id = {other.id: other for other in subject.builds}
    for case in subject.cases:
        places = subject.places.get(case.query_id, ())
        doubtful = [
            label.chunking
            for label, place in zip(case.labels, places, strict=False)
            if label.chunking
            and label.quote is None
            and label.passage_id in place.passages
            and not cut_so(build, label.chunking)
            and not _same_text(build, by_id.get(label.chunking), label.passage_id)
        ]
        if doubtful:
            count = "a label was" if len(doubtful) == 1 else f"{len(doubtful)} labels were"
            message = f"{count} judged on the chunks of {doubtful[0]!r}, and the build is {build.id}: add a quote"
            yield Found(message, case.query_id)


def _same_text(build: Corpus, other: Corpus | None, name: str | None) -> bool:
    there = None if other is None or name is None else other.by_id.get(name)
    return name is not None and there is not None and normal(there.text) == normal(build.by_id[name].text)


RULES = (
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
        "sloppy-quote",
        "warning",
        "build",
        "A quote that stands in the build inside a longer word only.",
        "It was copied without its first or last letters, and may match what was not meant.",
        "Copy it whole.",
        sloppy_quotes,
    ),
    Rule(
        "nothing-placed",
        "error",
        "build",
        "A build that holds none of the set's labels.",
        "Every score on it would be 0.00 for a mistake in ids or in the choice of the build.",
        "Name the build that was judged in the run's sidecar, or write the ids as the build does.",
        nothing_placed,
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
        "A heading path that no document of any build has, or not the one that the label names.",
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
)
