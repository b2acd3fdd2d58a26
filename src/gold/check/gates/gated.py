"""What the gates of a set look at, as one value."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from gold.check.told.against import Told
from gold.compare.runs import Comparison
from gold.measure.agreement.agreement import Agreement
from gold.measure.laid_out import Scored
from gold.measure.measure import Measure
from gold.measure.score import RunScore
from gold.model.finding import Finding
from gold.model.settings import Settings
from gold.model.version import Version


class Gated(msgspec.Struct, frozen=True, kw_only=True):
    """The newest version with the candidate, its comparison, and what is known of the labels. Nothing is held back.

    `why_not` says why nothing is compared; `is_baseline`: the candidate is the baseline itself. `unlike` says in what
    the two runs cannot be compared. `scored` is the version on the build that the candidate searched. `told` says of
    each version in what its changelog section is wrong; None: it has none.
    """

    settings: Settings
    headline: Measure
    version: Version
    cases: int
    candidate: RunScore | None
    comparison: Comparison | None
    why_not: str | None
    is_baseline: bool
    unlike: tuple[str, ...]
    scored: Scored
    agreement: Agreement | None
    findings: tuple[Finding, ...]
    changelog: bool
    told: Mapping[str, Told | None]
