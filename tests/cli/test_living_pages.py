"""The pages of labels that live: failures by cause, the review queue, build against build, the set at a glance."""

from __future__ import annotations

import csv
import json
import re
from collections.abc import Callable
from html import unescape
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.cli.conftest import WINDOWS, write_lines

if TYPE_CHECKING:
    from click.testing import Result

Cli = Callable[..., "Result"]


def words(path: Path) -> str:
    """What a reader sees of a page's main part."""
    html = path.read_text("utf-8")
    return " ".join(unescape(re.sub(r"<[^>]*>", " ", html[html.index("<main") : html.index("</main>")])).split())


@pytest.fixture(autouse=True)
def without_a_run_of_no_build(home: Path) -> None:
    """A site is built over no error."""
    for path in (home / "runs").glob("lost.*"):
        path.unlink()


@pytest.fixture
def site(gold_cli: Cli, home: Path, tmp_path: Path) -> Path:
    """The set's pages; its newest run searched the windows, in one of which a case's quote was edited."""
    edited = [row | {"text": row["text"].replace("a fee is due", "a fine is due")} for row in WINDOWS]
    write_lines(home / "corpora/windows.jsonl", edited)
    out = tmp_path / "site"
    result = gold_cli("build-site", home, "--out", out, "--jobs", "1")
    assert result.exit_code == 0, result.output
    return out / "small"


def test_a_lost_label_is_no_fault_of_the_run(site: Path) -> None:
    """The page of failures names it apart, and so does the question's own page."""
    said = words(site / "failures.html")
    assert "second failed 1 of 2 questions: 1 of them for labels or documents that are lost" in said
    assert "not ingested" in said
    (page,) = [path for path in (site / "questions").iterdir() if "ü3" in path.read_text("utf-8") and "lost words" in
               path.read_text("utf-8")]  # fmt: skip
    assert "Not ingested: the document that holds the answer is not in this build." in words(page)


def test_a_question_of_unknown_answer_stands_among_the_failures_as_not_scored(site: Path) -> None:
    """A line of the causes, a column of the classes, a list; a class that has nothing else is there too."""
    said = words(site / "failures.html")
    mend = "Somebody looked and found no answer: bring the document in, or say that there is none."
    assert f"answer unknown not scored 1 1 {mend}" in said
    assert "answer unknown, not scored =odd 1 of 1 1 0 unclassified 0 of 0 0 1" in said
    assert said.endswith("Answer unknown 1 question unknown who knows")


def test_the_queue_says_what_costs_most_first(site: Path) -> None:
    """How many things, what they cost, the first one with the nearest passage; the same in both downloads."""
    said = words(site / "queue.html")
    assert "2 of 3 questions cannot be won: up to 0.667 of answer recall@5." in said
    assert "1 question has no known answer and no score." in said
    assert "judged a fee is due nearest now a fine is due. w3" in said
    rows = list(csv.DictReader((site / "data/queue.csv").read_text("utf-8").splitlines()))
    document = json.loads((site / "data/queue.json").read_text("utf-8"))
    assert document["build"] == "windows"
    assert [(row["reason"], row["query_id"]) for row in rows[:3]] == [
        ("lost", "q2"), ("lost", "ü3"), ("unknown", "unknown"),
    ]  # fmt: skip
    assert [row["query_id"] for row in document["queue"]] == [row["query_id"] for row in rows]


def test_held_back_cases_are_nowhere(site: Path) -> None:
    """Neither on the pages nor in the downloads."""
    for name in ("failures.html", "queue.html", "coverage.html", "card.html", "data/queue.csv", "data/queue.json"):
        text = (site / name).read_text("utf-8")
        assert "SECRET" not in text
        assert "HUSH" not in text


def test_builds_are_set_against_each_other(site: Path) -> None:
    """From the other build to the one that is searched now: labels, questions, documents."""
    said = words(site / "coverage.html")
    assert "From sections to windows 2 labels are held and 2 are gone." in said
    assert "No longer to be answered: q2" in said
    assert "edited 1: fees" in said


def test_the_set_at_a_glance(site: Path) -> None:
    """Lengths, repeats, and how alike the runs on one build are."""
    said = words(site / "card.html")
    assert "characters a passage 20 to 41, median 24" in said
    assert "empty passages 0" in said
    assert "How alike the first ten results of two runs are" in said
    assert re.search(r"(first, third|third, first) \d+ [01]\.\d{3} ", said)


def test_two_builds_have_the_same_bytes(gold_cli: Cli, home: Path, tmp_path: Path) -> None:
    """A review that is due is due by the dates of the set, whatever day it is."""
    settings = home / "gold.yaml"
    settings.write_text(settings.read_text() + "review_every: {log: 1d}\n")
    rows = [json.loads(line) for line in (home / "small-v2.jsonl").read_text("utf-8").splitlines()]
    rows[0] |= {"source": "log"}
    rows[0]["judgments"][0]["at"] = "2026-01-15"
    write_lines(home / "small-v2.jsonl", rows)
    for name in ("one", "two"):
        assert gold_cli("build-site", home, "--out", tmp_path / name, "--jobs", "1").exit_code == 0
    pages = [(tmp_path / name / "small/queue.html").read_bytes() for name in ("one", "two")]
    assert pages[0] == pages[1]
    assert b"due since 2026-01-16" in pages[0]
