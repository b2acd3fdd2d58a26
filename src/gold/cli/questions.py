"""`gold questions`: what a search harness needs to make a run, without the labels."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from gold.cli.options import Asked, looking
from gold.cli.say import say
from gold.errors import GoldError, NothingToScore

if TYPE_CHECKING:
    from gold.model.version import Version


@click.command()
@click.argument("testset")
@click.option("--stable", is_flag=True, help="Write the cases of stable.yaml too, after those of the set.")
@looking("--release", "Write the held-back questions too, with a line in the set's heldback.jsonl.")
def command(testset: str, stable: bool, look: Asked | None) -> None:
    """Write the questions that a search harness runs, one JSON object a line, without labels.

    TESTSET is a set's folder (its newest version), a version file, or a TREC qrels file. Held-back,
    proposed and retired cases are left out. With --release the held-back questions stand among the others, and
    nothing tells which they are: a run that answers them is what a release is measured by.
    """
    import json

    from gold.cli.parts import open_for
    from gold.cli.stable_cases import stable_version

    inputs = open_for(testset, look)
    more = stable_version(inputs) if stable else None
    if stable and more is None:
        raise GoldError(f"{testset}: no stable.yaml: `gold retire` makes one")
    if look:
        from gold.cli.look import note  # it starts what only a look needs

        note(inputs, look)
    there = inputs.version.by_id
    asked = False
    for case in (*inputs.version.cases, *(case for case in (more.cases if more else ()) if case.query_id not in there)):
        if case.is_confirmed:
            row: dict[str, object] = {"query_id": case.query_id, "query": case.query}
            if case.history:
                turns = ({"query": turn.query, "answer": turn.answer} for turn in case.history)
                row["history"] = [{key: value for key, value in turn.items() if value is not None} for turn in turns]
            say(json.dumps(row, ensure_ascii=False))
            asked = True
    _say_without_text(inputs.version)
    if not asked:
        raise NothingToScore(f"{inputs.version.path}: no confirmed case outside the held-back part: nothing to ask")


def _say_without_text(version: Version) -> None:
    """Qrels hold no text: where no file beside them does, the id stands for the question, which no search answers."""
    from gold.model.bare import BareCases
    from gold.pages.numbers import counted

    cases = version.cases
    if isinstance(cases, BareCases) and (bare := sum(not cases.texts.get(query_id) for query_id in cases.query_ids)):
        texts = f"{counted(bare, 'question')} without a text, the id in its place"
        say(f"warning: {version.path}: {texts}: lay queries.tsv beside it, `id<TAB>text` a line", err=True)
