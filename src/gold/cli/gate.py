"""`gold gate`: what must hold before a release, as an exit code and in words."""

from __future__ import annotations

import click

from gold.cli.options import formats
from gold.cli.say import say


@click.command()
@click.argument("testsets", default="testsets")
@click.option("--baseline", metavar="RUN|git:REF", help="Compare with this run, or with the candidate of a commit.")
@click.option("--site", metavar="URL", help="Where the site is: questions of a Markdown summary link to it.")
@formats("text", "json", "markdown", "junit")
@click.pass_context
def command(ctx: click.Context, testsets: str, baseline: str | None, site: str | None, form: str) -> None:
    """Ask the gates of gold.yaml, and exit with 1 if one is not met.

    TESTSETS is a folder of sets, or one set's folder. A gate says what it measured and on how many, and is not met
    where what it needs is missing. A set without `gates` is an error: a gate that asks nothing would let all through.

    --baseline takes the name or the path of a run, or git:REF: the settings, the set and the runs of that commit are
    read, and its candidate is the baseline; a set that the commit lacks is held against its own baseline. Runs that
    cannot be compared (another variant or cutoff of a measure, another scale, a version without a bridge) are refused,
    and it is said why.
    """
    from gold.cli.address import web_address
    from gold.cli.gate_baseline import held_against, refuse_unlike
    from gold.cli.gate_report import FORMATS, Gate
    from gold.cli.gather import gather, set_slugs
    from gold.cli.inputs import open_inputs
    from gold.read.testset import find_testsets

    folders = find_testsets(testsets)
    address = None if site is None else web_address("--site", site)
    slugs = set_slugs(folders)
    opened = {folder: open_inputs(folder) for folder in folders}
    _refuse_ungated([folder for folder, inputs in opened.items() if not inputs.settings.gates])
    done = []
    for folder, inputs in opened.items():
        material = gather(folder, slugs[folder], lambda step: None, inputs=inputs)
        against = held_against(ctx, inputs, material, baseline)
        refuse_unlike(against.material, asked=baseline is not None and not against.is_new)
        done.append(Gate(against.material, against.since, address))
    say(FORMATS[form](done), nl=False)
    if not all(line.passed for gate in done for line in gate.material.gates):
        ctx.exit(1)


def _refuse_ungated(folders: list[str]) -> None:
    """Nothing is asked of some sets as long as one has no gates: its silence would pass for consent."""
    from gold.errors import GoldError
    from gold.model.testset import SETTINGS

    if folders:
        names = ", ".join(f"{folder}/{SETTINGS}" for folder in folders)
        raise GoldError(f"{names}: no gates to ask: write for a start `gates: {{findings: error, changelog: true}}`")
