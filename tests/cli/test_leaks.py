"""Nothing of a held-back case leaves the house: not its words, not its id, not that it came or went."""

from __future__ import annotations

import gzip
import json
import re
import shutil
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

from tests.cli.leak_set import HELD, STEM, write_leak_set

Cli = Callable[..., Any]
WHY = ("--reason", "release", "--who", "dana")
LOOKS = re.compile(r'<h2 id="looks">.*?</main>', re.DOTALL)


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The set with all its held-back cases."""
    return write_leak_set(tmp_path_factory.mktemp("whole") / "leaks")


@pytest.fixture
def home(whole: Path, tmp_path: Path) -> Path:
    """A copy of it that a test may write into."""
    return Path(shutil.copytree(whole, tmp_path / "sets" / "leaks"))


@pytest.fixture(autouse=True)
def day(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same for every command."""
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1790000000")


def site_of(gold_cli: Cli, home: Path, out: Path, *more: object) -> dict[str, bytes]:
    """Every file of a site, by its address."""
    result = gold_cli("build-site", home, "--out", out, *more)
    assert result.exit_code == 0, result.stderr
    assert_silent(result.stdout + result.stderr)
    return {path.relative_to(out).as_posix(): path.read_bytes() for path in out.rglob("*") if path.is_file()}


def assert_silent(said: str | bytes) -> None:
    """No planted word stands in it, in whatever letters, packed or not."""
    data = said.encode() if isinstance(said, str) else said
    data = gzip.decompress(data) if data.startswith(b"\x1f\x8b") else data
    at = data.lower().find(STEM.encode())
    assert at < 0, data[max(at - 200, 0) : at + 80]


def assert_all_silent(files: Mapping[str, bytes]) -> None:
    """The same of names and contents."""
    for name, data in files.items():
        assert_silent(name)
        assert_silent(data)


def differing(one: Mapping[str, bytes], two: Mapping[str, bytes]) -> list[str]:
    """The addresses at which two sites are not the same."""
    return sorted(name for name in one.keys() | two.keys() if one.get(name) != two.get(name))


def test_the_words_are_really_there(whole: Path) -> None:
    """In every file that the set is read from."""
    names = ("CHANGELOG.md", "CARD.md", "GUIDELINE.md", "gold.yaml", "adjudicated.jsonl", "agreement/first.csv")
    for name in (
        *names,
        "leaks-v1.jsonl",
        "leaks-v3.jsonl",
        "runs/new.jsonl",
        "runs/classic.trec",
        "corpora/one.jsonl",
    ):
        assert STEM in (whole / name).read_text("utf-8")


def test_a_site_holds_no_word_of_a_held_back_case(gold_cli: Cli, home: Path, tmp_path: Path) -> None:
    """With and without a lock that knows them, and for a release, which publishes one figure."""
    assert_all_silent(site_of(gold_cli, home, tmp_path / "site"))
    gold_cli("freeze", home)
    assert_all_silent(site_of(gold_cli, home, tmp_path / "site"))
    released = site_of(gold_cli, home, tmp_path / "site", "--release", *WHY)
    assert_all_silent(released)
    assert "held back</th>" in released["leaks/release.html"].decode()


def test_a_site_is_the_same_whatever_is_held_back(gold_cli: Cli, tmp_path: Path) -> None:
    """Byte for byte: all cases, one less, and none ever."""
    sites = []
    for without in (0, 1, HELD):
        home = write_leak_set(tmp_path / str(without) / "leaks", without)
        assert gold_cli("freeze", home).exit_code == 0
        sites.append(site_of(gold_cli, home, tmp_path / f"site-{without}"))
    assert differing(sites[0], sites[1]) == []
    assert differing(sites[0], sites[2]) == []


@pytest.mark.parametrize(("before", "after"), [(0, 1), (1, 0)])
def test_a_release_does_not_give_a_case_away(gold_cli: Cli, tmp_path: Path, before: int, after: int) -> None:
    """After one case went, or came, everything that the last release published is published again, but for the look."""
    home = write_leak_set(tmp_path / "leaks", before)
    first = site_of(gold_cli, home, tmp_path / "one", "--release", *WHY)
    write_leak_set(home, after)
    second = site_of(gold_cli, home, tmp_path / "two", "--release", *WHY)
    assert differing(first, second) == [".gold-site.json", "leaks/release.html"]
    pages = [LOOKS.sub("", site["leaks/release.html"].decode()) for site in (first, second)]
    assert "as published before" in pages[1]
    shown = [re.sub(r"(<caption>.*?\.jsonl|, as published before[^<]*)", "", page) for page in pages]
    assert shown[0].replace(".</caption>", "</caption>") == shown[1].replace(".</caption>", "</caption>")


SAID = (
    *(("validate", form, "--format", form) for form in ("text", "json", "github", "sarif")),
    *(("score new old classic", form, "--format", form) for form in ("table", "json", "csv", "markdown")),
    *(("score new mid --per-query", form, "--format", form) for form in ("table", "json", "csv", "markdown")),
    *(("compare old new", form, "--format", form) for form in ("table", "json", "csv", "markdown")),
    *(("coverage one", form, "--format", form) for form in ("text", "json", "csv")),
    *(("coverage two --against one", form, "--format", form) for form in ("text", "json", "csv")),
    *(("bridge old new", form, "--format", form) for form in ("table", "json", "markdown")),
    *(("bridge old new --from v2", form, "--format", form) for form in ("table",)),
    *(("diff", form, "--format", form) for form in ("text", "json", "markdown")),
    *(("status", form, "--format", form) for form in ("text", "json")),
    *(("gate", form, "--format", form) for form in ("text", "json", "markdown", "junit")),
    *(("gate --baseline old", form, "--format", form) for form in ("text", "json", "markdown", "junit")),
    *(("agreement --by class", form, "--format", form) for form in ("text", "json")),
    *((command, "") for command in ("questions", "draw-sample --corpus one", "reanchor --corpus two --dry-run")),
    *((command, "") for command in ("split --dry-run", "retire --dry-run", "score new --undefined zero")),
)


@pytest.mark.parametrize("said", SAID, ids=lambda said: " ".join(said[:2]))
def test_no_command_says_a_word_of_a_held_back_case(gold_cli: Cli, home: Path, said: tuple[str, ...]) -> None:
    """On stdout and on stderr, in every format."""
    command, *more = said[0].split()
    result = gold_cli(command, home, *more, *said[2:])
    assert result.exit_code in (0, 1), result.stderr
    assert result.stdout
    assert_silent(result.stdout + result.stderr)


@pytest.mark.parametrize(
    "path", ["leaks-v3.jsonl", "leaks-v2.jsonl", "runs/new.jsonl", "runs/classic.trec", "gold.yaml"]
)
def test_no_file_by_itself_gives_one_away(gold_cli: Cli, home: Path, path: str) -> None:
    """Validated alone, each with the set around it."""
    result = gold_cli("validate", home / path)
    assert_silent(result.stdout + result.stderr)


@pytest.mark.parametrize("pair", ["v1 v2", "v2 v3", "v1 v3"])
def test_no_diff_gives_one_away(gold_cli: Cli, home: Path, pair: str) -> None:
    """Also over a step in which cases went into the held-back part, or came out of it."""
    old, new = pair.split()
    for form in ("text", "json", "markdown"):
        result = gold_cli("diff", f"{home}@{old}", f"{home}@{new}", "--format", form)
        assert result.exit_code == 0, result.stderr
        assert_silent(result.stdout + result.stderr)


@pytest.mark.parametrize("command", ["freeze", "redact", "retire", "split --seed 7", "reanchor --corpus two"])
def test_no_command_that_writes_gives_one_away(gold_cli: Cli, home: Path, command: str, tmp_path: Path) -> None:
    """What it says, and what it adds to the changelog; every held-back case is still there afterwards."""
    before = (home / "CHANGELOG.md").read_text("utf-8")
    name, *more = command.split()
    result = gold_cli(name, home, *more)
    assert result.exit_code in (0, 3), result.stderr
    assert_silent(result.stdout + result.stderr)
    after = (home / "CHANGELOG.md").read_text("utf-8")
    assert_silent(after.replace(before.removeprefix("# Changes\n\n"), ""))
    newest = max(home.glob("leaks-v*.jsonl")).read_text("utf-8")
    assert newest.count('"split": "held_back"') >= (home / "leaks-v3.jsonl").read_text("utf-8").count("held_back")
    if newest.count("\n") != (home / "leaks-v3.jsonl").read_text("utf-8").count("\n"):
        assert name == "retire"
    assert_all_silent(site_of(gold_cli, home, tmp_path / "site"))


@pytest.mark.parametrize(
    "twice",
    [
        ("runs/new.jsonl", '{"query_id": "qzxtwice", "ranking": ["qzxone"]}\n' * 2),
        ("adjudicated.jsonl", '{"query_id": "qzxtwice", "passage_id": "qzxone", "grade": 1}\n' * 2),
    ],
    ids=["run", "adjudicated"],
)
@pytest.mark.parametrize("command", ["score", "status", "gate", "build-site"])
def test_what_is_refused_outside_of_the_versions_names_no_case(
    gold_cli: Cli, home: Path, tmp_path: Path, twice: tuple[str, str], command: str
) -> None:
    """A run and the final grades do not know what is held back: their errors say the lines alone."""
    name, rows = twice
    with (home / name).open("a", encoding="utf-8") as out:
        out.write(rows)
    more = {"score": (str(home / "runs/new.jsonl"),), "build-site": ("--out", str(tmp_path / "out"))}
    result = gold_cli(command, home, *more.get(command, ()))
    read = (name, command) != ("adjudicated.jsonl", "score")  # which needs no final grades
    assert (result.exit_code, "on line" in result.stderr) == ((2, True) if read else (0, False))
    assert_silent(result.stdout + result.stderr)


@pytest.mark.parametrize("spelled", ["QZXtwice-1", "qzxtwice\\-1"])
@pytest.mark.parametrize("command", ["validate", "build-site"])
def test_an_id_in_another_spelling_is_not_echoed(
    gold_cli: Cli, home: Path, tmp_path: Path, spelled: str, command: str
) -> None:
    """The changelog names a held-back case as no version does: that it is unknown is said without its name."""
    newest = max(home.glob("*-v*.jsonl"))
    held = {"query_id": "qzxtwice-1", "query": "the qzx of the twice held back", "split": "held_back"}
    with newest.open("a", encoding="utf-8") as out:
        out.write(json.dumps(held) + "\n")
    log = home / "CHANGELOG.md"
    first = next(line for line in log.read_text("utf-8").split("\n") if line.startswith("## "))
    log.write_text(log.read_text("utf-8").replace(first, f"{first}\n\nAdded:\n\n- {spelled}: new\n", 1), "utf-8")
    result = gold_cli(command, home, *(("--out", str(tmp_path / "out")) if command == "build-site" else ()))
    assert "qzx" not in (result.stdout + result.stderr).casefold()
