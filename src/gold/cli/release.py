"""A set's material into the same with what a release publishes of its held-back part, after a line in the ledger."""

from __future__ import annotations

import dataclasses
from functools import partial
from hashlib import sha256
from typing import TYPE_CHECKING

import msgspec
import numpy as np

from gold.cli.inputs import Inputs, open_inputs
from gold.cli.look import Publish, again, published
from gold.cli.options import Asked
from gold.cli.parts import holds_back
from gold.compare.alike import alike
from gold.compare.held_back import LEAST, Question, Side, to_publish
from gold.compare.queries.normal_query import normal_query
from gold.errors import GoldError, NothingToScore
from gold.measure.measure import Measure
from gold.model.case import Case
from gold.model.look import Release
from gold.model.run import Run

if TYPE_CHECKING:
    from gold.pages.material import Material

DIGITS = 16
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
        return dataclasses.replace(material, release=Release(None, False, NONE_HELD))
    if material.candidate is None:
        return dataclasses.replace(material, release=Release(None, False, "there is no candidate run"))
    run = inputs.run(material.candidate.run.name)
    corpus = inputs.corpus(None, run)
    publish, why = _publisher(inputs, run, material.headline)
    ledger, figure, is_new = published(inputs, look, [run], [corpus], publish, writes=writes)
    release = Release(figure, figure is not None and not is_new, None if figure is not None else why)
    return dataclasses.replace(material, ledger=ledger, release=release)


def _publisher(inputs: Inputs, run: Run, measure: Measure) -> tuple[Publish, str]:
    """What makes a figure, given the earlier ones, and why there may be none."""
    try:
        score = inputs.placing.score(run, [measure], [])
    except NothingToScore:
        return again, NOT_ASKED
    there = ~np.isnan(score.column(measure))
    held = np.array([case.is_held_back for case in score.scored.cases], dtype=np.bool_)
    unseen = np.array([case.query_id in inputs.versions.hidden for case in score.scored.cases], dtype=np.bool_)
    if not (score.reach.in_run & held).any():
        return again, NOT_ASKED
    groups = alike(score.scored)
    side = Side(score.column(measure), np.arange(len(held), dtype=np.int64) if groups is None else groups)
    version = inputs.read.label or inputs.read.name
    question = Question(run.name, version, str(measure), measure.is_share)
    digests = _digests([case for case, at in zip(score.scored.cases, held & there, strict=True) if at])
    open_, mine = side.only(there & ~unseen), side.only(there & held)
    return partial(to_publish, question, open_, digests, mine), TOO_FEW


def _digests(cases: list[Case]) -> dict[str, int]:
    """The place of each case by a digest of what is asked; whoever does not know the question cannot make it."""
    found: dict[str, int] = {}
    for place, case in enumerate(cases):
        words = msgspec.json.encode(_plainly(case))
        twin = 0
        while (digest := sha256(b"%d\n%b" % (twin, words)).hexdigest()[:DIGITS]) in found:
            twin += 1
        found[digest] = place
    return found


def _plainly(case: Case) -> list[str]:
    """What is asked, in the form in which two queries are the same question: a full stop makes no new case."""
    return [normal_query(query) for query in (*(turn.query for turn in case.history or ()), case.query)]
