"""`gold draw-sample`: a random sample of a set's labels, for a second annotator."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from gold.cli.say import say

if TYPE_CHECKING:
    from gold.cli.inputs import Inputs
    from gold.model.corpus import Corpus


@click.command()
@click.argument("testset")
@click.option("--n", "count", type=click.IntRange(1), default=60, show_default=True, help="How many labels.")
@click.option("--seed", type=int, default=1, show_default=True, help="Another one draws other labels.")
@click.option("--corpus", metavar="BUILD", help="The build whose passages are judged. Default: the newest run's.")
@click.option("--out", metavar="FILE", help="Write this .csv, and beside it a .yaml that says how it was drawn.")
def command(testset: str, count: int, seed: int, corpus: str | None, out: str | None) -> None:
    """Draw a random sample of labels to judge again, blindly.

    TESTSET is a set's folder. Each class of its first facet is in it by its share. Rows have a question and a
    passage, and no grade: copy the file for each annotator, or add rows. Held-back cases are never drawn.
    A sample that lies in the set's agreement/ folder is on its site.
    """
    from gold.cli.inputs import open_inputs
    from gold.curate.draw import draw, labelled_pairs
    from gold.errors import GoldError, NothingToScore
    from gold.model.annotation import Drawn
    from gold.write.replace import File, put
    from gold.write.sample import drawn_yaml, sample_rows

    if out is not None and not out.endswith(".csv"):
        raise GoldError(f"{out}: a sample is a .csv file")
    inputs = open_inputs(testset)
    build, facet = _build(inputs, corpus), next(iter(inputs.facets()), None)
    places = dict(zip(inputs.version.query_ids, inputs.placing.resolution(build).labels, strict=True))
    pairs = labelled_pairs(inputs.version.cases, places, facet)
    if not pairs:
        raise NothingToScore(f"{testset}: no label to draw")
    drawn = draw(pairs, count, seed)
    texts = {} if build is None else {p.passage_id: p.text for p in build.passages}
    rows = sample_rows((pair.case, pair.passage_id, texts.get(pair.passage_id, "")) for pair in drawn)
    searched, name = (None if build is None else build.id), inputs.version.shown
    how = Drawn(drawn="random", seed=seed, n=len(drawn), of=len(pairs), by=facet, version=name, build=searched)
    if out is None:
        say(rows, nl=False)
        say(f"beside it, as <name>.yaml:\n{drawn_yaml(how)}", err=True, nl=False)
        _say_next(inputs, None, len(drawn), count)
        return
    beside = f"{out.removesuffix('.csv')}.yaml"
    put([File(beside, drawn_yaml(how).encode(), new=True), File(out, rows.encode(), new=True)])
    say(f"{len(drawn)} of {len(pairs)} labels in {out}; how they were drawn in {beside}")
    _say_next(inputs, out, len(drawn), count)


def _say_next(inputs: Inputs, out: str | None, drawn: int, asked: int) -> None:
    if drawn < asked:
        say(f"--n {asked}: there are only {drawn} to draw", err=True)
    home = None if inputs.testset is None else inputs.testset.folder
    there = home is None or (out is not None and Path(out).parent.name == "agreement")
    where = "" if there else f", lay both files into {home}/agreement/"
    then = f"gold agreement {home or out or 'SAMPLE'}"
    say(f"next: fill in the columns annotator and grade{where}, then {then}", err=True)


def _build(inputs: Inputs, corpus: str | None) -> Corpus | None:
    """The build that is asked for, else the only one, else the one that the newest run searched."""
    from gold.cli.subjects import current_build

    testset = inputs.testset
    if corpus is not None or testset is None or len(testset.corpora) < 2:
        return inputs.corpus(corpus)
    builds = [inputs.build(path) for path in testset.corpora.values()]
    return current_build(builds, [inputs.run(name) for name in testset.runs])
