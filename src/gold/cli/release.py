"""A set's material into the same with what a release publishes of its held-back part, after a line in the ledger."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from msgspec import structs

from gold.cli.inputs import Inputs, open_inputs
from gold.cli.look import Publish, again, published
from gold.cli.options import Asked
from gold.cli.parts import holds_back
from gold.compare.held_back import LEAST, Question, sides_of, to_publish
from gold.errors import GoldError, NothingToScore
from gold.measure.measure import Measure
from gold.model.look import Release
from gold.model.run import Run

if TYPE_CHECKING:
    from gold.pages.material import Material

NONE_HELD = "this set holds nothing back"
NOT_ASKED = "the candidate was not asked the held-back questions (gold questions --release writes them)"
TOO_FEW = f"fewer than {LEAST} cases have a value on one side"


def released(materials: list[Material], look: Asked, *, writes: bool) -> list[Material]:
    """Each set with its release; unless it `writes`, one that stands in the ledger. Error: nothing is held back."""
    inputs = [open_inputs(material.testset.folder, "looked at") for material in materials]
    if not any(map(holds_back, inputs)):
        raise GoldError("nothing is held back, so there is nothing to release: see gold split")
    return [_released(material, one, look, writes) for material, one in zip(materials, inputs, strict=True)]


def _released(material: Material, inputs: Inputs, look: Asked, writes: bool) -> Material:
    if not holds_back(inputs):
        return structs.replace(material, release=Release(None, False, NONE_HELD))
    if material.candidate is None:
        return structs.replace(material, release=Release(None, False, "there is no candidate run"))
    run = inputs.run(material.candidate.run.name)
    corpus = inputs.corpus(None, run)
    publish, why = _publisher(inputs, run, material.headline)
    ledger, figure, is_new = published(inputs, look, [run], [corpus], publish, writes=writes)
    release = Release(figure, figure is not None and not is_new, None if figure is not None else why)
    return structs.replace(material, ledger=ledger, release=release)


def _publisher(inputs: Inputs, run: Run, measure: Measure) -> tuple[Publish, str]:
    """What makes a figure, given the earlier ones, and why there may be none."""
    try:
        score = inputs.placing.score(run, [measure], [])
    except NothingToScore:
        return again, NOT_ASKED
    sides = sides_of(score, measure, inputs.versions.hidden)
    if sides is None:
        return again, NOT_ASKED
    question = Question(run.name, inputs.read.shown, str(measure), measure.is_share)
    return partial(to_publish, question, sides.open, sides.places, sides.held), TOO_FEW
