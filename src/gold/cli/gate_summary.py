"""The gates of sets into the Markdown of a pull request: what to decide first, then where it hurts, what changed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from urllib.parse import quote

from gold.check.personal.data import mask
from gold.cli.gate_report import HEADER, Gate
from gold.cli.safe_markdown import MOST, escaped
from gold.cli.table import Row, in_bars
from gold.compare.interval import Verdict
from gold.compare.runs import Change, ClassChange, Comparison
from gold.compare.versions.change import Diff
from gold.measure.measure import Measure
from gold.model.words import listed
from gold.pages.decision import decide
from gold.pages.gates import GateLine, in_short, unmet_gates
from gold.pages.ingredients import VersionStep
from gold.pages.lost_ground import LINKED
from gold.pages.material import Material
from gold.pages.numbers import counted, figure, signed
from gold.pages.verdicts import in_words
from gold.pages.versions import ORDER, guard_said, in_counts

LONGEST = 65_000
"""Bytes, and so characters too, of a summary: GitHub takes fewer than 65,536."""
WORST, CLASSES, IDS = 10, 12, 20
TOLD = ("worse", "better", "counts only")
REASON = 500
"""Characters of what a gate says."""


def summary(gates: Sequence[Gate]) -> str:
    """All sets, those with a gate that is not met first; what is too long is cut at a line, and it is said."""
    ordered = sorted(gates, key=lambda gate: gate.passed)
    return _cut("\n\n".join(part for gate in ordered for part in _parts(gate)) + "\n", ordered[0].site)


def _parts(gate: Gate) -> Iterator[str]:
    material = gate.material
    yield f"## {escaped(material.testset.title)} {escaped(material.version.label or '')}".rstrip()
    yield _decision(gate)
    rows = [_gate_row(line) for line in sorted(material.gates, key=lambda line: line.passed)]
    yield _table(HEADER, rows)
    if material.comparison is not None:
        yield from _moved(gate, material.comparison)
    yield from _set(gate)


def _decision(gate: Gate) -> str:
    """What a reviewer decides by, in a box."""
    decision = decide(gate.material)
    lines = [f"**{decision.sign} {escaped(decision.verdict)}**".replace("** ", "**")]
    lines.append(f"Gates: **{escaped(in_short(gate.material.gates))}**")
    if decision.blocker is not None and decision.blocker != unmet_gates(gate.material):
        lines.append(f"In the way: {_linked(gate, decision.blocker.text, decision.blocker.href, REASON)}")
    lines.append(f"Next: {_linked(gate, decision.action.text, decision.action.href)}")
    if decision.worst is not None:
        lines.append(f"Worst class: {_linked(gate, decision.worst.link.text, decision.worst.link.href, REASON)}")
    if decision.lost is not None:
        lost = listed([_question(gate, query_id) for query_id in decision.lost.query_ids], LINKED)
        lines.append(f"Lost although the mean rose: {decision.lost.said} ({lost})")
    return "\n".join(f"> {line}  " for line in lines)


def _moved(gate: Gate, comparison: Comparison) -> Iterator[str]:
    headline, by = gate.material.headline, gate.material.moved_by
    yield f"### Classes that moved ({escaped(str(headline))})"
    moved = _classes(comparison, headline)
    rows = [_class_row(group, headline) for group in moved[:CLASSES]]
    if rows:
        yield _table(("class", "n", "before", "after", "change", "95 % interval", "verdict"), rows)
    more = len(moved) - len(rows)
    if not rows or more > 0:
        yield f"And {counted(more, 'class', 'classes')} more." if rows else "None."
    yield f"### Questions that lost most ({escaped(str(by))})"
    questions = [_question_row(gate, one) for one in comparison.worst(by)[:WORST]]
    yield _table(("case", "question", "before", "after", "change"), questions) if questions else "None."


def _gate_row(line: GateLine) -> Row:
    met = "met" if line.passed else "**not met**"
    return (line.name, met, line.measured, line.bound, str(line.n), _said(line.reason, REASON))


def _question_row(gate: Gate, one: Change) -> Row:
    query = gate.material.version.by_id[one.query_id].query
    return (_question(gate, one.query_id), _said(query), figure(one.before), figure(one.after), signed(one.delta))


def _classes(comparison: Comparison, measure: Measure) -> list[ClassChange]:
    """Those told to be worse or better, then those of which only counts are told and that changed, most lost first."""
    found = [group for group in comparison.classes if _moves(group.verdicts[measure])]
    return sorted(found, key=lambda group: _place(group, measure))


def _moves(judged: Verdict) -> bool:
    return judged.word in TOLD and bool(judged.wins or judged.losses)


def _place(group: ClassChange, measure: Measure) -> tuple[int, float, str]:
    judged = group.verdicts[measure]
    lost = (judged.mean or 0.0) * (1 if measure.less_is_better else -1)
    return (TOLD.index(judged.word), -lost, f"{group.facet} {group.name}")


def _class_row(group: ClassChange, measure: Measure) -> Row:
    said = in_words(group.verdicts[measure], measure, of_class=True)
    scores = (figure(group.before[measure]), figure(group.after[measure]))
    name = escaped(f"{group.facet}: {group.name}")
    return (name, str(said.n), *scores, said.change, said.interval, f"{said.sign} {said.sentence}".strip())


def _set(gate: Gate) -> Iterator[str]:
    """What changed in the set: since the commit, else in the newest version; and what the guard says of that."""
    step = gate.material.steps[-1] if gate.material.steps else None
    since = gate.since
    if since is not None:
        yield f"### The set since {escaped(since.ref)}"
        way = since.new if since.old == since.new else f"{since.old} to {since.new}"
        yield f"{escaped(way)}: {in_counts(since.change.counts)}"
        yield from _ids(gate, since.change)
        step = step if since.old != since.new else None
    elif step is not None:
        yield f"### The set, {_step_name(step)}"
        yield in_counts(step.diff.counts)
        yield from _ids(gate, step.diff)
    if step is not None and step.guard is not None and step.guard.edits:
        yield f"### The guard, {_step_name(step)}"
        yield escaped(guard_said(step.guard))
        rows = [
            (_question(gate, one.query_id), figure(one.old), figure(one.new), escaped(one.run))
            for one in step.guard.passing[:IDS]
        ]
        if rows:
            yield _table(("case", "before", "after", "run"), rows)


def _step_name(step: VersionStep) -> str:
    return f"{step.old.label or escaped(step.old.name)} to {step.new.label or escaped(step.new.name)}"


def _ids(gate: Gate, change: Diff) -> Iterator[str]:
    lines = []
    for kind in ORDER:
        ids = change.of_kind(kind)
        if ids:
            lines.append(f"- {kind}: {listed([_question(gate, query_id) for query_id in ids], IDS)}")
    if lines:
        yield "\n".join(lines)


def _question(gate: Gate, query_id: str) -> str:
    """A case's id, with its page where the site's address is known and the case has one."""
    material: Material = gate.material
    href = material.href(query_id) if query_id in material.slug_of else None
    return escaped(query_id) if href is None else _linked(gate, query_id, href)


def _linked(gate: Gate, text: str, href: str, most: int = MOST) -> str:
    if gate.site is None:
        return escaped(text, most)
    return f"[{escaped(text, most)}]({quote(gate.site, safe=':/%')}{quote(f'{gate.material.slug}/{href}')})"


def _said(text: str, most: int = MOST) -> str:
    """A text that people typed, without what is personal in it."""
    return escaped(mask(text), most)


def _table(header: Row, rows: Sequence[Row]) -> str:
    return in_bars([header, ["---"] * len(header), *rows])


def _cut(text: str, site: str | None) -> str:
    if len(text.encode()) <= LONGEST:
        return text
    kept = text.encode()[:LONGEST].decode(errors="ignore")
    kept = kept[: kept.rindex("\n")]
    where = (
        "`gold build-site` shows the rest" if site is None else f"[the site]({quote(site, safe=':/%')}) has the rest"
    )
    return f"{kept}\n\nCut here, for it is too long to be shown whole: {where}.\n"
