"""The options that several commands share."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, NamedTuple

import click

from gold.model.case import FACETS

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


class Asked(NamedTuple):
    """Why somebody wants to look at held-back cases, and who; None: whoever git says works here."""

    reason: str
    who: str | None


def looking(flag: str, words: str) -> Option:
    """The options of a command that can look at held-back cases: its flag, `--reason` and `--who`, given as `look`."""

    def add(inner: Callable[..., Any]) -> Callable[..., Any]:
        @wraps(inner)
        def command(*args: Any, looks: bool, reason: str | None, who: str | None, **given: Any) -> Any:
            return inner(*args, look=_asked(flag, looks, reason, who), **given)

        for option in (
            click.option("--who", metavar="NAME", help="Who looks. Default: git's user.name."),
            click.option("--reason", metavar="TEXT", help=f"Why; goes with {flag}, and onto the site."),
            click.option(flag, "looks", is_flag=True, help=words),
        ):
            command = option(command)
        return command

    return add


def _asked(flag: str, looks: bool, reason: str | None, who: str | None) -> Asked | None:
    """What was asked for; None: no look. Errors: a look without a reason, a reason without a look."""
    if not looks:
        if reason is not None or who is not None:
            raise click.UsageError(f"--reason and --who go with {flag}")
        return None
    words = " ".join((reason or "").split())
    if not words:
        raise click.UsageError(f'{flag} needs --reason "…": say what the look is for')
    return Asked(words, " ".join((who or "").split()) or None)


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
