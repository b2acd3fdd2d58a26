"""Numbers, verdicts and outcomes in words."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from gold.compare.interval import verdict
from gold.measure.diagnosis import Diagnosis
from gold.measure.measure import parse_measure
from gold.pages.held_back import without_held_back
from gold.pages.measures import named
from gold.pages.numbers import counted, figure, grouped, percent, share, signed
from gold.pages.outcome import outcome
from gold.pages.rows import Answer
from gold.pages.verdicts import in_words
from tests.builders import case, label, version


def test_figures() -> None:
    """Three places, a true minus, and no sign on what rounds to nothing."""
    assert [figure(0.5), figure(None), figure(float("nan"))] == ["0.500", "–", "–"]
    assert [signed(0.25), signed(-0.25), signed(-0.0004), signed(None)] == ["+0.250", "−0.250", "0.000", "–"]
    assert [counted(1, "case"), counted(1234, "case")] == ["1 case", f"{grouped(1234)} cases"]


@pytest.mark.parametrize(("name", "word"), [("Success@5", "better"), ("Distractor@5", "worse"), ("Judged@5", "")])
def test_a_rise_is_not_always_good(name: str, word: str) -> None:
    """Where less is better a rise is worse; of judged@k it is neither."""
    measure = parse_measure(name)
    risen = verdict(np.full(30, 0.5) + np.arange(30) / 100, 0.02, 10, less_is_better=measure.less_is_better)
    assert in_words(risen, measure).word == word


@pytest.mark.parametrize(
    ("differences", "sentence", "interval"),
    [
        (np.zeros(6), "not measured: 6 of the 8 cases wanted", "\u2013"),
        (np.array([-0.5] * 4 + [0.5] + [0.0] * 9), "lost 4, won 1, of 14", "\u2013"),
        (np.zeros(14), "none of 14 changed", "\u2013"),
        (np.zeros(200), "same: none of 200 changed", "\u22120.018 to +0.018"),
        (np.array([0.5, -0.5, -0.5] + [0.0] * 797), "same: lost 2, won 1, of 800", "\u22120.009 to +0.007"),
    ],
)
def test_a_verdict_promises_nothing(differences: NDArray[np.float64], sentence: str, interval: str) -> None:
    """Of few cases, or few that changed, the counts are all that is told; that nothing changed is said."""
    said = in_words(verdict(differences, 0.02, 8), parse_measure("RR"))
    assert (said.sentence, said.interval) == (sentence, interval)


def test_cannot_tell_says_what_would() -> None:
    """How many more cases; of a class, where it is one."""
    judged = verdict(np.array([0.5, -0.4] * 20), 0.02, 8)
    measure = parse_measure("RR")
    told = f"about {judged.needed} more cases"
    assert in_words(judged, measure).sentence == f"cannot tell: {told} would tell"
    assert in_words(judged, measure, of_class=True).sentence == f"cannot tell: {told} of this class would tell"


def test_two_gains_have_two_names() -> None:
    """What ir_measures spells nDCG@10 has linear gain, and is never shown by the bare name."""
    names = [named(parse_measure(name)).shown for name in ("nDCG@10", "nDCG(dcg='exp-log2')@10", "RR")]
    assert names == ["nDCG@10 (linear)", "nDCG@10", "MRR"]


@pytest.mark.parametrize(("refused", "stage", "tone"), [(True, "refused", "worse"), (False, "found", "better")])
def test_a_refusal_is_no_find(refused: bool, stage: str, tone: str) -> None:
    """Who refuses a question that can be answered did not answer it, whatever the list holds."""
    answer = Answer("answered", ("a",), 1, (1.0,), (4,), Diagnosis(None, 4), refused, None, None, 0, 0)
    came = outcome(case("q", label(2, "a")), answer, cut=5)
    assert (came.stage, came.tone, came.rank) == (stage, tone, 4)


def test_prose_names_no_held_back_case() -> None:
    """What is about them goes; a short number is an id only in the list of a bullet."""
    made = version(case("q-7", split="held_back"), case("12", split="held_back"), case("q-70"))
    text = "- q-7: new\n- q-70, q-7: reworded\n- 12: new\n- 12 cases came in\n"
    shown = "- q-70: reworded\n- 12 cases came in\n"
    assert without_held_back(text, {held.query_id for held in made.cases if held.is_held_back}) == shown


PROSE = """# Changes

## v2 - 2026-03-09

Many came in. So did real-0042. Others left.

Added:

- real-0042: asked often
  by two people
  - and more of it

Reworded:

- q-70, `real-0042` and q-71: tidied; real-0042: again
- see real-0042-b
- how do i return a boat: was asked twice

| case | why |
| --- | --- |
| real-0042 | x |
| q-70 | y |

### Of real-0042 alone

real-0042 is
about boats.

## v1 - real-0042
"""


def test_prose_is_as_if_nobody_had_written_of_them() -> None:
    """No bullet, no place in a list, no sentence, no row, and no heading over nothing."""
    shown = """# Changes

## v2 - 2026-03-09

Many came in. Others left.

Reworded:

- q-70, q-71: tidied
- see real-0042-b

| case | why |
| --- | --- |
| q-70 | y |

## v1 - a case
"""
    assert without_held_back(PROSE, {"real-0042"}, {"how do i return a boat"}) == shown
    assert without_held_back(shown, {"real-0042"}, {"how do i return a boat"}) == shown
    assert without_held_back(PROSE, {"elsewhere"}) == PROSE


@pytest.mark.parametrize("spelled", ["Real-0042", "real\\-0042", "REAL\\-0042", "HOW do I\nreturn a boat"])
def test_another_spelling_is_no_way_out(spelled: str) -> None:
    """Prose may write an id in capitals, or escape its marks."""
    text = f"- q-70: tidied\n- {spelled}: new\n"
    assert without_held_back(text, {"real-0042"}, {"how do i return a boat"}) == "- q-70: tidied\n"


@pytest.mark.parametrize(
    ("part", "whole", "said"),
    [
        (0, 7, "0\u202f%"), (1, 1000, "under 1\u202f%"), (1, 100, "1\u202f%"), (2, 3, "67\u202f%"),
        (199, 200, "over 99\u202f%"), (999, 1000, "over 99\u202f%"), (7, 7, "100\u202f%"), (0, 0, "\u2013"),
    ],
)  # fmt: skip
def test_nearly_all_is_not_all(part: int, whole: int, said: str) -> None:
    """Nor is hardly any none; what only the adding of floats takes from 1 is."""
    assert share(part, whole) == said
    assert percent(sum([0.1] * 10)) == "100\u202f%"
