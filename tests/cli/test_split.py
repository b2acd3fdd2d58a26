"""`gold split` on a set: a new version with its section, sides that stay, and not a word of who is held back."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.write.make_sets import plain_set

Cli = Callable[..., Any]


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A set of sixty open cases."""
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1790000000")
    plain_set(tmp_path / "one", cases=60)
    (tmp_path / "one/CHANGELOG.md").write_text("# Changes\n\n## v1 - 2026-01-01\n\nThe first version.\n")
    return tmp_path / "one"


def cases(home: Path, number: int) -> dict[str, Any]:
    """The cases of a version."""
    lines = (home / f"one-v{number}.jsonl").read_text("utf-8").splitlines()
    return {case["query_id"]: case for case in map(json.loads, lines)}


def held(home: Path, number: int) -> set[str]:
    """Those that it holds back."""
    return {name for name, case in cases(home, number).items() if case["split"] == "held_back"}


def test_a_part_is_held_back(gold_cli: Cli, home: Path) -> None:
    """One in five, in a version of its own that differs in nothing else; its section names nobody."""
    result = gold_cli("split", home, "--held-back", "0.2", "--seed", "3")
    assert result.exit_code == 0, result.stderr
    assert "one v1: 12 of 60 confirmed cases held back, 48 open (60 newly chosen)" in result.stdout
    assert "12 now held back were open until now" not in result.stdout
    assert len(held(home, 2)) == 12
    assert [{**case, "split": None} for case in cases(home, 2).values()] == [
        {**case, "split": None} for case in cases(home, 1).values()
    ]
    changelog = (home / "CHANGELOG.md").read_text("utf-8")
    assert "## v2 - 2026-09-21\n\nEach case has a side" in changelog
    assert not [name for name in cases(home, 2) if name in changelog + result.stdout]
    diff = gold_cli("diff", home).stdout
    assert "one v1 to v2: 48 re-split" in diff
    assert not [name for name in held(home, 2) if name in diff.split()]
    assert gold_cli("validate", home).exit_code == 0


def test_a_second_time_only_new_cases_are_chosen(gold_cli: Cli, home: Path) -> None:
    """And nothing is written where there are none, whatever the share and the seed."""
    gold_cli("split", home)
    again = gold_cli("split", home, "--held-back", "0.5", "--seed", "9")
    assert again.stdout == "one v2: every confirmed case has a side, nothing written\n"
    before = held(home, 2)
    more = [{"query_id": f"new-{n}", "query": f"the {n * 37} of all {n}", "judgments": []} for n in range(40)]
    lines = [json.dumps(case) for case in [*cases(home, 2).values(), *more]]
    (home / "one-v3.jsonl").write_text("\n".join(lines) + "\n", "utf-8")
    assert "20 of 100 confirmed cases held back, 80 open (40 newly chosen)" in gold_cli("split", home).stdout
    assert before < held(home, 4)


def test_sides_are_remembered_from_older_versions(gold_cli: Cli, home: Path) -> None:
    """Somebody dropped the field: who was held back stays so, who was open too."""
    gold_cli("split", home)
    bare = [{key: value for key, value in case.items() if key != "split"} for case in cases(home, 2).values()]
    (home / "one-v3.jsonl").write_text("".join(json.dumps(case) + "\n" for case in bare), "utf-8")
    before = held(home, 2)
    assert "(0 newly chosen)" in gold_cli("split", home, "--seed", "9").stdout
    assert held(home, 4) == before


def test_a_dry_run_writes_nothing(gold_cli: Cli, home: Path) -> None:
    """It says what would be."""
    result = gold_cli("split", home, "--dry-run")
    assert "would write" in result.stdout
    assert sorted(path.name for path in home.glob("one-v*")) == ["one-v1.jsonl"]


@pytest.mark.parametrize("share", ["0", "1", "-0.1", "1.2", "x", "nan", "-NaN", "inf"])
def test_a_share_is_between_none_and_all(gold_cli: Cli, home: Path, share: str) -> None:
    """Anything else is wrong usage."""
    assert gold_cli("split", home, "--held-back", share).exit_code == 2


def test_what_has_no_case_to_hold_back(gold_cli: Cli, tmp_path: Path) -> None:
    """A set of drafts; a version file alone."""
    home = tmp_path / "two"
    home.mkdir()
    (home / "two-v1.jsonl").write_text('{"query_id": "q", "query": "x", "status": "proposed"}\n')
    assert gold_cli("split", home).exit_code == 3
    assert gold_cli("split", home / "two-v1.jsonl").exit_code == 2


def test_a_share_that_holds_nobody_back_writes_nothing(gold_cli: Cli, home: Path) -> None:
    """The share that is enough for a release is said; where there are too few cases for any, that is."""
    result = gold_cli("split", home, "--held-back", "0.001")
    assert result.exit_code == 2
    assert "of 60 confirmed cases none would be held back, nothing written" in result.stderr
    assert "--held-back 0.17 would hold about 10 back" in result.stderr
    assert not (home / "one-v2.jsonl").exists()
    assert "10 of 60 confirmed cases held back" in gold_cli("split", home, "--held-back", "0.17").stdout
    plain_set(home.parent / "few", cases=8)
    assert "collect more cases first" in gold_cli("split", home.parent / "few", "--held-back", "0.01").stderr


def test_a_release_of_few_cases_says_that_it_gives_no_figure(gold_cli: Cli, home: Path) -> None:
    """On stderr, with why; the site is built."""
    gold_cli("split", home, "--held-back", "0.1")
    result = gold_cli("build-site", home, "--out", home.parent / "site", "--release", "--reason", "x", "--who", "dana")
    assert result.exit_code == 0, result.stderr
    assert "one: no figure is published: fewer than 10 cases have a value on one side\n" in result.stderr
    assert "no figure" not in gold_cli("build-site", home, "--out", home.parent / "site").stderr


def test_a_new_case_that_is_like_both_sides_is_found(gold_cli: Cli, home: Path) -> None:
    """It goes to dev, the answer says so, and `gold validate` finds it."""
    gold_cli("split", home)
    sides = list(cases(home, 2).values())
    query = "where do damaged pallets go"
    sides += [
        {"query_id": f"t{n}", "query": query + "?" * n, "split": side} for n, side in enumerate(("dev", "held_back"))
    ]
    sides.append({"query_id": "t9", "query": f"{query}!"})
    (home / "one-v3.jsonl").write_text("".join(json.dumps(case) + "\n" for case in sides), "utf-8")
    assert "1 are like cases of both sides and went to dev" in gold_cli("split", home).stdout
    assert cases(home, 4)["t9"]["split"] == "dev"
    assert "a near-duplicate of this held-back case lies open" in gold_cli("validate", home).stdout


@pytest.mark.parametrize(("share", "told"), [("0.95", True), ("0.5", False)])
def test_a_split_that_leaves_few_open_says_so(gold_cli: Cli, home: Path, share: str, told: bool) -> None:
    """Whoever tunes needs cases too, and a release sets both parts against each other."""
    result = gold_cli("split", home, "--held-back", share, "--dry-run")
    assert ("- fewer than 10 stay open: " in result.stdout) is told
