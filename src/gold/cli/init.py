"""`gold init`: a first set, and the workflow that checks and publishes it."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

import click

from gold import __version__
from gold.cli.say import say

if TYPE_CHECKING:
    from gold.write.scaffold import CI

NAME = re.compile(r"[a-z0-9]([a-z0-9_-]{0,62}[a-z0-9])?")
VERSION = re.compile(r"-v\d+$")


@click.command()
@click.argument("folder", default=".")
@click.option("--ci", type=click.Choice(["github", "gitlab", "none"]), default="github", show_default=True,
              help="Which workflow to write.")  # fmt: skip
@click.option("--name", default="questions", show_default=True, help="What the set's folder and files are called.")
@click.option("--title", help="What readers call the set. Default: its name.")
@click.option("--install", "requirement", default=f"goldsets=={__version__}", show_default=True, metavar="REQUIREMENT",
              help="What pip installs in the workflow; a git+https address too.")  # fmt: skip
def command(folder: str, ci: CI, name: str, title: str | None, requirement: str) -> None:
    """Write a first set below FOLDER, and the workflow that checks and publishes it.

    The set has one case, a corpus of three passages, a run, settings with gates, a card, a guideline and a changelog.
    It passes `gold validate` and `gold gate`, and `gold build-site` builds it. The workflow runs these three, publishes
    the site to Pages, and runs the stable cases every week. No file that is there is ever written over.
    """
    from gold.cli.day import today
    from gold.write.replace import File, put
    from gold.write.scaffold import SETS, scaffold

    _refuse_odd(name, title, requirement)
    files = scaffold(name, title or name.replace("-", " ").replace("_", " ").capitalize(), today(), ci, requirement)
    home = Path(folder)
    _refuse_there(home, [*files], f"{SETS}/{name}")
    for path in files:
        (home / path).parent.mkdir(parents=True, exist_ok=True)
    put([File(str(home / path), data, new=True) for path, data in files.items()])
    for path in files:
        say(f"wrote {home / path}")
    if ci != "none" and "git+" not in requirement:
        say(f"the workflow installs {requirement}: where pip does not find that, give --install git+https://…")
    say(f"next: gold validate {home / SETS}; gold gate {home / SETS}; gold build-site {home / SETS}")


def _refuse_odd(name: str, title: str | None, requirement: str) -> None:
    from gold.errors import GoldError

    if not NAME.fullmatch(name) or VERSION.search(name):
        raise GoldError(f"--name {name!r}: small letters, digits, - and _, such as support-questions; no version")
    for option, text in (("--title", title), ("--install", requirement)):
        if text is not None and not (text.strip() and text.isprintable()):
            raise GoldError(f"{option} {text!r}: one line of text that can be seen")


def _refuse_there(home: Path, paths: list[str], set_folder: str) -> None:
    """Nothing is written where a file would be in the way, or where the set's folder has other files already."""
    from gold.errors import GoldError

    if home.exists() and not home.is_dir():
        raise GoldError(f"{home}: is no folder")
    there = [str(home / path) for path in paths if (home / path).exists() or (home / path).is_symlink()]
    folder = home / set_folder
    if not there and folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        there = [str(folder)]
    if there:
        raise GoldError(
            f"{', '.join(there)}: already there, and never written over (another set: --name and --ci none)"
        )
