"""A drawn sample into the CSV that annotators fill in, and the file beside it that says how it was drawn."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterable

from gold.model.annotation import Drawn
from gold.model.case import Case
from gold.write.comma_separated import guarded

HEADER = ("query_id", "passage_id", "annotator", "grade", "note", "at", "query", "history", "text")


def sample_rows(pairs: Iterable[tuple[Case, str, str]]) -> str:
    """A row for each case, passage id and text, without annotator or grade.

    Ids are left as they are, for they must come back so; what is only read is guarded against spreadsheets.
    """
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(HEADER)
    for case, passage_id, text in pairs:
        history = " | ".join(turn.query for turn in case.history or ())
        writer.writerow([case.query_id, passage_id, "", "", "", "", *map(guarded, (case.query, history, text))])
    return out.getvalue()


def drawn_yaml(drawn: Drawn) -> str:
    """The fields that say something, as YAML."""
    fields = {name: getattr(drawn, name) for name in drawn.__struct_fields__}
    return "".join(f"{name}: {json.dumps(value)}\n" for name, value in fields.items() if value not in (None, ()))
