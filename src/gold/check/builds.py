"""Builds held against each other and against the labels."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from gold.check.rule import Found, Rule
from gold.check.subject import Subject
from gold.model.case import Label
from gold.model.corpus import Corpus, Passage
from gold.resolve.normal import normal
from gold.resolve.resolution import Placed

DOTS = re.compile(r"…|\.{3}")
"""What stands in a snippet for what was left out; NFKC makes three dots of the one sign."""


def odd_passages(subject: Subject) -> Iterator[Found]:
    """Passages without a text, and those that end before they begin: of each kind how many, and the first."""
    for build in subject.builds:
        bare = [i for i, p in enumerate(build.passages) if not p.text.strip()]
        turned = [i for i, p in enumerate(build.passages) if _ends_before(p)]
        for odd, what, how in (
            (bare, "have no text", "leave them out, or mend the cutting"),
            (turned, "have a char_end below their char_start", "mend the two"),
        ):
            if odd:
                first = build.passages[odd[0]].passage_id
                message = f"{len(odd)} of {len(build.passages)} passages {what}, {first!r} the first: {how}"
                yield Found(message, file=build.path, line=build.lines[odd[0]] if build.lines else None)


def _ends_before(passage: Passage) -> bool:
    start, end = passage.char_start, passage.char_end
    return start is not None and end is not None and end < start


def two_texts(subject: Subject) -> Iterator[Found]:
    """Passage ids that say something else in a later build, at one document version."""
    seen: dict[str, tuple[str, Passage]] = {}
    for build in subject.builds:
        same, changed = 0, list[tuple[int, str]]()
        for i, passage in enumerate(build.passages):
            before = seen.get(passage.passage_id)
            if before is not None:
                same += 1
                if _rewritten(before[1], passage):
                    changed.append((i, before[0]))
            seen[passage.passage_id] = (build.id, passage)
        if changed:
            at, other = changed[0]
            message = (
                f"{len(changed)} of {same} passage ids have another text in build {other} at the same document "
                f"version, {build.passages[at].passage_id!r} the first: anchor labels by quote"
            )
            yield Found(message, file=build.path, line=build.lines[at] if build.lines else None)


def _rewritten(one: Passage, two: Passage) -> bool:
    return one.text != two.text and one.doc_version == two.doc_version and normal(one.text) != normal(two.text)


def texts_of_runs(subject: Subject) -> Iterator[Found]:
    """Runs that recorded another text for a passage than the build that they name, or than another run of it."""
    recorded: dict[tuple[str | None, str], tuple[str, str]] = {}
    for run in subject.runs:
        build = subject.build_of(run)
        there = {} if build is None else build.by_id
        other: dict[str, list[str]] = {}
        for name, text in run.texts.items():
            if name in there:
                if not _same(text, there[name].text):
                    other.setdefault(f"in build {'' if build is None else build.id}", []).append(name)
                continue
            first, before = recorded.setdefault((run.sidecar.corpus, name), (run.name, text))
            if not _same(text, before):
                other.setdefault(f"in run {first}", []).append(name)
        for where, names in other.items():
            count = "1 passage has" if len(names) == 1 else f"{len(names)} passages have"
            message = (
                f"{count} another text than {where}, {min(names)!r} one of them: "
                "name the build that this run searched in its sidecar"
            )
            yield Found(message, file=run.path)


def _same(one: str, two: str) -> bool:
    """Whether one text is the other, or a snippet of it: pieces of it with dots between them."""
    if one == two:
        return True
    one, two = normal(one), normal(two)
    return _snippet(one, two) or _snippet(two, one)


def _snippet(short: str, text: str) -> bool:
    return all(piece.strip() in text for piece in DOTS.split(short))


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
    for case in subject.cases:
        pairs = _unlabelled_twins(case.labels, subject.places.get(case.query_id, ()), same)
        if pairs:
            name, other = pairs[0]
            more = f" (and {len(pairs) - 1} more such labels)" if len(pairs) > 1 else ""
            message = f"passage {name!r} is labelled, and its twin {other!r} is not{more}: quote it"
            yield Found(message, case.query_id)


def _unlabelled_twins(
    labels: Sequence[Label], places: Sequence[Placed], same: Mapping[str, tuple[str, ...]]
) -> list[tuple[str, str]]:
    """The passages that a label without a quote counts, each with a twin that no label of the case counts."""
    known = {passage for place in places for passage in place.passages}
    alone = [
        place.holders[0]
        for label, place in zip(labels, places, strict=False)
        if label.quote is None and label.grade > 0 and len(place.holders) == 1
    ]
    found = ((name, next((other for other in same.get(name, ()) if other not in known), None)) for name in alone)
    return [(name, other) for name, other in found if other is not None]


def _same_texts(build: Corpus, wanted: set[str]) -> dict[str, tuple[str, ...]]:
    """For each wanted passage, the others of the same text."""
    texts = {_one_blank(build.by_id[name].text) for name in wanted if name in build.by_id}
    groups: dict[str, list[str]] = {}
    for passage in build.passages:
        text = _one_blank(passage.text)
        if text in texts:
            groups.setdefault(text, []).append(passage.passage_id)
    return {name: tuple(n for n in names if n != name) for names in groups.values() if len(names) > 1 for name in names}


def _one_blank(text: str) -> str:
    """The text with one blank for each run of white space; most texts have no other, and stay as they are."""
    return " ".join(text.split()) if "  " in text or "\n" in text or "\t" in text else text


RULES = (
    Rule(
        "odd-passage",
        "warning",
        "build",
        "A passage without a text, or one whose `char_end` is below its `char_start`.",
        "It holds no answer and takes the place of a result, or it was cut by a program that miscounts.",
        "Leave it out, or mend what cuts the documents.",
        odd_passages,
    ),
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
        "A run that recorded another text for a passage than its build has, or than another run of that build.",
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
