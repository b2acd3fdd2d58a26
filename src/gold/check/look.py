"""A subject into its findings: every rule looks, and nothing of a held-back case is said."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from itertools import combinations

import msgspec

from gold.check.rule import Found, Needs, Rule
from gold.check.rules import BY_NAME, RULES
from gold.check.subject import Subject, held_back
from gold.errors import BadRecord, GoldError
from gold.model.finding import Finding
from gold.model.version import Notice, Version

QUOTATION = re.compile("['\"]")
MOST_QUOTATIONS = 40
"""Beyond it there are too many pairs to look between: a message that holds such a text anywhere tells of it."""
FIRST = re.compile(r"\s|\\t")
"""What ends the first column of a quoted line."""


def look(subject: Subject, rules: Iterable[Rule] = RULES) -> list[Finding]:
    """What the rules find that this subject has something for."""
    there = _there(subject)
    hidden = subject.hidden
    return [
        _finding(rule, found, subject, found.query_id in hidden)
        for rule in rules
        if rule.look is not None and rule.needs in there
        for found in rule.look(subject)
    ]


def skipped(subject: Subject) -> list[str]:
    """The rules that need what this subject does not have."""
    there = _there(subject)
    return [rule.name for rule in RULES if rule.look is not None and rule.needs not in there]


def _there(subject: Subject) -> frozenset[Needs]:
    needs: list[Needs] = ["file"]
    if subject.testset is not None:
        needs.append("set")
    if subject.build is not None:
        needs.append("build")
    if subject.runs:
        needs.append("run")
    return frozenset(needs)


def _finding(rule: Rule, found: Found, subject: Subject, hidden: bool) -> Finding:
    line = found.line
    if line is None and found.query_id is not None:
        line = subject.line_of.get(found.query_id)
    return Finding(
        rule=rule.name,
        severity=rule.severity,
        file=found.file or subject.version.path,
        line=line,
        message=_generic(rule) if hidden and not found.safe else found.message,
        query_id=None if hidden else found.query_id,
        column=found.column,
        hidden=hidden,
    )


def _generic(rule: Rule) -> str:
    """What may be said of a held-back case: neither its id nor its words, and what its author can look for."""
    return f"a held-back case: {rule.finds} {rule.mend}"


def guarded(
    findings: Iterable[Finding], versions: Iterable[Version], refused: frozenset[str] = frozenset()
) -> list[Finding]:
    """The findings, generic where one would name a held-back case of the versions, by its id or by its words.

    Files beside the versions (a run, the settings) do not know which of the ids that they hold are held back.
    `refused` are ids of records that the versions lack for their faults, and that may be held back too.
    """
    findings = list(findings)
    cases = list(held_back(versions)) if findings else []
    ids = refused | {case.query_id for case in cases}
    if not ids:
        return findings
    texts = {*ids, *(case.query for case in cases)}
    names, told = set(map(_plain, ids)), {_plain(form) for text in texts for form in _shown(text)}
    return [
        _unnamed(one) if not one.hidden and (one.query_id in ids or _tells(one, names, told)) else one
        for one in findings
    ]


def _shown(text: str) -> tuple[str, str, str]:
    """How a message shows a text between its quotation marks."""
    return text, repr(text)[1:-1], json.dumps(text, ensure_ascii=False)[1:-1]


def _tells(finding: Finding, names: set[str], told: set[str]) -> bool:
    """Whether the message quotes what is told of, or a line that begins with one of the names."""
    message = finding.message
    at = [match.start() for match in QUOTATION.finditer(message)]
    if len(at) > MOST_QUOTATIONS:
        plain = _plain(message)
        return any(text in plain for text in told)
    quoted = (message[one + 1 : two] for one, two in combinations(at, 2))
    return any(_plain(text) in told or _plain(FIRST.split(text, 1)[0]) in names for text in quoted)


def _plain(text: str) -> str:
    """A text as prose may spell it: in any case, its marks escaped or not."""
    return text.replace("\\", "").casefold()


def _unnamed(finding: Finding) -> Finding:
    return msgspec.structs.replace(finding, message=_generic(BY_NAME[finding.rule]), query_id=None, hidden=True)


def of_fault(fault: GoldError) -> Finding:
    """What was met while a file was read."""
    rule = BY_NAME[fault.rule if isinstance(fault, BadRecord) else "unreadable"]
    where = fault.where
    message = fault.message + (f" ({where.field})" if where is not None and where.field else "")
    return Finding(
        rule=rule.name,
        severity=rule.severity,
        file="" if where is None else where.path,
        line=None if where is None else where.line,
        message=message,
        query_id=fault.query_id if isinstance(fault, BadRecord) else None,
        column=fault.column if isinstance(fault, BadRecord) else None,
    )


def of_notices(notices: Iterable[Notice]) -> Iterator[Finding]:
    """What was read kindly."""
    for notice in notices:
        rule = BY_NAME.get(notice.rule)
        if rule is not None:
            place = notice.path, notice.line, notice.message, notice.query_id
            yield Finding(rule.name, rule.severity, *place, hidden=notice.of_hidden)
