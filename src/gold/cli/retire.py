"""`gold retire`: what every late run answers first, out of a set and into its list of stable cases."""

from __future__ import annotations

import click

from gold.cli.say import say


@click.command()
@click.argument("testset")
@click.option("--runs", default=50, show_default=True, type=click.IntRange(min=3), help="How many of the last runs.")
@click.option(
    "--keep-stratum", default="written", show_default=True, metavar="NAME", help="A stratum that stays whole."
)
@click.option("--dry-run", is_flag=True, help="Say what would leave, and write nothing.")
def command(testset: str, runs: int, keep_stratum: str, dry_run: bool) -> None:
    """Move cases that every recent run answers first into stable.yaml.

    TESTSET is a set's folder. A case leaves if every one of the last runs of runs/, by date, that was asked it answered
    it, and put the first relevant passage first; at least three must have been asked. The set gets a new version
    without it and a section in CHANGELOG.md, stable.yaml the case. A stratum that is there to stay the same is exempt.

    Cases that none of these runs ever won are listed too: is the label broken, or is the gap real?
    """
    from gold.cli.alone import alone
    from gold.cli.retire_report import said
    from gold.cli.retire_target import retiring
    from gold.write.replace import put

    with alone(testset):
        done = retiring(testset, runs, keep_stratum)
        if not dry_run:
            put(done.files)
    say("\n".join(said(done, dry_run=dry_run)))
