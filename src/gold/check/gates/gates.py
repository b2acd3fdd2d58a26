"""The gates in their order, asked of one set."""

from __future__ import annotations

from gold.check.gates.gate import Outcome
from gold.check.gates.gated import Gated
from gold.check.gates.labels import agreement_alpha, coverage, stale
from gold.check.gates.scores import floor
from gold.check.gates.upkeep import changelog, drift, findings
from gold.check.gates.worst_class import worst_class

GATES = (worst_class, floor, coverage, stale, agreement_alpha, drift, findings, changelog)


def asked(gated: Gated) -> tuple[Outcome, ...]:
    """What each gate of the settings says; none is asked that they do not name."""
    return tuple(outcome for gate in GATES if (outcome := gate(gated)) is not None)
