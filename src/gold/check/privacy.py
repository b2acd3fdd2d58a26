"""Personal data and secrets in what a site would publish: the texts of cases, and the passages of the builds."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace

from gold.check.personal.data import END, Span, find_in, mask
from gold.check.rule import Found, Rule
from gold.check.subject import Subject
from gold.compare.versions.change import Diff, FieldChange
from gold.model.case import Case
from gold.model.corpus import Corpus
from gold.model.run import Run
from gold.model.settings import Settings


def in_cases(subject: Subject) -> Iterator[Found]:
    """Personal data in what a case says, unless `privacy: allow` lists the case."""
    allowed = frozenset(subject.settings.privacy.allow)
    owners: list[Case] = []
    fields: list[str] = []
    texts: list[str] = []
    for case in subject.cases:
        if case.query_id in allowed:
            continue
        for field, text in case_texts(case):
            owners.append(case)
            fields.append(field)
            texts.append(text)
    for index, span in find_in(texts):
        yield Found(_message(span, fields[index]), owners[index].query_id)


def case_texts(case: Case) -> Iterator[tuple[str, str]]:
    """Every text of a case that a person wrote, with the name of its field."""
    yield "query", case.query
    if case.query_normalized:
        yield "query_normalized", case.query_normalized
    if case.answer:
        yield "answer", case.answer
    if case.reason:
        yield "reason", case.reason
    for number, turn in enumerate(case.history or ()):
        yield f"history[{number}].query", turn.query
        if turn.answer:
            yield f"history[{number}].answer", turn.answer
    for number, label in enumerate(case.labels):
        if label.note:
            yield f"judgments[{number}].note", label.note
        if label.by:
            yield f"judgments[{number}].by", label.by
        if label.quote:
            yield f"judgments[{number}].quote", label.quote
    if case.meta is not None:
        yield from _strings(case.meta, "meta")


def _strings(value: Any, place: str) -> Iterator[tuple[str, str]]:
    if isinstance(value, str):
        yield place, value
    elif isinstance(value, dict):
        for key, inner in value.items():
            yield from _strings(inner, f"{place}.{key}")
    elif isinstance(value, list):
        for number, inner in enumerate(value):
            yield from _strings(inner, f"{place}[{number}]")


def in_passages(subject: Subject) -> Iterator[Found]:
    """Personal data in passages, unless `privacy: allow` lists the passage or its document."""
    for build in subject.builds:
        for index, span in spans_in(build, subject.settings):
            line = build.lines[index] if build.lines else None
            place = f"text of passage {build.passages[index].passage_id!r}"
            yield Found(
                f"{span.kind} in {place} at character {span.start + 1}: pages mask it", file=build.path, line=line
            )


def spans_in(build: Corpus, settings: Settings) -> Iterator[tuple[int, Span]]:
    """What is personal in a build, by the passage's place in it."""
    allowed = frozenset(settings.privacy.allow)
    for index, span in find_in(passage.text for passage in build.passages):
        passage = build.passages[index]
        if passage.passage_id not in allowed and passage.doc_id not in allowed:
            yield index, span


def masked_build(build: Corpus, settings: Settings) -> Corpus:
    """The build as pages may show it."""
    found = {index for index, _ in spans_in(build, settings)}
    if not found:
        return build
    passages = list(build.passages)
    for index in found:
        passages[index] = replace(passages[index], text=mask(passages[index].text))
    return replace(build, passages=tuple(passages))


def masked_run(run: Run, settings: Settings) -> Run:
    """The run with its answers, and the passage texts that it recorded, as pages may show them."""
    allowed = frozenset(settings.privacy.allow)
    texts = _masked({name: text for name, text in run.texts.items() if name not in allowed})
    answers = _masked({name: said.answer or "" for name, said in run.answered.items() if name not in allowed})
    if not texts and not answers:
        return run
    said = {name: replace(run.answered[name], answer=text) for name, text in answers.items()}
    return replace(run, texts={**run.texts, **texts}, answered={**run.answered, **said})


def masked_diff(diff: Diff, settings: Settings) -> Diff:
    """The difference as pages may show it: nobody has looked for personal data in what older versions held."""
    allowed = frozenset(settings.privacy.allow)
    fields = [field for case in diff.changed if case.query_id not in allowed for field in case.fields]
    texts = (END.join((field.field, *_strings_in(field.old), *_strings_in(field.new))) for field in fields)
    found = {id(fields[index]) for index, _ in find_in(texts)}
    if not found:
        return diff
    changed = tuple(
        replace(case, fields=tuple(_masked_field(field) if id(field) in found else field for field in case.fields))
        for case in diff.changed
    )
    return replace(diff, changed=changed)


def _strings_in(value: Any) -> list[str]:
    return [text for _, text in _strings(value, "")]


def _masked_field(field: FieldChange) -> FieldChange:
    return FieldChange(mask(field.field), _masked_value(field.old), _masked_value(field.new))


def _masked_value(value: Any) -> Any:
    if isinstance(value, str):
        return mask(value)
    if isinstance(value, list):
        return list(map(_masked_value, value))
    return {name: _masked_value(inner) for name, inner in value.items()} if isinstance(value, dict) else value


def _masked(texts: dict[str, str]) -> dict[str, str]:
    """Those of the texts that hold personal data, masked."""
    names = list(texts)
    found = {names[index] for index, _ in find_in(texts.values())}
    return {name: mask(texts[name]) for name in found}


def _message(span: Span, place: str) -> str:
    """What was found and where, without the value."""
    return f"{span.kind} in {place} at character {span.start + 1}: mask it (gold redact), or allow it in gold.yaml"


RULES = (
    Rule(
        "personal-data",
        "error",
        "file",
        "An e-mail address, a phone number, a payment-card or bank account number, a key or a token in a text of a "
        "case.",
        "What is published on a site cannot be called back.",
        "Mask it with `gold redact`, or list the case under `privacy: allow` in gold.yaml.",
        in_cases,
    ),
    Rule(
        "personal-data-passage",
        "warning",
        "build",
        "The same in a passage of a build. Pages show it masked.",
        "A corpus is often less public than the site over it.",
        "List the passage or its document under `privacy: allow` in gold.yaml to show it as it is.",
        in_passages,
    ),
)
