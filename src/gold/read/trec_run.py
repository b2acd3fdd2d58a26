"""A TREC run file into a run: `query Q0 document rank score tag`, in any order, with any blanks between."""

from __future__ import annotations

from gold.errors import Refuse, stop
from gold.model.run import Run, Sidecar
from gold.read.file import stem
from gold.read.rank_order import rank_order
from gold.read.row_file import read_rows
from gold.read.rows import RUN


def read_trec_run(path: str, sidecar: Sidecar, refuse: Refuse = stop) -> Run:
    """Read one TREC run; ranks come from the scores, never from column 4 or the order of the lines."""
    rows = read_rows(path, RUN, refuse)
    ranked = rank_order(rows.query, len(rows.query_ids), rows.documents, rows.values)
    return Run(stem(path), path, sidecar, rows.query_ids, *ranked)
