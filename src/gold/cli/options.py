"""The options that several commands share."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import click

FACETS = ("class", "stratum", "intent", "source", "asker", "tags")
Option = Callable[[Callable[..., Any]], Callable[..., Any]]

measures: Option = click.option(
    "--measure",
    "-m",
    "measures",
    multiple=True,
    metavar="NAME",
    help="A measure as ir_measures spells it, such as nDCG@10 or 'R(rel=1)@5'; may be repeated. Default: the set's.",
)
by: Option = click.option(
    "--by",
    "facets",
    multiple=True,
    type=click.Choice(FACETS),
    help="Group by this facet; may be repeated. Default: every facet of the set.",
)


def looking(flag: str, words: str) -> Option:
    """The three options of a command that can look at held-back cases: its flag, `--reason` and `--who`."""

    def add(command: Callable[..., Any]) -> Callable[..., Any]:
        for option in (
            click.option("--who", metavar="NAME", help="Who looks. Default: git's user.name."),
            click.option("--reason", metavar="TEXT", help=f"Why; goes with {flag}, and onto the site."),
            click.option(flag, "looks", is_flag=True, help=words),
        ):
            command = option(command)
        return command

    return add


held_back = looking("--held-back", "Let the held-back cases in, with a line in the set's heldback.jsonl.")


def formats(*names: str) -> Option:
    """The `--format` option of a command; the first name is the default."""
    return click.option(
        "--format",
        "form",
        type=click.Choice(names),
        default=names[0],
        show_default=True,
        help="How to print it.",
    )
