"""`gold validate`: everything that is wrong in a set, in one pass."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from gold.cli.options import formats
from gold.cli.say import say

if TYPE_CHECKING:
    from gold.check.rule import Rule


@click.command()
@click.argument("paths", nargs=-1, metavar="[PATH]...")
@formats("text", "json", "github", "sarif")
@click.option("--strict", is_flag=True, help="Exit with 1 for warnings too.")
@click.option("--skip", multiple=True, metavar="RULE", help="Leave this rule out; may be repeated.")
@click.option("--only", multiple=True, metavar="RULE", help="Look by this rule only; may be repeated.")
@click.option("--rules", is_flag=True, help="List the rules: what each finds, why it matters, how to mend it.")
@click.pass_context
def command(
    ctx: click.Context,
    paths: tuple[str, ...],
    form: str,
    strict: bool,
    skip: tuple[str, ...],
    only: tuple[str, ...],
    rules: bool,
) -> None:
    """Say everything that is wrong in test sets, with file, line and the way to mend it.

    PATH is a folder of sets, a set's folder, or one file of a set (a version, a run, a corpus build,
    gold.yaml); without any, testsets. Exits with 1 if there is an error, with --strict also for a warning.
    """
    from gold.cli import validate_report
    from gold.cli.subjects import check_path
    from gold.read.json_lines import collector_frozen

    chosen = _chosen(skip, only)
    if rules:
        say(validate_report.RULE_LISTS["json" if form == "json" else "text"](chosen))
        return
    with collector_frozen():
        done = [checked for path in paths or ("testsets",) for checked in check_path(path, chosen)]
    names = {rule.name for rule in chosen}
    found = {finding for checked in done for finding in checked.findings if finding.rule in names}
    in_order = sorted(found, key=lambda finding: finding.order)
    say(validate_report.FORMATS[form](in_order), nl=False)
    say(validate_report.summary(done, in_order), err=True)
    if any(f.severity == "error" or (strict and f.severity == "warning") for f in in_order):
        ctx.exit(1)
    empty = [checked.path for checked in done if checked.cases == 0]
    if empty:
        from gold.errors import NothingToScore

        raise NothingToScore(f"{', '.join(empty)}: without any record, so nothing was checked")


def _chosen(skip: tuple[str, ...], only: tuple[str, ...]) -> tuple[Rule, ...]:
    """The rules that are asked for. Error: a name that is none."""
    from gold.check.rules import BY_NAME, RULES
    from gold.errors import GoldError

    for name in (*skip, *only):
        if name not in BY_NAME:
            from difflib import get_close_matches

            near = get_close_matches(name, BY_NAME, n=1, cutoff=0.5)
            hint = f"did you mean {near[0]!r}?" if near else "gold validate --rules lists them"
            raise GoldError(f"no rule {name!r}: {hint}")
    return tuple(rule for rule in RULES if rule.name not in skip and (not only or rule.name in only))
