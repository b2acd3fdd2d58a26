"""Turns recorded values of the shared data into numbers by gold's names of the measures."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from gold.cli.inputs import Inputs, open_inputs
from gold.measure.score import RunScore
from tests.builders import measures

NAMES = {
    "nDCG(dcg='log2')@10": "ndcg_cut_10",
    "RR(rel=1)@100": "recip_rank",
    "R(rel=1)@10": "recall_10",
    "P(rel=1)@10": "P_10",
    "Success(rel=1)@5": "success_5",
}
EXPONENTIAL_10 = "nDCG(dcg='exp-log2')@10"
RECORDED_EXPONENTIAL_10 = "ndcg_cut_10_exponential_gain(2^rel-1)"


def recorded(folder: Path, run: str) -> dict[str, Any]:
    """What `metrics.json` says of one run."""
    found: dict[str, Any] = json.loads((folder / "metrics.json").read_text("utf-8"))["runs"][run]
    return found


def recorded_per_query(folder: Path, run: str) -> dict[str, dict[str, float]]:
    """What is recorded of each query, rounded to five places there."""
    rows = map(json.loads, (folder / f"per_query.{run}.jsonl").read_text("utf-8").splitlines())
    return {row["query_id"]: row for row in rows}


def scored_run(inputs: Inputs, run: Path | str, *names: str, zero: bool = False) -> RunScore:
    """One run, as `gold score` scores it."""
    return inputs.placing.score(inputs.run(str(run)), measures(*names), [], None, "zero" if zero else "skip")


def opened(path: Path) -> Inputs:
    """A set's folder, version file or qrels file."""
    return open_inputs(str(path))


def means(done: RunScore) -> dict[str, float | None]:
    """The mean of each measure."""
    return {str(measure): mean.value for measure, mean in done.overall.means.items()}
