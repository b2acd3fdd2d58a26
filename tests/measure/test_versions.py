"""The version of each measure's definition, held by the values of one example: other values need another version."""

from __future__ import annotations

from math import log2

import pytest

from gold.measure.measure import KINDS, VERSIONS, Kind, parse_measure
from tests.builders import approx, case, label, mean, score, scored

RANKINGS = {"q": ("x", "c", "b", "a"), "refused": (), "answered": ("x",), "no": ()}
"""For `q`, with labels a (2), b (1) and the distractor c; `refused` and `answered` have no answer, `no` has one."""
BY_HAND: dict[tuple[Kind, int], dict[str, tuple[float, int]]] = {
    ("AnswerRecall", 1): {"AnswerRecall@3": (0.0, 2), "AnswerRecall@4": (1 / 2, 2)},
    ("Success", 1): {"Success@3": (1 / 2, 2), "Success(rel=2)@3": (0.0, 2)},
    ("R", 1): {"R@3": (1 / 2 / 2, 2), "R(rel=2)@4": (1 / 2, 2)},
    ("nDCG", 1): {
        "nDCG(dcg='exp-log2')@4": ((1 / log2(4) + 3 / log2(5)) / (3 + 1 / log2(3)) / 2, 2),
        "nDCG(dcg='log2')@4": ((1 / log2(4) + 2 / log2(5)) / (2 + 1 / log2(3)) / 2, 2),
    },
    ("RR", 1): {"RR": (1 / 3 / 2, 2), "RR@2": (0.0, 2)},
    ("P", 1): {"P@4": (2 / 4 / 2, 2)},
    ("Judged", 1): {"Judged@4": (3 / 4 / 2, 2)},
    ("Distractor", 1): {"Distractor@4": (1.0, 1)},
    ("Refusal", 1): {"Refusal": (1 / 2, 2)},
    ("FalseRefusal", 1): {"FalseRefusal": (1 / 2, 2)},
}


@pytest.mark.parametrize("kind", KINDS)
def test_a_version_stands_for_values(kind: Kind) -> None:
    """A definition that gives other values than these is another one: raise its version, and write its values down."""
    answers = case("q", label(2, "a"), label(1, "b"), label(0, "c", distractor=True))
    none = [case(name, unanswerable=True) for name in ("refused", "answered")]
    made = scored([answers, *none, case("no", label(2, "z"))])
    values = BY_HAND[kind, VERSIONS[kind]]
    done = score(made, RANKINGS, *values)
    for name, (value, n) in values.items():
        assert parse_measure(name).version == VERSIONS[kind]
        assert mean(done, name) == approx(value, n), name
