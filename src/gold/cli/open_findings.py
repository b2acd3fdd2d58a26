"""What was found in a whole set into what may be shown of it: as if no case were held back, and none ever had been."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from gold.check import changelog
from gold.check.look import guarded
from gold.check.rules import BY_NAME
from gold.check.subject import Subject
from gold.cli.inputs import Inputs
from gold.cli.subjects import found_in
from gold.model.finding import Finding
from gold.model.run import Run

TOLD = frozenset(rule.name for rule in changelog.RULES)
"""These hold words about the whole set against it, so they look at the whole."""


def open_findings(inputs: Inputs, whole: Subject, runs: Sequence[Run], found: Sequence[Finding]) -> Iterator[Finding]:
    """The findings that the open part gives by itself."""
    kept = [finding for finding in found if finding.rule in TOLD and not finding.hidden]
    shown = guarded(found_in(_opened(inputs, whole, runs)), (whole.version, *whole.versions.values()))
    of_hidden = _lines_of_hidden(inputs, whole)
    for finding in [*kept, *(f for f in shown if f.rule not in TOLD)]:
        met = BY_NAME[finding.rule].look is None  # while the whole file was read
        if not (finding.hidden or (met and (finding.file, finding.line) in of_hidden)):
            yield finding


def _opened(inputs: Inputs, whole: Subject, runs: Sequence[Run]) -> Subject:
    """The set as the rules would see it without its held-back cases."""
    hidden = inputs.versions.hidden
    resolution = None if whole.build is None else inputs.placing.resolution(whole.build)
    final = whole.adjudications
    if final is not None:
        at = [i for i, row in enumerate(final.rows) if row.query_id not in hidden]
        final = msgspec.structs.replace(final, rows=[final.rows[i] for i in at], lines=[final.lines[i] for i in at])
    return msgspec.structs.replace(
        whole,
        version=inputs.version,
        versions=inputs.versions.given(),
        runs=runs,
        resolution=resolution,
        adjudications=final,
    )


def _lines_of_hidden(inputs: Inputs, whole: Subject) -> frozenset[tuple[str, int | None]]:
    versions = [whole.version, *whole.versions.values()]
    pairs = ((v.path, line, name) for v in versions for line, name in zip(v.lines, v.query_ids, strict=True))
    return frozenset((path, line) for path, line, query_id in pairs if query_id in inputs.versions.hidden)
