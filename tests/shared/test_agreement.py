"""Published tables and recorded samples: gold gives the recorded coefficients."""

from __future__ import annotations

import csv
import json
import time
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from gold.measure.agreement.agreement import agreement_of
from gold.measure.agreement.coefficients import SCALES, ac1, alpha, fleiss
from gold.measure.agreement.ratings import ratings_of
from gold.read.annotations import read_sample
from tests.measure.agreement.tables import Table, agreed, confusion, counted


@pytest.fixture(scope="module")
def published(shared: Path) -> Path:
    """The folder of small tables."""
    return shared / "data/agreement_published"


def expected(folder: Path, name: str = "expected.json") -> dict[str, Any]:
    """What is recorded."""
    found: dict[str, Any] = json.loads((folder / name).read_text("utf-8"))
    return found


def cells(path: Path) -> list[list[int | None]]:
    """A CSV file without its first row and column, "" as None."""
    with path.open(encoding="utf-8", newline="") as file:
        return [[int(cell) if cell else None for cell in row[1:]] for row in list(csv.reader(file))[1:]]


def whole(path: Path) -> list[list[int]]:
    """A CSV file of counts."""
    return [[cell or 0 for cell in row] for row in cells(path)]


@pytest.mark.parametrize("name", ["krippendorff_wikipedia_3coders", "raw_4raters", "raw_5observers"])
def test_alpha_of_the_textbook_tables(published: Path, name: str) -> None:
    """To the six places that are recorded."""
    figures = agreed(cells(published / f"{name}.csv")).figures
    recorded = expected(published)[f"{name}.csv"]["computed_alpha"]
    found = {"nominal": figures.nominal, "ordinal": figures.ordinal, "interval": figures.interval}
    assert {scale: round(one.value or 0, 6) for scale, one in found.items()} == {s: recorded[s] for s in SCALES}


@pytest.mark.parametrize(
    ("name", "fleiss_kappa", "gwet"), [("raw_4raters", 0.76117, 0.77544), ("raw_5observers", 0.45762, 0.49662)]
)
def test_fleiss_and_gwet_with_gaps(published: Path, name: str, fleiss_kappa: float, gwet: float) -> None:
    """As Gwet computes them: an item with one grade counts for the prevalence (`gold agreement` leaves it out)."""
    rows = [[grade for grade in row if grade is not None] for row in cells(published / f"{name}.csv")]
    rows = [row for row in rows if row]
    grades = sorted({grade for row in rows for grade in row})
    shares = np.array([[sum(row.count(grade) / len(row) for row in rows) for grade in grades]])
    several = [row for row in rows if len(row) > 1]
    raw = sum((sum(n * (n - 1) for n in map(row.count, grades))) / (len(row) * (len(row) - 1)) for row in several)
    sums = (np.array([raw / len(several) * len(rows)]), shares, np.array([float(len(rows))]))
    assert [round(float(f(*sums)[0]), 5) for f in (fleiss, ac1)] == [fleiss_kappa, gwet]


@pytest.mark.parametrize("name", ["fleiss_wikipedia_counts.csv", "distrib_6raters_counts.csv"])
def test_fleiss_of_counts(published: Path, name: str) -> None:
    """Fleiss' own example and Wikipedia's."""
    recorded = expected(published)[name]["computed"]["fleiss_kappa"]
    assert agreed(counted(whole(published / name))).figures.fleiss.value == pytest.approx(recorded, abs=1e-12)


def test_cohens_kappa_of_published_tables(published: Path) -> None:
    """Unweighted, linear and quadratic, and Gwet's and Krippendorff's coefficients of the same tables."""
    recorded = expected(published)
    for name in ("table_cont3x3abstractors.csv", "table_cont4x4diagnosis.csv"):
        found = agreed(confusion(whole(published / name)))
        (pair,) = found.pairs
        for estimate, key in (
            (pair.kappa, "cohen_kappa"),
            (pair.kappa_linear, "cohen_linear"),
            (pair.kappa_quadratic, "cohen_quadratic"),
        ):
            assert estimate.value == pytest.approx(recorded[name][key], abs=1e-12)
        theirs = recorded[name]["computed_irrCAC"]
        assert round(found.figures.ac1.value or 0, 5) == theirs["gwet"]
        assert round(found.figures.nominal.value or 0, 5) == theirs["krippendorff"]
    two_by_two: Table = confusion(whole(published / "cohen_wikipedia_2x2.csv"))
    assert agreed(two_by_two).pairs[0].kappa.value == pytest.approx(0.4, abs=1e-12)


def test_what_is_printed_in_papers(published: Path) -> None:
    """To the digits printed: Krippendorff (2011), Wikipedia's examples, Gwet's share of equal grades."""
    recorded = expected(published)
    wiki = agreed(cells(published / "krippendorff_wikipedia_3coders.csv")).figures
    paper = agreed(cells(published / "raw_4raters.csv")).figures
    fleiss_wiki = agreed(counted(whole(published / "fleiss_wikipedia_counts.csv"))).figures
    printed = recorded["raw_4raters.csv"]["published"]
    for figures, values in (
        (wiki, recorded["krippendorff_wikipedia_3coders.csv"]["published"]),
        (paper, {name: printed["krippendorff_2011"][name] for name in SCALES}),
    ):
        assert {name: round(getattr(figures, name).value or 0, 3) for name in values} == values
    assert round(paper.raw.value or 0, 5) == printed["gwet_R_vignette"]["percent_agreement"]
    assert round(paper.nominal.value or 0, 5) == printed["gwet_R_vignette"]["krippendorff"]
    numbers = recorded["fleiss_wikipedia_counts.csv"]
    assert fleiss_wiki.raw.value == pytest.approx(numbers["computed"]["P_bar"], abs=1e-12)
    assert round(fleiss_wiki.raw.value or 0, 3) == numbers["published"]["P_bar"]
    assert round(fleiss_wiki.fleiss.value or 0, 2) == numbers["published"]["fleiss_kappa"]


def test_counts_of_chorus(shared: Path) -> None:
    """How often each rater gave each grade, how far items lie apart, how many have one grade only."""
    ratings = ratings_of(read_sample(str(shared / "testsets/chorus/agreement/round-1.csv")).annotations)
    recorded = expected(shared / "data/chorus_ratings", "expected_agreement.json")
    for at, theirs in enumerate(recorded["value_counts"]):
        mine = np.bincount(ratings.grade[ratings.who == at], minlength=len(ratings.grades))
        assert dict(zip(map(str, ratings.grades), mine.tolist(), strict=True)) == theirs
    given = ratings.counts > 0
    places = np.arange(len(ratings.grades))
    apart = np.where(given, places, -1).max(axis=1) - np.where(given, places, 99).min(axis=1)
    assert {str(n): int((apart == n).sum()) for n in range(4)} == recorded["max_spread_counts"]
    assert float((apart == 0).mean()) == pytest.approx(recorded["all_three_agree"], abs=1e-12)


def test_three_raters_of_chorus(shared: Path) -> None:
    """3,188 items: alpha, Fleiss' kappa, and kappa of each pair."""
    found = agreement_of(ratings_of(read_sample(str(shared / "testsets/chorus/agreement/round-1.csv")).annotations), 0)
    recorded = expected(shared / "data/chorus_ratings", "expected_agreement.json")
    figures = found.figures
    assert (found.items, found.single, found.questions) == (3188, 0, 135)
    for scale in SCALES:
        assert getattr(figures, scale).value == pytest.approx(recorded["alpha"][scale], abs=1e-12)
    assert figures.fleiss.value == pytest.approx(recorded["fleiss_kappa"], abs=1e-12)
    for pair in found.pairs:
        theirs = recorded[f"kappa_{pair.a.replace('_', '')}_{pair.b.replace('_', '')}"]
        ours = (pair.kappa.value, pair.kappa_linear.value, pair.kappa_quadratic.value, pair.raw.value)
        names = ("unweighted", "linear", "quadratic", "percent")
        assert ours == pytest.approx(tuple(theirs[name] for name in names), abs=1e-12)


def test_a_person_and_33_models(shared: Path) -> None:
    """4,423 items of 34 annotators: every judge against the person, and all together; 1,000 resamples in seconds."""
    ratings = ratings_of(read_sample(str(shared / "data/llmjudge/labels.csv")).annotations)
    begun = time.perf_counter()
    found = agreement_of(ratings, 1000)
    assert time.perf_counter() - begun < 30, "5 s are meant on a machine that does nothing else"
    recorded = expected(shared / "data/llmjudge", "expected_agreement.json")
    every = recorded.pop("_all_judges_and_human")
    assert (found.items, len(found.names)) == (every["units"], every["raters"])
    for scale in SCALES:
        assert getattr(found.figures, scale).value == pytest.approx(every[f"alpha_{scale}"], abs=1e-12)
    judges = {pair.a if pair.b == "human" else pair.b: pair for pair in found.pairs if "human" in (pair.a, pair.b)}
    assert set(judges) == set(recorded)
    for name, theirs in recorded.items():
        pair = judges[name]
        ours = (pair.n, pair.raw.value, pair.kappa.value, pair.kappa_linear.value, pair.kappa_quadratic.value)
        keys = ("n", "percent_agreement", "cohen_kappa", "cohen_kappa_linear", "cohen_kappa_quadratic")
        assert ours == pytest.approx(tuple(theirs[key] for key in keys), abs=1e-12)
        table = np.array(pair.table, dtype=np.float64)
        for scale in SCALES:
            both = float(alpha(table + table.T, found.grades, scale))
            assert both == pytest.approx(theirs[f"alpha_{scale}"], abs=1e-12)
