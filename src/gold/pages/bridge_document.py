"""A bridge as a JSON document: what `gold bridge --format json` prints and the site offers for download.

    {"from": {"version", "run", "corpus"}, "to": {the same},
     "measures": {NAME: {"overall": WAY, "classes": [WAY with "facet", "class"], "runs": …, "added": …,
                         "relabelled": [{"query_id", "before", "after"}]}}}

A WAY is `{"start", "start_n", "steps": [{"step", "delta", "n"}], "end", "end_n", "system_first", "system_first_n"}`:
means, their changes in the order of the steps, and over how many cases. `n` of a step are the cases that left, came or
got another value; of the system step those compared. Every `delta` is null where the start or the end is.
`system_first` is the system step taken on the old version. `runs` has each run on each version, and `added` the
candidate's mean over added cases, over kept ones, and the 95 % interval of the difference.
"""

from __future__ import annotations

import math
from typing import Any

from gold.compare.bridge import Bridge, Bridges
from gold.measure.measure import Measure
from gold.measure.score import RunScore
from gold.pages.documents import mean_document


def bridge_document(bridges: Bridges) -> dict[str, Any]:
    """The document that the module describes."""
    corners = bridges.corners
    return {
        "from": _end(corners.baseline_old),
        "to": _end(corners.candidate),
        "measures": {str(measure): _measure(bridges, measure) for measure in bridges.measures},
    }


def _end(score: RunScore) -> dict[str, Any]:
    version = score.scored.version
    return {"version": version.shown, "run": score.run.name, "corpus": score.build}


def _measure(bridges: Bridges, measure: Measure) -> dict[str, Any]:
    corners = bridges.corners
    runs = {
        "baseline_old": corners.baseline_old,
        "baseline_new": corners.baseline,
        "candidate_old": corners.candidate_old,
        "candidate_new": corners.candidate,
    }
    added = bridges.added[measure]
    return {
        "overall": _way(bridges.overall[measure]),
        "classes": [
            {"facet": ways[measure].facet, "class": ways[measure].name} | _way(ways[measure])
            for ways in bridges.classes
        ],
        "runs": {
            role: None if score is None else mean_document(score.overall.means[measure]) for role, score in runs.items()
        },
        "added": {
            "added": mean_document(added.one),
            "kept": mean_document(added.two),
            "difference": added.difference,
            "low": added.low,
            "high": added.high,
        },
        "relabelled": [
            {"query_id": one.query_id, "before": _number(one.before), "after": _number(one.after)}
            for one in bridges.relabelled[measure]
        ],
    }


def _way(way: Bridge) -> dict[str, Any]:
    return {
        "start": way.start.value,
        "start_n": way.start.n,
        "steps": [{"step": step.name, "delta": step.delta, "n": step.n} for step in way.steps],
        "end": way.end.value,
        "end_n": way.end.n,
        "system_first": way.system_first.delta,
        "system_first_n": way.system_first.n,
    }


def _number(value: float) -> float | None:
    return None if math.isnan(value) else value
