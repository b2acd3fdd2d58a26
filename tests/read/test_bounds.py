"""Input that never ends, is far too large, or leads elsewhere: one clear error, soon, in little memory."""

from __future__ import annotations

import gzip
import json
import os
import resource
import socket
import subprocess
import sys
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from gold.errors import GoldError
from gold.model.settings import Limits, Settings
from gold.read import file
from gold.read.cases import read_version
from gold.read.corpus import read_corpus
from gold.read.file import MIB, lines, read_bytes, within
from gold.read.qrels import read_qrels
from gold.read.row_file import FAST_FROM
from gold.read.run import read_run
from gold.read.testset import find_testsets, read_testset
from tests.write.make_sets import asked, passage, plain_set, write_set

SMALL = Limits(line_mib=1, unpacked_mib=2)
CASE = b'{"query_id": "q", "query": "x"}\n'


def refusal(read: Callable[[str], Any], path: Path, limits: Limits = SMALL) -> str:
    """What a reader says of a file that it refuses."""
    with pytest.raises(GoldError) as caught, within(limits):
        read(str(path))
    assert caught.value.exit_code == 2
    return str(caught.value)


def bomb(path: Path, mib: int, byte: bytes = b"\0") -> Path:
    """A packed file of so many equal MiB."""
    packer = zlib.compressobj(9, wbits=31)
    with path.open("wb") as out:
        out.writelines(packer.compress(byte * MIB) for _ in range(mib))
        out.write(packer.flush())
    return path


@pytest.mark.parametrize("ending", ["jsonl", "yaml", "jsonl.gz"])
def test_a_line_that_is_no_line_is_refused(tmp_path: Path, ending: str) -> None:
    """A file without line ends gives one clear error, with the line's size and the setting."""
    content = CASE + b"x" * (3 * MIB) + b"\n"
    path = tmp_path / f"set-v1.{ending}"
    path.write_bytes(gzip.compress(content) if ending.endswith("gz") else content)
    said = refusal(read_version, path, Limits(line_mib=1))
    assert "a line of" in said
    assert "limits.line_mib" in said
    if not ending.endswith("gz"):
        assert said.startswith(f"{path}:2: a line of 3 MiB")


def test_a_line_of_just_the_longest_is_read(tmp_path: Path) -> None:
    """The bound is the last length that is allowed, wherever the line stands."""
    for before in (b"", b"x\n", b"x" * MIB + b"\n"):
        for more in (0, 1):
            path = tmp_path / "a"
            path.write_bytes(before + b"y" * (MIB + more) + b"\nz")
            if more:
                assert "line" in refusal(read_bytes, path, Limits(line_mib=1))
            else:
                with within(Limits(line_mib=1)):
                    read_bytes(path)


def test_lines_are_the_same_in_pieces(monkeypatch: pytest.MonkeyPatch) -> None:
    """However few bytes are cut together, every line keeps its number."""
    data = b"\n\na\r\n \nbb\n\n\nccc\nd\n\ne"
    whole = list(lines(data))
    assert whole == [(3, b"a"), (5, b"bb"), (8, b"ccc"), (9, b"d"), (11, b"e")]
    for piece in range(1, len(data) + 2):
        monkeypatch.setattr(file, "PIECE", piece)
        assert list(lines(data)) == whole
        assert list(lines(data + b"\n")) == whole


@pytest.mark.parametrize("read", [read_version, read_corpus, read_qrels, read_run])
@pytest.mark.parametrize("name", ["a.jsonl", "a.jsonl.gz", "a.trec", "a.trec.gz"])
def test_a_file_that_is_too_large_is_refused(tmp_path: Path, read: Callable[[str], Any], name: str) -> None:
    """Plain, mapped or packed, whoever reads it; the error names the setting."""
    path = tmp_path / name
    if name.endswith("gz"):
        bomb(path, 3, b"\n")
    else:
        path.write_bytes(b"")
        os.truncate(path, max(3 * MIB, FAST_FROM + 1))
    assert "raise limits.unpacked_mib in gold.yaml" in refusal(read, path)


def test_a_large_packed_file_is_read_whole(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Beyond what is held at once, and below what is allowed."""
    monkeypatch.setattr(file, "MOST_AT_ONCE", 2 * MIB)
    content = b"".join(b"%d\n" % number for number in range(800_000))
    path = tmp_path / "a.gz"
    path.write_bytes(gzip.compress(content, 1))
    assert read_bytes(path) == content


def test_a_set_says_how_large_its_files_may_be(gold_cli: Callable[..., Any], tmp_path: Path) -> None:
    """`limits` of gold.yaml holds for every file of the set, and for no other one."""
    home = plain_set(tmp_path / "one", cases=3, settings={"limits": {"line_mib": 1, "unpacked_mib": 1}})
    assert gold_cli("score", home, "new").exit_code == 0
    long = '{"query_id": "q00", "query": "' + "x" * (2 * MIB) + '"}\n'
    for part in ("one-v1.jsonl", "corpora/build.jsonl", "runs/new.jsonl", "CARD.md"):
        before = (home / part).read_bytes()
        (home / part).write_text(long)
        result = gold_cli("score", home, "new")
        assert result.exit_code == 2, part
        assert f"{home / part}: holds more than 1 MiB: raise limits.unpacked_mib" in result.stderr
        (home / part).write_bytes(before)
    (home / "gold.yaml").write_text("limits: {line_mib: 0}\n")
    assert "limits.line_mib" in gold_cli("score", home, "new").stderr
    assert file._limits.get() == Limits()


@pytest.mark.skipif(not Path("/proc/self/status").is_file(), reason="the system does not say how much memory was used")
@pytest.mark.parametrize("zeros", [True, False], ids=["zeros", "line ends"])
def test_a_bomb_is_refused_in_little_memory(root: Path, tmp_path: Path, zeros: bool) -> None:
    """A file of megabytes that unpacks to gigabytes: refused below 500 MB."""
    # Members of 64 MiB, one behind the other: ten gigabytes of zeros, or as many line ends as are not allowed.
    member = gzip.compress((b"\0" if zeros else b"\n") * (64 * MIB))
    path = tmp_path / "a-v1.jsonl.gz"
    path.write_bytes(member * (160 if zeros else 12))
    limits = "Limits()" if zeros else "Limits(unpacked_mib=640)"
    program = f"""
import sys
from gold.errors import GoldError
from gold.model.settings import Limits
from gold.read.cases import read_version
from gold.read.file import within
try:
    with within({limits}):
        read_version(sys.argv[1])
except GoldError as error:
    print(error)
print(*(line.split()[1] for line in open("/proc/self/status") if line.startswith("VmHWM")))
"""
    env = os.environ | {"PYTHONPATH": str(root / "src")}
    command = [sys.executable, "-c", program, str(path)]
    done = subprocess.run(command, env=env, capture_output=True, text=True, timeout=60, check=True)
    said, peak = done.stdout.splitlines()
    assert "limits.line_mib" in said if zeros else "limits.unpacked_mib" in said
    assert int(peak) < 500_000


def test_more_than_the_memory_is_one_error(tmp_path: Path) -> None:
    """A file that is allowed and does not fit."""
    path = tmp_path / "a.jsonl"
    path.write_bytes(b"")
    os.truncate(path, 1 << 40)
    soft, hard = resource.getrlimit(resource.RLIMIT_AS)
    resource.setrlimit(resource.RLIMIT_AS, (1 << 38, hard))
    try:
        assert "larger than this machine's memory" in refusal(read_bytes, path, Limits(unpacked_mib=1 << 30))
    finally:
        resource.setrlimit(resource.RLIMIT_AS, (soft, hard))


@pytest.mark.parametrize("name", ["x-v1.jsonl", "x-v1.yaml", "x-v1.jsonl.gz", "x.trec", "x"])
@pytest.mark.parametrize("kind", ["pipe", "socket", "device", "folder"])
def test_what_never_ends_is_no_file(
    gold_cli: Callable[..., Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: str, name: str
) -> None:
    """A pipe, a socket, a device or a folder where a file should be: refused without waiting."""
    monkeypatch.chdir(tmp_path)
    path = Path(name)
    if kind == "pipe":
        os.mkfifo(path)
    elif kind == "socket":
        with socket.socket(socket.AF_UNIX) as opened:
            opened.bind(name)
    elif kind == "device":
        path.symlink_to("/dev/zero")
    else:
        path.mkdir()
    says = "is a folder, not a file" if kind == "folder" else "is a pipe or a device, not a file"
    for read in (read_version, read_corpus, read_qrels, read_run):
        assert refusal(read, path) == f"{name}: {says}" + ("" if kind == "folder" else ": write it to a file first")
    plain_set(tmp_path / "one", cases=3)
    result = gold_cli("score", "one", name)
    assert result.exit_code == 2
    assert says in result.stderr


@pytest.mark.parametrize(
    "name", ["one-v2.jsonl", "gold.yaml", "CARD.md", "runs/a.jsonl", "runs/a.yaml", "corpora/a.jsonl"]
)
@pytest.mark.parametrize("kind", ["pipe", "folder", "out", "nowhere", "loop"])
def test_what_a_set_holds_are_files_of_its_own(
    gold_cli: Callable[..., Any], tmp_path: Path, kind: str, name: str
) -> None:
    """What bears a file's name in a set's folder and is none, or leads out of the folder, is named."""
    home = plain_set(tmp_path / "one", cases=3)
    secret = tmp_path / "one-secret"
    secret.write_text("SECRET\n")
    path = home / name
    path.unlink(missing_ok=True)
    if kind == "pipe":
        os.mkfifo(path)
    elif kind == "folder":
        path.mkdir()
    else:
        path.symlink_to({"out": secret, "nowhere": tmp_path / "gone", "loop": path}[kind])
    for command in (["questions", home], ["build-site", tmp_path, "--out", tmp_path / "site"]):
        result = gold_cli(*command)
        assert result.exit_code == 2
        says = {"out": "leads out of the set's folder", "pipe": "is a pipe", "folder": "is a folder"}
        assert f"{path}: {says.get(kind, 'is a link that leads nowhere')}" in result.stderr
        assert "SECRET" not in result.output
    assert not (tmp_path / "site").exists()


def test_a_folder_of_a_set_may_not_lead_out(tmp_path: Path) -> None:
    """Nor may its folders of runs and builds."""
    home = plain_set(tmp_path / "one", cases=3)
    (home / "runs").rename(tmp_path / "elsewhere")
    (home / "runs").symlink_to(tmp_path / "elsewhere")
    with pytest.raises(GoldError, match="leads out of the set's folder"):
        read_testset(str(home))


def test_links_inside_a_set_and_to_it_are_followed(gold_cli: Callable[..., Any], tmp_path: Path) -> None:
    """A set's folder may be a link, and so may a file of it that leads to another one of its own."""
    home = plain_set(tmp_path / "real" / "one", cases=3)
    (home / "runs" / "again.jsonl").symlink_to("new.jsonl")
    (home / "one-v2.jsonl").symlink_to(home / "one-v1.jsonl")
    (tmp_path / "sets").mkdir()
    (tmp_path / "sets" / "linked").symlink_to(home)
    assert find_testsets(str(tmp_path / "sets")) == [str(tmp_path / "sets" / "linked")]
    result = gold_cli("score", tmp_path / "sets" / "linked", "again", "--corpus", "build")
    assert result.exit_code == 0, result.output


@pytest.mark.parametrize("value", ["../../../../../../etc/passwd", "/etc/passwd", "../one-secret", "..", "a/../../b"])
def test_a_value_is_never_a_path(gold_cli: Callable[..., Any], tmp_path: Path, value: str) -> None:
    """Ids, names and settings that look like paths name nothing outside the set, and nothing is written there."""
    (tmp_path / "one-secret.jsonl").write_text('{"passage_id": "p1", "doc_id": "d", "text": "SECRET"}\n')
    (tmp_path / "one-secret").write_text("SECRET\n")
    roles = {"baseline": value, "candidate": value, "production": value, "title": value}
    texts = [passage("p1", "one", value), passage(value, "two", value)]
    case = asked(value, value) | {"class": value, "intent": value}
    home = write_set(
        tmp_path / "sets" / "one",
        [case],
        corpora={"build": texts},
        runs={"r": {value: [value, "p1"]}, "s": {value: ["p1"]}},
        sidecars={"r": {"corpus": value, "system": value}, "s": {"corpus": "build", "system": value}},
        settings=roles,
    )
    before = {path for path in tmp_path.rglob("*") if "site" not in path.parts}
    result = gold_cli("build-site", tmp_path / "sets", "--out", tmp_path / "site")
    assert result.exit_code == 1, result.output
    assert f"baseline names the run {value!r}" in result.stderr
    assert f"run r searched build {value!r}" in result.stderr
    (home / "gold.yaml").write_text(json.dumps({"title": value}))
    (home / "runs/r.yaml").write_text(json.dumps({"corpus": "build", "system": value}))
    assert gold_cli("build-site", tmp_path / "sets", "--out", tmp_path / "site").exit_code == 0
    shown = b"".join(path.read_bytes() for path in (tmp_path / "site").rglob("*") if path.is_file())
    assert b"SECRET" not in shown
    assert b"root:" not in shown
    assert {path for path in tmp_path.rglob("*") if "site" not in path.parts} == before
    (home / "runs/r.yaml").write_text(json.dumps({"corpus": value}))
    result = gold_cli("score", home, "r")
    assert result.exit_code == 2
    assert f"no corpus build {value!r}" in result.stderr


@pytest.mark.parametrize("value", ["../../../../../../etc/passwd", "/etc/passwd", "a/../../b"])
def test_a_glossary_lies_in_the_set(gold_cli: Callable[..., Any], tmp_path: Path, value: str) -> None:
    """A path that leads out of the folder is refused by every command."""
    home = plain_set(tmp_path / "one", cases=3, settings={"glossary": value})
    for command in (("score", home, "old"), ("build-site", home, "--out", tmp_path / "site")):
        result = gold_cli(*command)
        assert result.exit_code == 2
        assert "leads out of the set's folder" in result.stderr


DEEP = "[" * 900 + "]" * 900
NUMBERS = {"huge": "9" * 5000, "float": "1e400", "deep": DEEP, "deeper": "[" * 100_000 + "]" * 100_000}


@pytest.mark.parametrize("value", NUMBERS.values(), ids=NUMBERS)
@pytest.mark.parametrize("field", ["meta", "weight", "query_id", "query", "judgments", "nonsense", "expect_abstention"])
def test_a_value_without_bounds_is_one_error(tmp_path: Path, field: str, value: str) -> None:
    """Numbers of thousands of digits, beyond 64 bits, and lists in lists in lists."""
    path = tmp_path / "a-v1.jsonl"
    path.write_text(f'{{"query_id": "q", "query": "x", "z": 1, "{field}": {value}}}\n'.replace('"z": 1, ', ""))
    said = refusal(read_version, path)
    assert f"{path}:1: " in said
    assert len(said) < 1400
    path = tmp_path / "a.jsonl"
    path.write_text(f'{{"query_id": "q", "ranking": [], "passage_id": "p", "{field}": {value}}}\n')
    assert len(refusal(read_run, path)) < 1400
    assert len(refusal(read_corpus, path)) < 1400


@pytest.mark.parametrize(
    "value", [".inf", "-.inf", ".nan", "inf", "nan", "Infinity", "1e400", "9" * 5000, DEEP, '"\\0"']
)
def test_a_setting_without_bounds_is_one_error(tmp_path: Path, value: str) -> None:
    """YAML has more spellings of what is no number, and none is taken."""
    for name, place in (
        ("gold.yaml", "margin: {}"),
        ("gold.yaml", "target_composition: {{class: {{a: {}}}}}"),
        ("gold.yaml", "pages: {{max_questions: {}}}"),
        ("gold.yaml", "limits: {{line_mib: {}}}"),
        ("gold.yaml", "answer_grade: {}"),
        ("runs/a.yaml", "abstain_below: {}"),
        ("runs/a.yaml", "version: {}"),
        ("a-v1.yaml", "- {{query_id: q, query: x, weight: {}}}"),
        ("a-v1.yaml", "- {{query_id: q, query: x, judgments: [{{passage_id: p, grade: {}}}]}}"),
    ):
        home = tmp_path / "a"
        (home / "runs").mkdir(parents=True, exist_ok=True)
        (home / "a-v1.jsonl").write_bytes(CASE)
        (home / "runs" / "a.jsonl").write_text('{"query_id": "q", "ranking": []}\n')
        path = home / name
        path.write_text(place.format(value) + "\n")
        if name == "gold.yaml":
            said = refusal(read_testset, home)
        elif name == "runs/a.yaml":
            said = refusal(read_run, home / "runs" / "a.jsonl")
        else:
            said = refusal(lambda path: read_version(path, Settings()), path)
        assert said.startswith(str(path)), (name, place)
        assert len(said) < 1400
        path.unlink()
