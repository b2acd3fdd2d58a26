"""`gold agreement`: how far annotators agree, over all and by class."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import click

from gold.cli.options import formats
from gold.cli.say import say
from gold.model.case import FACETS

if TYPE_CHECKING:
    from gold.cli.samples import Pooled
    from gold.measure.agreement.groups import Group


@click.command()
@click.argument("samples", nargs=-1, required=True, metavar="SAMPLE...")
@click.option(
    "--by",
    "facets",
    multiple=True,
    type=click.Choice((*FACETS, "document")),
    help="Group by this facet of the set, or by document; may be repeated.",
)
@formats("text", "json", "csv")
def command(samples: tuple[str, ...], facets: tuple[str, ...], form: str) -> None:
    """Say how far annotators agree, beyond chance and with intervals.

    SAMPLE is a file of judgments (CSV, JSONL, a Quepid book in JSON, or qrels, one file an annotator), or a
    set's folder: all its samples. Intervals (95 %) draw the questions anew. Held-back cases are left out.
    """
    from gold.cli import agreement_report
    from gold.cli.samples import open_samples
    from gold.measure.agreement.agreement import agreement_of
    from gold.measure.agreement.arbiters import arbiters, without_arbiters

    pooled = open_samples(samples)
    groups = {facet: _groups(pooled, facet) for facet in dict.fromkeys(facets)}
    found, asked = agreement_of(pooled.ratings), arbiters(pooled.ratings)
    first = agreement_of(without_arbiters(pooled.ratings)) if asked else found
    report = agreement_report.Report(found, first, asked, pooled.samples, groups)
    say(agreement_report.FORMATS[form](report))


def _groups(pooled: Pooled, facet: str) -> Sequence[Group]:
    """The groups of one facet. Error: samples that belong to no set."""
    from gold.errors import GoldError
    from gold.measure.agreement.groups import by_class, by_document

    inputs = pooled.inputs
    if inputs is None:
        raise GoldError(f"--by {facet} needs the set of the samples: name its folder, or files of its agreement/")
    if facet == "document":
        paths = () if inputs.testset is None else inputs.testset.corpora.values()
        documents = {p.passage_id: p.doc_id for path in paths for p in inputs.build(path).passages}
        return by_document(pooled.ratings, documents)
    return by_class(pooled.ratings, {case.query_id: case.classes(facet) for case in inputs.version.cases})
