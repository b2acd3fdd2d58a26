"""What a page says to somebody who meets it first: one thing by one name, nothing empty, every table named."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from gold.pages.outcome import outcome
from gold.pages.rows import Answer
from tests.builders import case
from tests.pages.test_moved import built, words_of
from tests.write.make_sets import judged_set, plain_set

Cli = Callable[..., Any]


def test_a_set_of_one_case_is_told_in_the_singular(gold_cli: Cli, tmp_path: Path) -> None:
    """One label, one class; and no claim about classes that are large enough, where none is."""
    plain_set(tmp_path / "sets/one", cases=1)
    site = built(gold_cli, tmp_path)
    said = words_of(site / "index.html")
    assert "The one label does not say who gave it" in said
    assert "; of the one class too few questions are asked" in said
    floors = words_of(site / "classes.html")
    assert "Too few questions to hold new against systems without skill: no class has 10 cases." in floors
    assert "new is above each of them" not in floors


@pytest.mark.parametrize(("refused", "stage"), [(True, "rightly refused"), (False, "not refused")])
def test_a_right_refusal_is_told_by_its_word(refused: bool, stage: str) -> None:
    """Not by its colour alone: a list of questions has both kinds."""
    answer = Answer("answered", (), 0, (), (), None, refused, None, None, 0, 0)
    assert outcome(case("q", unanswerable=True), answer, cut=5).stage == stage


def test_a_question_of_unknown_answer_has_one_name(gold_cli: Cli, tmp_path: Path) -> None:
    """In the table of questions as among the failures."""
    home = plain_set(tmp_path / "sets/one")
    with (home / "one-v1.jsonl").open("a") as out:
        out.write('{"query_id": "who", "query": "who", "class": "literal", "supporting": "unknown"}\n')
    site = built(gold_cli, tmp_path)
    for page in ("questions/index.html", "failures.html"):
        assert "not ingested: answer unknown" in words_of(site / page).lower()


def test_what_no_run_can_be_measured_by_has_no_tables(gold_cli: Cli, tmp_path: Path) -> None:
    """A sentence stands for them; the tables of the other measures are folded, one fold a measure."""
    plain_set(tmp_path / "sets/one", settings={"measures": ["AnswerRecall@5", "nDCG@10", "RR@10", "Refusal"]})
    html = (built(gold_cli, tmp_path) / "classes.html").read_text("utf-8")
    assert re.findall(r'<details class="folded"><summary>(.*?)</summary>', html) == [
        "nDCG@10 (linear)",
        "MRR@10",
        "judged@10",
    ]
    assert "class by refusal" not in html
    assert re.search(r"No question has a value of <a [^>]*>refusal</a>.* in both runs\.", html)


def test_counts_are_written_alike(gold_cli: Cli, tmp_path: Path) -> None:
    """Thousands are set apart in tables and sentences, not in some of them."""
    plain_set(tmp_path / "sets/one", cases=1200, settings={"pages": {"max_questions": 1}})
    site = built(gold_cli, tmp_path)
    for page in ("index.html", "classes.html", "runs.html"):
        assert not re.search(r"(?<![\d.#/q-])\d{4}(?![\d-])", words_of(site / page)), page


def test_every_table_has_a_name_of_its_own(gold_cli: Cli, tmp_path: Path) -> None:
    """Who hears a page tells its tables apart: regions of one page have different names, and tables captions."""
    judged_set(tmp_path / "sets/one")
    plain_set(tmp_path / "sets/two")
    regions = 0
    for page in built(gold_cli, tmp_path).parent.rglob("*.html"):
        html = page.read_text("utf-8")
        names = re.findall(r'role="region" aria-label="([^"]*)"', html)
        assert len(names) == len(set(names)), (page.name, names)
        inside = html.replace("<table data-table>", "<table>")
        assert not re.findall(r'role="region"[^>]*>\s*<table[^>]*>\s*<(?!caption)[^>]*>', inside), page
        regions += len(names)
    assert regions
