"""`gold status`: what each set's reviewer has to decide, what is in the way, and what to do next."""

from __future__ import annotations

import click

from gold.cli.options import formats
from gold.cli.say import say


@click.command()
@click.argument("testsets", default="testsets")
@formats("text", "json")
def command(testsets: str, form: str) -> None:
    """Say where each set stands: the state, what is in the way, and the next command.

    TESTSETS is a folder of sets, or one set's folder. Nothing is written. What is said is what the site's first
    page says, and what it rests on.
    """
    from gold.cli.gather import gather, set_slugs
    from gold.cli.status_report import FORMATS
    from gold.read.testset import find_testsets

    folders = find_testsets(testsets)
    slugs = set_slugs(folders)
    say(FORMATS[form]([(folder, gather(folder, slugs[folder], lambda step: None)) for folder in folders]))
