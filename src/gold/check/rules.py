"""Every rule, in the order in which the guide explains them."""

from __future__ import annotations

from gold.check import (
    adjudication,
    builds,
    cases,
    changelog,
    characters,
    composition,
    frozen,
    labels,
    ledger,
    placed,
    privacy,
    queries,
    reading,
    results,
    runs,
    settings,
    supported,
    unread,
)
from gold.check.rule import Rule

RULES: tuple[Rule, ...] = (
    *reading.RULES,
    *characters.RULES,
    *queries.RULES,
    *cases.RULES,
    *labels.RULES,
    *placed.RULES,
    *supported.RULES,
    *builds.RULES,
    *runs.RULES,
    *results.RULES,
    *settings.RULES,
    *unread.RULES,
    *changelog.RULES,
    *frozen.RULES,
    *composition.RULES,
    *privacy.RULES,
    *adjudication.RULES,
    *ledger.RULES,
)
BY_NAME = {rule.name: rule for rule in RULES}
