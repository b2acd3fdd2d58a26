"""`gold questions`: what a search harness needs to make a run, without the labels."""

from __future__ import annotations

import click


@click.command()
@click.argument("testset")
def command(testset: str) -> None:
    """Write the questions that a search harness runs, one JSON object a line, without labels.

    TESTSET is a set's folder (its newest version), a version file, or a TREC qrels file. Held-back,
    proposed and retired cases are left out.
    """
    import json

    from gold.cli.inputs import open_inputs

    inputs = open_inputs(testset)
    for case in inputs.version.cases:
        if case.is_confirmed and not case.is_held_back:
            row: dict[str, object] = {"query_id": case.query_id, "query": case.query}
            if case.history:
                turns = ({"query": turn.query, "answer": turn.answer} for turn in case.history)
                row["history"] = [{key: value for key, value in turn.items() if value is not None} for turn in turns]
            click.echo(json.dumps(row, ensure_ascii=False))
