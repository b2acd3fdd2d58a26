"""`gold questions`: what a search harness needs to make a run, without the labels."""

from __future__ import annotations

import click

from gold.cli.options import Asked, looking


@click.command()
@click.argument("testset")
@looking("--release", "Write the held-back questions too, with a line in the set's heldback.jsonl.")
def command(testset: str, look: Asked | None) -> None:
    """Write the questions that a search harness runs, one JSON object a line, without labels.

    TESTSET is a set's folder (its newest version), a version file, or a TREC qrels file. Held-back,
    proposed and retired cases are left out. With --release the held-back questions stand among the others, and
    nothing tells which they are: a run that answers them is what a release is measured by.
    """
    import json

    from gold.cli.look import note, open_for

    inputs = open_for(testset, look)
    note(inputs, look)
    for case in inputs.version.cases:
        if case.is_confirmed:
            row: dict[str, object] = {"query_id": case.query_id, "query": case.query}
            if case.history:
                turns = ({"query": turn.query, "answer": turn.answer} for turn in case.history)
                row["history"] = [{key: value for key, value in turn.items() if value is not None} for turn in turns]
            click.echo(json.dumps(row, ensure_ascii=False))
