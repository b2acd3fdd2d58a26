"""A subject into its findings: every rule looks, and nothing of a held-back case is said."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from gold.check.rule import Found, Needs, Rule
from gold.check.rules import BY_NAME, RULES
from gold.check.subject import Subject
from gold.errors import BadRecord, GoldError
from gold.model.finding import Finding
from gold.model.version import Notice


def look(subject: Subject, rules: Iterable[Rule] = RULES) -> list[Finding]:
    """What the rules find that this subject has something for."""
    there = _there(subject)
    hidden = frozenset(case.query_id for case in subject.cases if case.is_held_back)
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
        message=f"a held-back case: {rule.finds}" if hidden and not found.safe else found.message,
        query_id=None if hidden else found.query_id,
        column=found.column,
        hidden=hidden,
    )


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
    )


def of_notices(notices: Iterable[Notice]) -> Iterator[Finding]:
    """What was read kindly."""
    for notice in notices:
        rule = BY_NAME.get(notice.rule)
        if rule is not None:
            yield Finding(rule.name, rule.severity, notice.path, notice.line, notice.message, notice.query_id)
