"""Jobs too small for a process of their own: each with its peer, both over the same objects in this process."""

from __future__ import annotations

from collections.abc import Callable
from itertools import chain
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from tests.bench.plain_pages import plain_page, words

PAGES, READ = 3500, 100
"""Pages made, as many as one of two processes makes in a build of 7,000; those of them that are compared."""
Call = Callable[[], object]


def question_pages(folder: Path) -> tuple[Call, Call]:
    """The HTML of the first pages of a set, by the templates and by f-strings. Both begin with nothing drawn."""
    from gold.cli.gather import gather
    from gold.pages.question import question_page
    from gold.pages.site import set_pages
    from gold.write import templates

    pages = set_pages(gather(str(folder), "set", lambda step: None))
    made = [question_page(pages.shelf, row) for row in pages.questions[:PAGES]]
    for page in made[:READ]:
        if words(plain_page(page)) != words(templates.render(page)):
            raise AssertionError(f"the f-strings do not say what the page of {page.query_id} says")

    def ours() -> int:
        templates.forget_drawn()
        return sum(len(templates.render(page)) for page in made)

    return ours, lambda: sum(len(plain_page(page)) for page in made)


CLASSES, MEASURES, SMALL, WIDE = 12, 3, 250, 7000
"""A facet of so many classes by so many measures, with so many cases in each class."""


def facet(cases: int) -> list[NDArray[np.float64]]:
    """Differences of each class by each measure."""
    chance = np.random.default_rng(7)
    return [chance.normal(0.02, 0.2, cases).clip(-1, 1) for _ in range(CLASSES * MEASURES)]


def sign_flips() -> tuple[Call, Call]:
    """10,000 flips of the signs of each class's differences, by gold and by scipy."""
    from scipy import stats

    from gold.compare.resample import RESAMPLES, flip_ps

    rows = facet(SMALL)
    table = np.array(rows)

    def peer() -> object:
        chance, batch = np.random.default_rng(7), 500
        given = {"permutation_type": "samples", "n_resamples": RESAMPLES, "axis": 1, "vectorized": True}
        return stats.permutation_test((table,), np.mean, rng=chance, batch=batch, **given)

    return lambda: flip_ps(rows), peer


def resamples() -> tuple[Call, Call]:
    """The ends of each class's interval from 10,000 resamples, by gold and by scipy."""
    from scipy import stats

    from gold.compare.resample import RESAMPLES, Units, ends_of

    rows = facet(SMALL)
    table, ones = np.array(rows), np.ones(SMALL)

    def peer() -> object:
        chance, batch = np.random.default_rng(7), 500
        given = {"method": "percentile", "n_resamples": RESAMPLES, "axis": 1, "vectorized": True}
        return stats.bootstrap((table,), np.mean, rng=chance, batch=batch, **given)

    return lambda: ends_of([Units(row, ones, float(row.mean()), 0.95) for row in rows]), peer


def large_verdicts() -> tuple[Call, Call]:
    """The verdicts on classes of 7,000 cases, and on classes of 250."""
    from gold.compare.interval import Paired, verdicts

    wide, small = ([Paired(row, classes=CLASSES) for row in facet(cases)] for cases in (WIDE, SMALL))
    return lambda: verdicts(wide, 0.02, 20), lambda: verdicts(small, 0.02, 20)


ALPHA_RESAMPLES = 1000


def resampled_alpha(sample: Path) -> tuple[Call, Call]:
    """All that is said of a sample with intervals, and its alphas alone by the krippendorff package, resampled too."""
    import krippendorff

    from gold.measure.agreement.agreement import agreement_of
    from gold.measure.agreement.coefficients import SCALES
    from gold.measure.agreement.ratings import ratings_of
    from gold.read.annotations import read_sample

    ratings = ratings_of(read_sample(str(sample)).annotations)
    counts = ratings.counts.astype(np.int64)
    of_question = [np.flatnonzero(ratings.question == at) for at in range(len(ratings.questions))]

    def peer(resamples: int = ALPHA_RESAMPLES) -> list[list[float]]:
        chance, n = np.random.default_rng(7), len(of_question)
        drawn = (np.concatenate([of_question[at] for at in chance.integers(0, n, n)]) for _ in range(resamples))
        return [
            [krippendorff.alpha(value_counts=counts[rows], level_of_measurement=scale) for scale in SCALES]
            for rows in chain([np.arange(len(counts))], drawn)
        ]

    figures, (theirs,) = agreement_of(ratings, 0).figures, peer(0)
    if not np.allclose([getattr(figures, scale).value for scale in SCALES], theirs, rtol=0, atol=1e-12):
        raise AssertionError("alpha is not what the krippendorff package says")
    return lambda: agreement_of(ratings, ALPHA_RESAMPLES), peer
