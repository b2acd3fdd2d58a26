"""The part of a set that a command reads: what is open, or for a look all of it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from gold.cli.inputs import Inputs, open_inputs
from gold.cli.options import Asked
from gold.errors import GoldError
from gold.model.bare import BareCases

if TYPE_CHECKING:
    from gold.model.run import Run

PARTED = "split"
"""The facet by which a look shows the two parts side by side."""


def open_for(testset: str, look: Asked | None) -> Inputs:
    """What a command reads: the open part, or for a look all of it. Error: nothing is held back."""
    inputs = open_inputs(testset, "open" if look is None else "looked at")
    if look is not None:
        _refuse_nothing(inputs)
    return inputs


def _refuse_nothing(inputs: Inputs) -> None:
    if not holds_back(inputs):
        raise GoldError(f"{inputs.read.path}: holds nothing back, so there is nothing to look at: see gold split")


def holds_back(inputs: Inputs) -> bool:
    """Whether the version has a held-back case to look at."""
    cases = () if isinstance(inputs.read.cases, BareCases) else inputs.read.cases
    return any(case.is_held_back and case.is_confirmed for case in cases)


def facets_of(inputs: Inputs, facets: tuple[str, ...], look: Asked | None) -> list[str]:
    """The facets to group by; for a look the two parts too."""
    return [*inputs.facets(facets), *([PARTED] if look else [])]


def noted(inputs: Inputs, look: Asked | None, runs: Sequence[Run], corpus: str | None) -> None:
    """Write a look at these runs into the ledger, before anything is shown; `corpus` is the build that is named."""
    if look is not None:
        from gold.cli.look import note  # it starts what only a look needs

        note(inputs, look, runs, [inputs.corpus(corpus, run) for run in runs])
