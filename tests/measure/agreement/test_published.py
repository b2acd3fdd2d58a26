"""Coefficients of tables that are printed in books and papers, to the digits printed there."""

from __future__ import annotations

import numpy as np
import pytest

from gold.measure.agreement.coefficients import ac1, fleiss
from gold.measure.agreement.estimate import Estimate
from tests.measure.agreement.tables import Table, agreed, confusion, counted

_: int | None = None
KRIPPENDORFF: Table = (
    (1, 1, _, 1), (2, 2, 3, 2), (3, 3, 3, 3), (3, 3, 3, 3), (2, 2, 2, 2), (1, 2, 3, 4),
    (4, 4, 4, 4), (1, 1, 2, 1), (2, 2, 2, 2), (_, 5, 5, 5), (_, _, 1, 1), (_, _, 3, _),
)  # fmt: skip
"""Twelve units of four observers: Krippendorff (2011), Computing Krippendorff's Alpha-Reliability, section D; Gwet
(2014), Handbook of Inter-Rater Reliability, has the same one."""
FLEISS = (
    (0, 0, 0, 6, 0), (0, 3, 0, 0, 3), (0, 1, 4, 0, 1), (0, 0, 0, 0, 6), (0, 3, 0, 3, 0), (2, 0, 4, 0, 0),
    (0, 0, 4, 0, 2), (2, 0, 3, 1, 0), (2, 0, 0, 4, 0), (0, 0, 0, 0, 6), (1, 0, 0, 5, 0), (1, 1, 0, 4, 0),
    (0, 3, 3, 0, 0), (1, 0, 0, 5, 0), (0, 2, 0, 3, 1),
)  # fmt: skip
"""Fifteen patients, how many of six psychiatrists gave each diagnosis: as Gwet's irrCAC ships Fleiss (1971)."""
ABSTRACTORS = ((13, 0, 0), (0, 20, 7), (0, 4, 56))
DIAGNOSES = ((40, 4, 4, 17), (6, 25, 2, 13), (4, 1, 21, 12), (15, 5, 9, 45))
"""Two raters, the first's categories as rows: Gwet (2014), as irrCAC ships them."""


def to(places: int, *found: Estimate) -> list[float]:
    """Values, rounded as they are printed."""
    return [round(-9 if one.value is None else one.value, places) for one in found]


def test_alpha_of_krippendorffs_paper() -> None:
    """Nominal .743, ordinal .815, interval .849, over units with gaps."""
    figures = agreed(KRIPPENDORFF).figures
    assert to(3, figures.nominal, figures.ordinal, figures.interval) == [0.743, 0.815, 0.849]
    assert to(5, figures.raw) == [0.81818]


def test_gwets_and_fleiss_coefficient_of_the_same_table() -> None:
    """AC1 .77544 and Fleiss' kappa .76117, where the unit of one grade counts for the prevalence, as Gwet has it."""
    rows = [[grade for grade in row if grade is not None] for row in KRIPPENDORFF]
    shares = np.array([[sum(row.count(grade) / len(row) for row in rows) for grade in range(1, 6)]])
    several = [row for row in rows if len(row) > 1]
    alike = sum(sum(row.count(g) * (row.count(g) - 1) for g in set(row)) / len(row) / (len(row) - 1) for row in several)
    sums = (np.array([alike / len(several) * len(rows)]), shares, np.array([float(len(rows))]))
    assert [round(float(coefficient(*sums)[0]), 5) for coefficient in (ac1, fleiss)] == [0.77544, 0.76117]


def test_fleiss_kappa_of_his_psychiatrists() -> None:
    """.4139, as Gwet prints it."""
    assert to(4, agreed(counted(FLEISS)).figures.fleiss) == [0.4139]


@pytest.mark.parametrize(
    ("table", "cohen", "gwet", "krippendorff"),
    [(ABSTRACTORS, 0.79641, 0.84933, 0.79726), (DIAGNOSES, 0.4315, 0.45616, 0.43162)],
)
def test_two_raters_of_gwets_book(
    table: tuple[tuple[int, ...], ...], cohen: float, gwet: float, krippendorff: float
) -> None:
    """Cohen's kappa, AC1 and nominal alpha of one table."""
    items: Table = confusion(table)
    found = agreed(items)
    (pair,) = found.pairs
    assert to(5, pair.kappa, found.figures.ac1, found.figures.nominal) == [cohen, gwet, krippendorff]


def test_cohens_kappa_of_the_usual_example() -> None:
    """Two readers of fifty proposals: 20 and 15 alike, 5 and 10 apart, are 70 % alike, and .40 beyond chance."""
    (pair,) = agreed(confusion(((20, 5), (10, 15)))).pairs
    assert to(9, pair.raw, pair.kappa) == [0.7, 0.4]
