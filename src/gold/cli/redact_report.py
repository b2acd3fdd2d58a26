"""What `gold redact` says: what was masked, what was written, and what a person has to decide."""

from __future__ import annotations

from collections.abc import Iterator, Sequence, Set

from gold.check.personal.data import IN_WORDS
from gold.cli.inputs import Inputs
from gold.cli.redact_target import held_back, open_ids
from gold.curate.redact import Redacted
from gold.model.version import Notice

WHY = {"quote": "a quote must match its passage", "query_id": "ids are never changed"}


def warnings(inputs: Inputs, found: Sequence[Redacted], allowed: Set[str]) -> Iterator[Notice]:
    """One for each field that keeps personal data (such an id is not repeated), one for allowed ids that are gone."""
    version = inputs.version
    if gone := sorted(allowed - set(version.query_ids) - inputs.versions.hidden):
        yield Notice(version.path, None, f"has no {', '.join(gone)}, which privacy.allow of gold.yaml names")
    for one in found:
        query_id = one.case.query_id
        unnamed = any(kept.field == "query_id" for kept in one.kept)
        who = "a held-back case" if query_id in inputs.versions.hidden else "this case" if unnamed else query_id
        for field, kind in one.kept:
            why = WHY.get(field.rpartition(".")[2], "ids and facets are never changed")
            message = f"{field} of {who} holds {IN_WORDS[kind]} and stays as it is: {why}"
            yield Notice(version.path, version.lines[one.at], message)


def said(inputs: Inputs, found: Sequence[Redacted], files: Sequence[str], *, dry_run: bool) -> str:
    """The whole answer, for stdout."""
    version = inputs.version
    name = version.title
    if not files:
        return f"{name}: no personal data to mask, nothing written"
    changed = sum(one.changed for one in found)
    would = "would be " if dry_run else ""
    lines = [f"{name}: personal data {would}masked in {changed} of {len(version.cases)} cases"]
    for heading, reworded in (("reworded", True), ("only notes and answers", False)):
        if ids := open_ids(inputs, found, reworded):
            lines.append(f"- {heading}: {', '.join(ids)}")
    if hidden := held_back(inputs, found):
        lines.append(f"- {hidden}")
    return "\n".join((*lines, *(f"{'would write' if dry_run else 'wrote'} {path}" for path in files)))
