"""`gold compare`, `coverage` and `questions`: shapes and ends; what no command shows; what none loads."""

from __future__ import annotations

import csv
import io
import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.cli.conftest import write_run
from tests.write.make_sets import asked, passage, plain_set, write_set

if TYPE_CHECKING:
    from click.testing import Result

Cli = Callable[..., "Result"]


def test_coverage_json_says_where_each_label_lies(gold_cli: Cli, home: Path) -> None:
    """Labels by state, cases by what can be won, every label with its anchor and passages."""
    document = json.loads(gold_cli("coverage", home, "windows", "--format", "json").stdout)
    states = ["present", "moved", "split", "ambiguous", "changed", "gone"]
    assert list(document["labels"]) == states
    assert {key: document["cases"][key] for key in ("answerable", "winnable", "unwinnable")} == {
        "answerable": 3,
        "winnable": 2,
        "unwinnable": ["ü3"],
    }
    by_label = {(row["query_id"], row["label"]): row for row in document["by_label"]}
    assert by_label["q1", 0] == {
        "query_id": "q1",
        "label": 0,
        "state": "split",
        "anchor": "quote",
        "passages": ["w1", "w2"],
        "groups": [["w1", "w2"]],
    }
    assert by_label["q2", 1]["anchor"] == "doc_id"
    assert by_label["ü3", 0] == {"query_id": "ü3", "label": 0, "state": "gone", "anchor": None, "passages": []}


def test_coverage_csv_and_text(gold_cli: Cli, home: Path) -> None:
    """A row a label; the text names the cases that cannot be won."""
    table = list(csv.reader(io.StringIO(gold_cli("coverage", home, "windows", "--format", "csv").stdout)))
    assert table[0] == ["query_id", "label", "state", "anchor", "passages"]
    assert ["q1", "0", "split", "quote", "w1 w2"] in table
    text = gold_cli("coverage", home, "windows").stdout
    assert "2 of 3 answerable cases can be won." in text
    assert "Cannot be won: ü3" in text


@pytest.mark.parametrize(
    ("args", "code"),
    [
        (("coverage", "{home}", "none"), 2),
        (("coverage", "none", "sections"), 2),
        (("compare", "{home}", "first", "none"), 2),
        (("compare", "{home}", "first"), 2),
        (("compare", "{home}", "--corpus", "sections"), 2),
        (("compare", "{home}/small-v1.jsonl"), 0),
        (("coverage", "{home}"), 0),
        (("compare", "{home}", "first", "lost"), 2),
        (("compare", "{home}", "first", "{tmp}/other.trec", "--corpus", "sections"), 3),
        (("questions", "none"), 2),
        (("questions", "{tmp}/empty.qrels"), 3),
        (("coverage", "{tmp}/empty.qrels", "{home}/corpora/sections.jsonl"), 3),
        (("coverage", "{home}", "{tmp}/empty.jsonl"), 3),
        (("nonsense",), 2),
        (("coverage", "{home}", "sections"), 0),
        (("compare", "{home}", "first", "third"), 0),
        (("questions", "{home}"), 0),
        (("--version",), 0),
        (("--help",), 0),
    ],
)
def test_every_exit_code(gold_cli: Cli, home: Path, tmp_path: Path, args: tuple[str, ...], code: int) -> None:
    """0 with words on stdout; 2 wrong usage or no such file; 3 nothing to score, both with words on stderr only."""
    (tmp_path / "other.trec").write_text("zz Q0 s1 1 1 t\n")
    (tmp_path / "empty.qrels").write_text("")
    (tmp_path / "empty.jsonl").write_text("")
    result = gold_cli(*(arg.format(home=home, tmp=tmp_path) for arg in args))
    assert result.exit_code == code, result.output
    assert bool(result.stdout) == (code == 0)
    assert bool(result.stderr) == (code != 0)


def test_a_run_of_a_set_without_runs(gold_cli: Cli, tmp_path: Path) -> None:
    """It says that the set has none, and how it gets one."""
    result = gold_cli("score", write_set(tmp_path / "one", [asked("q1")]), "words-a")
    assert result.exit_code == 2
    assert "words-a: no such file, and the set has no runs yet" in result.stderr
    assert "lay runs/NAME.jsonl" in result.stderr


def test_what_is_not_named_is_what_the_site_takes(gold_cli: Cli, tmp_path: Path) -> None:
    """The pair of the settings or the dates, all runs, the candidate's build: as if they had been named."""
    home = plain_set(tmp_path / "one")
    other = home / "corpora/other.jsonl"
    other.write_bytes((home / "corpora/build.jsonl").read_bytes())
    for short, whole in (
        (("compare",), ("compare", "old", "new")),
        (("score",), ("score", "new", "old")),
        (("coverage",), ("coverage", "build")),
    ):
        found, wanted = (gold_cli(words[0], home, *words[1:]) for words in (short, whole))
        assert (found.exit_code, found.stdout) == (0, wanted.stdout), found.stderr


@pytest.mark.parametrize(("command", "code"), [("compare", 3), ("score", 2), ("coverage", 2)])
def test_a_set_that_has_nothing_to_take(gold_cli: Cli, tmp_path: Path, command: str, code: int) -> None:
    """It says what is there to be named."""
    texts = [passage("p1", "text")]
    home = write_set(tmp_path / "one", [asked("q1")], corpora={"here": texts, "there": texts})
    result = gold_cli(command, home)
    said = {"compare": "no runs yet", "score": "the set has no runs", "coverage": "the set has here, there"}
    assert result.exit_code == code
    assert said[command] in result.stderr


def test_compare_json(gold_cli: Cli, home: Path) -> None:
    """Joined by id; per class; every case's change."""
    result = gold_cli("compare", home, "first", "third", "-m", "RR", "--format", "json")
    document = json.loads(result.stdout)
    assert (document["baseline"], document["candidate"]) == (
        {"run": "first", "corpus": "sections"},
        {"run": "third", "corpus": "sections"},
    )
    found = document["measures"]["RR(rel=1)"]["overall"]
    assert (found["n"], found["won"], found["lost"], found["tied"]) == (3, 0, 1, 2)
    assert found["delta"] == pytest.approx(-0.5 / 3)
    assert document["moved"] == [{"query_id": "q1", "baseline": 1.0, "candidate": 0.5, "delta": -0.5}]
    changes = {row["query_id"]: row["measures"]["RR(rel=1)"]["delta"] for row in document["cases"]}
    assert changes == {"q1": -0.5, "q2": 0.0, "ü3": 0.0}
    classes = document["measures"]["RR(rel=1)"]["classes"]
    assert {(group["facet"], group["class"]) for group in classes} == {("class", "=odd"), ("class", "literal")}
    fields = "n baseline candidate delta low high p verdict more_cases won lost tied"
    assert [set(fields.split()) <= set(row) for row in (found, *classes)] == [True] * 3


def test_compare_across_builds_names_what_it_leaves_out(gold_cli: Cli, home: Path) -> None:
    """Not asked of both, and not winnable in both."""
    document = json.loads(gold_cli("compare", home, "first", "second", "-m", "RR", "--format", "json").stdout)
    assert document["n"] == 1
    assert document["left_out"] == {"not_asked": ["q2"], "reworded": [], "not_winnable": ["ü3"]}
    text = gold_cli("compare", home, "first", "second", "-m", "RR").stdout
    assert "Two builds (sections, windows)" in text
    assert "left out: q2" in text


def test_compare_csv_and_markdown(gold_cli: Cli, home: Path) -> None:
    """A row a class and measure; a Markdown table with one width."""
    table = list(csv.reader(io.StringIO(gold_cli("compare", home, "first", "third", "--format", "csv").stdout)))
    assert table[0][:4] == ["facet", "class", "measure", "n"]
    assert {len(row) for row in table} == {17}
    lines = gold_cli("compare", home, "first", "third", "--format", "markdown").stdout.splitlines()
    assert [line for line in lines if line.startswith("| ---")] != []


def test_questions_feed_a_ten_line_harness(gold_cli: Cli, home: Path, tmp_path: Path) -> None:
    """What comes out is enough to make a run, and the run scores."""
    questions = gold_cli("questions", home).stdout
    passages = [json.loads(line) for line in (home / "corpora/sections.jsonl").read_text("utf-8").splitlines()]
    with (tmp_path / "mine.jsonl").open("w", encoding="utf-8") as out:
        for line in questions.splitlines():
            asked = json.loads(line)
            words = set(asked["query"].lower().split())
            for turn in asked.get("history", []):
                words |= set(turn["query"].lower().split())
            ranked = sorted(passages, key=lambda p: (-len(words & set(p["text"].lower().split())), p["passage_id"]))
            row = {"query_id": asked["query_id"], "ranking": [p["passage_id"] for p in ranked]}
            out.write(json.dumps(row, ensure_ascii=False) + "\n")
    result = gold_cli("score", home, tmp_path / "mine.jsonl", "--corpus", "sections", "--format", "json", "-m", "R@3")
    (run,) = json.loads(result.stdout)["runs"]
    assert (run["overall"]["measures"]["R(rel=1)@3"]["value"], run["counts"]["missing"]) == (pytest.approx(2 / 3), 0)


def test_questions_of_qrels_without_their_text_are_told(gold_cli: Cli, tmp_path: Path) -> None:
    """An id in the place of a question is no question: where queries.tsv has none for it, stderr says so."""
    (tmp_path / "a.qrels").write_text("1 0 a 2\n2 0 b 1\n")
    asked = gold_cli("questions", tmp_path / "a.qrels")
    assert "2 questions without a text" in asked.stderr
    (tmp_path / "queries.tsv").write_text("1\thow to pay\n")
    asked = gold_cli("questions", tmp_path / "a.qrels")
    assert "1 question without a text" in asked.stderr
    assert "how to pay" in asked.stdout
    (tmp_path / "queries.tsv").write_text("1\thow to pay\n2\twhere\n")
    assert gold_cli("questions", tmp_path / "a.qrels").stderr == ""


def test_questions_are_verbatim_without_labels(gold_cli: Cli, home: Path) -> None:
    """History where there is one; nothing of proposed, retired or held-back cases."""
    rows = [json.loads(line) for line in gold_cli("questions", home).stdout.splitlines()]
    assert [row["query_id"] for row in rows] == ["q1", "q2", "ü3", "none", "unknown", "undefined"]
    assert rows[1] == {"query_id": "q2", "query": "and late?", "history": [{"query": "how long", "answer": "30"}]}
    assert rows[2]["query"] == "whé → 日本?"
    assert {key for row in rows for key in row} == {"query_id", "query", "history"}


@pytest.mark.parametrize(
    "args",
    [
        ("score", "{home}", "first", "--per-query"),
        ("score", "{home}", "first", "--per-query", "--format", "json"),
        ("score", "{home}", "first", "--per-query", "--format", "csv"),
        ("score", "{home}", "first", "--per-query", "--format", "markdown"),
        ("compare", "{home}", "first", "third", "--format", "json"),
        ("compare", "{home}", "first", "third"),
        ("coverage", "{home}", "sections"),
        ("coverage", "{home}", "windows", "--format", "json"),
        ("coverage", "{home}", "windows", "--format", "csv"),
        ("questions", "{home}"),
    ],
)
def test_held_back_cases_are_named_nowhere(gold_cli: Cli, home: Path, args: tuple[str, ...]) -> None:
    """Neither id nor words, on stdout or stderr."""
    result = gold_cli(*(arg.format(home=home) for arg in args))
    assert result.exit_code == 0
    assert [word for word in ("SECRET", "HUSH") if word in result.output] == []


def gold(*args: object, env: dict[str, str] | None = None, program: str = "") -> subprocess.CompletedProcess[bytes]:
    """The command in a process of its own; `program` instead of `-m gold` where it is given."""
    how = ["-c", program] if program else ["-m", "gold"]
    command = [sys.executable, *how, *map(str, args)]
    return subprocess.run(command, capture_output=True, env=os.environ | (env or {}), check=False, timeout=60)


@pytest.mark.parametrize(
    "env", [{"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}, {"PYTHONIOENCODING": "cp1252"}], ids=str
)
def test_output_is_utf8_in_any_locale(home: Path, env: dict[str, str]) -> None:
    """Ids, classes and messages; reading and writing."""
    done = gold("score", home, "first", "--per-query", env=env)
    assert done.returncode == 0, done.stderr
    assert "ü3" in done.stdout.decode("utf-8")
    asked = gold("questions", home, env=env)
    assert "whé → 日本?" in asked.stdout.decode("utf-8")
    failed = gold("coverage", home, "ü→", env=env)
    assert failed.returncode == 2


def test_a_name_that_is_no_text_is_said(home: Path) -> None:
    """A file's name may be any bytes: it is shown with escapes, on both streams."""
    name = os.fsdecode(bytes(home / "runs") + b"/\xff\x01.trec")
    asked = gold("score", home, name)
    assert (asked.returncode, b"no such file" in asked.stderr) == (2, True)
    Path(name).write_text("q1 Q0 s1 1 1 t\n")
    done = gold("score", home / "small-v2.jsonl", name, "--corpus", home / "corpora" / "sections.jsonl")
    assert b"Traceback" not in done.stderr
    assert done.returncode == 2  # the set that the version belongs to may not have such a file
    assert b"rename it" in done.stderr
    bare = home.parent / "bare.jsonl"
    bare.write_bytes((home / "small-v2.jsonl").read_bytes())
    done = gold("score", bare, name, "--corpus", home / "corpora" / "sections.jsonl")
    assert done.returncode == 0, done.stderr
    assert b"\\udcff" in done.stdout


def test_score_and_coverage_load_nothing_of_the_site(home: Path) -> None:
    """Neither altair nor jinja2 nor vl_convert, nor pandas; compare, bridge and questions neither."""
    program = """
import sys
from click.testing import CliRunner
from gold.cli import gold
home, names = sys.argv[1], ("altair", "jinja2", "vl_convert", "markdown_it", "pandas")
compared = ("compare", "first", "third"), ("bridge", "first", "third"), ("bridge",)
for command, *more in ("score", "first"), ("coverage", "sections"), *compared, ("questions",):
    result = CliRunner().invoke(gold, [command, home, *more])
    assert result.exit_code == 0, result.output
    print(command, [name for name in names if name in sys.modules])
"""
    done = gold(home, program=program)
    assert done.returncode == 0, done.stderr
    assert done.stdout.decode().splitlines() == [
        f"{name} []" for name in ("score", "coverage", "compare", "bridge", "bridge", "questions")
    ]


def test_a_run_compared_with_itself_is_the_same(gold_cli: Cli, home: Path) -> None:
    """Nothing changed, and nothing stops."""
    result = gold_cli("compare", home, "first", "first", "--format", "json")
    assert result.exit_code == 0
    assert json.loads(result.stdout)["measures"]["AnswerRecall@5"]["overall"]["delta"] == 0


def test_runs_of_one_name_are_told_apart(gold_cli: Cli, home: Path, tmp_path: Path) -> None:
    """By what was typed."""
    other = tmp_path / "first.jsonl"
    write_run(other, {"q1": ["s2"]}, "corpus: sections\n")
    table = gold_cli("score", home, "first", other, "--format", "csv").stdout
    assert {line.split(",")[0] for line in table.splitlines()[1:]} == {"first", str(other)}


@pytest.mark.parametrize("command", ["score", "compare", "bridge", "coverage", "diff", "freeze", "questions", "split"])
def test_a_folder_of_sets_is_told_from_a_set(gold_cli: Cli, home: Path, command: str) -> None:
    """Commands of one set name those that are in it; an empty folder is told what a version is."""
    told = gold_cli(command, home.parent)
    assert (told.exit_code, told.stdout) == (3, "")
    assert told.stderr == f"gold: {home.parent}: is a folder of sets: give one of {home}\n"
    (home.parent / "empty").mkdir()
    assert "no version: a version is a file empty-v1.jsonl" in gold_cli(command, home.parent / "empty").stderr
