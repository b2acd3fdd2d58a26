"""The material of sets into what `gold status` prints: text, or JSON."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from gold.cli.table import as_document
from gold.pages.decision import Decision, Heading, Headline, gate_to_mend, heading_of, is_left_to_the_queue
from gold.pages.lost_ground import PAGE
from gold.pages.material import Material
from gold.pages.numbers import DASH, counted
from gold.pages.queue import queue_summary
from gold.pages.verdicts import WORD_OF_TONE, VerdictWords

Sets = Sequence[tuple[str, Material]]


def as_text(sets: Sets) -> str:
    """A block a set, what is urgent first, as on the front page."""
    blocks = ["\n".join(_lines(folder, material, head)) for folder, material, head in _urgent(sets)]
    return "\n\n".join(blocks)


def _urgent(sets: Sets) -> list[tuple[str, Material, Heading]]:
    found = [(folder, material, heading_of(material)) for folder, material in sets]
    return sorted(found, key=lambda one: (one[2].decision.urgency, one[1].testset.title, one[1].slug))


def _lines(folder: str, material: Material, head: Heading) -> Iterator[str]:
    decision = head.decision
    yield f"{material.testset.name} {head.version} ({counted(head.cases, 'case')})"
    yield f"  state    {decision.verdict}"
    if decision.blocker is not None:
        yield f"  blocker  {decision.blocker.text}"
    yield f"  next     {next_words(material, decision)}: {next_command(folder, material)}"
    if decision.headline is not None:
        yield f"  scores   {_scores(decision.headline)}"
    if decision.worst is not None:
        yield f"  worst    {decision.worst.link.text}"
    if decision.lost is not None:
        yield f"  lost     although the mean rose: {decision.lost.text}"
    if decision.rival is not None:
        yield f"  rival    {decision.rival.text}"
    for line in material.trust:
        yield f"  - {line.about}: {line.text}"


def _scores(head: Headline) -> str:
    said = head.verdict
    drawn = "" if said.interval == DASH else f", 95 % interval {said.interval}"
    return f"{head.measure.full} {head.before} to {head.after} ({said.change}{drawn}, n {said.n})"


def as_json(sets: Sets) -> str:
    """One JSON document, the sets in the same order."""
    rows = [_row(*one) for one in _urgent(sets)]
    return as_document({"sets": rows})


def _row(folder: str, material: Material, head: Heading) -> dict[str, Any]:
    decision, blocker = head.decision, head.decision.blocker
    return {
        "set": material.testset.name,
        "version": material.version.label,
        "cases": head.cases,
        "baseline": head.baseline,
        "candidate": head.candidate,
        "state": WORD_OF_TONE.get(decision.tone, "nothing to compare"),
        "verdict": decision.verdict,
        "headline": _headline(decision),
        "blocker": None if blocker is None else {"text": blocker.text, "page": blocker.href},
        "next": {
            "text": next_words(material, decision),
            "page": "findings.html" if _errors(material) else decision.action.href,
            "command": next_command(folder, material),
        },
        "worst_class": _worst(decision),
        "lost_although_risen": _lost(decision),
        "rival": None if decision.rival is None else {"text": decision.rival.text, "page": decision.rival.href},
        "queue": queue_summary(material),
        "trust": [{"about": line.about, "text": line.text, "page": line.link.href} for line in material.trust],
    }


def _worst(decision: Decision) -> dict[str, Any] | None:
    """The class that fared worst, in the words of the front page."""
    worst = decision.worst
    if worst is None:
        return None
    head = {"facet": worst.facet, "class": worst.name}
    return {**head, **_verdict(worst.said), "text": worst.link.text, "page": worst.link.href}


def _lost(decision: Decision) -> dict[str, Any] | None:
    lost = decision.lost
    return None if lost is None else {"text": lost.text, "query_ids": list(lost.query_ids), "page": PAGE}


def _headline(decision: Decision) -> dict[str, Any] | None:
    """The first measure of both runs, with what is told of it, in the words of the front page."""
    head = decision.headline
    if head is None:
        return None
    scores = {"measure": head.measure.full, "baseline": head.before, "candidate": head.after}
    return {**scores, **_verdict(head.verdict)}


def _verdict(said: VerdictWords) -> dict[str, Any]:
    return {
        "change": said.change,
        "interval": said.interval,
        "n": said.n,
        "verdict": said.sentence,
        "won": said.wins,
        "lost": said.losses,
        "tied": said.ties,
    }


def _errors(material: Material) -> int:
    return sum(finding.severity == "error" for finding in material.findings)


def next_words(material: Material, decision: Decision) -> str:
    """What `next_command` is for: no site is built over an error, so that is mended before anything is read."""
    errors = _errors(material)
    return f"Mend {counted(errors, 'error')}" if errors else decision.action.text


def next_command(folder: str, material: Material) -> str:
    """The command that shows, or begins, what comes next."""
    if _errors(material):
        return shlex.join(["gold", "validate", folder])
    gate = gate_to_mend(material)
    if gate is not None:
        return shlex.join(["gold", "validate" if gate.gate in ("findings", "changelog") else "gate", folder])
    if is_left_to_the_queue(material):
        return shlex.join(["gold", "build-site", folder])
    if material.comparison is not None:
        pair = (material.comparison.baseline, material.comparison.candidate)
        return shlex.join(["gold", "compare", folder, *(score.run.name for score in pair)])
    if material.candidate is not None:
        return shlex.join(["gold", "score", folder, material.candidate.run.name, "--per-query"])
    if material.unscored:
        return shlex.join(["gold", "score", folder, material.unscored[0].run.name])
    return shlex.join(["gold", "questions", folder])


FORMATS: dict[str, Callable[[Sets], str]] = {"text": as_text, "json": as_json}
