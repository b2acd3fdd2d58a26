"""`gold schema`: what a file may hold, for editors and for whoever writes such files."""

from __future__ import annotations

import click

from gold.cli.say import say

KINDS = ("testset", "run", "sidecar", "corpus", "settings", "annotation", "sample", "adjudication", "look")


@click.command()
@click.argument("kind", type=click.Choice(KINDS))
@click.option("--list", "as_list", is_flag=True, help="With testset: the list of cases that a YAML file is.")
def command(kind: str, as_list: bool) -> None:
    """Print the JSON Schema (draft 2020-12) of one kind of file.

    testset, run, corpus, annotation, adjudication and look: of one line of a JSONL file. settings (gold.yaml), sidecar
    and sample (the YAML files beside a run and a sample): of the whole file. For a version in YAML, which is a
    list of cases: testset --list.
    """
    from gold.cli.table import as_document
    from gold.model.schema import list_of_cases, schema_of

    if as_list and kind != "testset":
        raise click.UsageError(f"--list goes with testset: {kind} is no list in YAML")
    schema = list_of_cases() if as_list else schema_of(kind)
    say(as_document(schema))
