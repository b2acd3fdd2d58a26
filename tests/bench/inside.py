"""Jobs too small for a process of their own: each with its peer, both over the same objects in this process."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np

from tests.bench.plain_pages import plain_page, words

PAGES, READ = 3500, 100
"""Pages made, as many as one of two processes makes in a build of 7,000; and those of them whose words are compared."""
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


def intervals(rows: int = 2000, cases: int = 250) -> tuple[Call, Call]:
    """Student's interval of the mean of paired differences, row by row, by gold and by scipy."""
    from scipy import stats

    from gold.compare.interval import verdict

    differences = np.random.default_rng(7).normal(0.02, 0.2, (rows, cases)).clip(-1, 1)

    def peer() -> list[object]:
        return [stats.t.interval(0.95, cases - 1, row.mean(), stats.sem(row)) for row in differences]

    return lambda: [verdict(row, 0.02, 20) for row in differences], peer
