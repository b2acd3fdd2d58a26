"""Scores and comparisons as JSON documents: what the command prints is what the site offers for download."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from gold.check.told.against import Told
from gold.compare.interval import Verdict
from gold.compare.runs import ClassChange, Comparison
from gold.compare.versions.change import Diff
from gold.compare.versions.guard import Guarded
from gold.measure.diagnosis import diagnoses, losses
from gold.measure.means import ClassScore, Mean
from gold.measure.measure import Measure
from gold.measure.named import Named
from gold.measure.score import RunScore
from gold.measure.ways import bar_of
from gold.model.finding import SEVERITIES, Finding
from gold.model.version import Version

CHANGE_FIELDS = ("n", "baseline", "candidate", "change", "low", "high", "wins", "losses", "ties", "verdict", "needed")


def score_document(version: Version, scores: Sequence[RunScore], cases: int, *, per_query: bool) -> dict[str, Any]:
    """The set (with so many cases), and for each run its means, classes, counts and names."""
    return {"testset": _testset(version, cases), "runs": [_run(score, per_query) for score in scores]}


def comparison_document(comparison: Comparison, cases: int) -> dict[str, Any]:
    """The runs, the verdicts overall and per class, and every case's change."""
    one, two = comparison.baseline, comparison.candidate
    return {
        "testset": _testset(one.scored.version, cases),
        "baseline": {"run": one.run.name, "corpus": one.build},
        "candidate": {"run": two.run.name, "corpus": two.build},
        "n": len(comparison.shared),
        "not_shared": list(comparison.not_shared),
        "label_loss": list(comparison.label_loss),
        "overall": changes(comparison.overall),
        "classes": [
            {"facet": group.facet, "class": group.name, "measures": changes(group)} for group in comparison.classes
        ],
        "cases": _moved(comparison),
    }


def changes(group: ClassChange) -> dict[str, dict[str, Any]]:
    """One class by measure: the fields of `CHANGE_FIELDS`."""
    return {str(measure): _change(group, measure, judged) for measure, judged in group.verdicts.items()}


def case_values(score: RunScore) -> list[dict[str, Any]]:
    """Every case's value by each measure, None where it has none."""
    names = [str(measure) for measure in score.measures]
    return [
        {
            "query_id": case.query_id,
            "measures": {n: None if math.isnan(v) else v for n, v in zip(names, row, strict=True)},
        }
        for case, row in zip(score.scored.cases, score.values.tolist(), strict=True)
    ]


def _testset(version: Version, cases: int) -> dict[str, Any]:
    return {"name": version.name, "version": version.label, "cases": cases}


def _run(score: RunScore, per_query: bool) -> dict[str, Any]:
    undefined = {str(measure): list(score.undefined_by(measure)) for measure in score.measures}
    found: dict[str, Any] = {
        "run": score.run.name,
        "corpus": score.build,
        "overall": {"n": score.overall.n, "measures": _means(score, score.overall)},
        "classes": [
            {"facet": group.facet, "class": group.name, "n": group.n, "measures": _means(score, group)}
            for group in score.classes
        ],
        "counts": score.named.counts(),
        "named": _ids(score.named),
        "undefined": {name: ids for name, ids in undefined.items() if ids},
    }
    return found | {"cases": _diagnosed(score)} if per_query else found


def _diagnosed(score: RunScore) -> list[dict[str, Any]]:
    """Every case's values, and what the run made of it (None where it is of no ranking mean)."""
    came = diagnoses(score, losses(score.scored, bar_of(score.measures, score.scored.answer_grade)))
    return [
        values | {"diagnosis": None if said is None else msgspec.structs.asdict(said)}
        for values, said in zip(case_values(score), came, strict=True)
    ]


def _means(score: RunScore, group: ClassScore) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for measure in score.measures:
        found[str(measure)] = _mean(group.means[measure]) | {"winnable": _mean(group.winnable[measure])}
        if measure in score.not_measurable:
            found[str(measure)]["not_measurable"] = score.not_measurable[measure]
    return found


def _mean(mean: Mean) -> dict[str, Any]:
    return {"value": mean.value, "n": mean.n}


def _ids(named: Named) -> dict[str, Any]:
    """The cases of each kind that has any: ids, or results by id. Held-back cases are never named."""
    values = {kind: getattr(named, kind) for kind in named.__struct_fields__ if kind != "held_back"}
    return {kind: dict(v) if isinstance(v, Mapping) else list(v) for kind, v in values.items() if v}


def _change(group: ClassChange, measure: Measure, judged: Verdict) -> dict[str, Any]:
    word = judged.word if measure.is_quality else None
    spread = (judged.n, group.before[measure], group.after[measure], judged.mean, judged.low, judged.high)
    told = (judged.wins, judged.losses, judged.ties, word, judged.needed)
    return dict(zip(CHANGE_FIELDS, (*spread, *told), strict=True))


def _moved(comparison: Comparison) -> list[dict[str, Any]]:
    rows: dict[str, dict[str, Any]] = {}
    for measure in comparison.measures:
        name = str(measure)
        for moved in comparison.changes[measure]:
            values = {"baseline": moved.before, "candidate": moved.after, "change": moved.delta}
            rows.setdefault(moved.query_id, {})[name] = values
    return [{"query_id": query_id, "measures": measures} for query_id, measures in rows.items()]


def findings_document(findings: Sequence[Finding]) -> dict[str, Any]:
    """What `gold validate` prints as JSON."""
    seen = Counter(finding.severity for finding in findings)
    rows = [
        {
            "rule": finding.rule,
            "severity": finding.severity,
            "file": finding.file,
            "line": finding.line,
            "column": finding.column,
            "query_id": finding.query_id,
            "message": finding.message,
        }
        for finding in findings
    ]
    return {"findings": rows, "counts": {severity: seen[severity] for severity in SEVERITIES}}


def diff_document(diff: Diff, told: Told | None, guarded: Sequence[Guarded] = ()) -> dict[str, Any]:
    """What `gold diff` prints as JSON: the change, what the changelog does not tell or tells wrongly, the guard."""
    changelog = None
    if told is not None:
        unknown = dict.fromkeys(name.query_id for name in told.unknown if not name.hidden)
        changelog = {"undocumented": [query_id for query_id, _ in told.undocumented], "unknown": list(unknown)}
    return {
        "added": list(diff.added),
        "removed": list(diff.removed),
        "changed": [
            {
                "query_id": case.query_id,
                "kinds": list(case.kinds),
                "fields": [{"field": field.field, "old": field.old, "new": field.new} for field in case.fields],
            }
            for case in diff.changed
        ],
        "changelog": changelog,
        "guard": [{"query_id": one.query_id, "run": one.run, "old": one.old, "new": one.new} for one in guarded],
    }
