"""Builds held against each other and against the labels."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from gold.check.rule import Found, Rule
from gold.check.subject import Subject
from gold.model.corpus import Corpus
from gold.resolve.normal import normal


def two_texts(subject: Subject) -> Iterator[Found]:
    """Passage ids that say something else in the next build, at one document version; and in a run's own text."""
    for one, two in pairwise(subject.builds):
        before = one.by_id
        changed = [
            (i, passage)
            for i, passage in enumerate(two.passages)
            if (there := before.get(passage.passage_id)) is not None
            and there.text != passage.text
            and there.doc_version == passage.doc_version
            and normal(there.text) != normal(passage.text)
        ]
        if changed:
            at, passage = changed[0]
            same = sum(passage.passage_id in before for passage in two.passages)
            message = (
                f"{len(changed)} of {same} passage ids have another text in build {one.id} at the same document "
                f"version, {passage.passage_id!r} the first: anchor labels by quote"
            )
            yield Found(message, file=two.path, line=two.lines[at] if two.lines else None)


def texts_of_runs(subject: Subject) -> Iterator[Found]:
    """Runs that recorded another text for a passage than the build that they name."""
    by_id = {build.id: build for build in subject.builds}
    for run in subject.runs:
        build = by_id.get(run.sidecar.corpus or "")
        if build is None or not run.texts:
            continue
        other = [
            name
            for name, text in run.texts.items()
            if (there := build.by_id.get(name)) is not None and not _same(text, there.text)
        ]
        if other:
            message = (
                f"{len(other)} passages have another text than in build {build.id}, {min(other)!r} one of them: "
                "the run searched something else"
            )
            yield Found(message, file=run.path)


def _same(one: str, two: str) -> bool:
    """Whether a run's text is the passage's, or a cut of it."""
    if one == two:
        return True
    one, two = normal(one), normal(two)
    return one in two or two in one


def twins(subject: Subject) -> Iterator[Found]:
    """Passages of one text of which only some are labelled for a case that does not quote."""
    build = subject.build
    if build is None:
        return
    labelled = {
        passage
        for _, label, place in subject.placed()
        if label.quote is None and label.grade > 0
        for passage in place.passages
    }
    if not labelled:
        return
    same = _same_texts(build, labelled)
    for case, label, place in subject.placed():
        if label.quote is not None or label.grade <= 0 or len(place.holders) != 1:
            continue
        known = {passage for here in subject.places[case.query_id] for passage in here.passages}
        others = [name for name in same.get(place.holders[0], ()) if name not in known]
        if others:
            listed = ", ".join(map(repr, others[:3]))
            yield Found(
                f"passage {place.holders[0]!r} is labelled, and its twin {listed} is not: quote it", case.query_id
            )


def _same_texts(build: Corpus, wanted: set[str]) -> dict[str, tuple[str, ...]]:
    """For each wanted passage, the others of the same text."""
    texts = {build.by_id[name].text for name in wanted if name in build.by_id}
    groups: dict[str, list[str]] = {}
    for passage in build.passages:
        if passage.text in texts:
            groups.setdefault(passage.text, []).append(passage.passage_id)
    return {name: tuple(n for n in names if n != name) for names in groups.values() if len(names) > 1 for name in names}


RULES = (
    Rule(
        "passage-two-texts",
        "warning",
        "build",
        "A passage id with different texts in two builds, at one document version.",
        "A label by that id judges whatever stands there today.",
        "Anchor labels by quote; give new chunks new ids.",
        two_texts,
    ),
    Rule(
        "run-two-texts",
        "warning",
        "run",
        "A run that recorded another text for a passage than its build has.",
        "It searched another build, and is scored on this one.",
        "Name the build that was searched in the run's sidecar.",
        texts_of_runs,
    ),
    Rule(
        "passage-twins",
        "note",
        "build",
        "Passages with identical text, one of them labelled.",
        "A system that returns the twin is right, and scores 0.",
        "Use a quote: it is held by every passage that has it.",
        twins,
    ),
)
