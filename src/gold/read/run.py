"""A run file of either format, with its sidecar, into a run."""

from __future__ import annotations

from dataclasses import replace

from gold.model.run import Run
from gold.read.file import ending
from gold.read.jsonl_run import read_jsonl_run
from gold.read.mapping import read_sidecar
from gold.read.trec_run import read_trec_run

JSONL_ENDINGS = ("jsonl", "json", "ndjson")


def read_run(path: str, name: str | None = None) -> Run:
    """Read one run; the ending tells the format. `name` is how it is called where the file's name is not enough."""
    sidecar = read_sidecar(path)
    run = read_jsonl_run(path, sidecar) if ending(path) in JSONL_ENDINGS else read_trec_run(path, sidecar)
    return run if name is None else replace(run, name=name)
