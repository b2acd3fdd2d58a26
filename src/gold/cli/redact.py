"""`gold redact`: a version into a new one in which personal data are masked."""

from __future__ import annotations

import click

from gold.cli.say import say


@click.command()
@click.argument("testset")
@click.option("--out", metavar="FILE", help="Write this .jsonl, and no changelog. Default: the next version.")
@click.option("--dry-run", is_flag=True, help="Say what would be masked, and write nothing.")
def command(testset: str, out: str | None, *, dry_run: bool) -> None:
    """Write a masked copy of a version as a new version.

    TESTSET is a set's folder (its newest version) or a version file. E-mail addresses, phone numbers,
    payment cards, bank accounts, keys and passwords in questions, history, answers, reasons, notes, meta and names of
    judges become [e-mail], [phone], [card], [iban] and [key]; everything else stays as it is. The set's CHANGELOG.md
    gets a section that names the cases.

    Ids, facets and quotes are never changed: where they hold personal data, a warning says where. Cases that
    gold.yaml lists under `privacy: {allow: [ID, ...]}` are left alone.
    """
    from gold.cli.alone import alone
    from gold.cli.inputs import open_inputs
    from gold.cli.redact_report import said, warnings
    from gold.cli.redact_target import changelog_of, check_version_file, files_of, target_of
    from gold.cli.say import warn
    from gold.curate.redact import redact
    from gold.write.replace import File, put

    check_version_file(testset)
    with alone(testset):
        inputs = open_inputs(testset, "whole")
        allowed = frozenset(inputs.settings.privacy.allow)
        found = list(redact(inputs.version.cases, allowed))
        for notice in warnings(inputs, found, allowed):
            warn(notice)
        files: list[File] = []
        if any(one.changed for one in found):
            files = files_of(inputs, found, target_of(inputs, out), changelog_of(inputs, testset, out))
            if not dry_run:
                put(files)
    say(said(inputs, found, [file.path for file in files], dry_run=dry_run))
