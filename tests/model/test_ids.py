"""Ids and numbers in columns."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from gold.model.ids import distinct


@given(st.lists(st.integers(-5, 5)))
def test_distinct_values_are_those_of_a_set(values: list[int]) -> None:
    """In ascending order; of none, none."""
    assert distinct(np.array(values, dtype=np.int64)).tolist() == sorted(set(values))
