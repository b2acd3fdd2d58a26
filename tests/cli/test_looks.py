"""A look at held-back cases: written down before anything is shown, once, and never taken back."""

from __future__ import annotations

import errno
import json
import os
import shutil
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from subprocess import run as call
from typing import Any

import pytest

from tests.cli.leak_set import STEM, write_leak_set

Cli = Callable[..., Any]
WHY = ("--reason", "to see", "--who", "dana")


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A set with held-back cases."""
    return write_leak_set(tmp_path_factory.mktemp("whole") / "leaks")


@pytest.fixture
def home(whole: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of it, on a known day."""
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1790000000")
    return Path(shutil.copytree(whole, tmp_path / "leaks"))


def ledger(home: Path) -> list[dict[str, Any]]:
    """The looks that stand in the ledger."""
    path = home / "heldback.jsonl"
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()] if path.is_file() else []


LOOKS = (
    ("score", "new", "--held-back"),
    ("score", "old", "new", "--format", "json", "--held-back"),
    ("compare", "old", "new", "--held-back"),
    ("coverage", "one", "--held-back"),
    ("questions", "--release"),
)


@pytest.mark.parametrize("look", LOOKS, ids=lambda look: f"{look[0]} {len(look)}")
def test_a_look_shows_held_back_cases_and_is_written_down(gold_cli: Cli, home: Path, look: tuple[str, ...]) -> None:
    """Who, when, why, at what; on stderr the place where it stands."""
    command, *more = look
    result = gold_cli(command, home, *more, *WHY)
    assert result.exit_code == 0, result.stderr
    (line,) = ledger(home)
    assert (line["date"], line["who"], line["reason"], line["version"]) == ("2026-09-21", "dana", "to see", "v3")
    assert line.get("runs", []) == [name for name in more if name in ("old", "new")]
    assert "look 1 at v3" in result.stderr
    plain = gold_cli(command, home, *(word for word in more if word not in ("--held-back", "--release")))
    assert plain.stdout != result.stdout
    assert STEM in result.stdout
    assert STEM not in plain.stdout
    assert len(ledger(home)) == 1


def test_the_two_parts_stand_side_by_side(gold_cli: Cli, home: Path) -> None:
    """The open one is what is scored without a look, but for the case that was once held back."""
    (run,) = json.loads(gold_cli("score", home, "new", "--held-back", *WHY, "--format", "json").stdout)["runs"]
    parts = {group["class"]: group["n"] for group in run["classes"] if group["facet"] == "split"}
    (plain,) = json.loads(gold_cli("score", home, "new", "--format", "json").stdout)["runs"]
    assert parts == {"dev": plain["overall"]["n"] + 1, "held_back": run["overall"]["n"] - plain["overall"]["n"] - 1}
    assert (run["counts"]["held_back"], plain["counts"]["held_back"]) == (22, 0)


def test_the_same_look_is_one_look(gold_cli: Cli, home: Path) -> None:
    """The same runs of the same files; another run, or a changed file, is another."""
    for _ in range(2):
        gold_cli("compare", home, "old", "new", "--held-back", *WHY)
    gold_cli("score", home, "new", "old", "--held-back", "--reason", "again", "--who", "ben")
    assert len(ledger(home)) == 1
    gold_cli("score", home, "new", "--held-back", *WHY)
    assert len(ledger(home)) == 2
    run = home / "runs/new.jsonl"
    run.write_bytes(run.read_bytes().replace(b"number", b"numbers") + b"\n")
    gold_cli("score", home, "new", "--held-back", *WHY)
    assert [look["runs"] for look in ledger(home)] == [["old", "new"], ["new"], ["new"]]
    assert "looked-often" in gold_cli("validate", home).stdout


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("score", "new", "--held-back"), "needs --reason"),
        (("score", "new", "--held-back", "--reason", "  "), "needs --reason"),
        (("score", "new", "--reason", "x"), "go with --held-back"),
        (("coverage", "one", "--who", "x"), "go with --held-back"),
        (("questions", "--reason", "x"), "go with --release"),
        (("build-site", "--release"), "needs --reason"),
        (("score", "nowhere", "--held-back", *WHY), "no such file"),
    ],
)
def test_no_look_without_a_reason(gold_cli: Cli, home: Path, arguments: tuple[str, ...], said: str) -> None:
    """Exit code 2, nothing on stdout, no line."""
    command, *more = arguments
    result = gold_cli(command, home, *more)
    assert (result.exit_code, result.stdout, said in result.stderr) == (2, "", True)
    assert ledger(home) == []


def test_no_look_where_it_cannot_be_written_down(gold_cli: Cli, home: Path, tmp_path: Path) -> None:
    """A version without a set, a ledger that is a folder: nothing is shown."""
    alone = tmp_path / "alone.jsonl"
    shutil.copy(home / "leaks-v3.jsonl", alone)
    (home / "heldback.jsonl").mkdir()
    for path in (alone, home):
        result = gold_cli("score", path, home / "runs/new.jsonl", "--held-back", *WHY)
        assert (result.exit_code, result.stdout) == (2, ""), result.stdout
        assert STEM not in result.stderr


def test_no_look_where_nothing_can_be_written(gold_cli: Cli, home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A full disk, a folder that may only be read: the message names the ledger, not the name it was written under."""

    def full(descriptor: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, "fsync", full)
    result = gold_cli("score", home, home / "runs/new.jsonl", "--held-back", *WHY)
    assert (result.exit_code, result.stdout) == (2, "")
    why = "cannot be written (No space left on device), so there is no look"
    assert result.stderr == f"gold: {home / 'heldback.jsonl'}: {why}\n"
    assert not list(home.glob(".*"))


def test_no_look_at_nothing(gold_cli: Cli, tmp_path: Path) -> None:
    """A set that holds nothing back has nothing to look at, nor to release."""
    home = write_leak_set(tmp_path / "leaks", 26)
    for arguments in (
        ("score", home, "new", "--held-back"),
        ("build-site", home, "--out", tmp_path / "s", "--release"),
    ):
        result = gold_cli(*arguments, *WHY)
        assert (result.exit_code, "nothing" in result.stderr) == (2, True)


def test_git_says_who(gold_cli: Cli, home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever it says works in that folder, whatever a hook tells; nobody, and the look is refused."""
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", os.devnull)
    monkeypatch.setenv("GIT_CONFIG_SYSTEM", os.devnull)
    monkeypatch.setenv("GIT_CEILING_DIRECTORIES", str(home.parent))
    result = gold_cli("questions", home, "--release", "--reason", "x")
    assert (result.exit_code, result.stdout, "--who" in result.stderr) == (2, "", True)
    call(["git", "init", "-q"], cwd=home, check=True)
    call(["git", "config", "user.name", "Git Person"], cwd=home, check=True)
    monkeypatch.setenv("GIT_DIR", str(home.parent / "elsewhere"))
    assert gold_cli("questions", home, "--release", "--reason", "x").exit_code == 0
    assert ledger(home)[0]["who"] == "Git Person"


def _edited(lines: list[bytes]) -> list[bytes]:
    return [lines[0].replace(b"dana", b"dave"), *lines[1:]]


def _last_edited(lines: list[bytes]) -> list[bytes]:
    return [*lines[:-1], lines[-1].replace(b"to see", b"to sea")]


BREAKS: tuple[Callable[[list[bytes]], list[bytes]], ...] = (
    _edited,
    _last_edited,
    lambda lines: lines[1:],
    lambda lines: [lines[0], *lines[2:]],
    lambda lines: lines[:-1],
    lambda lines: [],
    lambda lines: [lines[1], lines[0], *lines[2:]],
    lambda lines: [*lines, lines[-1]],
    lambda lines: [*lines, b"{}"],
    lambda lines: [lines[0], b"", *lines[1:-1]],
)


@pytest.mark.parametrize("place", range(len(BREAKS)))
def test_a_broken_ledger_is_an_error_and_ends_all_looks(gold_cli: Cli, home: Path, place: int) -> None:
    """A look edited, removed, swapped or made up, the last one too: no look, no release, no site."""
    for run in ("old", "mid", "new"):
        gold_cli("score", home, run, "--held-back", *WHY)
    path = home / "heldback.jsonl"
    lines = path.read_bytes().splitlines()
    path.write_bytes(b"".join(line + b"\n" for line in BREAKS[place](lines)))
    broken = path.read_bytes()
    result = gold_cli("validate", home)
    assert (result.exit_code, "heldback.jsonl" in result.stdout) == (1, True)
    result = gold_cli("score", home, "classic", "--held-back", *WHY)
    assert (result.exit_code, result.stdout) == (2, "")
    assert gold_cli("build-site", home, "--out", home.parent / "site").exit_code in (1, 2)
    assert path.read_bytes() == broken


def test_a_ledger_that_was_deleted_is_missed(gold_cli: Cli, home: Path) -> None:
    """gold.lock knows of it."""
    gold_cli("score", home, "new", "--held-back", *WHY)
    (home / "heldback.jsonl").unlink()
    assert "ledger-chain" in gold_cli("validate", home).stdout
    result = gold_cli("score", home, "old", "--held-back", *WHY)
    assert (result.exit_code, result.stdout, "restore it" in result.stderr) == (2, "", True)


def test_a_crash_between_ledger_and_lock_leaves_a_sound_ledger(gold_cli: Cli, home: Path) -> None:
    """The lock is one look behind, and the next look brings it up."""
    gold_cli("score", home, "new", "--held-back", *WHY)
    lock = (home / "gold.lock").read_bytes()
    gold_cli("score", home, "old", "--held-back", *WHY)
    (home / "gold.lock").write_bytes(lock)
    assert gold_cli("validate", home).exit_code == 0
    assert gold_cli("score", home, "mid", "--held-back", *WHY).exit_code == 0
    assert (len(ledger(home)), json.loads((home / "gold.lock").read_bytes())["ledger"]["looks"]) == (3, 3)


def test_freezing_keeps_what_the_lock_knows_of_looks(gold_cli: Cli, home: Path) -> None:
    """And a look keeps what is frozen."""
    gold_cli("score", home, "new", "--held-back", *WHY)
    assert gold_cli("freeze", home).exit_code == 0
    gold_cli("score", home, "old", "--held-back", *WHY)
    lock = json.loads((home / "gold.lock").read_bytes())
    assert (lock["ledger"]["looks"], max(lock["versions"])) == (2, "v3")
    assert gold_cli("validate", home).exit_code == 0


def test_two_who_look_at_once_are_both_written_down(home: Path, root: Path) -> None:
    """Each in its turn."""

    def look(run: str) -> int:
        python = shutil.which("python3") or "python3"
        import sys

        arguments = [sys.executable or python, "-m", "gold", "score", str(home), run, "--held-back", *WHY]
        env = {**os.environ, "PYTHONPATH": str(root / "src")}
        return call(arguments, env=env, capture_output=True, check=False).returncode

    with ThreadPoolExecutor(3) as threads:
        assert list(threads.map(look, ("old", "mid", "new"))) == [0, 0, 0]
    assert sorted(look["runs"][0] for look in ledger(home)) == ["mid", "new", "old"]


def test_a_release_is_published_once_and_shown_again(gold_cli: Cli, home: Path, tmp_path: Path) -> None:
    """The same release gives the same bytes; a default build shows the looks and no figure."""
    sites = []
    for out in ("one", "two"):
        result = gold_cli("build-site", home, "--out", tmp_path / out, "--release", *WHY)
        assert result.exit_code == 0, result.stderr
        sites.append(
            {p.relative_to(tmp_path / out): p.read_bytes() for p in (tmp_path / out).rglob("*") if p.is_file()}
        )
    assert sites[0] == sites[1]
    assert gold_cli("build-site", home, "--out", tmp_path / "one", "--check", "--release", *WHY).exit_code == 0
    unlike = gold_cli("build-site", home, "--out", tmp_path / "one", "--check")
    assert (unlike.exit_code, "because it was built with --release: check with it too" in unlike.stdout) == (1, True)
    (line,) = ledger(home)
    figure = line["published"]
    assert (figure["run"], figure["measure"], figure["held_back"]["n"]) == ("new", "AnswerRecall@2", 19)
    (run,) = json.loads(gold_cli("score", home, "new", "--format", "json").stdout)["runs"]
    mean = run["overall"]["measures"]["AnswerRecall@2"]
    assert (figure["open"]["value"], figure["open"]["n"]) == (pytest.approx(mean["value"]), mean["n"])
    page = (tmp_path / "one/leaks/release.html").read_text("utf-8")
    assert f"{figure['held_back']['value']:.3f}" in page
    assert "to see" in page
    assert "dana" not in page
    gold_cli("build-site", home, "--out", tmp_path / "one")
    page = (tmp_path / "one/leaks/release.html").read_text("utf-8")
    assert "held back</th>" not in page
    assert "1 look: 1 at v3." in page


def test_a_run_that_was_not_asked_has_no_figure(gold_cli: Cli, home: Path, tmp_path: Path) -> None:
    """It is told how it can be asked, and not that it scored 0."""
    run = home / "runs/new.jsonl"
    run.write_text("".join(f"{line}\n" for line in run.read_text().splitlines() if STEM not in line), "utf-8")
    result = gold_cli("build-site", home, "--out", tmp_path / "site", "--release", *WHY)
    assert result.exit_code == 0, result.stderr
    page = (tmp_path / "site/leaks/release.html").read_text("utf-8")
    assert "No figure is published: the candidate was not asked the held-back questions" in page
    assert "published" not in ledger(home)[0]


def test_three_looks_are_warned_of(gold_cli: Cli, home: Path, tmp_path: Path) -> None:
    """On the site, after the third at the newest version."""
    for count, run in enumerate(("old", "mid", "new"), start=1):
        gold_cli("score", home, run, "--held-back", *WHY)
        gold_cli("build-site", home, "--out", tmp_path / "site")
        page = (tmp_path / "site/leaks/release.html").read_text("utf-8")
        assert ("this part is worn" in page) == (count == 3)


def test_a_check_takes_no_look(gold_cli: Cli, home: Path, tmp_path: Path) -> None:
    """A release that is not in the ledger cannot be checked."""
    gold_cli("build-site", home, "--out", tmp_path / "site")
    result = gold_cli("build-site", home, "--out", tmp_path / "site", "--check", "--release", *WHY)
    assert (result.exit_code, "has no such look" in result.stderr, ledger(home)) == (2, True, [])
