"""`gold bridge`: what moved the score from a baseline on an old version to a candidate on the newest."""

from __future__ import annotations

import click

from gold.cli.options import by, formats, measures
from gold.cli.say import say


@click.command()
@click.argument("testset")
@click.argument("runs", nargs=-1, metavar="[BASELINE CANDIDATE]")
@click.option("--from", "old", metavar="VERSION", help="The old version, such as v1. Default: what BASELINE declares.")
@click.option("--corpus", metavar="BUILD", help="The build that both searched, where their sidecars do not say.")
@measures
@by
@formats("table", "json", "markdown")
def command(
    testset: str,
    runs: tuple[str, ...],
    old: str | None,
    corpus: str | None,
    measures: tuple[str, ...],
    facets: tuple[str, ...],
    form: str,
) -> None:
    """Say what moved the score: the system, the labels, the corpus build, or the questions.

    From BASELINE on the version that it was asked to CANDIDATE on the newest one, in steps that add up exactly.
    TESTSET is a set's folder, a version file, or a TREC qrels file. Without runs, those that the site compares
    are taken: the settings name them, or their dates do.
    """
    from gold.cli import bridge_report
    from gold.cli.corners import corners_of, version_number
    from gold.cli.inputs import open_inputs
    from gold.compare.bridge import bridge_runs

    number = None if old is None else version_number(old)
    if len(runs) not in (0, 2):
        raise click.UsageError("give both BASELINE and CANDIDATE, or neither")
    if corpus is not None and not runs:
        raise click.UsageError("--corpus wants BASELINE and CANDIDATE")
    inputs = open_inputs(testset)
    chosen, grouped = inputs.measures(measures), inputs.facets(facets)
    if runs:
        one, two = (inputs.placing.score(run, chosen, grouped, corpus) for run in inputs.runs(runs))
    else:
        from gold.cli.score_each import chosen_pair

        one, two = chosen_pair(inputs, chosen, grouped)
    bridges = bridge_runs(corners_of(inputs, one, two, number), grouped)
    say(bridge_report.FORMATS[form](bridges, inputs.settings.min_class_size))
