"""Scores and comparisons as JSON documents: what the command prints is what the site offers for download."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from gold.check.told.against import Told
from gold.compare.runs import ClassChange, Comparison
from gold.compare.versions.change import Diff
from gold.compare.versions.guard import Guarded
from gold.measure.diagnosis import diagnoses
from gold.measure.means import ClassScore, Mean
from gold.measure.measure import Measure
from gold.measure.named import UNNAMED, Named
from gold.measure.score import RunScore
from gold.model.finding import SEVERITIES, Finding
from gold.model.settings import Traffic
from gold.model.version import Version
from gold.pages.judges import labels_by
from gold.pages.met import met_document
from gold.pages.two_shares import answers_document, refusals_document
from gold.resolve.lost import Loss

CHANGE_FIELDS = (
    *("n", "baseline", "candidate", "delta", "low", "high", "p", "verdict", "more_cases", "won", "lost", "tied"),
    *("level", "method"),
)


def score_document(
    version: Version,
    scores: Sequence[RunScore],
    cases: int,
    traffic: Traffic,
    credited: Mapping[str, RunScore],
    lost: Mapping[str, Mapping[int, Loss]] | None = None,
) -> dict[str, Any]:
    """The set (with so many cases), its labels by judge, and for each run its means, classes, counts and names.

    `credited` are runs by name with twins of labelled passages credited: their means stand beside. With `lost`, which
    says by run why cases cannot be won, every case is there too.
    """
    return {
        "testset": _testset(version, cases),
        **_judged(version),
        "runs": [
            _run(score, credited.get(score.run.name))
            | ({} if lost is None else {"cases": _diagnosed(score, lost[score.run.name])})
            | _beside(score, traffic)
            for score in scores
        ],
    }


def _beside(score: RunScore, traffic: Traffic) -> dict[str, Any]:
    """Refusals, right answers and what users meet: never mixed with the ranking scores."""
    met = met_document(score, traffic)
    return {"refusals": refusals_document(score), "answers": answers_document(score), "traffic": met}


def comparison_document(comparison: Comparison, cases: int) -> dict[str, Any]:
    """The runs, the labels by judge, the verdicts by measure and class, what was left out, what moved (worst first)."""
    one, two = comparison.baseline, comparison.candidate
    by = comparison.moved_by
    reworded = frozenset(comparison.reworded)
    moved = (*comparison.worst(by), *reversed(comparison.best(by)))
    return {
        "testset": _testset(one.scored.version, cases),
        **_judged(one.scored.version),
        "baseline": {"run": one.run.name, "corpus": one.build},
        "candidate": {"run": two.run.name, "corpus": two.build},
        "n": len(comparison.shared),
        "measures": {str(measure): _by_measure(comparison, measure) for measure in comparison.measures},
        "left_out": {
            "not_asked": [query_id for query_id in comparison.not_shared if query_id not in reworded]
            + list(comparison.asked_of_neither),
            "reworded": list(comparison.reworded),
            "not_winnable": list(comparison.unwinnable),
        },
        "earlier_words": list(comparison.earlier_words),
        "moved_by": str(by),
        "moved": [
            {"query_id": change.query_id, "baseline": change.before, "candidate": change.after, "delta": change.delta}
            for change in moved
        ],
        "cases": _moved(comparison),
    }


def _by_measure(comparison: Comparison, measure: Measure) -> dict[str, Any]:
    classes = (group for group in comparison.classes if group.verdicts[measure].n)
    return {
        "overall": change(comparison.overall, measure),
        "classes": [{"facet": group.facet, "class": group.name, **change(group, measure)} for group in classes],
    }


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


def _judged(version: Version) -> dict[str, Any]:
    """How many labels each judge gave, and how many nobody signed."""
    by = labels_by(version.cases)
    return {"judges": {name: by[name] for name in sorted(filter(None, by))}, "unsigned": by[None]}


def _run(score: RunScore, credited: RunScore | None) -> dict[str, Any]:
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
    if credited is not None:
        found["twins_credited"] = {str(m): mean_document(credited.overall.means[m]) for m in score.measures}
    return found


def _diagnosed(score: RunScore, lost: Mapping[int, Loss]) -> list[dict[str, Any]]:
    """Every case's values, and what the run made of it (None where it is of no ranking mean)."""
    came = diagnoses(score, lost, every_document=True)
    return [
        values | {"diagnosis": None if said is None else msgspec.structs.asdict(said)}
        for values, said in zip(case_values(score), came, strict=True)
    ]


def _means(score: RunScore, group: ClassScore) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for measure in score.measures:
        found[str(measure)] = mean_document(group.means[measure]) | {"winnable": mean_document(group.winnable[measure])}
        if measure in score.not_measurable:
            found[str(measure)]["not_measurable"] = score.not_measurable[measure]
    return found


def mean_document(mean: Mean) -> dict[str, Any]:
    """A mean and of how many cases it is."""
    return {"value": mean.value, "n": mean.n}


def _ids(named: Named) -> dict[str, Any]:
    """The cases of each kind that has any: ids, or results by id. What is or may be held back is never named."""
    values = {kind: getattr(named, kind) for kind in named.__struct_fields__ if kind not in UNNAMED}
    return {kind: dict(v) if isinstance(v, Mapping) else list(v) for kind, v in values.items() if v}


def change(group: ClassChange, measure: Measure) -> dict[str, Any]:
    """One class by one measure: the fields of `CHANGE_FIELDS`."""
    judged = group.verdicts[measure]
    word = judged.word if measure.is_quality else None
    spread = (judged.n, group.before[measure], group.after[measure], judged.mean, judged.low, judged.high, judged.p)
    told = (word, judged.needed, judged.wins, judged.losses, judged.ties, judged.level, judged.method)
    return dict(zip(CHANGE_FIELDS, (*spread, *told), strict=True))


def _moved(comparison: Comparison) -> list[dict[str, Any]]:
    rows: dict[str, dict[str, Any]] = {}
    for measure in comparison.measures:
        name = str(measure)
        for moved in comparison.changes[measure]:
            values = {"baseline": moved.before, "candidate": moved.after, "delta": moved.delta}
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


def diff_document(
    diff: Diff, told: Told | None, guarded: Sequence[Guarded] = (), changelog: str | None = None
) -> dict[str, Any]:
    """What `gold diff` prints as JSON: the change, what the changelog does not tell or tells wrongly, the guard.

    `changelog` is the name of its file; without one nothing can be missing in it.
    """
    unknown = () if told is None else dict.fromkeys(name.query_id for name in told.unknown if not name.hidden)
    undocumented = () if told is None else (query_id for query_id, _ in told.undocumented)
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
        "changelog": {"undocumented": list(undocumented), "unknown": list(unknown), "file": changelog},
        "guard": [{"query_id": one.query_id, "run": one.run, "old": one.old, "new": one.new} for one in guarded],
    }
