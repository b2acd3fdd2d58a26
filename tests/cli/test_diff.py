"""`gold diff`: what it prints in each form, what it reads, when it fails, and what it never shows."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

from tests.check.small_set import write_small_set

Cli = Callable[..., Any]
SECOND: Mapping[str, Any] = {
    "change": {"q2": {"query": "what does it cost later"}, "q4": {"judgments": [{"passage_id": "p1", "grade": 2}]}},
    "cases": [{"query_id": "q7", "query": "cranes", "judgments": [{"passage_id": "p5", "grade": 2}]}],
}
TOLD = (
    "## v2 - 2026-03-09\n\n- Added: q7: asked\n- Reworded: q2: typed\n- Relabelled: q4: moved\n\n## v1 - 2026-03-01\n"
)
RUN = {"rankings": {"q1": ["p1"], "q2": ["p1"], "q4": ["p1"]}, "sidecar": {"corpus": "build", "date": "2026-03-09"}}


@pytest.fixture
def small(tmp_path: Path) -> Path:
    """A set of two versions and a right changelog."""
    return write_small_set(
        tmp_path / "small", {"second": SECOND, "files": {"CHANGELOG.md": TOLD}, "runs": {"new": RUN}}
    )


def test_the_change_as_json(gold_cli: Cli, small: Path) -> None:
    """Ids, kinds, and every field with both values."""
    result = gold_cli("diff", small / "small-v1.jsonl", small / "small-v2.jsonl", "--format", "json")
    assert result.exit_code == 0
    assert json.loads(result.stdout) == {
        "added": ["q7"],
        "removed": [],
        "changed": [
            {
                "query_id": "q2",
                "kinds": ["reworded"],
                "fields": [
                    {"field": "query", "old": "whats it cost later than that", "new": "what does it cost later"}
                ],
            },
            {
                "query_id": "q4",
                "kinds": ["relabelled"],
                "fields": [{"field": "judgments[passage_id=p4].passage_id", "old": "p4", "new": "p1"}],
            },
        ],
        "changelog": {"undocumented": [], "unknown": [], "file": "CHANGELOG.md"},
        "guard": [{"query_id": "q4", "run": "new", "old": 0.0, "new": 1.0}],
    }


def test_the_change_in_words(gold_cli: Cli, small: Path) -> None:
    """The counts first, then what makes a failing case pass, then case by case."""
    result = gold_cli("diff", small)
    assert result.stdout == (
        "small v1 to v2: 1 added, 1 reworded, 1 relabelled\n\n"
        "2 edits; 1 of them makes a failing case pass (AnswerRecall@5, 2 runs asked).\n- q4: 0.000 to 1.000 (new)\n\n"
        "Added: q7\n\n"
        'q2 reworded\n  query: "whats it cost later than that" → "what does it cost later"\n\n'
        'q4 relabelled\n  judgments[passage_id=p4].passage_id: "p4" → "p1"\n\n'
        f"{small}/CHANGELOG.md:1: tells of every change\n"
    )


def test_the_change_as_markdown(gold_cli: Cli, small: Path) -> None:
    """What Markdown would take for markup is escaped."""
    result = gold_cli("diff", small, "--format", "markdown")
    assert "\n**q4** relabelled\n\n- judgments\\[passage\\_id=p4\\].passage\\_id: " in result.stdout


@pytest.mark.parametrize("name", ["{0}@v1 {0}@2", "{0}/small-v1.jsonl {0}@v2", "{0}"])
def test_versions_are_named_by_file_number_or_set(gold_cli: Cli, small: Path, name: str) -> None:
    """All of them are the same change."""
    result = gold_cli("diff", *name.format(small).split())
    assert result.stdout.startswith("small v1 to v2: 1 added, 1 reworded, 1 relabelled\n")


def test_nothing_changed(gold_cli: Cli, small: Path) -> None:
    """A version and itself."""
    result = gold_cli("diff", small / "small-v1.jsonl", small / "small-v1.jsonl", "--format", "json")
    document = json.loads(result.stdout)
    assert (document["added"], document["removed"], document["changed"]) == ([], [], [])


@pytest.mark.parametrize(
    ("text", "code", "undocumented", "unknown"),
    [
        (TOLD, 0, [], []),
        (TOLD.replace("- Added: q7: asked\n", ""), 1, ["q7"], []),
        (TOLD.replace("q7: asked", "q7, q70: asked"), 1, [], ["q70"]),
        (TOLD.replace("Reworded: q2", "Added: q2"), 1, ["q2"], []),
        ("## v1 - 2026-03-01\n", 1, ["q7", "q2", "q4"], []),
        (TOLD + "\n\nNothing else.\n", 0, [], []),
    ],
)
def test_a_changelog_that_is_not_right_fails(
    gold_cli: Cli, small: Path, tmp_path: Path, text: str, code: int, undocumented: list[str], unknown: list[str]
) -> None:
    """With --changelog the exit code is 1; the one beside the new version is reported only."""
    (tmp_path / "other.md").write_text(text)
    result = gold_cli("diff", small, "--changelog", tmp_path / "other.md", "--format", "json")
    assert result.exit_code == code
    found = json.loads(result.stdout)["changelog"]
    assert found == {"undocumented": undocumented, "unknown": unknown, "file": "other.md"}
    (small / "CHANGELOG.md").write_text(text)
    beside = gold_cli("diff", small, "--format", "json")
    assert (beside.exit_code, json.loads(beside.stdout)["changelog"]) == (0, found | {"file": "CHANGELOG.md"})


def test_without_any_changelog(gold_cli: Cli, small: Path) -> None:
    """There is nothing to say of it, in the same shape, and no file."""
    (small / "CHANGELOG.md").unlink()
    found = json.loads(gold_cli("diff", small, "--format", "json").stdout)["changelog"]
    assert found == {"undocumented": [], "unknown": [], "file": None}
    assert gold_cli("diff", small, "--changelog", small / "CHANGELOG.md").exit_code == 2


def test_several_versions_in_one_step(gold_cli: Cli, small: Path) -> None:
    """All their sections count."""
    rows = (small / "small-v2.jsonl").read_text().replace("whats", "what")
    (small / "small-v3.jsonl").write_text(rows.replace('"E1012"', '"E1012 again"'))
    (small / "CHANGELOG.md").write_text(f"## v3 - 2026-03-10\n\n- Reworded q4: typed\n\n{TOLD}")
    result = gold_cli("diff", f"{small}@v1", f"{small}@v3", "--changelog", small / "CHANGELOG.md")
    assert (result.exit_code, "tells of every change" in result.stdout) == (0, True)


def test_held_back_cases_are_not_shown(gold_cli: Cli, tmp_path: Path) -> None:
    """No id, no text, no count; one that the changelog names is called a held-back case."""
    change = {
        "cases": [{"query_id": "SECRET", "query": "HUSH", "split": "held_back"}],
        "second": {"cases": [{"query_id": "SECRET", "query": "HUSH HUSH", "split": "held_back"}]},
        "files": {"CHANGELOG.md": "## v2 - 2026-03-09\n\n- Added: SECRET: two\n\n## v1 - 2026-03-01\n"},
    }
    home = write_small_set(tmp_path / "small", change)
    for form in ("text", "json", "markdown"):
        result = gold_cli("diff", home, "--format", form, "--changelog", home / "CHANGELOG.md")
        assert (result.exit_code, "SECRET" in result.output, "HUSH" in result.output) == (1, False, False)
    assert "a held-back case is listed as added" in gold_cli("diff", home).stdout


def test_labels_alone_are_set_side_by_side(gold_cli: Cli, tmp_path: Path) -> None:
    """Two qrels files."""
    (tmp_path / "a.txt").write_text("1 0 a 1\n2 0 b 1\n")
    (tmp_path / "b.txt").write_text("1 0 a 2\n2 0 b 1\n")
    result = gold_cli("diff", tmp_path / "a.txt", tmp_path / "b.txt", "--format", "json")
    assert json.loads(result.stdout)["changed"][0]["fields"] == [
        {"field": "judgments[passage_id=a].grade", "old": 1, "new": 2}
    ]


@pytest.mark.parametrize(
    ("args", "words"),
    [
        (["{0}/small-v1.jsonl"], "give two versions, or the folder of a set"),
        (["{0}@v1", "{0}@v7"], "no such version: the set has v1, v2"),
        (["{0}@v7"], "no such version: the set has v1, v2"),
        (["{0}@v1"], "give two versions"),
        (["{0}@v1", "{0}/none.jsonl"], "no such file"),
        (["{0}/corpora/build.jsonl", "{0}@v1"], "a judgment without a grade"),
    ],
)
def test_what_cannot_be_set_side_by_side_is_refused(gold_cli: Cli, small: Path, args: list[str], words: str) -> None:
    """With exit code 2, and what to give instead."""
    result = gold_cli("diff", *(arg.format(small) for arg in args))
    assert result.exit_code == 2
    assert words in result.stderr


def test_one_version_has_nothing_beside_it(gold_cli: Cli, tmp_path: Path) -> None:
    """A set's folder needs two."""
    result = gold_cli("diff", write_small_set(tmp_path / "small", {}))
    assert (result.exit_code, "has one version" in result.stderr) == (2, True)


def test_no_run_tells(gold_cli: Cli, small: Path) -> None:
    """The edits are counted all the same."""
    for path in (small / "runs").glob("*.jsonl"):
        path.write_text('{"query_id": "q9", "ranking": ["p1"]}\n')
    assert "2 edits; no run tells whether one makes a failing case pass (new: " in gold_cli("diff", small).stdout


def run_of(passage: str, date: str) -> dict[str, Any]:
    """A run that puts this passage first for q4."""
    return {**RUN, "rankings": {"q1": ["p1"], "q4": [passage]}, "sidecar": {"corpus": "build", "date": date}}


def test_every_recorded_run_is_asked(gold_cli: Cli, tmp_path: Path) -> None:
    """A case that an older run failed and now passes is told too, once, with the newest run that it is so for."""
    runs = {"new": run_of("p2", "2026-03-09"), "mid": run_of("p1", "2026-03-05"), "old": run_of("p1", "2026-03-01")}
    home = write_small_set(tmp_path / "small", {"second": SECOND, "runs": runs})
    found = gold_cli("diff", home)
    assert "2 edits; 1 of them makes a failing case pass (AnswerRecall@5, 3 runs asked).\n" in found.stdout
    assert found.stdout.count("- q4: 0.000 to 1.000 (mid)\n") == found.stdout.count("0.000 to 1.000") == 1
    guard = json.loads(gold_cli("diff", home, "--format", "json").stdout)["guard"]
    assert guard == [{"query_id": "q4", "run": "mid", "old": 0.0, "new": 1.0}]


def test_no_more_than_the_newest_runs_are_asked(gold_cli: Cli, tmp_path: Path) -> None:
    """Twenty: what only an older one failed is not told."""
    runs = {f"r{at}": run_of("p2", f"2026-03-{at + 2:02}") for at in range(20)}
    home = write_small_set(tmp_path / "small", {"second": SECOND, "runs": {**runs, "old": run_of("p1", "2026-03-01")}})
    assert "none of them makes a failing case pass (AnswerRecall@5, 20 runs asked).\n" in gold_cli("diff", home).stdout
