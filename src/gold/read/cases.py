"""A version file into its cases: JSONL or YAML, in any accepted shape, one case an id."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

import msgspec

from gold.errors import BadRecord, Where
from gold.model.case import Case, Label
from gold.model.settings import Settings
from gold.model.version import Notice, Version
from gold.read.file import ending, read_bytes, stem
from gold.read.json_lines import DEEPEST, collector_frozen, decode_lines, deeper_than, split_message
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
        mender.numbers.refuse_both(path, data)
    notices = mender.numbers.notices()
    cases, numbers = _one_case_an_id(path, cases, numbers, mender.flat, notices)
    for case, line in zip(cases, numbers, strict=True):
        _check(case, Where(path, line), settings)
    match = VERSION_NAME.match(stem(path))
    return Version(
        name=match["name"] if match else stem(path),
        number=int(match["number"]) if match else None,
        path=path,
        cases=tuple(cases),
        lines=tuple(numbers),
        notices=tuple(notices),
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
    path: str, cases: list[Case], numbers: list[int], flat: set[int], notices: list[Notice]
) -> tuple[list[Case], list[int]]:
    """Merge flat rows of one query; refuse an id that two records claim. Labels given twice are kept once."""
    first: dict[str, int] = {}
    labels: dict[int, list[tuple[Label, int]]] = {}
    for index, case in enumerate(cases):
        home = first.setdefault(case.query_id, index)
        if home != index:
            _refuse_or_merge(path, cases[home], case, numbers[home], numbers[index], flat)
        if home != index or not _apart(case.labels):
            rows = labels.setdefault(home, [(label, numbers[home]) for label in cases[home].labels])
            if home != index:
                rows.extend((label, numbers[index]) for label in case.labels)
    merged = list(cases)
    for home, rows in labels.items():
        who = "a held-back case" if cases[home].is_held_back else repr(cases[home].query_id)
        kept = _once(path, rows, who, notices)
        if len(kept) != len(cases[home].labels):
            merged[home] = msgspec.structs.replace(cases[home], judgments=kept)
    return [merged[i] for i in first.values()], [numbers[i] for i in first.values()]


def _refuse_or_merge(path: str, one: Case, two: Case, line: int, again: int, flat: set[int]) -> None:
    where = Where(path, again, "query_id")
    if one.query != two.query:
        message = f"query id {one.query_id!r} has two texts: {one.query!r} (line {line}) and {two.query!r}"
        raise BadRecord(f"{message}: give one of them another id", where)
    if line not in flat or again not in flat:
        raise BadRecord(f"query id {one.query_id!r} stands on line {line} already: keep one case an id", where)
    for field in msgspec.structs.fields(Case):
        here, there = getattr(one, field.name), getattr(two, field.name)
        if field.name != "judgments" and here != there:
            message = f"the rows of {one.query_id!r} differ: {here!r} (line {line}) and {there!r}"
            raise BadRecord(f"{message}: make them agree", Where(path, again, field.encode_name))


def _apart(labels: tuple[Label, ...]) -> bool:
    """Whether the labels are known to be of different passages: most cases need no closer look."""
    return len(labels) == len({label.passage_id for label in labels})


def _once(path: str, rows: Iterable[tuple[Label, int]], who: str, notices: list[Notice]) -> tuple[Label, ...]:
    """Each label once. The same anchors with two grades are refused, with both lines. `who` has the label."""
    kept: dict[Any, tuple[Label, int]] = {}
    for label, line in rows:
        key = (label.anchors, label.part)
        there = kept.setdefault(key, (label, line))
        if there[0] is label:
            continue
        if there[0].grade != label.grade:
            grades = f"grade {there[0].grade} (line {there[1]}) and grade {label.grade}"
            raise BadRecord(f"one place of {who} is judged twice, with {grades}: keep one", Where(path, line))
        notices.append(Notice(path, line, f"a label of {who} stands twice (line {there[1]}): counted once"))
    return tuple(label for label, _ in kept.values())


def _check(case: Case, where: Where, settings: Settings) -> None:
    """What a single case may not contradict: its answerability, its grades, a label without any anchor."""
    if case.is_unanswerable and (case.answerable is True or case.unanswerable is False):
        message = f"{case.query_id!r} is marked both answerable and unanswerable: keep one"
        raise BadRecord(message, Where(where.path, where.line, "unanswerable"))
    if deeper_than([case.meta, case.expect_abstention], DEEPEST):
        raise BadRecord("nested too deeply", Where(where.path, where.line, "meta"))
    for number, label in enumerate(case.labels):
        if settings.grades is not None and label.grade not in settings.grades:
            scale = ", ".join(map(str, settings.grades))
            place = f"judgments[{number}].grade of {case.query_id}"
            message = f"grade {label.grade} is not one of {scale} ({place}): mend it, or the grades of gold.yaml"
            raise BadRecord(message, where)
        if label.quote is not None and not any(map(str.isalnum, label.quote)):
            message = f"a quote of {case.query_id!r} has no letter or digit: quote the words of the answer"
            raise BadRecord(message, Where(where.path, where.line, f"judgments[{number}].quote"))
        if label.passage_id is None and not any(label.anchors):
            message = f"a label of {case.query_id!r} has no anchor: add passage_id, or doc_id and quote"
            raise BadRecord(message, Where(where.path, where.line, f"judgments[{number}]"))
