"""`gold score`: the numbers, in the terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from gold.cli.options import Asked, by, formats, held_back, measures
from gold.cli.say import say, warn

if TYPE_CHECKING:
    from gold.cli.inputs import Inputs
    from gold.measure.score import Undefined


@click.command()
@click.argument("testset")
@click.argument("runs", nargs=-1, metavar="[RUN]...")
@click.option("--corpus", metavar="BUILD", help="The build that was searched: an id of the set's, or a path.")
@measures
@by
@click.option("--per-query", is_flag=True, help="Give every case's values too.")
@click.option(
    "--undefined",
    type=click.Choice(("skip", "zero")),
    default="skip",
    show_default=True,
    help="Cases without a relevant label: left out and named, or counted as 0 (as trec_eval -c does).",
)
@held_back
@formats("table", "json", "csv", "markdown")
def command(
    testset: str,
    runs: tuple[str, ...],
    corpus: str | None,
    measures: tuple[str, ...],
    facets: tuple[str, ...],
    *,
    per_query: bool,
    undefined: str,
    look: Asked | None,
    form: str,
) -> None:
    """Score runs against a test set.

    TESTSET is a set's folder (its newest version), a version file, or a TREC qrels file. A RUN is a file
    (JSONL, TREC or Parquet) or the name of one of the set's runs. Each run is scored on the build that it searched.
    Without runs, all of the set's are.

    --held-back shows the open and the held-back part side by side. Who looked, and why, stands in the set's ledger
    from then on: one look for the same runs of the same files.
    """
    from gold.cli.parts import facets_of, noted, open_for

    inputs = open_for(testset, look)
    chosen = inputs.measures(measures)
    grouped = facets_of(inputs, facets, look)
    how: Undefined = "zero" if undefined == "zero" else "skip"
    read = inputs.runs(runs or inputs.run_names())
    noted(inputs, look, read, corpus)
    scores = [inputs.placing.score(run, chosen, grouped, corpus, how) for run in read]
    credited = {score.run.name: after for score in scores if (after := inputs.placing.credited(score)) is not None}
    # Not before the reading: these start numpy, and where that comes first a short run takes a quarter longer.
    from gold.cli.score_beside import Beside
    from gold.cli.score_report import FORMATS

    beside = Beside(inputs.settings.traffic, credited, inputs.placing.losses)
    _warn_of_traffic(inputs)
    say(FORMATS[form](inputs.version, scores, beside, per_query))


def _warn_of_traffic(inputs: Inputs) -> None:
    """Shares of the traffic that are none weigh nothing: whoever wrote them is told."""
    if inputs.settings.traffic and inputs.testset is not None:
        from gold.compare.traffic import not_by_traffic  # not for a run on qrels, which starting it would slow
        from gold.model.testset import SETTINGS
        from gold.model.version import Notice
        from gold.read.mapping import field_lines

        path = f"{inputs.testset.folder}/{SETTINGS}"
        message = not_by_traffic(inputs.settings.traffic)
        if message:
            warn(Notice(path, field_lines(path).get("traffic"), message))
