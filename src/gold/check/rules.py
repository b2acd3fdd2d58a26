"""Every rule, in the order in which the guide explains them."""

from __future__ import annotations

from gold.check import adjudication, builds, characters, composition, labels, privacy, queries, reading, runs, settings
from gold.check.rule import Rule

RULES: tuple[Rule, ...] = (
    *reading.RULES,
    *characters.RULES,
    *queries.RULES,
    *labels.RULES,
    *builds.RULES,
    *runs.RULES,
    *settings.RULES,
    *composition.RULES,
    *privacy.RULES,
    *adjudication.RULES,
)
BY_NAME = {rule.name: rule for rule in RULES}
