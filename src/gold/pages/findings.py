"""What `gold validate` says of a set, by rule and by case."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from typing import ClassVar

import msgspec

from gold.check.rules import RULES
from gold.model.finding import SEVERITIES, Finding, Severity
from gold.model.testset import SETTINGS
from gold.pages.frame import Frame, Link, set_frame
from gold.pages.material import Material
from gold.pages.numbers import counted

LINE = re.compile(r" ?\(line \d+[^()]*\)| on line \d+")
STILL = ("corpora/", SETTINGS)
"""Files whose lines no case moves."""
MOST_ROWS = 100
MOST_CASES = 20


class FindingRow(msgspec.Struct, frozen=True):
    """One finding: its place, the case that it is about with its page, and the sentence."""

    place: str
    query_id: str | None
    href: str | None
    message: str


class RuleGroup(msgspec.Struct, frozen=True):
    """The findings of one rule."""

    name: str
    severity: Severity
    finds: str
    mend: str
    count: int
    rows: tuple[FindingRow, ...]
    more: int


class CaseGroup(msgspec.Struct, frozen=True):
    """A case with several findings, and which rules found them."""

    query_id: str
    href: str | None
    count: int
    rules: str


class FindingsPage(msgspec.Struct, frozen=True):
    """Rules with findings, errors first; the cases that most is found of."""

    template: ClassVar[str] = "findings.html"
    frame: Frame
    said: str
    groups: tuple[RuleGroup, ...]
    cases: tuple[CaseGroup, ...]


def findings_page(material: Material) -> FindingsPage:
    """Everything that was found and may be shown."""
    shown = shown_findings(material)
    by_rule: dict[str, list[Finding]] = {}
    for finding in shown:
        by_rule.setdefault(finding.rule, []).append(finding)
    rules = sorted((rule for rule in RULES if rule.name in by_rule), key=lambda r: SEVERITIES.index(r.severity))
    return FindingsPage(
        frame=set_frame(material.testset, "Findings", "findings.html"),
        said=in_numbers(shown),
        groups=tuple(
            RuleGroup(
                name=rule.name,
                severity=rule.severity,
                finds=rule.finds,
                mend=rule.mend,
                count=len(by_rule[rule.name]),
                rows=tuple(_row(material, finding) for finding in by_rule[rule.name][:MOST_ROWS]),
                more=max(len(by_rule[rule.name]) - MOST_ROWS, 0),
            )
            for rule in rules
        ),
        cases=_cases(material, shown),
    )


def shown_findings(material: Material) -> list[Finding]:
    """What may be shown: nothing of held-back cases, nor a line that moves when one of them comes or goes.

    It stands in the order of the files and, in each, of the open cases.
    """
    place = {query_id: at for at, query_id in enumerate(material.version.query_ids)}
    shown = [_without_line(finding) for finding in material.findings if not finding.hidden]
    return sorted(shown, key=lambda f: (f.file, f.line or 0, place.get(f.query_id or "", -1), f.rule, f.message))


def _without_line(finding: Finding) -> Finding:
    path = finding.file
    if path.startswith(STILL) or (path.startswith("runs/") and path.endswith((".yaml", ".yml"))):
        return finding
    return msgspec.structs.replace(finding, line=None, column=None, message=LINE.sub("", finding.message))


def in_numbers(findings: Sequence[Finding]) -> str:
    """How many findings there are, by severity."""
    seen = Counter(finding.severity for finding in findings)
    return ", ".join(counted(seen[severity], severity) for severity in SEVERITIES if seen[severity]) or "no findings"


def findings_line(material: Material) -> tuple[str, Link]:
    """The same in one line, with the page that says more."""
    return in_numbers([f for f in material.findings if not f.hidden]), Link("Findings", "findings.html")


def _row(material: Material, finding: Finding) -> FindingRow:
    return FindingRow(finding.place, finding.query_id, _href(material, finding.query_id), finding.message)


def _href(material: Material, query_id: str | None) -> str | None:
    return material.href(query_id) if query_id in material.slug_of and query_id is not None else None


def _cases(material: Material, shown: list[Finding]) -> tuple[CaseGroup, ...]:
    """The cases with two findings or more, those with most first."""
    of_case: dict[str, Counter[str]] = {}
    for finding in shown:
        if finding.query_id is not None:
            of_case.setdefault(finding.query_id, Counter())[finding.rule] += 1
    several = sorted((-seen.total(), query_id) for query_id, seen in of_case.items() if seen.total() > 1)
    return tuple(
        CaseGroup(query_id, _href(material, query_id), -count, ", ".join(sorted(of_case[query_id])))
        for count, query_id in several[:MOST_CASES]
    )
