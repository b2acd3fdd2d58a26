"""A version file into its cases: JSONL or YAML, in any accepted shape, one case an id."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import partial
from typing import Any, NamedTuple

import msgspec

from gold.errors import BadRecord, Refuse, Where, stop
from gold.model.case import Case, Label
from gold.model.settings import Settings
from gold.model.version import Notice, Version
from gold.read.collector import collector_frozen
from gold.read.file import ending, read_bytes, stem
from gold.read.json_lines import DEEPEST, decode_lines, deeper_than, in_row
from gold.read.shapes import CaseMender
from gold.read.typed import convert

VERSION_NAME = re.compile(r"^(?P<name>.+)-v(?P<number>\d+)$")


@collector_frozen()
def read_version(path: str, settings: Settings | None = None, refuse: Refuse = stop) -> Version:
    """Read one version; a bad record goes to `refuse`.

    Errors name the line: no JSON or YAML, a bad or unknown field, an id twice, a grade twice.
    """
    settings = settings or Settings()
    data = read_bytes(path)
    mender = CaseMender(settings.answer_grade, refuse)
    if ending(path) in ("yaml", "yml"):
        cases, numbers = _from_yaml(path, data, mender, refuse)
    else:
        cases, numbers = decode_lines(path, data, Case, mender, refuse)
        mender.numbers.refuse_both(path, data, refuse)
    notices = mender.numbers.notices()
    cases, numbers = _one_case_an_id(path, cases, numbers, mender.flat, _Told(notices, refuse))
    for case, line in zip(cases, numbers, strict=True):
        for fault in _faults(case, Where(path, line), settings):
            refuse(fault)
    match = VERSION_NAME.match(stem(path))
    return Version(
        name=match["name"] if match else stem(path),
        number=int(match["number"]) if match else None,
        path=path,
        cases=tuple(cases),
        lines=in_row(numbers),
        notices=tuple(notices),
    )


class _Told(NamedTuple):
    """Where notices and bad records of one file go."""

    notices: list[Notice]
    refuse: Refuse


def _from_yaml(path: str, data: bytes, mender: CaseMender, refuse: Refuse) -> tuple[list[Case], list[int]]:
    from gold.read.yaml_events import load_list  # yaml is started only where there is some

    cases, numbers = [], []
    for line, record in load_list(path, data, refuse):
        where = Where(path, line)
        try:
            native = mender(record, where)
        except BadRecord as fault:
            refuse(fault)
            continue
        case = convert(native, Case, where, partial(_refuse_with_hint, refuse, record), strict=False)
        if case is not None:
            cases.append(case)
            numbers.append(line)
    return cases, numbers


def _refuse_with_hint(refuse: Refuse, record: dict[str, Any], fault: BadRecord) -> None:
    """Refuse, with a word on text that YAML reads as null."""
    if fault.where is not None and any(
        value is None and f"`{name}`" in fault.message for name, value in record.items()
    ):
        message = f"{fault.message.removesuffix(': add it')}: it is null; quote it if it is text"
        fault = BadRecord(message, fault.where, fault.rule, fault.query_id)
    refuse(fault)


def _one_case_an_id(
    path: str, cases: list[Case], numbers: list[int], flat: set[int], told: _Told
) -> tuple[list[Case], list[int]]:
    """Merge flat rows of one query; refuse an id that two records claim. Labels given twice are kept once."""
    first: dict[str, int] = {}
    labels: dict[int, list[tuple[Label, int]]] = {}
    for index, case in enumerate(cases):
        home = first.setdefault(case.query_id, index)
        if home != index:
            fault = _no_merge(path, cases[home], case, numbers[home], numbers[index], flat)
            if fault is not None:
                told.refuse(fault)
                continue
        if home != index or not _apart(case.labels):
            rows = labels.setdefault(home, [(label, numbers[home]) for label in cases[home].labels])
            if home != index:
                rows.extend((label, numbers[index]) for label in case.labels)
    merged = list(cases)
    for home, rows in labels.items():
        kept = _once(path, rows, cases[home], told)
        if len(kept) != len(cases[home].labels):
            merged[home] = msgspec.structs.replace(cases[home], judgments=kept)
    return [merged[i] for i in first.values()], [numbers[i] for i in first.values()]


def _no_merge(path: str, one: Case, two: Case, line: int, again: int, flat: set[int]) -> BadRecord | None:
    """Why two records of one id are not rows of one case; None where they are."""
    where = Where(path, again, "query_id")
    hidden = one.is_held_back or two.is_held_back
    who = "the id of a held-back case" if hidden else f"query id {one.query_id!r}"
    query_id = None if hidden else one.query_id
    if one.query != two.query:
        texts = "" if hidden else f": {one.query!r} (line {line}) and {two.query!r}"
        return BadRecord(f"{who} has two texts{texts}: give one of them another id", where, "two-texts", query_id)
    if line not in flat or again not in flat:
        message = f"{who} stands on line {line} already: keep one case an id"
        return BadRecord(message, where, "duplicate-id", query_id)
    for field in msgspec.structs.fields(Case):
        here, there = getattr(one, field.name), getattr(two, field.name)
        if field.name != "judgments" and here != there:
            values = "" if hidden else f": {here!r} (line {line}) and {there!r}"
            message = f"the rows of {who.removeprefix('query id ')} differ{values}: make them agree"
            return BadRecord(message, Where(path, again, field.encode_name), "rows-differ", query_id)
    return None


def _apart(labels: tuple[Label, ...]) -> bool:
    """Whether the labels are known to be of different passages: most cases need no closer look."""
    return len(labels) == len({label.passage_id for label in labels})


def _once(path: str, rows: Iterable[tuple[Label, int]], case: Case, told: _Told) -> tuple[Label, ...]:
    """Each label of a case once. The same anchors with two grades are refused, with both lines."""
    who, query_id = _who(case), None if case.is_held_back else case.query_id
    kept: dict[Any, tuple[Label, int]] = {}
    for label, line in rows:
        key = (label.anchors, label.part)
        there = kept.setdefault(key, (label, line))
        if there[0] is label:
            continue
        if there[0].grade != label.grade:
            grades = f"grade {there[0].grade} (line {there[1]}) and grade {label.grade}"
            message = f"one place of {who} is judged twice, with {grades}: keep one"
            told.refuse(BadRecord(message, Where(path, line), "two-grades", query_id))
        else:
            message = f"a label of {who} stands twice (line {there[1]}): counted once"
            told.notices.append(Notice(path, line, message, "repeated-label", query_id, case.is_held_back))
    return tuple(label for label, _ in kept.values())


def _faults(case: Case, where: Where, settings: Settings) -> Iterator[BadRecord]:
    """What a single case may not contradict: its answerability, its grades, a label without any anchor."""
    path, line, _ = where
    query_id = None if case.is_held_back else case.query_id
    if case.is_unanswerable and (case.answerable is True or case.unanswerable is False):
        message = f"{_who(case)} is marked both answerable and unanswerable: keep one"
        yield BadRecord(message, Where(path, line, "unanswerable"), "answerability", query_id)
    if any((case.meta, case.expect_abstention)) and deeper_than([case.meta, case.expect_abstention], DEEPEST):
        yield BadRecord("nested too deeply", Where(path, line, "meta"), "syntax", query_id)
    for number, label in enumerate(case.labels):
        if settings.grades is not None and label.grade not in settings.grades:
            scale = ", ".join(map(str, settings.grades))
            place = f"judgments[{number}].grade of {query_id or _who(case)}"
            message = f"grade {label.grade} is not one of {scale} ({place}): mend it, or the grades of gold.yaml"
            yield BadRecord(message, where, "grade-scale", query_id)
        if label.quote is not None and not any(map(str.isalnum, label.quote)):
            message = f"a quote of {_who(case)} has no letter or digit: quote the words of the answer"
            yield BadRecord(message, Where(path, line, f"judgments[{number}].quote"), "anchor", query_id)
        if label.passage_id is None and not any(label.anchors):
            message = f"a label of {_who(case)} has no anchor: add passage_id, or doc_id and quote"
            yield BadRecord(message, Where(path, line, f"judgments[{number}]"), "anchor", query_id)


def _who(case: Case) -> str:
    return "a held-back case" if case.is_held_back else repr(case.query_id)
