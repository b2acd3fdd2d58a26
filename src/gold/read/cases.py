"""A version file into its cases: JSONL or YAML, in any accepted shape, one case an id."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any

import msgspec

from gold.errors import BadRecord, Where
from gold.model.case import Case, Label
from gold.model.settings import Settings
from gold.model.version import Notice, Version
from gold.read.file import ending, lines, read_bytes, stem
from gold.read.json_lines import collector_frozen, decode_lines, parse_object, split_message
from gold.read.shapes import CaseMender

VERSION_NAME = re.compile(r"^(?P<name>.+)-v(?P<number>\d+)$")


@collector_frozen()
def read_version(path: str, settings: Settings | None = None) -> Version:
    """Read one version. Errors name the line: no JSON or YAML, a bad or unknown field, an id twice, a grade twice."""
    settings = settings or Settings()
    data = read_bytes(path)
    mender = CaseMender(settings.answer_grade)
    if ending(path) in ("yaml", "yml"):
        cases, numbers = _from_yaml(path, data, mender)
    else:
        cases, numbers = decode_lines(path, data, Case, mender)
        if mender.notices:
            _refuse_two_spellings(path, data)
    cases, numbers = _one_case_an_id(path, cases, numbers, mender)
    for case, line in zip(cases, numbers, strict=True):
        _check(case, Where(path, line), settings)
    match = VERSION_NAME.match(stem(path))
    return Version(
        name=match["name"] if match else stem(path),
        number=int(match["number"]) if match else None,
        path=path,
        cases=tuple(cases),
        lines=tuple(numbers),
        notices=tuple(mender.notices),
    )


def _from_yaml(path: str, data: bytes, mender: CaseMender) -> tuple[list[Case], list[int]]:
    from gold.read.yaml_events import load_list  # yaml is started only where there is some

    cases, numbers = [], []
    for line, record in load_list(path, data):
        native = mender(record, Where(path, line))
        try:
            cases.append(msgspec.convert(native, Case, strict=False))
        except msgspec.ValidationError as error:
            message, field = split_message(str(error))
            null = any(value is None and f"`{name}`" in message for name, value in record.items())
            hint = ": it is null; quote it if it is text" if null else ""
            raise BadRecord(message + hint, Where(path, line, field)) from None
        numbers.append(line)
    return cases, numbers


def _one_case_an_id(
    path: str, cases: list[Case], numbers: list[int], mender: CaseMender
) -> tuple[list[Case], list[int]]:
    """Merge flat rows of one query; refuse an id that two records claim. Labels given twice are kept once."""
    first: dict[str, int] = {}
    labels: dict[int, list[tuple[Label, int]]] = {}
    for index, case in enumerate(cases):
        home = first.setdefault(case.query_id, index)
        if home != index:
            _refuse_or_merge(path, cases[home], case, numbers[home], numbers[index], mender)
        if home != index or not _apart(case.labels):
            rows = labels.setdefault(home, [(label, numbers[home]) for label in cases[home].labels])
            if home != index:
                rows.extend((label, numbers[index]) for label in case.labels)
    merged = list(cases)
    for home, rows in labels.items():
        kept = _once(path, rows, cases[home].query_id, mender.notices)
        if len(kept) != len(cases[home].labels):
            merged[home] = msgspec.structs.replace(cases[home], judgments=kept)
    return [merged[i] for i in first.values()], [numbers[i] for i in first.values()]


def _refuse_or_merge(path: str, one: Case, two: Case, line: int, again: int, mender: CaseMender) -> None:
    where = Where(path, again, "query_id")
    if one.query != two.query:
        message = f"query id {one.query_id!r} has two texts: {one.query!r} (line {line}) and {two.query!r}"
        raise BadRecord(f"{message}: give one of them another id", where)
    if line not in mender.flat or again not in mender.flat:
        raise BadRecord(f"query id {one.query_id!r} stands on line {line} already: keep one case an id", where)
    for field in msgspec.structs.fields(Case):
        here, there = getattr(one, field.name), getattr(two, field.name)
        if field.name != "judgments" and here != there:
            message = f"the rows of {one.query_id!r} differ: {here!r} (line {line}) and {there!r}"
            raise BadRecord(f"{message}: make them agree", Where(path, again, field.encode_name))


def _apart(labels: tuple[Label, ...]) -> bool:
    """Whether the labels are known to be of different passages: most cases need no closer look."""
    return len(labels) == len({label.passage_id for label in labels})


def _once(path: str, rows: Iterable[tuple[Label, int]], query_id: str, notices: list[Notice]) -> tuple[Label, ...]:
    """Each label once. The same anchors with two grades are refused, with both lines."""
    kept: dict[Any, tuple[Label, int]] = {}
    for label, line in rows:
        key = (label.anchors, label.part)
        there = kept.setdefault(key, (label, line))
        if there[0] is label:
            continue
        if there[0].grade != label.grade:
            grades = f"grade {there[0].grade} (line {there[1]}) and grade {label.grade}"
            raise BadRecord(f"one place of {query_id!r} is judged twice, with {grades}: keep one", Where(path, line))
        notices.append(Notice(path, line, f"a label of {query_id!r} stands twice (line {there[1]}): counted once"))
    return tuple(label for label, _ in kept.values())


def _check(case: Case, where: Where, settings: Settings) -> None:
    """What a single case may not contradict: its answerability, its grades, a label without any anchor."""
    if case.is_unanswerable and (case.answerable is True or case.unanswerable is False):
        message = f"{case.query_id!r} is marked both answerable and unanswerable: keep one"
        raise BadRecord(message, Where(where.path, where.line, "unanswerable"))
    for number, label in enumerate(case.labels):
        if settings.grades is not None and label.grade not in settings.grades:
            scale = ", ".join(map(str, settings.grades))
            message = f"grade {label.grade} is not one of {scale} (judgments[{number}].grade of {case.query_id})"
            raise BadRecord(message, where)
        if label.passage_id is None and not any(label.anchors):
            message = f"a label of {case.query_id!r} has no anchor: add passage_id, or doc_id and quote"
            raise BadRecord(message, Where(where.path, where.line, f"judgments[{number}]"))


def _refuse_two_spellings(path: str, data: bytes) -> None:
    """An id written as the number 12 here and as the text "12" there may be one or two: refuse, with both lines."""
    seen: dict[tuple[str, str], dict[type, int]] = {}
    for number, line in lines(path, data):
        for name, value in _id_values(parse_object(path, number, line)):
            kinds = seen.setdefault((name, str(value)), {})
            kinds.setdefault(type(value), number)
            if len(kinds) > 1:
                other = min(kinds.values())
                message = f"{name} {value} is a number in one place and text in another (line {other}): quote it"
                raise BadRecord(message, Where(path, number, name))


def _id_values(value: Any) -> Iterator[tuple[str, Any]]:
    if isinstance(value, dict):
        for key, inner in value.items():
            name = "query_id" if key == "question_id" else key
            if name in ("query_id", "passage_id") and isinstance(inner, str | int):
                yield name, inner
            else:
                yield from _id_values(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from _id_values(inner)
