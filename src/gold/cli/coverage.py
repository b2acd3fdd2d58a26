"""`gold coverage`: where each label of a set lies in one corpus build."""

from __future__ import annotations

import click

from gold.cli.options import Asked, formats, held_back
from gold.cli.say import say


@click.command()
@click.argument("testset")
@click.argument("corpus", required=False)
@click.option("--against", metavar="BUILD", help="Say what going from this build to CORPUS does to the labels.")
@held_back
@formats("text", "json", "csv")
def command(testset: str, corpus: str | None, against: str | None, look: Asked | None, form: str) -> None:
    """Say where each label lies in a corpus build, and which cases cannot be won there.

    TESTSET is a set's folder (its newest version), a version file, or a TREC qrels file; CORPUS is one
    of the set's builds, or a path. Without it, the one that the candidate searched, or else the set's only one.

    --held-back takes in the labels of held-back cases, with a line in the set's ledger of looks.
    """
    from gold.cli import coverage_report
    from gold.cli.parts import open_for

    inputs = open_for(testset, look)
    if corpus is None:
        from gold.cli.score_each import candidates_build

        corpus = candidates_build(inputs)
    build, other = inputs.corpus(corpus), None if against is None else inputs.corpus(against)
    if look:
        from gold.cli.look import note  # it starts what only a look needs

        note(inputs, look, (), (build, other))
    scored = inputs.placing.scored(build)
    before = None if against is None else inputs.placing.scored(other)
    repeats = None if build is None else inputs.placing.repeats(build)
    report = coverage_report.report(scored, before, repeats, inputs.settings.facets, inputs.newest_day())
    say(coverage_report.FORMATS[form](report))
