"""`gold diff`: what changed between two versions of a test set."""

from __future__ import annotations

import click

from gold.cli.options import formats
from gold.cli.say import say


@click.command()
@click.argument("old")
@click.argument("new", required=False)
@click.option(
    "--changelog", metavar="FILE", help="Hold this changelog against the change, and exit with 1 if it is not right."
)
@formats("text", "json", "markdown")
@click.pass_context
def command(ctx: click.Context, old: str, new: str | None, changelog: str | None, form: str) -> None:
    """Say what changed between two versions, case by case and field by field.

    OLD and NEW are version files, TREC qrels, or versions of a set by number (testsets/atlas@v1). With a set's
    folder alone, its last two versions. A case that any version of the set holds back is left out.

    Without --changelog, the CHANGELOG.md beside NEW is held against the change too, and only reported. Where the
    versions lie in a set with runs, the edits are told that make a case pass which one of the newest 20
    runs failed.
    """
    from gold.cli import diff_report
    from gold.cli.diff_guard import guard
    from gold.cli.diff_sides import sides, step_between, written
    from gold.read.collector import collector_frozen

    with collector_frozen():
        pair = sides(old, new)
        change = step_between(pair)
        told = written(pair, change, changelog)
        if hidden := pair.old.versions.hidden | pair.new.versions.hidden:
            change = change._replace(open=change.open.without(hidden))
            told = told and told._replace(told=told.told.masked(hidden))
        report = diff_report.Report(change, told, guard(pair, change.open))
        say(diff_report.FORMATS[form](report), nl=form == "json")
    if changelog is not None and told is not None and told.told:
        ctx.exit(1)
