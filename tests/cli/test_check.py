"""`gold build-site --check`: whether a site is what its files give, why not, and that nothing is touched."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from gold.pages import provenance
from gold.write.folder import MANIFEST
from tests.write.make_sets import plain_set

Cli = Callable[..., Any]


@pytest.fixture
def place(gold_cli: Cli, tmp_path: Path) -> Path:
    """A folder with sets and their site."""
    plain_set(tmp_path / "sets" / "one", cases=6)
    assert gold_cli("build-site", tmp_path / "sets", "--out", tmp_path / "site").exit_code == 0
    return tmp_path


def everything(home: Path) -> dict[str, tuple[int, int, bytes]]:
    """Every file below a folder with its number, the time of its last change, and its bytes; and every folder."""
    found = {}
    for path in (home, *sorted(home.rglob("*"))):
        there = path.lstat()
        data = path.read_bytes() if path.is_file() else b""
        found[path.relative_to(home).as_posix()] = (there.st_ino, there.st_mtime_ns, data)
    return found


def checked(gold_cli: Cli, place: Path, *more: object) -> tuple[int, list[str]]:
    """The exit code and the lines of a check, which leaves everything as it was."""
    before = everything(place)
    result = gold_cli("build-site", place / "sets", "--out", place / "site", "--check", *more)
    assert everything(place) == before
    return result.exit_code, result.output.replace(f"{place}/", "").splitlines()


def test_a_fresh_site_is_what_its_files_give(gold_cli: Cli, place: Path) -> None:
    """Exit code 0, whatever else lies in the folder; that is named."""
    code, lines = checked(gold_cli, place)
    assert code == 0
    assert lines[0].startswith("site is what these files give: ")
    (place / "site" / "CNAME").write_text("gold.example.org\n")
    assert checked(gold_cli, place) == (0, [lines[0], "1 file that gold did not write: CNAME"])


CHANGES: dict[str, tuple[str, str, str, str]] = {
    "run": ("one/runs/new.jsonl", '"p0", "p1"', '"p1", "p0"', "because one/runs/new.jsonl changed"),
    "corpus": ("one/corpora/build.jsonl", "passage 3", "passage three", "because one/corpora/build.jsonl changed"),
    "version": ("one/one-v1.jsonl", "what of q03", "what of it", "because one/one-v1.jsonl changed"),
    "card": ("one/CARD.md", "Text", "Words", "because one/CARD.md changed"),
    "sidecar": ("one/runs/new.yaml", "2026-02-01", "2026-02-03", "because one/runs/new.yaml changed"),
}


@pytest.mark.parametrize("change", CHANGES)
def test_a_changed_file_is_named(gold_cli: Cli, place: Path, change: str) -> None:
    """Exit code 1, the file that changed, and the pages that it changes."""
    path, old, new, because = CHANGES[change]
    text = (place / "sets" / path).read_text()
    (place / "sets" / path).write_text(text.replace(old, new))
    code, lines = checked(gold_cli, place)
    assert code == 1
    assert lines[0].startswith("site is not what these files give: ")
    assert lines[1] == because
    assert "  differs: data/manifest.json" in lines


def test_files_that_come_and_go_are_named(gold_cli: Cli, place: Path) -> None:
    """A set, a run, a settings file; the pages that are missing, and those that are too many."""
    (place / "sets/one/runs/old.jsonl").rename(place / "sets/one/runs/older.jsonl")
    (place / "sets/one/gold.yaml").write_text("margin: 0.05\n")
    plain_set(place / "sets" / "two", cases=3)
    code, lines = checked(gold_cli, place)
    assert code == 1
    reasons = [line for line in lines if line.startswith("because")]
    assert "because one/gold.yaml is new" in reasons
    assert "because one/runs/old.jsonl is gone" in reasons
    assert "because one: the setting margin is another" in reasons
    assert "because the set two is new" in reasons
    missing = [line for line in lines if line.startswith("  missing: ")]
    assert len(missing) == 10
    counted = re.search(r"\d+ differ, (\d+) missing, \d+ too many", lines[0])
    assert counted is not None
    assert int(counted[1]) == 10 + _more(lines, missing[-1])


def _more(lines: list[str], last: str) -> int:
    """How many more of a kind there are, by the line behind the last that is shown."""
    return int(lines[lines.index(last) + 1].split()[1])


def test_a_case_that_left_leaves_a_page_too_many(gold_cli: Cli, place: Path) -> None:
    """It is told as such."""
    version = place / "sets/one/one-v1.jsonl"
    version.write_text("".join(version.read_text().splitlines(keepends=True)[:-1]))
    code, lines = checked(gold_cli, place)
    assert code == 1
    assert "  too many: one/questions/q05.html" in lines


def test_an_edited_page_and_a_lost_one(gold_cli: Cli, place: Path) -> None:
    """Nobody's input is blamed for what somebody did to the site."""
    page = place / "site/one/questions/q01.html"
    page.write_bytes(page.read_bytes().replace(b"q01", b"q10"))
    assert checked(gold_cli, place) == (
        1,
        [
            "site is not what these files give: 1 edited since",
            "because somebody edited it",
            "  edited: one/questions/q01.html",
        ],
    )
    assert gold_cli("build-site", place / "sets", "--out", place / "site").exit_code == 0
    page.unlink()
    code, lines = checked(gold_cli, place)
    assert (code, lines[0]) == (1, "site is not what these files give: 1 missing")
    assert lines[1:] == ["because files were removed from it", "  missing: one/questions/q01.html"]


def test_another_gold_is_named(gold_cli: Cli, place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """By its version, where that differs; else, with the same inputs, another gold is all there is to say."""
    with monkeypatch.context() as patched:
        patched.setattr(provenance, "__version__", "9.9.9")
        code, lines = checked(gold_cli, place)
    assert (code, lines[1]) == (1, "because it was built by gold 0.1.0, and this is 9.9.9")
    record = place / "site" / MANIFEST
    noted = json.loads(record.read_text())
    page = place / "site/guide.html"
    page.write_text("by an older gold")
    noted["files"]["guide.html"][0:2] = _as_noted(page)
    record.write_text(json.dumps(noted))
    code, lines = checked(gold_cli, place)
    assert (code, lines[2:]) == (1, ["  differs: guide.html"])
    assert lines[1].startswith("because another gold")


def _as_noted(page: Path) -> tuple[str, int]:
    from gold.write.held_against import _found

    found = _found(page)
    assert found is not None
    return found.digest, found.size


def test_another_address_is_named(gold_cli: Cli, place: Path) -> None:
    """A site that was built with --url is checked with it."""
    code, lines = checked(gold_cli, place, "--url", "https://example.org/gold")
    assert (code, lines[1]) == (1, "because --url was not given, and is https://example.org/gold/")


@pytest.mark.parametrize("spoilt", [b"", b"[]", b"{}", b'{"gold": 1, "url": 2, "sets": [3]}', b"\xff", b'{"gold":'])
def test_a_spoilt_manifest_stops_nothing(gold_cli: Cli, place: Path, spoilt: bytes) -> None:
    """The check still says what differs."""
    (place / "site/data/manifest.json").write_bytes(spoilt)
    card = place / "sets/one/CARD.md"
    card.write_text("another")
    code, lines = checked(gold_cli, place)
    assert code == 1
    assert lines[1] == "because its manifest cannot be read"


def test_names_of_a_strange_site_do_nothing_to_a_terminal(gold_cli: Cli, place: Path) -> None:
    """Whatever a manifest says is printed without what a terminal would obey."""
    manifest = place / "site/data/manifest.json"
    found = json.loads(manifest.read_text())
    found["sets"][0]["inputs"].append({"path": "\x1b]0;owned\x07\n", "of": "file", "sha256": "0"})
    found["url"] = "\x1b[31m"
    manifest.write_text(json.dumps(found))
    (place / "sets/one/CARD.md").write_text("another")
    result = gold_cli("build-site", place / "sets", "--out", place / "site", "--check")
    assert result.exit_code == 1
    assert "\x1b" not in result.output
    assert "owned" in result.output


def test_where_there_is_no_site(gold_cli: Cli, place: Path) -> None:
    """Exit code 2: no folder, an empty one, somebody's, none at all; none is made."""
    (place / "empty").mkdir()
    for out in (place / "nowhere", place / "empty", place / "sets", ""):
        before = everything(place)
        result = gold_cli("build-site", place / "sets", "--out", out, "--check")
        assert result.exit_code == 2
        assert "no site of gold is there" in result.stderr
        assert everything(place) == before


def test_a_set_with_errors_gives_no_site(gold_cli: Cli, place: Path) -> None:
    """Exit code 1, as a build would end, and the site stays."""
    build = place / "sets/one/corpora/build.jsonl"
    (build.parent / "other.jsonl").write_bytes(build.read_bytes())
    (place / "sets/one/runs/new.yaml").unlink()
    code, lines = checked(gold_cli, place)
    assert code == 1
    assert "nothing was built" in lines[-1]


@pytest.mark.parametrize("sign", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
def test_a_check_that_is_ended_leaves_nothing(root: Path, place: Path, sign: signal.Signals) -> None:
    """At whatever moment: no file anywhere, and the site as it was."""
    temporary = place / "tmp"
    temporary.mkdir()
    env = os.environ | {"PYTHONPATH": str(root / "src"), "TMPDIR": str(temporary)}
    command = [sys.executable, "-m", "gold", "build-site", "sets", "--out", "site", "--check"]
    before = everything(place)
    for after in (0.05, 0.4, 0.8):
        with subprocess.Popen(
            command, cwd=place, env=env, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        ) as check:
            time.sleep(after)
            check.send_signal(sign)
            check.wait(30)
        assert everything(place) == before
