"""`gold status`: state, blocker, next command and what they rest on; nothing is written."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.write.make_sets import asked, plain_set, write_set

Cli = Callable[..., Any]


def test_it_says_what_the_front_page_says(gold_cli: Cli, tmp_path: Path) -> None:
    """The verdict, the blocker and the next step, word for word; and the command to type."""
    home = plain_set(tmp_path / "sets" / "one", cases=40, settings={"measures": ["AnswerRecall@1"]})
    before = sorted(tmp_path.rglob("*"))
    text = gold_cli("status", tmp_path / "sets").stdout
    (row,) = json.loads(gold_cli("status", home, "--format", "json").stdout)["sets"]
    assert sorted(tmp_path.rglob("*")) == before
    assert (row["set"], row["state"], row["baseline"], row["candidate"]) == ("one", "worse", "old", "new")
    assert row["next"]["command"] == f"gold compare {home} old new"
    assert gold_cli("build-site", home, "--out", tmp_path / "site").exit_code == 0
    page = (tmp_path / "site" / "index.html").read_text("utf-8")
    overview = (tmp_path / "site" / "one" / "index.html").read_text("utf-8")
    for said in (row["verdict"], row["blocker"]["text"], row["next"]["text"]):
        assert said in page
        assert said in text
    for figure in (row["headline"][part] for part in ("baseline", "candidate", "change", "interval")):
        assert figure in page
        assert figure in text
    assert row["rival"] is None
    assert row["lost_although_risen"] is None
    worst = row["worst_class"]
    assert (worst["lost"], worst["won"], worst["n"]) == (20, 0, 40)
    for said in (worst["change"], worst["text"]):
        assert said in text
        assert said in page
        assert said in overview
    for line in row["trust"]:
        assert line["text"] in overview
        assert line["text"] in text


@pytest.mark.parametrize(
    ("runs", "command"),
    [({}, "gold questions {}"), ({"only": {"q1": ["p1"]}}, "gold score {} only --per-query")],
    ids=["no run", "one run"],
)
def test_what_comes_next_where_nothing_is_compared(gold_cli: Cli, tmp_path: Path, runs: Any, command: str) -> None:
    """The questions to run, or the only run to read."""
    home = write_set(tmp_path / "one", [asked("q1")], runs=runs)
    (row,) = json.loads(gold_cli("status", home, "--format", "json").stdout)["sets"]
    assert (row["state"], row["next"]["command"]) == ("nothing to compare", command.format(home))


def test_a_set_without_runs_is_told_to_run(gold_cli: Cli, tmp_path: Path) -> None:
    """What to do, and where its outcome goes."""
    text = gold_cli("status", write_set(tmp_path / "one", [asked("q1")])).stdout
    assert (
        "next     Let your search answer the questions, and lay runs/NAME.jsonl with NAME.yaml beside: gold q" in text
    )


MIX = {"target_composition": {"class": {"literal": 0.5, "other": 0.5}}}


@pytest.mark.parametrize(
    ("gates", "command", "page"),
    [
        ({"changelog": True}, "gold validate {}", "versions.html"),
        ({"drift": 0.1, "changelog": True}, "gold gate {}", "composition.html"),
        ({"floor": {"AnswerRecall@1": 1}, "changelog": True}, "gold compare {} old new", "worst-moved.html"),
    ],
    ids=["changelog", "drift first", "a gate of the run"],
)
def test_the_gate_in_the_way_is_mended_next(
    gold_cli: Cli, tmp_path: Path, gates: dict[str, Any], command: str, page: str
) -> None:
    """A gate that another run alone can meet leaves what is to be read of this one."""
    home = plain_set(tmp_path / "one", settings={"gates": gates, "measures": ["AnswerRecall@1"]} | MIX)
    (row,) = json.loads(gold_cli("status", home, "--format", "json").stdout)["sets"]
    assert row["blocker"]["page"] == "release.html#gates"
    assert (row["next"]["command"], row["next"]["page"]) == (command.format(home), page)


@pytest.mark.parametrize("waits", [True, False])
def test_the_queue_comes_before_what_won(gold_cli: Cli, tmp_path: Path, waits: bool) -> None:
    """Where nothing was lost."""
    home = plain_set(tmp_path / "one")
    runs = home / "runs"
    (runs / "new.jsonl").write_bytes((runs / "old.jsonl").read_bytes())
    if waits:
        more = asked("q99", supporting="unknown") | {"judgments": []}
        with (home / "one-v1.jsonl").open("a") as out:
            out.write(json.dumps(more) + "\n")
    (row,) = json.loads(gold_cli("status", home, "--format", "json").stdout)["sets"]
    queue = ("Look at what comes first in the review queue: q99, unknown answer", f"gold build-site {home}")
    won = ("Read the questions that won most", f"gold compare {home} old new")
    assert (row["next"]["text"], row["next"]["command"]) == (queue if waits else won)


def test_unjudged_results_are_to_be_judged(gold_cli: Cli, tmp_path: Path) -> None:
    """It says which, on the page that lists them."""
    (row,) = json.loads(gold_cli("status", plain_set(tmp_path / "one"), "--format", "json").stdout)["sets"]
    assert row["blocker"]["text"].endswith("are unjudged: judge those that the page Systems lists")
    assert row["blocker"]["page"] == "systems.html"


def test_the_queue_in_a_line(gold_cli: Cli, tmp_path: Path) -> None:
    """How much of each reason, and what comes first: the first row of `data/queue.json`."""
    home = plain_set(tmp_path / "one")
    lost = [asked("q98", "nowhere"), asked("q99", "nowhere")]
    with (home / "one-v1.jsonl").open("a") as out:
        out.writelines(json.dumps(case) + "\n" for case in lost)
    (row,) = json.loads(gold_cli("status", home, "--format", "json").stdout)["sets"]
    assert (row["queue"]["size"], row["queue"]["reasons"]) == (2, {"lost": 2})
    line = "Review queue: 2 things to do: lost label (2). First q98, lost label, which costs a question."
    assert line in gold_cli("status", home).stdout
    assert gold_cli("build-site", home, "--out", tmp_path / "site").exit_code == 0
    queue = json.loads((tmp_path / "site" / "one" / "data" / "queue.json").read_text("utf-8"))["queue"]
    assert row["queue"]["first"] == queue[0]


@pytest.mark.parametrize("form", ["text", "json"])
def test_held_back_cases_are_named_nowhere(gold_cli: Cli, home: Path, form: str) -> None:
    """Neither id nor words."""
    result = gold_cli("status", home, "--format", form)
    assert result.exit_code == 0
    assert [word for word in ("SECRET", "HUSH") if word in result.output] == []


def test_exit_codes(gold_cli: Cli, tmp_path: Path) -> None:
    """2 where there is no such folder, 3 where it has no set; how to begin is said."""
    (tmp_path / "empty").mkdir()
    results = [gold_cli("status", tmp_path / name) for name in ("none", "empty")]
    assert [result.exit_code for result in results] == [2, 3]
    assert all("`gold init` writes a first one" in result.stderr for result in results)
