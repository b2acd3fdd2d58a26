"""What was found in a whole set into what may be shown of it: as if no case were held back, and none ever had been."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

import msgspec

from gold.check import changelog
from gold.check.look import guarded
from gold.check.subject import Subject
from gold.cli.inputs import Inputs
from gold.cli.subjects import found_in
from gold.model.finding import Finding

TOLD = frozenset(rule.name for rule in changelog.RULES)
"""These hold words about the whole set against it, so they look at the whole."""
LINE = re.compile(r" ?\((?:on )?line \d+\)| on line \d+")
COUNTED_IN = ("corpora/", "gold.yaml")
"""Files whose lines no case moves."""


def open_findings(inputs: Inputs, whole: Subject, found: Sequence[Finding]) -> Iterator[Finding]:
    """The findings that the open part gives by itself, without lines where held-back cases stand among them.

    A line that moves when a case comes or goes tells that it did.
    """
    kept = [finding for finding in found if finding.rule in TOLD and not finding.hidden]
    shown = guarded(found_in(_opened(inputs, whole)), (whole.version, *whole.versions.values()))
    of_hidden = _lines_of_hidden(inputs, whole)
    for finding in [*kept, *(f for f in shown if f.rule not in TOLD)]:
        if not finding.hidden and (finding.file, finding.line) not in of_hidden and "held-back" not in finding.message:
            yield _without_line(finding, whole)


def _opened(inputs: Inputs, whole: Subject) -> Subject:
    """The set as the rules would see it without its held-back cases."""
    hidden = inputs.hidden
    resolution = None if whole.build is None else inputs.resolution(whole.build)
    final = whole.adjudications
    if final is not None:
        at = [i for i, row in enumerate(final.rows) if row.query_id not in hidden]
        final = msgspec.structs.replace(final, rows=[final.rows[i] for i in at], lines=[final.lines[i] for i in at])
    return msgspec.structs.replace(
        whole,
        version=inputs.version,
        versions=inputs.all_versions(),
        runs=[run.without(hidden) for run in whole.runs],
        resolution=resolution,
        adjudications=final,
    )


def _lines_of_hidden(inputs: Inputs, whole: Subject) -> frozenset[tuple[str, int | None]]:
    versions = [whole.version, *whole.versions.values()]
    pairs = ((v.path, line, name) for v in versions for line, name in zip(v.lines, v.query_ids, strict=True))
    return frozenset((path, line) for path, line, query_id in pairs if query_id in inputs.hidden)


def _without_line(finding: Finding, whole: Subject) -> Finding:
    home = "" if whole.testset is None else f"{whole.testset.folder.rstrip('/')}/"
    path = finding.file.removeprefix(home)
    if path.startswith(COUNTED_IN) or (path.startswith("runs/") and path.endswith((".yaml", ".yml"))):
        return finding
    return msgspec.structs.replace(finding, line=None, column=None, message=LINE.sub("", finding.message))
