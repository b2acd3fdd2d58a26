"""The rules that files are checked by: what each finds, why it matters, how to mend it."""

from __future__ import annotations

from typing import ClassVar

import msgspec

from gold.check.rules import RULES
from gold.pages.frame import Frame, site_frame


class RuleEntry(msgspec.Struct, frozen=True):
    """One rule in words."""

    name: str
    severity: str
    finds: str
    why: str
    mend: str


class RulesPage(msgspec.Struct, frozen=True):
    """Every rule, in the order of the code."""

    template: ClassVar[str] = "rules.html"
    frame: Frame
    rules: tuple[RuleEntry, ...]


def rules_page() -> RulesPage:
    """The page, made from the rules themselves."""
    entries = tuple(RuleEntry(rule.name, rule.severity, rule.finds, rule.why, rule.mend) for rule in RULES)
    return RulesPage(site_frame("What is checked", "rules.html"), entries)
