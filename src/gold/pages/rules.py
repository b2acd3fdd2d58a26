"""The rules that files are checked by: what each finds, why it matters, how to mend it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from gold.check.rules import RULES
from gold.pages.frame import Frame, site_frame


@dataclass(frozen=True, slots=True)
class RuleEntry:
    """One rule in words."""

    name: str
    severity: str
    finds: str
    why: str
    mend: str


@dataclass(frozen=True, slots=True)
class RulesPage:
    """Every rule, in the order of the code."""

    template: ClassVar[str] = "rules.html"
    frame: Frame
    rules: tuple[RuleEntry, ...]


def rules_page() -> RulesPage:
    """The page, made from the rules themselves."""
    entries = tuple(RuleEntry(rule.name, rule.severity, rule.finds, rule.why, rule.mend) for rule in RULES)
    return RulesPage(site_frame("What is checked", "rules.html"), entries)
