"""The newest run that answers, scored by two versions of the cases that were edited between them."""

from __future__ import annotations

import msgspec

from gold.cli.diff_sides import Sides
from gold.cli.inputs import Inputs
from gold.compare.versions.change import Diff
from gold.compare.versions.guard import Guard, deciding, edited, made_to_pass
from gold.errors import BadRecord, GoldError
from gold.measure.laid_out import lay_out
from gold.measure.measure import Measure, parse_measure
from gold.measure.score import RunScore, score_run
from gold.model.run import Run
from gold.model.version import Version

USUAL = "AnswerRecall@5"


def guard(pair: Sides, diff: Diff) -> Guard | None:
    """Which edits make a failing case pass; None where no set with runs is around the new version."""
    inputs = pair.new
    if inputs.testset is None or not inputs.testset.runs:
        return None
    ids = edited(diff)
    if not ids:
        return Guard(0)
    measure = deciding(inputs.measures()) or parse_measure(USUAL)
    why = None
    for run in sorted(map(inputs.run, inputs.testset.runs), key=lambda run: run.age, reverse=True):
        try:
            old, new = (_score(inputs, part(version, ids), run, measure) for version in versions(pair))
        except BadRecord:
            raise
        except GoldError as error:
            why = why or f"{run.name}: {error}"
            continue
        return Guard(len(ids), run.name, str(measure), made_to_pass(old, new, measure))
    return Guard(len(ids), why_not=why)


def versions(pair: Sides) -> tuple[Version, Version]:
    """The old version and the new one."""
    return pair.old.version, pair.new.version


def part(version: Version, ids: tuple[str, ...]) -> Version:
    """A version with only some of its cases."""
    wanted = frozenset(ids)
    there = [(case, line) for case, line in zip(version.cases, version.lines, strict=True) if case.query_id in wanted]
    cases, lines = tuple(case for case, _ in there), tuple(line for _, line in there)
    return msgspec.structs.replace(version, cases=cases, lines=lines)


def _score(inputs: Inputs, version: Version, run: Run, measure: Measure) -> RunScore:
    from gold.resolve.as_given import take_as_given
    from gold.resolve.resolve import resolve

    corpus = inputs.corpus(None, run)
    resolution = take_as_given(version.cases) if corpus is None else resolve(version.cases, corpus)
    answer_grade = version.answer_grade or inputs.settings.answer_grade
    return score_run(lay_out(version, resolution, answer_grade), run, [measure])
