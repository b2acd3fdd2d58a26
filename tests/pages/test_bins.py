"""Lengths in bins."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gold.pages.bins import DOCUMENT, LABELS, PASSAGE, WORDS, bins
from gold.pages.numbers import grouped


@given(st.lists(st.integers(0, 300_000), max_size=60), st.sampled_from((WORDS, LABELS, PASSAGE, DOCUMENT)))
def test_counts_are_those_of_a_histogram(values: list[int], starts: tuple[int, ...]) -> None:
    """As numpy counts them; the empty bins outside the values are left out, those between are not."""
    counted = np.histogram(values, [*starts, np.inf])[0].tolist()
    full = [at for at, number in enumerate(counted) if number]
    expected = counted[full[0] : full[-1] + 1] if full else []
    assert [row.held for row in bins("w", "q", values, starts).rows] == [grouped(number) for number in expected]


@pytest.mark.parametrize(
    ("value", "name"), [(0, "under 500"), (499, "under 500"), (500, "500–999"), (250_000, "100\u202f000 or more")]
)
def test_names_say_both_ends(value: int, name: str) -> None:
    """A value stands in the bin whose name holds it."""
    (row,) = bins("characters", "documents", [value], DOCUMENT).rows
    assert (row.name, row.share, len(row.bar)) == (name, "100\u202f%", 20)


def test_a_bin_of_one_number_is_named_by_it() -> None:
    """Of two labels, one and one."""
    assert [row.name for row in bins("labels", "cases", [1, 3], LABELS).rows] == ["1", "2", "3"]
