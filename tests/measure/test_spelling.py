"""Measures are read as ir_measures spells them and printed in full."""

from __future__ import annotations

import pytest

from gold.errors import GoldError
from gold.measure.measure import parse_measure


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("nDCG@10", "nDCG(dcg='log2')@10"),
        ("nDCG(dcg='exp-log2')@10", "nDCG(dcg='exp-log2')@10"),
        ('nDCG(dcg="exp-log2")@10', "nDCG(dcg='exp-log2')@10"),
        ("nDCG", "nDCG(dcg='log2')"),
        ("RR", "RR(rel=1)"),
        ("RR@10", "RR(rel=1)@10"),
        ("MRR@10", "RR(rel=1)@10"),
        ("R(rel=2)@100", "R(rel=2)@100"),
        ("P@5", "P(rel=1)@5"),
        (" Success( rel = 2 )@1 ", "Success(rel=2)@1"),
        ("AnswerRecall@5", "AnswerRecall@5"),
        ("Judged@10", "Judged@10"),
        ("Distractor@10", "Distractor@10"),
        ("Refusal", "Refusal"),
        ("FalseRefusal", "FalseRefusal"),
    ],
)
def test_a_measure_prints_in_full_and_reads_back(text: str, shown: str) -> None:
    """The printed name is the full one, and reading it gives the same value."""
    measure = parse_measure(text)
    assert str(measure) == shown
    assert parse_measure(shown) == measure


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("nDGC@10", "unknown measure 'nDGC'"),
        ("P", "write P@10"),
        ("P@0", "a cutoff is 1 to 1,000,000,000"),
        ("P@-1", "cannot read"),
        ("P@ten", "cannot read"),
        ("Refusal@5", "no cutoff"),
        ("nDCG(rel=1)@5", "only dcg="),
        ("P(dcg='log2')@5", "only rel="),
        ("Judged(rel=1)@5", "no parameter"),
        ("P(rel=0)@5", "no positive grade"),
        ("P(rel=-1)@5", "no positive grade"),
        ("nDCG(dcg='sqrt')@5", "unknown gain"),
        ("P(rel=1, rel=2)@5", "cannot read"),
        ("", "cannot read"),
        ("nDCG@10; rm", "cannot read"),
    ],
)
def test_a_measure_that_cannot_be_read_says_why(text: str, says: str) -> None:
    """The message names what was wrong."""
    with pytest.raises(GoldError) as caught:
        parse_measure(text)
    assert says in str(caught.value)
