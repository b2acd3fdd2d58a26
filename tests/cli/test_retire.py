"""`gold retire`: which cases leave, what is written and what stays as it is, and what is left when it is killed."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
import yaml

from gold.read.cases import read_version
from tests.cli.conftest import write_lines, write_run
from tests.faults import Killed, starter

Cli = Callable[..., Any]
STABLE = "# Kept by hand.\n-   query_id: 'old'   # spaced as it is\n    query: who\n    unanswerable: true"
CHANGELOG = "# Changes\n\n## v1 - 2026-03-01\n\nThe first version.\n"
NEVER = "never won: broken label or real gap?"


@pytest.fixture(autouse=True)
def a_day(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is 2026-05-01."""
    monkeypatch.setenv("SOURCE_DATE_EPOCH", str(int(datetime(2026, 5, 1, 12, tzinfo=UTC).timestamp())))


def asked(query_id: str, passage: str = "p1", **more: Any) -> dict[str, Any]:
    """One case with one answer."""
    return {
        "query_id": query_id,
        "query": f"what of {query_id}",
        "judgments": [{"passage_id": passage, "grade": 2}],
    } | more


CASES = (
    asked("00090", weight=3, reason="asked often", tags=["a: b", "1:30", "é"], judgments=[
        {"passage_id": "p1", "grade": 2, "at": "2026-03-06", "note": "- no\n#"}, {"passage_id": "p2", "grade": 0}]),
    asked("first"),
    asked("base", stratum="written"),
    asked("second"),
    asked("sometimes"),
    asked("lost", "p9"),
    asked("gap"),
    asked("draft", status="proposed"),
    asked("SECRET", split="held_back"),
    {"query_id": "none", "query": "is it snowing", "unanswerable": True},
)  # fmt: skip


@pytest.fixture
def shop(tmp_path: Path) -> Path:
    """A set of one version, four runs, a changelog and a list of stable cases without a last line's end."""
    home = tmp_path / "shop"
    write_lines(home / "shop-v1.jsonl", CASES)
    write_lines(home / "corpora/build.jsonl", [{"passage_id": f"p{i}", "doc_id": "d", "text": f"t{i}"} for i in (1, 2)])
    right, late, wrong = ["p1", "p2"], ["p2", "p1"], ["p2"]
    for n in range(4):
        rankings = dict.fromkeys(("00090", "first", "base", "draft", "SECRET"), right)
        rankings |= {"second": late, "sometimes": right if n else wrong, "lost": right, "gap": wrong}
        write_run(home / f"runs/run{n}.jsonl", rankings, f"corpus: build\ndate: 2026-0{n + 1}-01\n")
    (home / "stable.yaml").write_text(STABLE)
    (home / "CHANGELOG.md").write_text(CHANGELOG)
    return home


def files(home: Path) -> dict[str, bytes]:
    """What lies in the set's folder itself."""
    return {path.name: path.read_bytes() for path in sorted(home.iterdir()) if path.is_file()}


def test_what_every_run_answers_first_leaves(gold_cli: Cli, shop: Path) -> None:
    """Into stable.yaml and a section; the other cases are those of the version before, and nothing else changes."""
    before = files(shop)
    result = gold_cli("retire", shop)
    assert result.exit_code == 0
    assert result.stdout.splitlines() == [
        "shop v1, by the last 4 runs: all there are of 50",
        "2 cases leave for stable.yaml, answered first by every run that was asked",
        "- 00090",
        "- first",
        "1 case answered so too, and kept whole with the stratum",
        "- base",
        f"2 cases {NEVER}",
        "- lost (no answer in the build)",
        "- gap",
        f"wrote {shop}/stable.yaml",
        f"wrote {shop}/CHANGELOG.md",
        f"wrote {shop}/shop-v2.jsonl",
    ]
    after = files(shop)
    assert after["shop-v1.jsonl"] == before["shop-v1.jsonl"]
    rows = [json.loads(line) for line in after["shop-v2.jsonl"].decode().splitlines()]
    kept = [row for row in CASES if row["query_id"] not in ("00090", "first")]
    assert rows == [json.loads(json.dumps(row)) for row in kept]
    assert after["stable.yaml"].decode().startswith(STABLE + "\n")
    old, often, first = read_version(str(shop / "stable.yaml")).cases
    case = read_version(str(shop / "shop-v1.jsonl")).cases[0]
    assert (old.query_id, often.labels, often.tags) == ("old", case.labels, case.tags)
    assert (often.status, often.reason) == ("retired", "asked often")
    assert first.reason == "answered first by every one of the last 4 runs"
    assert after["CHANGELOG.md"].decode() == CHANGELOG.replace(
        "## v1",
        "## v2 - 2026-05-01\n\nRemoved:\n\n- 00090, first: answered first by every one of the last 4 runs; moved to "
        "stable.yaml\n\n## v1",
    )
    assert gold_cli("validate", shop).exit_code == 0


def test_the_last_runs_by_date(gold_cli: Cli, shop: Path) -> None:
    """With three runs the failure of the oldest is forgotten; nothing is said of how many there are."""
    lines = gold_cli("retire", shop, "--runs", 3, "--dry-run").stdout.splitlines()
    assert lines[:2] == [
        "shop v1, by the last 3 runs",
        "3 cases would leave for stable.yaml, answered first by every run that was asked",
    ]
    assert "- sometimes" in lines


def test_a_dry_run_writes_nothing(gold_cli: Cli, shop: Path) -> None:
    """It says what would be written; no output names a case that is held back."""
    before = files(shop)
    result = gold_cli("retire", shop, "--dry-run", "--keep-stratum", "")
    assert files(shop) == before
    assert "- base" in result.stdout
    assert f"would write {shop}/shop-v2.jsonl" in result.stdout
    assert "SECRET" not in result.output


def test_again_nothing_leaves(gold_cli: Cli, shop: Path) -> None:
    """The second time there is no version to write."""
    gold_cli("retire", shop)
    before = files(shop)
    result = gold_cli("retire", shop)
    assert (result.exit_code, files(shop)) == (0, before)
    assert "0 cases leave" in result.stdout


def test_three_runs_must_have_been_asked(gold_cli: Cli, shop: Path) -> None:
    """A case that the version of old runs lacks is not judged by one run; with two runs nothing is."""
    write_lines(shop / "shop-v2.jsonl", [*CASES, asked("new")])
    for n in range(4):
        path = shop / f"runs/run{n}.jsonl"
        if n == 3:
            path.write_text(path.read_text() + json.dumps({"query_id": "new", "ranking": ["p1"]}) + "\n")
        path.with_suffix(".yaml").write_text(f"corpus: build\nversion: {2 if n == 3 else 1}\ndate: 2026-0{n + 1}-01\n")
    assert "- new" not in gold_cli("retire", shop, "--dry-run").stdout
    for n in (0, 1):
        (shop / f"runs/run{n}.jsonl").unlink()
        (shop / f"runs/run{n}.yaml").unlink()
    result = gold_cli("retire", shop)
    assert (result.exit_code, "needs 3 scored runs, has 2: " in result.stderr) == (3, True)


def test_a_list_that_takes_no_entry_is_refused(gold_cli: Cli, shop: Path) -> None:
    """Before anything is written."""
    (shop / "stable.yaml").write_text("[{query_id: old, query: who, unanswerable: true}]\n")
    before = files(shop)
    result = gold_cli("retire", shop)
    assert (result.exit_code, "no entry can be added at its end" in result.stderr) == (2, True)
    assert files(shop) == before


def test_a_list_of_rows_takes_entries_once(gold_cli: Cli, shop: Path) -> None:
    """One judgment a row is a list too, and what it has already is not added again."""
    rows = "".join(f"- {{query_id: first, query: what of first, passage_id: p{i}, grade: {i}}}\n" for i in (1, 2))
    (shop / "stable.yaml").write_text(rows)
    assert gold_cli("retire", shop).exit_code == 0
    text = (shop / "stable.yaml").read_text()
    assert text.startswith(rows)
    assert [row["query_id"] for row in yaml.safe_load(text)] == ["first", "first", "00090"]


def test_a_set_without_a_list_gets_one(gold_cli: Cli, shop: Path) -> None:
    """With a line that says what it is."""
    (shop / "stable.yaml").unlink()
    assert gold_cli("retire", shop).exit_code == 0
    text = (shop / "stable.yaml").read_text()
    assert text.startswith("# Cases that every run answers first.")
    assert [row["query_id"] for row in yaml.safe_load(text)] == ["00090", "first"]


def test_a_set_that_would_be_empty_is_refused(gold_cli: Cli, shop: Path) -> None:
    """It has nothing more to say."""
    write_lines(shop / "shop-v1.jsonl", CASES[:2])
    result = gold_cli("retire", shop)
    assert (result.exit_code, "every open case would leave" in result.stderr) == (2, True)


def test_a_file_is_no_set(gold_cli: Cli, shop: Path) -> None:
    """Its runs are what decides."""
    assert gold_cli("retire", shop / "shop-v1.jsonl").exit_code == 2


@pytest.fixture(scope="module")
def kill(root: Path) -> Iterator[Killed]:
    """A process that retires, and dies when it is told to."""
    with starter(root, imported=("gold.cli.retire", "gold.cli.retire_target", "gold.write.replace")) as run:
        yield run


def test_killed_at_every_step(kill: Killed, shop: Path) -> None:
    """No case is ever in neither file, each file is as it was or whole, and the next run ends it."""
    before = files(shop)
    kill("retire", shop)
    after = files(shop)
    assert len(after) == len(before) + 1
    steps, status = 0, -9
    while status == -9:
        for name in files(shop):
            (shop / name).unlink()
        for name, data in before.items():
            (shop / name).write_bytes(data)
        steps += 1
        status = kill("retire", shop, step=steps)
        left = files(shop)
        assert all(left[name] in (before[name], after[name]) for name in before)
        assert "shop-v2.jsonl" not in left or {name: left[name] for name in after} == after
        assert kill("retire", shop) == 0
        assert {name: data for name, data in files(shop).items() if name in after} == after
    assert (status, steps > 3) == (0, True)
