"""Findings in the formats that `gold validate` prints: lines, JSON, GitHub's annotations, SARIF."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

from gold import __version__
from gold.check.rule import Needs, Rule
from gold.check.rules import BY_NAME
from gold.cli.check_path import Checked
from gold.cli.table import as_document
from gold.model.finding import Finding
from gold.pages.documents import findings_document
from gold.pages.findings import in_numbers
from gold.pages.numbers import counted

GITHUB = {"error": "error", "warning": "warning", "note": "notice"}


def text(found: Sequence[Finding]) -> str:
    """A line each: place, severity, what and how to mend it, the rule, the case."""
    return "".join(f"{_line(finding)}\n" for finding in found)


def _line(finding: Finding) -> str:
    case = f" ({finding.query_id})" if finding.query_id is not None else ""
    return " ".join(f"{finding.place}: {finding.severity}: {finding.message} [{finding.rule}]{case}".splitlines())


def as_json(found: Sequence[Finding]) -> str:
    """The findings and their counts."""
    return as_document(findings_document(found)) + "\n"


def github(found: Sequence[Finding]) -> str:
    """Workflow commands, which GitHub shows on the lines of a pull request."""
    return "".join(f"{_annotation(finding)}\n" for finding in found)


def _annotation(finding: Finding) -> str:
    where = [("file", finding.file), ("line", finding.line), ("col", finding.column), ("title", finding.rule)]
    fields = ",".join(f"{name}={_escaped(str(value), ':,')}" for name, value in where if value is not None)
    case = f" ({finding.query_id})" if finding.query_id is not None else ""
    return f"::{GITHUB[finding.severity]} {fields}::{_escaped(finding.message + case)}"


def _escaped(text: str, more: str = "") -> str:
    for character in f"%\r\n{more}":
        text = text.replace(character, f"%{ord(character):02X}")
    return text


def sarif(found: Sequence[Finding]) -> str:
    """SARIF 2.1.0, as code scanning reads it."""
    names = sorted({finding.rule for finding in found})
    driver = {
        "name": "gold",
        "version": __version__,
        "rules": [_sarif_rule(BY_NAME[name]) for name in names],
    }
    results = [_sarif_result(finding, names.index(finding.rule)) for finding in found]
    document = {
        "version": "2.1.0",
        "runs": [{"tool": {"driver": driver}, "columnKind": "unicodeCodePoints", "results": results}],
    }
    return as_document(document) + "\n"


def _sarif_rule(rule: Rule) -> dict[str, Any]:
    return {
        "id": rule.name,
        "shortDescription": {"text": rule.finds},
        "fullDescription": {"text": rule.why},
        "help": {"text": rule.mend},
        "defaultConfiguration": {"level": rule.severity},
    }


def _sarif_result(finding: Finding, index: int) -> dict[str, Any]:
    from urllib.parse import quote

    region = {"startLine": finding.line or 1} | ({"startColumn": finding.column} if finding.column else {})
    place = {"artifactLocation": {"uri": quote(finding.file)}, "region": region}
    return {
        "ruleId": finding.rule,
        "ruleIndex": index,
        "level": finding.severity,
        "message": {"text": finding.message + (f" ({finding.query_id})" if finding.query_id is not None else "")},
        "locations": [{"physicalLocation": place}],
    }


NEEDS: dict[Needs, str] = {"file": "a version", "set": "the set around it", "build": "a corpus build", "run": "runs"}
FORMATS = {"text": text, "json": as_json, "github": github, "sarif": sarif}


def summary(done: Sequence[Checked], found: Sequence[Finding]) -> str:
    """How many findings there are, in how many cases if any was read, and which rules had nothing to look at."""
    cases = sum(checked.cases for checked in done)
    said = in_numbers(found) + (f" in {counted(cases, 'record')}" if cases else "")
    skipped = sorted(set[str]().union(*(checked.skipped for checked in done)))
    return said + (f"\n{_skipped(skipped)}" if skipped else "")


def _skipped(names: Sequence[str]) -> str:
    """How many rules lacked what they look at, by what that is."""
    counts = Counter(BY_NAME[name].needs for name in names)
    each = ", ".join(f"{counts[needs]} of {NEEDS[needs]}" for needs in NEEDS if counts[needs])
    rules = counted(len(names), "rule")
    return f"skipped {rules} with nothing to look at: {each} (--rules says what each needs)"


def rules_text(rules: Iterable[Rule]) -> str:
    """Each rule with what it looks at, what it finds, why it matters, how to mend it."""
    return "\n".join(
        f"{rule.name} ({rule.severity})\n  needs  {NEEDS[rule.needs]}\n"
        f"  finds  {rule.finds}\n  why    {rule.why}\n  mend   {rule.mend}"
        for rule in rules
    )


def rules_json(rules: Iterable[Rule]) -> str:
    """The same as JSON."""
    fields = ("name", "severity", "needs", "finds", "why", "mend")
    return as_document([{name: getattr(rule, name) for name in fields} for rule in rules])


RULE_LISTS = {"text": rules_text, "json": rules_json}
