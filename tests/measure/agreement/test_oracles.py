"""Agreement against the krippendorff package, scikit-learn and plain arithmetic, on random tables with gaps."""

from __future__ import annotations

import warnings
from itertools import combinations

import krippendorff
import numpy as np
import pytest
from hypothesis import assume, given
from sklearn.metrics import cohen_kappa_score

from gold.measure.agreement.coefficients import SCALES
from tests.measure.agreement.tables import Table, agreed, as_array, tables

TOLERANCE = 1e-9


def overlap(table: Table) -> list[list[int]]:
    """The grades of each item that has two or more."""
    rows = ([grade for grade in row if grade is not None] for row in table)
    return [row for row in rows if len(row) >= 2]


@given(tables())
def test_alpha_is_krippendorffs(table: Table) -> None:
    """Nominal, ordinal and interval, with gaps."""
    rows = overlap(table)
    assume(len(rows) >= 2 and len({grade for row in rows for grade in row}) > 1)
    figures = agreed(table).figures
    for scale in SCALES:
        found = getattr(figures, scale)
        expected = krippendorff.alpha(as_array(table), level_of_measurement=scale, value_domain=[0, 1, 2, 3])
        assert found.value == pytest.approx(expected, abs=TOLERANCE)


@given(tables(3))
def test_kappa_is_scikit_learns(table: Table) -> None:
    """Of every pair, unweighted, linear and quadratic; NaN there is a sentence here."""
    found = {(pair.a, pair.b): pair for pair in agreed(table).pairs}
    for a, b in combinations(range(3), 2):
        both = [(row[a], row[b]) for row in table if row[a] is not None and row[b] is not None]
        if len(both) < 2:
            continue
        pair = found[f"a{a:02}", f"a{b:02}"]
        assert pair.n == len(both)
        for estimate, weights in (
            (pair.kappa, None),
            (pair.kappa_linear, "linear"),
            (pair.kappa_quadratic, "quadratic"),
        ):
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                expected = cohen_kappa_score(*zip(*both, strict=True), labels=[0, 1, 2, 3], weights=weights)
            if np.isnan(expected):
                assert (estimate.value, estimate.undefined) == (None, "undefined: one grade only")
            else:
                assert estimate.value == pytest.approx(expected, abs=TOLERANCE)


@given(tables())
def test_fleiss_and_ac1_by_plain_arithmetic(table: Table) -> None:
    """Shares of equal pairs and of grades, item by item."""
    rows = overlap(table)
    seen = sorted({grade for row in rows for grade in row})
    assume(len(rows) >= 2 and len(seen) > 1)
    equal = [[a == b for a, b in combinations(row, 2)] for row in rows]
    raw = sum(sum(pairs) / len(pairs) for pairs in equal) / len(rows)
    shares = [sum(row.count(grade) / len(row) for row in rows) / len(rows) for grade in seen]
    chance = sum(share**2 for share in shares)
    chance_1 = sum(share * (1 - share) for share in shares) / (len(seen) - 1)
    figures = agreed(table).figures
    assert figures.raw.value == pytest.approx(raw, abs=TOLERANCE)
    assert figures.fleiss.value == pytest.approx((raw - chance) / (1 - chance), abs=TOLERANCE)
    assert figures.ac1.value == pytest.approx((raw - chance_1) / (1 - chance_1), abs=TOLERANCE)


@given(tables(gaps=True))
def test_items_with_one_grade_change_nothing(table: Table) -> None:
    """Adding any number of them, of a new grade too, moves no figure."""
    assume(len(overlap(table)) >= 2)
    more = [*table, *([[9, None, None, None]] * 5)]
    one, two = agreed(table), agreed(more)
    assert one.figures == two.figures
    assert one.pairs == two.pairs
    assert two.single == one.single + 5
