"""The pages of labels that live: failures by cause, the review queue, build against build, the set at a glance."""

from __future__ import annotations

import csv
import json
import re
from collections import Counter
from collections.abc import Callable
from html import unescape
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.cli.conftest import WINDOWS, write_lines, write_run

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
    assert f"not ingested: answer unknown not scored 1 1 {mend}" in said
    assert "not ingested: answer unknown, not scored =odd 1 of 1 1 0 unclassified 0 of 0 0 1" in said
    assert said.endswith("Not ingested: answer unknown 1 question unknown who knows")
    pages = [words(path) for path in (site / "questions").iterdir()]
    assert any("not ingested: answer unknown" in page for page in pages)


def test_labels_of_unknown_answers_count_nowhere(gold_cli: Cli, home: Path, tmp_path: Path) -> None:
    """The page, its downloads, the text and the JSON count the same labels, and name the question apart."""
    rows = [json.loads(line) for line in (home / "small-v2.jsonl").read_text("utf-8").splitlines()]
    for row in rows:
        if row["query_id"] == "unknown":
            row["judgments"] = [{"doc_id": "fees", "grade": 1}, {"quote": "no such words", "grade": 0}]
    write_lines(home / "small-v2.jsonl", rows)
    assert gold_cli("build-site", home, "--out", tmp_path / "site", "--jobs", "1").exit_code == 0
    document = json.loads(gold_cli("coverage", home, "sections", "--format", "json").stdout)
    assert document["cases"]["unknown"] == ["unknown"]
    counts = {state: n for state, n in document["labels"].items() if n}
    assert counts == {"present": 3, "gone": 1}
    page = words(tmp_path / "site/small/coverage.html")
    assert "sections 2 of 3 1 0 0 0 0 3 " in page
    assert "1 more question has no known answer, which is not ingested as far as anybody knows, and no score." in page
    text = gold_cli("coverage", home, "sections").stdout
    assert (
        "\n1 more question has no known answer, which is not ingested as far as anybody knows, and no score: " in text
    )
    table = list(csv.DictReader((tmp_path / "site/small/data/coverage.csv").read_text("utf-8").splitlines()))
    assert Counter(row["state"] for row in table if row["build"] == "sections") == counts
    assert "unknown" not in (tmp_path / "site/small/data/qrels-sections.txt").read_text("utf-8")


def test_the_json_of_scores_gives_the_causes_of_the_page(gold_cli: Cli, home: Path, tmp_path: Path) -> None:
    """A lost label that names no document has the one that held it in another build: if that is there, it is stale."""
    write_lines(home / "corpora/windows.jsonl", [row | {"text": row["text"].replace("fee", "fine")} for row in WINDOWS])
    run = {"q1": ["w3"], "q2": ["w1"], "ü3": ["w1"], "none": []}
    write_run(home / "runs/newest.jsonl", run, "corpus: windows\nversion: 2\ndate: 2026-03-01\n")
    assert gold_cli("build-site", home, "--out", tmp_path / "site", "--jobs", "1").exit_code == 0
    (found,) = json.loads(gold_cli("score", home, "newest", "--per-query", "--format", "json").stdout)["runs"]
    causes = {case["query_id"]: case["diagnosis"]["cause"] for case in found["cases"] if case["diagnosis"]}
    assert causes == {"q1": "not_retrieved", "q2": "stale_label", "ü3": "not_ingested"}
    said = words(tmp_path / "site/small/failures.html")
    for cause in ("Not ingested 1 question ü3", "Stale label 1 question q2", "Not retrieved 1 question q1"):
        assert cause in said


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
    for at, (row, item) in enumerate(zip(rows, document["queue"], strict=True), start=1):
        assert row["place"] == str(at)
        assert float(row["cost"]) == pytest.approx(item["cost"], abs=1e-6)
        assert float(row["stake"]) == pytest.approx(item["stake"], abs=1e-6)


def test_what_hangs_on_a_label_is_its_part_of_the_gain(gold_cli: Cli, home: Path, tmp_path: Path) -> None:
    """By hand, 2^grade - 1 over all of the case: a lost support of 1 beside 2 is 1/4, a doubtful second answer 3/7."""
    rows = [json.loads(line) for line in (home / "small-v2.jsonl").read_text("utf-8").splitlines()]
    rows[0]["judgments"] += [{"quote": "no such words", "grade": 1}]
    rows[1]["judgments"] = [
        {"doc_id": "fees", "grade": 2},
        {"doc_id": "fees", "quote": "Fees are in dollars", "grade": 2, "borderline": True},
        {"doc_id": "returns", "grade": 1},
    ]  # fmt: skip
    write_lines(home / "small-v2.jsonl", rows)
    assert gold_cli("build-site", home, "--out", tmp_path / "site", "--jobs", "1").exit_code == 0
    document = json.loads((tmp_path / "site/small/data/queue.json").read_text("utf-8"))
    found = {(row["reason"], row["query_id"]): (row["label"], row["cost"], row["stake"]) for row in document["queue"]}
    assert found["lost", "q1"] == (2, pytest.approx(1 / 4), 0)
    assert found["borderline", "q2"] == (2, 0, pytest.approx(3 / 7))
    said = words(tmp_path / "site/small/queue.html")
    assert "label 2, grade 1 · costs 0.250 of a question" in said
    assert "label 2, grade 2 · decides 0.429 of a question" in said
    assert f"{len(document['queue'])} things to do" in said


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
