"""`gold build-site` from a folder of sets to a site, whatever a set lacks."""

from __future__ import annotations

import gc
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.write.make_sets import asked, passage, plain_set, write_set

Cli = Callable[..., Any]


def built(gold_cli: Cli, sets: Path, out: Path) -> dict[str, str]:
    """The pages of a site that builds without a fault, by address."""
    result = gold_cli("build-site", sets, "--out", out)
    assert result.exit_code == 0, result.output
    return {page.relative_to(out).as_posix(): page.read_text("utf-8") for page in out.rglob("*.html")}


def test_a_set_says_what_to_decide(gold_cli: Cli, tmp_path: Path) -> None:
    """The front page has the verdict, and the worst moved question stands first on its page."""
    plain_set(tmp_path / "sets" / "one", cases=40, settings={"measures": ["AnswerRecall@1"]})
    pages = built(gold_cli, tmp_path / "sets", tmp_path / "site")
    assert "Do not ship new: worse overall than old" in pages["index.html"]
    assert "Read the 5 questions that lost most" in pages["index.html"]
    assert "rank 1 → rank 3, its document at rank 1" in pages["one/worst-moved.html"]
    assert len([page for page in pages if page.startswith("one/questions/q")]) == 40


@pytest.mark.parametrize("extra", [(), ("--check",)])
def test_a_build_leaves_the_collector_as_it_was(gold_cli: Cli, tmp_path: Path, extra: tuple[str, ...]) -> None:
    """Whoever had switched it off finds it off."""
    write_set(tmp_path / "one", [asked("q1")])
    built(gold_cli, tmp_path / "one", tmp_path / "site")
    assert gc.isenabled()
    gc.disable()
    try:
        assert gold_cli("build-site", tmp_path / "one", "--out", tmp_path / "site", *extra).exit_code == 0
        assert not gc.isenabled()
    finally:
        gc.enable()


def test_a_set_without_runs_or_corpus(gold_cli: Cli, tmp_path: Path) -> None:
    """All pages are there and say what is missing."""
    write_set(tmp_path / "one", [asked("q1"), {"query_id": "q2", "query": "who", "unanswerable": True}])
    pages = built(gold_cli, tmp_path / "one", tmp_path / "site")
    assert "No runs yet" in pages["index.html"]
    assert "No corpus: passage ids are taken as they are" in pages["one/coverage.html"]
    assert "No run is scored yet" in pages["one/questions/q1.html"]


def test_a_set_with_one_run(gold_cli: Cli, tmp_path: Path) -> None:
    """There is nothing to compare, and the scores are shown."""
    write_set(tmp_path / "one", [asked("q1")], runs={"only": {"q1": ["p2", "p1"]}})
    pages = built(gold_cli, tmp_path / "one", tmp_path / "site")
    assert "Nothing to compare: only is the only run" in pages["index.html"]
    assert "Two scored runs are needed" in pages["one/worst-moved.html"]


def test_a_candidate_that_the_set_lacks(gold_cli: Cli, tmp_path: Path) -> None:
    """It is named, and nothing is built: a run that failed a question is left without a candidate."""
    settings = {"baseline": "only", "candidate": "nosuch"}
    write_set(tmp_path / "one", [asked("q1")], runs={"only": {"q1": ["p2"]}}, settings=settings)
    result = gold_cli("build-site", tmp_path / "one", "--out", tmp_path / "site")
    assert result.exit_code == 1
    assert "candidate names the run 'nosuch'" in result.stderr


def test_a_class_without_a_scored_case(gold_cli: Cli, tmp_path: Path) -> None:
    """Drafts alone, or refusals alone: no page fails, and its size is told without a figure that is made up."""
    cases = [
        asked("q1"),
        asked("q2", status="proposed") | {"class": "draft"},
        {"query_id": "q3", "query": "who", "unanswerable": True, "class": "refused"},
    ]
    write_set(tmp_path / "one", cases, runs={"a": {"q1": ["p1"]}, "b": {"q1": ["p2", "p1"], "q3": []}})
    pages = built(gold_cli, tmp_path / "one", tmp_path / "site")
    assert "refused" in pages["one/card.html"]
    assert "nan" not in pages["one/classes.html"].lower()


def test_a_run_whose_build_cannot_be_told(gold_cli: Cli, tmp_path: Path) -> None:
    """It is an error, which names the builds that there are; nothing is built."""
    texts = [passage("p1", "one"), passage("p2", "two")]
    home = write_set(
        tmp_path / "one",
        [asked("q1")],
        corpora={"x": texts, "y": texts},
        runs={"known": {"q1": ["p1"]}, "lost": {"q1": ["p1"]}},
        sidecars={"known": {"corpus": "x"}},
    )
    result = gold_cli("build-site", home, "--out", tmp_path / "site")
    assert result.exit_code == 1
    assert "run lost does not say which build it searched, and the set has x, y" in result.stderr
    assert not (tmp_path / "site").exists()


def test_held_back_cases_appear_nowhere(gold_cli: Cli, tmp_path: Path) -> None:
    """Neither their ids nor their words are in any file."""
    cases = [asked("q-open"), asked("q-secret", query="hush hush", split="held_back")]
    rankings = {"q-open": ["p1"], "q-secret": ["p1"]}
    prose = {"CHANGELOG.md": "# Changes\n\n- q-secret: new\n", "CARD.md": "q-secret"}
    write_set(tmp_path / "one", cases, runs={"a": rankings, "b": rankings}, prose=prose)
    built(gold_cli, tmp_path / "one", tmp_path / "site")
    for path in (tmp_path / "site").rglob("*"):
        if path.is_file():
            assert b"q-secret" not in path.read_bytes(), path
            assert b"hush" not in path.read_bytes(), path


def test_the_settings_limit_the_pages(gold_cli: Cli, tmp_path: Path) -> None:
    """The worst moved get a page; the others are listed without a link."""
    plain_set(tmp_path / "one", cases=12, settings={"pages": {"max_questions": 3}})
    pages = built(gold_cli, tmp_path / "one", tmp_path / "site")
    assert len([page for page in pages if page.startswith("one/questions/q")]) == 3
    assert "9 of them have no page of their own" in pages["one/questions/index.html"]


def test_every_stored_field_is_shown(gold_cli: Cli, tmp_path: Path) -> None:
    """What a case and its labels hold stands on the case's page."""
    label = {"passage_id": "p1", "grade": 2, "by": "ana", "at": "2026-01-02", "note": "N1", "part": "P1"}
    label |= {"doc_version": "V1", "borderline": True, "chunking": "C1"}
    more: dict[str, Any] = {
        "stratum": "S1",
        "intent": "I1",
        "asker": "A1",
        "weight": 3,
        "reason": "R1",
        "query_normalized": "QN",
    }
    more |= {"expect_abstention": True, "meta": {"k": "M1"}, "tags": ["T1"], "source": "O1", "answer": "ANS"}
    write_set(tmp_path / "one", [asked("q1", judgments=[label], **more)], runs={"r": {"q1": ["p1"]}})
    page = built(gold_cli, tmp_path / "one", tmp_path / "site")["one/questions/q1.html"]
    for value in ("ana", "2026-01-02", "N1", "P1", "V1", "borderline", "C1", "S1", "I1", "A1", ">3<", "R1", "QN"):
        assert value in page, value
    for value in ("should hedge", "M1", "T1", "O1", "ANS"):
        assert value in page, value


@pytest.mark.parametrize("name", ["chorus", "chunking", "covid", "fastapi"])
def test_the_shared_sets_build(gold_cli: Cli, shared: Path, tmp_path: Path, name: str) -> None:
    """Public data of four kinds: product ratings, quotes over chunkings, no runs at all, documents that changed."""
    pages = built(gold_cli, shared / "testsets" / name, tmp_path / "site")
    assert f"{name}/index.html" in pages
    assert len(pages) > 50


def test_no_folder_is_no_place(gold_cli: Cli, tmp_path: Path) -> None:
    """An empty --out is an unset variable of a script, and not the root of the machine."""
    plain_set(tmp_path / "one", cases=3)
    result = gold_cli("build-site", tmp_path / "one", "--out", "")
    assert result.exit_code == 2
    assert "no folder to build into" in result.stderr


def test_builds_of_the_past_are_folded(gold_cli: Cli, tmp_path: Path) -> None:
    """What is said of each stays in sight, and its tables can be opened; those of the build in use stand open."""
    home = write_set(
        tmp_path / "two",
        [asked("q1"), asked("q2")],
        corpora={name: [passage("p1", "one"), passage("p2", "two")] for name in ("before", "now")},
        runs={name: {"q1": ["p1"], "q2": ["p2"]} for name in ("a", "b", "c")},
        sidecars={
            "a": {"corpus": "before", "date": "2026-01-01"},
            "b": {"corpus": "now", "date": "2026-01-02"},
            "c": {"corpus": "now", "date": "2026-01-03"},
        },
    )
    page = built(gold_cli, home, tmp_path / "site")["two/systems.html"]
    now, before = page[page.index(">On now<") : page.index(">On before<")], page[page.index(">On before<") :]
    assert now.index('aria-label="What each run alone finds') < (now + "<details").index("<details")
    said, tables, table = (before.index(word) for word in ("Only a searched", "<details", 'aria-label="What each'))
    assert said < tables < table
    assert "<summary>1 run on this build</summary>" in before


def test_runs_on_one_build_are_held_against_each_other(gold_cli: Cli, tmp_path: Path) -> None:
    """What all answer together, what each alone does, and how alike their lists are; no such part for one run."""
    runs = {"old": {"q1": ["p1", "p2"], "q2": ["p2"]}, "new": {"q1": ["p2", "p1"], "q2": ["p1"]}}
    settings = {"measures": ["AnswerRecall@1"]}
    write_set(tmp_path / "sets/two", [asked("q1"), asked("q2")], runs=runs, settings=settings)
    write_set(tmp_path / "sets/one", [asked("q1")], runs={"only": {"q1": ["p1"]}})
    pages = built(gold_cli, tmp_path / "sets", tmp_path / "site")
    words = " ".join(re.sub(r"<[^>]*>", " ", pages["two/systems.html"]).split())
    assert "Together these 2 runs answer 2 of 2 cases" in words
    assert re.search(r"no other shows new 1 1 q2 50\s% 2 1 old 1 1 q1 50\s% 1 0", words)
    assert re.search(r"(new, old|old, new) 2 0\.500 0\.[0-9]{3} 100\s%", words)
    assert pages["two/systems.html"].count('<details class="swing" open>') == 1, "the first question of the first pair"
    assert pages["two/systems.html"].count('<details class="swing">') == 1
    assert "Only only searched this build" in pages["one/systems.html"]
    assert "overlap@10" not in pages["one/systems.html"]
