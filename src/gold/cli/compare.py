"""`gold compare`: a candidate run against a baseline, case by case and class by class."""

from __future__ import annotations

import click

from gold.cli.options import Asked, by, formats, held_back, measures
from gold.cli.say import say


@click.command()
@click.argument("testset")
@click.argument("runs", nargs=-1, metavar="[BASELINE CANDIDATE]")
@click.option("--corpus", metavar="BUILD", help="The build that both searched, where their sidecars do not say.")
@measures
@by
@held_back
@formats("table", "json", "csv", "markdown")
def command(
    testset: str,
    runs: tuple[str, ...],
    corpus: str | None,
    measures: tuple[str, ...],
    facets: tuple[str, ...],
    look: Asked | None,
    form: str,
) -> None:
    """Compare a candidate run with a baseline: better, worse, same, or cannot tell, per class.

    TESTSET is a set's folder (its newest version), a version file, or a TREC qrels file. A run is a file or
    the name of one of the set's runs. Runs on two builds are compared over the cases that both can win. Of fewer
    than 20 cases, or fewer than 8 that changed where that is not the same, only the counts are told. Without runs,
    those that the site compares are taken: the settings name them, or their dates do.

    --held-back compares them on the held-back part too, with a line in the set's ledger of looks.
    """
    from gold.cli import compare_report
    from gold.cli.parts import facets_of, noted, open_for
    from gold.compare.runs import compare_runs

    if len(runs) not in (0, 2):
        raise click.UsageError("give both BASELINE and CANDIDATE, or neither")
    if corpus is not None and not runs:
        raise click.UsageError("--corpus wants BASELINE and CANDIDATE")
    inputs = open_for(testset, look)
    chosen, grouped = inputs.measures(measures), facets_of(inputs, facets, look)
    if runs:
        read = inputs.runs(runs)
    else:
        from gold.cli.score_each import chosen_pair

        read = [score.run for score in chosen_pair(inputs, chosen, [])]
    noted(inputs, look, read, corpus)
    one, two = (inputs.placing.score(run, chosen, grouped, corpus) for run in read)
    settings = inputs.settings
    comparison = compare_runs(one, two, grouped, margin=settings.margin, least=settings.min_class_size)
    say(compare_report.FORMATS[form](comparison))
