"""`gold validate`: everything that is wrong in a set, in one pass."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import click

from gold.cli.options import formats
from gold.cli.say import say

if TYPE_CHECKING:
    from collections.abc import Callable

    from gold.check.rule import Rule
    from gold.cli.check_path import Checked
    from gold.model.finding import Finding


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
    from gold.cli.check_path import check_path
    from gold.read.collector import collector_frozen

    chosen = _chosen(skip, only)
    if rules:
        say(validate_report.RULE_LISTS["json" if form == "json" else "text"](chosen))
        return
    with collector_frozen():
        done = [checked for path in _once(paths) or ("testsets",) for checked in check_path(path, chosen)]
    names = {rule.name for rule in chosen}
    needed = _needed(chosen, skip) if only else lambda finding: False
    found = {f for c in done for f in c.findings if f.rule in names or needed(f) or _is_why(f, c, skip)}
    in_order = sorted(found, key=lambda finding: finding.order)
    say(validate_report.FORMATS[form](in_order), nl=False)
    say(validate_report.summary(done, in_order), err=True)
    if any(f.severity == "error" or (strict and f.severity == "warning") for f in in_order):
        ctx.exit(1)
    empty = [checked.path for checked in done if checked.cases == 0]
    if empty:
        from gold.errors import NothingToScore

        raise NothingToScore(f"{', '.join(empty)}: without any record, so nothing was checked")


def _once(paths: tuple[str, ...]) -> list[str]:
    """Each place once, as it was first spelt: what is looked at twice would be counted twice."""
    return list({os.path.realpath(path): path for path in reversed(paths)}.values())[::-1]


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


def _is_why(finding: Finding, checked: Checked, skip: tuple[str, ...]) -> bool:
    """Whether a finding says why nothing of a set could be looked at by any rule."""
    return not checked.cases and finding.rule == "unreadable" and finding.rule not in skip


def _needed(chosen: tuple[Rule, ...], skip: tuple[str, ...]) -> Callable[[Finding], bool]:
    """Whether a finding says that a file which a chosen rule looks at was not read: silence would pass for consent.

    Of the ledger no line may be missing.
    """
    from gold.check import ledger
    from gold.check.reading import RULES, UNREAD
    from gold.cli.check_path import needs_of

    ours, met = {rule.name for rule in ledger.RULES}, {rule.name for rule in RULES}
    needs: set[str] = {"look" if rule.name in ours else rule.needs for rule in chosen}
    if needs & {"set", "build", "run"}:
        needs |= {"file"}
    if needs & {"set", "look"}:
        needs |= {"lock"}

    def is_needed(finding: Finding) -> bool:
        need = needs_of(finding.file)
        unread = finding.rule in (met if need == "look" else UNREAD)
        return unread and need in needs and finding.rule not in skip

    return is_needed
