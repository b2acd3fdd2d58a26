"""The part of a set that a command reads: what is open, or for a look all of it."""

from __future__ import annotations

from gold.cli.inputs import Inputs, open_inputs
from gold.cli.options import Asked
from gold.errors import GoldError
from gold.model.bare import BareCases

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
