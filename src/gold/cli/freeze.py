"""`gold freeze`: the newest version of a set, and every older one, from now on as they are."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from gold.cli.say import say

if TYPE_CHECKING:
    from gold.cli.freeze_target import Freezing
    from gold.model.lock import Frozen

MOST_SHOWN = 20


@click.command()
@click.argument("testset")
@click.option("--dry-run", is_flag=True, help="Say what would be frozen and what breaks, and write nothing.")
def command(testset: str, *, dry_run: bool) -> None:
    """Freeze the newest version of a set.

    TESTSET is a set's folder. Its gold.lock gets the digest of the version and of its cases (held-back ones without
    their ids), the date, and whether a system that passed the version before may fail this one. Where the changelog has
    no section for the version, one is drafted from what changed: finish it where it asks (why?). Older versions that
    the lock lacks are frozen with it.

    A frozen version never changes: gold validate finds it if its bytes do, and nothing is frozen until it is restored.
    """
    from gold.cli.alone import alone
    from gold.cli.freeze_target import freezing
    from gold.write.replace import put

    with alone(testset):
        done = freezing(testset)
        if not dry_run:
            put(done.files)
    say("\n".join(_said(done, testset, dry_run=dry_run)))


def _said(done: Freezing, folder: str, *, dry_run: bool) -> list[str]:
    from gold.model.testset import LOCK  # it starts numpy, which --help does without

    name = f"{done.name} v{done.number}"
    if not done.files:
        return [f"{name} is frozen since {done.frozen.date}: nothing to do"]
    if done.is_new:
        lines = [f"{name} {'would be' if dry_run else 'is'} frozen: {_cases(done.frozen)}, {done.frozen.date}"]
    else:
        lines = [f"{name} is frozen since {done.frozen.date}"]
    if done.since is not None:
        but = (
            f"a system that passed v{done.since} may fail it" if done.breaks else f"what passed v{done.since} passes it"
        )
        lines.append(f"{'breaking' if done.breaks else 'not breaking'}: {but}")
        lines += [f"- {one.query_id}: {one.why}" for one in done.breaks[:MOST_SHOWN]]
        more = len(done.breaks) - MOST_SHOWN
        lines += [f"- and {more} more"] if more > 0 else []
    for number, frozen in done.older:
        lines.append(
            f"v{number} was not frozen yet, and {'would be' if dry_run else 'is now'}: {_cases(frozen)}, {frozen.date}"
        )
    then: list[str] = []
    for file in done.files:
        draft = "" if file.path.endswith(LOCK) else ": a draft, finish it where it asks (why?)"
        lines.append(f"{'would write' if dry_run else 'wrote'} {file.path}{draft}")
        then = [f"then: gold validate {folder}"] if draft and not dry_run else then
    return lines + then


def _cases(frozen: Frozen) -> str:
    return f"{frozen.cases} open case{'' if frozen.cases == 1 else 's'}"
