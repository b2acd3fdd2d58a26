"""`gold split`: a version into a new one, of which a part is held back until a release."""

from __future__ import annotations

import math
from typing import Any

import click

from gold.cli.say import say


class Share(click.FloatRange):
    """A number between two others: not NaN, which no comparison finds outside of them."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        found: float = super().convert(value, param, ctx)
        if math.isnan(found):
            self.fail(f"{value!r} is not a number between {self.min:g} and {self.max:g}.", param, ctx)
        return found


@click.command()
@click.argument("testset")
@click.option(
    "--held-back",
    "share",
    default=0.2,
    show_default=True,
    type=Share(0, 1, min_open=True, max_open=True),
    metavar="SHARE",
    help="The share of the confirmed cases that is held back.",
)
@click.option("--seed", default=1, show_default=True, help="Another seed chooses other cases.")
@click.option("--dry-run", is_flag=True, help="Say what would be done, and write nothing.")
def command(testset: str, share: float, seed: int, dry_run: bool) -> None:
    """Hold a part of the cases back, in a new version.

    TESTSET is a set's folder. Each confirmed case gets a side, `dev` or `held_back`, so that both have the same mix of
    the set's facets. Near-duplicates and turns of one conversation stand on one side. A case that has a side keeps it:
    run it again when the set has grown, and new cases alone are chosen from. One that is like cases of both sides goes
    to dev, and gold validate says so.

    No output names a held-back case, nor does CHANGELOG.md: a look needs --held-back --reason.
    """
    from gold.cli.alone import alone
    from gold.cli.split_target import said, splitting
    from gold.write.replace import put

    with alone(testset):
        done = splitting(testset, share, seed)
        if not dry_run:
            put(done.files)
    say("\n".join(said(done, dry_run=dry_run)))
