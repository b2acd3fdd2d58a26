"""`gold freeze`: what it writes, what it refuses, and what is left when it is killed."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from gold.check.rules import RULES
from gold.cli.check_path import check_path
from gold.model.lock import Lock, digest_of
from gold.read.lock import read_lock
from gold.write.lock_file import lock_bytes
from tests.check.small_set import write_small_set
from tests.faults import Killed, starter
from tests.write.test_folder import snapshot

Cli = Callable[..., Any]
SECOND: Mapping[str, Any] = {
    "change": {
        "q2": {"query": "what does it cost later"},
        "q4": {"judgments": [{"passage_id": "p4", "grade": 1}]},
        "q5": {"class": "plain", "status": "retired"},
    },
    "cases": [{"query_id": f"q{n}", "query": f"cranes {n}", "unanswerable": True} for n in (7, 8, 9)],
}
HIDDEN = {"query_id": "SECRET", "query": "HUSH", "split": "held_back"}
FIRST = "# Changes\n\n## v1 - 2026-03-01\n\nThe first version.\n"


@pytest.fixture(autouse=True)
def a_day(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is 2026-05-01."""
    monkeypatch.setenv("SOURCE_DATE_EPOCH", str(int(datetime(2026, 5, 1, 12, tzinfo=UTC).timestamp())))


@pytest.fixture
def small(tmp_path: Path) -> Path:
    """A set of two versions; the changelog tells of the first, and a case is held back."""
    return write_small_set(tmp_path / "small", {"cases": [HIDDEN], "second": SECOND, "files": {"CHANGELOG.md": FIRST}})


def found(home: Path, rule: str) -> list[str]:
    """What a rule says of a set."""
    return [f.message for checked in check_path(str(home), RULES) for f in checked.findings if f.rule == rule]


def test_the_newest_version_is_frozen(gold_cli: Cli, small: Path) -> None:
    """Its digests, a draft of its section, and what it breaks."""
    result = gold_cli("freeze", small)
    assert result.exit_code == 0
    assert result.stdout.splitlines() == [
        "small v2 is frozen: 9 open cases, 2026-05-01",
        "breaking: a system that passed v1 may fail it",
        "- q2: the question was reworded",
        "- q4: an answer was lowered from grade 2 to 1",
        "v1 was not frozen yet, and is now: 6 open cases, 2026-05-01",
        f"wrote {small}/CHANGELOG.md: a draft, finish it where it asks (why?)",
        f"wrote {small}/gold.lock",
        f"then: gold validate {small}",
    ]
    assert (small / "CHANGELOG.md").read_text() == FIRST.replace(
        "## v1",
        "## v2 - 2026-05-01\n\nAdded:\n\n- q7 to q9: (why?)\n\nRelabelled:\n\n- q4: grade 2 to 1: (why?)\n\n"
        "Reworded:\n\n- q2: (why?)\n\nReclassified:\n\n- q5: class odd to plain: (why?)\n\n"
        "Retired:\n\n- q5: (why?)\n\n## v1",
    )
    lock = json.loads((small / "gold.lock").read_text())
    frozen = lock["versions"]["v2"]
    assert (lock["format"], list(lock["versions"])) == (1, ["v1", "v2"])
    assert frozen["digest"] == digest_of((small / "small-v2.jsonl").read_bytes())
    assert (frozen["file"], frozen["date"], frozen["cases"], frozen["breaking"]) == (
        "small-v2.jsonl", "2026-05-01", 9, True,
    )  # fmt: skip
    assert list(frozen["dev"]) == [f"q{n}" for n in range(1, 7)] + ["q7", "q8", "q9"]
    assert "SECRET" not in (small / "gold.lock").read_text() + result.output
    assert len(frozen["held_back"]) == 1


def test_a_dry_run_writes_nothing(gold_cli: Cli, small: Path) -> None:
    """It says what would be frozen, and what that breaks."""
    before = snapshot(small)
    result = gold_cli("freeze", small, "--dry-run")
    assert result.exit_code == 0
    assert result.stdout.splitlines() == [
        "small v2 would be frozen: 9 open cases, 2026-05-01",
        "breaking: a system that passed v1 may fail it",
        "- q2: the question was reworded",
        "- q4: an answer was lowered from grade 2 to 1",
        "v1 was not frozen yet, and would be: 6 open cases, 2026-05-01",
        f"would write {small}/CHANGELOG.md: a draft, finish it where it asks (why?)",
        f"would write {small}/gold.lock",
    ]
    assert snapshot(small) == before


def test_older_versions_that_are_not_frozen_are_frozen_too(gold_cli: Cli, small: Path) -> None:
    """With the newest, or once it is; each against the version before it, and without a section of its own."""
    third = (small / "small-v2.jsonl").read_text().replace("what does it cost later", "what does it cost")
    (small / "small-v3.jsonl").write_text(third)
    assert gold_cli("freeze", small).exit_code == 0
    whole = (small / "gold.lock").read_bytes()
    lock = json.loads(whole)
    assert [lock["versions"][f"v{n}"]["breaking"] for n in (1, 2, 3)] == [False, True, True]
    sections = (small / "CHANGELOG.md").read_text()
    assert "## v3" in sections and "## v2" not in sections
    for missing in ("v1", "v2"):
        del lock["versions"][missing]
    (small / "gold.lock").write_text(json.dumps(lock))
    said = gold_cli("freeze", small).stdout.splitlines()
    assert said == [
        "small v3 is frozen since 2026-05-01",
        "v1 was not frozen yet, and is now: 6 open cases, 2026-05-01",
        "v2 was not frozen yet, and is now: 9 open cases, 2026-05-01",
        f"wrote {small}/gold.lock",
    ]
    assert ((small / "gold.lock").read_bytes(), (small / "CHANGELOG.md").read_text()) == (whole, sections)
    assert gold_cli("freeze", small).stdout == "small v3 is frozen since 2026-05-01: nothing to do\n"


def test_a_draft_is_right_and_not_finished(gold_cli: Cli, small: Path) -> None:
    """The rules find nothing in it but that it gives no reasons."""
    gold_cli("freeze", small)
    rules = {f.rule for checked in check_path(str(small), RULES) for f in checked.findings if "changelog" in f.rule}
    assert rules == {"changelog-reason"}
    assert len(found(small, "changelog-reason")) == 5


def test_a_version_is_frozen_once(gold_cli: Cli, small: Path) -> None:
    """The second time it says so, and writes nothing."""
    gold_cli("freeze", small)
    before = {path.name: path.read_bytes() for path in small.iterdir() if path.is_file()}
    result = gold_cli("freeze", small)
    assert (result.exit_code, result.stdout) == (0, "small v2 is frozen since 2026-05-01: nothing to do\n")
    assert {path.name: path.read_bytes() for path in small.iterdir() if path.is_file()} == before


def test_what_a_person_wrote_stays(gold_cli: Cli, small: Path) -> None:
    """A section that is there, of whatever form, is left as it is."""
    text = f"## [v2] - 2026-04-30\n\n- all of it: typed\n\n{FIRST}"
    (small / "CHANGELOG.md").write_text(text)
    result = gold_cli("freeze", small)
    assert (result.exit_code, (small / "CHANGELOG.md").read_text()) == (0, text)
    assert "CHANGELOG.md" not in result.stdout


def test_versions_are_frozen_one_after_the_other(gold_cli: Cli, tmp_path: Path) -> None:
    """The first breaks nothing; the next is beside it in the lock."""
    home = write_small_set(tmp_path / "small", {"files": {"CHANGELOG.md": None}})
    assert gold_cli("freeze", home).stdout.splitlines()[0] == "small v1 is frozen: 6 open cases, 2026-05-01"
    assert (
        home / "CHANGELOG.md"
    ).read_text() == "# Changes\n\n## v1 - 2026-05-01\n\nThe first version, of 6 open cases.\n"
    (home / "small-v2.jsonl").write_bytes(
        (home / "small-v1.jsonl").read_bytes() + b'{"query_id": "q7", "query": "x"}\n'
    )
    assert "not breaking: what passed v1 passes it" in gold_cli("freeze", home).stdout
    lock = read_lock(str(home / "gold.lock"))
    assert [(name, frozen.breaking) for name, frozen in lock.versions.items()] == [("v1", False), ("v2", False)]


@pytest.mark.parametrize("number", [1, 2])
def test_a_frozen_version_that_changed_is_found_and_refused(gold_cli: Cli, tmp_path: Path, number: int) -> None:
    """By which cases differ, held-back ones by their number; the exit code is 2, with the next free number."""
    home = write_small_set(tmp_path / "small", {"cases": [HIDDEN]})
    gold_cli("freeze", home)
    path = home / "small-v1.jsonl"
    if number == 2:
        (home / "small-v2.jsonl").write_bytes(path.read_bytes())
    path.write_bytes(path.read_bytes().replace(b"detention", b"waiting").replace(b"HUSH", b"HUSH HUSH"))
    (message,) = found(home, "frozen-changed")
    differs = "v1 is frozen since 2026-05-01, and its bytes changed (changed: q5; 1 held-back case)"
    assert message == f"{differs}: restore it, and make the change in v{number + 1}"
    result = gold_cli("freeze", home)
    assert result.exit_code == 2
    assert result.stderr == f"gold: {path}: {differs}: restore it, and save the change as small-v{number + 1}.jsonl\n"


def test_other_white_space_is_a_change(gold_cli: Cli, tmp_path: Path) -> None:
    """Of no case."""
    home = write_small_set(tmp_path / "small", {})
    gold_cli("freeze", home)
    path = home / "small-v1.jsonl"
    path.write_bytes(path.read_bytes() + b"\n")
    assert "(no case differs: only their order or white space)" in found(home, "frozen-changed")[0]


def test_a_packed_version_is_the_same(gold_cli: Cli, tmp_path: Path) -> None:
    """What is digested is the content."""
    import gzip

    home = write_small_set(tmp_path / "small", {})
    gold_cli("freeze", home)
    path = home / "small-v1.jsonl"
    (home / "small-v1.jsonl.gz").write_bytes(gzip.compress(path.read_bytes()))
    path.unlink()
    assert found(home, "frozen-changed") == []


def test_a_published_lock_tells_nothing_of_held_back_cases(gold_cli: Cli, small: Path) -> None:
    """It is the same whatever they say, though the file that was frozen is another one."""
    published = []
    version = small / "small-v2.jsonl"
    for words in (b"HUSH", b"HUSH HUSH"):
        version.write_bytes(version.read_bytes().replace(b"HUSH", words))
        (small / "gold.lock").unlink(missing_ok=True)
        gold_cli("freeze", small)
        published.append(read_lock(str(small / "gold.lock")).published({"SECRET"}))
    assert published[0] == published[1]
    assert published[0]["versions"]["v2"].keys() == {"file", "open_digest", "date", "cases", "breaking", "dev"}


def test_a_lock_reads_as_it_was_written(gold_cli: Cli, small: Path) -> None:
    """Byte for byte."""
    gold_cli("freeze", small)
    data = (small / "gold.lock").read_bytes()
    assert lock_bytes(read_lock(str(small / "gold.lock"))) == data
    assert lock_bytes(Lock()) == b'{\n "format": 1,\n "versions": {}\n}\n'


@pytest.mark.parametrize("text", ["{", '{"format": 2}', '{"versions": {"v²": null}}', '{"format": 1, "version": {}}'])
def test_a_lock_that_is_none_is_refused(gold_cli: Cli, small: Path, text: str) -> None:
    """By freeze with exit code 2, by validate as a finding."""
    (small / "gold.lock").write_text(text)
    result = gold_cli("freeze", small)
    assert (result.exit_code, "not as gold freeze writes it" in result.stderr) == (2, True)
    assert "not as gold freeze writes it" in found(small, "syntax")[0]


def test_a_set_without_a_version(gold_cli: Cli, tmp_path: Path) -> None:
    """There is nothing to freeze."""
    (tmp_path / "gold.yaml").write_text("format: 1\n")
    assert gold_cli("freeze", tmp_path).exit_code == 3
    assert gold_cli("freeze", tmp_path / "nowhere").exit_code == 2


@pytest.fixture(scope="module")
def kill(root: Path) -> Iterator[Killed]:
    """A process that freezes, and dies when it is told to."""
    with starter(root, imported=("gold.cli.freeze", "gold.cli.freeze_target", "gold.write.replace")) as run:
        yield run


def test_killed_at_every_step(kill: Killed, small: Path) -> None:
    """Either file is as it was or whole, the lock is never ahead of its section, and the next run ends it."""
    before = {path: path.read_bytes() for path in small.iterdir() if path.is_file()}
    kill("freeze", small)
    after = {path: path.read_bytes() for path in small.iterdir() if path.is_file()}
    steps, status = 0, -9
    while status == -9:
        for path in small.iterdir():
            if path.is_file():
                path.unlink()
        for path, data in before.items():
            path.write_bytes(data)
        steps += 1
        status = kill("freeze", small, step=steps)
        lock, log = small / "gold.lock", small / "CHANGELOG.md"
        assert not lock.exists() or lock.read_bytes() == after[lock]
        assert log.read_bytes() in (before[log], after[log])
        assert not lock.exists() or log.read_bytes() == after[log]
        assert kill("freeze", small) == 0
        assert {path: path.read_bytes() for path in small.iterdir() if path.is_file() and path in after} == after
    assert (status, steps > 3) == (0, True)
