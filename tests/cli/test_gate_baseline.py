"""`gold gate --baseline`: a run that is named, or the candidate of a commit; what cannot be compared is refused."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.cli.gated_set import committed, gated_set, rankings, with_settings, without
from tests.cli.test_gate import gates_of
from tests.write.make_sets import lines

Cli = Callable[..., Any]
GATES = {"worst_class": {"measure": "AnswerRecall@1"}}


@pytest.fixture
def kept(tmp_path: Path) -> Path:
    """A set under git, as it was committed."""
    return committed(gated_set(tmp_path / "sets/one", GATES), tmp_path)


def test_a_run_that_is_named(gold_cli: Cli, tmp_path: Path) -> None:
    """By its name in the set, or by its path; the candidate stays what the settings say."""
    home = gated_set(tmp_path / "one", GATES, lost=range(40))
    lines(home / "runs/between.jsonl", [{"query_id": q, "ranking": r} for q, r in rankings(range(40)).items()])
    (home / "runs/between.yaml").write_text("corpus: build\ndate: 2026-01-15\n", "utf-8")
    assert gates_of(gold_cli, home)[0] == 0  # the run before the newest had lost everything already
    code, gates = gates_of(gold_cli, home, "--baseline", "old")
    assert (code, "new against old: all cases lost 1.000" in gates["worst_class"]["reason"]) == (1, True)
    outside = tmp_path / "elsewhere.jsonl"
    outside.write_bytes((home / "runs/old.jsonl").read_bytes())
    code, gates = gates_of(gold_cli, home, "--baseline", str(outside))
    assert (code, "new against elsewhere" in gates["worst_class"]["reason"]) == (1, True)
    assert gates_of(gold_cli, home, "--baseline", "new")[0] == 0


def test_a_commit_that_is_as_we_are(gold_cli: Cli, kept: Path) -> None:
    """Its candidate is ours: nothing was lost."""
    code, gates = gates_of(gold_cli, kept, "--baseline", "git:HEAD")
    assert (code, gates["worst_class"]["value"], gates["worst_class"]["n"]) == (0, 0.0, 40)
    assert "new against new at HEAD: nothing was lost" in gates["worst_class"]["reason"]


def test_a_commit_is_read_with_its_own_settings_and_runs(gold_cli: Cli, kept: Path) -> None:
    """A new run that loses everything is held against the old commit's candidate, not against the run before it."""
    lines(kept / "runs/newest.jsonl", [{"query_id": q, "ranking": r} for q, r in rankings(range(40)).items()])
    (kept / "runs/newest.yaml").write_text("corpus: build\ndate: 2026-03-01\nversion: v1\n", "utf-8")
    without(kept, "runs/new.jsonl", "runs/new.yaml", "runs/old.jsonl", "runs/old.yaml")
    assert gates_of(gold_cli, kept)[1]["worst_class"]["reason"] == "nothing is compared: one run"
    code, gates = gates_of(gold_cli, kept, "--baseline", "git:main")
    assert (code, gates["worst_class"]["value"]) == (1, 1.0)
    assert "newest against new at main" in gates["worst_class"]["reason"]
    with_settings(kept, candidate="nobody")
    assert gold_cli("gate", kept, "--baseline", "git:HEAD").exit_code == 1  # no candidate: nothing to compare


def second_version(home: Path, *, keep_first: bool = True) -> None:
    """A new version with one case less; the old run says which version it was asked."""
    rows = (home / "one-v1.jsonl").read_text("utf-8").splitlines(keepends=True)
    (home / "one-v2.jsonl").write_text("".join(rows[1:]), "utf-8")
    if not keep_first:
        (home / "one-v1.jsonl").unlink()


def test_a_new_version_with_a_bridge_is_compared(gold_cli: Cli, kept: Path) -> None:
    """Over the cases that both versions ask in the same words; what changed is told."""
    second_version(kept)
    code, gates = gates_of(gold_cli, kept, "--baseline", "git:HEAD")
    assert (code, gates["worst_class"]["n"]) == (0, 39)
    summary = gold_cli("gate", kept, "--baseline", "git:HEAD", "--format", "markdown").stdout
    assert "### The set since HEAD\n\nv1 to v2: 1 removed\n\n- removed: q00" in summary


def edited(home: Path) -> None:
    """The version under its old number with another label."""
    text = (home / "one-v1.jsonl").read_text("utf-8")
    (home / "one-v1.jsonl").write_text(text.replace('"passage_id": "p7"', '"passage_id": "p8"'), "utf-8")


def silent(home: Path) -> None:
    """A new version, and runs that do not say which they were asked."""
    for name in ("old", "new"):
        (home / f"runs/{name}.yaml").write_text("corpus: build\ndate: 2026-02-01\n", "utf-8")


def recut(home: Path) -> None:
    """The build under its old name with other passages."""
    text = (home / "corpora/build.jsonl").read_text("utf-8")
    (home / "corpora/build.jsonl").write_text(text.replace("there is", "there was"), "utf-8")


UNLIKE: dict[str, tuple[Callable[[Path], object], str]] = {
    "cutoff": (
        lambda home: with_settings(home, measures=["AnswerRecall@5"], gates={"worst_class": {}}),
        "the cutoff of AnswerRecall is another one: it was AnswerRecall@1 and is AnswerRecall@5 now",
    ),
    "variant": (
        lambda home: with_settings(home, gates={"worst_class": {"measure": "nDCG@10"}}),
        "the variant of nDCG is another one: it was nDCG(dcg='exp-log2')@10 and is nDCG(dcg='log2')@10 now",
    ),
    "scale": (
        lambda home: with_settings(home, grades=[0, 1, 2, 3]),
        "the grade scale is another one: it was undeclared and is 0, 1, 2, 3 now",
    ),
    "answer grade": (
        lambda home: with_settings(home, answer_grade=1),
        "the grade that answers is another one: it was 2 and is 1 now",
    ),
    "version in place": (edited, "v1 was edited without a new number (1 relabelled)"),
    "version gone": (lambda home: second_version(home, keep_first=False), "v1 is gone from the set: no bridge"),
    "build in place": (recut, "the build build was changed and kept its name"),
}


@pytest.mark.parametrize("what", UNLIKE)
def test_what_cannot_be_compared_is_refused(gold_cli: Cli, kept: Path, what: str) -> None:
    """With 2, and it is said in what."""
    change, words = UNLIKE[what]
    change(kept)
    result = gold_cli("gate", kept, "--baseline", "git:HEAD", "--format", "json")
    assert (result.exit_code, result.stdout) == (2, "")
    assert f"these cannot be compared: {words}" in result.stderr


def test_a_run_that_does_not_say_its_version_has_no_bridge(gold_cli: Cli, tmp_path: Path) -> None:
    """Where the version is another one; where it is the same nothing has to be said."""
    home = gated_set(tmp_path / "one", GATES)
    silent(home)
    committed(home, tmp_path)
    assert gold_cli("gate", home, "--baseline", "git:HEAD").exit_code == 0
    second_version(home)
    result = gold_cli("gate", home, "--baseline", "git:HEAD")
    assert result.exit_code == 2
    assert "the version was v1 and is v2 now, and old does not say which it was asked" in result.stderr


def test_a_run_that_was_asked_a_version_that_is_gone_is_refused(gold_cli: Cli, tmp_path: Path) -> None:
    """Without a commit too; a set that does not compare may have it."""
    home = gated_set(tmp_path / "one", GATES)
    (home / "runs/old.yaml").write_text("corpus: build\ndate: 2026-01-01\nversion: v7\n", "utf-8")
    result = gold_cli("gate", home)
    assert result.exit_code == 2
    assert "old was asked v7, and the set has v1: no bridge leads from one to the other" in result.stderr
    assert gold_cli("gate", with_settings(home, gates={"coverage": 0.9})).exit_code == 0


def test_held_back_cases_may_change_in_place(gold_cli: Cli, tmp_path: Path) -> None:
    """Nothing that is said depends on them."""
    home = gated_set(tmp_path / "one", GATES)
    path = home / "one-v1.jsonl"
    path.write_text(
        path.read_text("utf-8") + '{"query_id": "SECRET", "query": "HUSH", "split": "held_back"}\n', "utf-8"
    )
    committed(home, tmp_path)
    before = gold_cli("gate", home, "--baseline", "git:HEAD", "--format", "markdown")
    path.write_text(path.read_text("utf-8").replace("HUSH", "HUSHED"), "utf-8")
    after = gold_cli("gate", home, "--baseline", "git:HEAD", "--format", "markdown")
    assert (before.exit_code, before.stdout) == (0, after.stdout)
    assert "SECRET" not in before.output


def test_errors_of_git(gold_cli: Cli, kept: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No such commit, nothing that git takes for an option, no repository, no git."""
    told = {
        "git:nowhere": "git:nowhere: no such commit, branch or tag here",
        "git:--help": "git:--help: no such commit",
        "git:": "git:: no such commit",
        "nothing": "nothing: no such file, nor a run of the set: it has new, old",
    }
    for baseline, words in told.items():
        result = gold_cli("gate", kept, "--baseline", baseline)
        assert (result.exit_code, words in result.stderr) == (2, True), result.stderr
    outside = gated_set(tmp_path.parent / f"{tmp_path.name}-outside/one", GATES)
    monkeypatch.setenv("GIT_CEILING_DIRECTORIES", str(tmp_path.parent))
    result = gold_cli("gate", outside, "--baseline", "git:HEAD")
    assert (result.exit_code, "git knows no repository here" in result.stderr) == (2, True), result.stderr
    monkeypatch.setenv("PATH", "")
    result = gold_cli("gate", kept, "--baseline", "git:HEAD")
    assert (result.exit_code, "git is not installed" in result.stderr) == (2, True)


def test_errors_in_a_commit_name_the_commit(gold_cli: Cli, tmp_path: Path) -> None:
    """Not the folder that it was written into."""
    home = gated_set(tmp_path / "sets/one", GATES)
    text = (home / "runs/new.jsonl").read_text("utf-8")
    (home / "runs/new.jsonl").write_text("{broken\n", "utf-8")
    committed(home, tmp_path)
    (home / "runs/new.jsonl").write_text(text, "utf-8")
    result = gold_cli("gate", home, "--baseline", "git:HEAD")
    assert result.exit_code == 2
    assert "git:HEAD/runs/new.jsonl:1:" in result.stderr
    assert "gold-" not in result.stderr


def test_attributes_links_and_a_hook_change_nothing(
    gold_cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is left out of archives is read; a link inside the set is followed, one out of it is refused."""
    home = gated_set(tmp_path / "sets/one", GATES)
    (tmp_path / ".gitattributes").write_text("sets export-ignore\n", "utf-8")
    (home / "runs/new.jsonl").rename(home / "runs/kept.txt.original")
    (home / "runs/new.jsonl").symlink_to("kept.txt.original")
    committed(home, tmp_path)
    monkeypatch.setenv("GIT_DIR", ".git")
    assert gates_of(gold_cli, home, "--baseline", "git:HEAD")[0] == 0
    monkeypatch.delenv("GIT_DIR")
    (tmp_path / "outside.jsonl").write_bytes((home / "runs/new.jsonl").read_bytes())
    (home / "runs/new.jsonl").unlink()
    (home / "runs/new.jsonl").symlink_to("../../../outside.jsonl")
    committed(home, tmp_path)
    (home / "runs/new.jsonl").unlink()
    (home / "runs/kept.txt.original").rename(home / "runs/new.jsonl")
    result = gold_cli("gate", home, "--baseline", "git:HEAD")
    assert result.exit_code == 2
    assert "git:HEAD/runs/new.jsonl: is a link that leads nowhere" in result.stderr


def test_content_that_lies_elsewhere_is_told(gold_cli: Cli, tmp_path: Path) -> None:
    """A pointer of Git LFS is no run."""
    home = gated_set(tmp_path / "one", GATES)
    text = (home / "runs/new.jsonl").read_text("utf-8")
    (home / "runs/new.jsonl").write_text("version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 1\n", "utf-8")
    committed(home, tmp_path)
    (home / "runs/new.jsonl").write_text(text, "utf-8")
    result = gold_cli("gate", home, "--baseline", "git:HEAD")
    assert (result.exit_code, "is in Git LFS" in result.stderr) == (2, True)


def test_a_commit_without_runs_has_nothing_to_compare(gold_cli: Cli, tmp_path: Path) -> None:
    """The gate is not met: what it needs is missing."""
    home = gated_set(tmp_path / "one", GATES)
    runs = {path: path.read_bytes() for path in (home / "runs").iterdir()}
    committed(without(home, "runs"), tmp_path)
    (home / "runs").mkdir()
    for path, content in runs.items():
        path.write_bytes(content)
    code, gates = gates_of(gold_cli, home, "--baseline", "git:HEAD")
    assert (code, gates["worst_class"]["reason"]) == (1, "nothing is compared: git:HEAD has no run to compare with")


def test_nothing_is_left_behind(gold_cli: Cli, kept: Path, tmp_path: Path) -> None:
    """Neither in the repository nor in the set."""
    before = sorted(tmp_path.rglob("*"))
    assert gold_cli("gate", kept, "--baseline", "git:HEAD").exit_code == 0
    assert sorted(tmp_path.rglob("*")) == before
    assert json.loads(gold_cli("gate", kept, "--baseline", "git:HEAD", "--format", "json").stdout)["passed"]


def test_a_set_that_is_new_since_the_commit_has_its_own_baseline(gold_cli: Cli, kept: Path, tmp_path: Path) -> None:
    """The others are held against the commit; it is asked what it would be without one, and the reason says so."""
    late = gated_set(tmp_path / "sets/late", GATES)
    result = gold_cli("gate", tmp_path / "sets", "--baseline", "git:HEAD", "--format", "json")
    document = json.loads(result.stdout)
    sets = {one["set"]: one["gates"][0]["reason"] for one in document["sets"]}
    assert document["gates"] == [{"set": one["set"], **line} for one in document["sets"] for line in one["gates"]]
    assert result.exit_code == 0, result.stderr
    assert "new against old (the set is new since HEAD): nothing was lost" in sets["late"]
    assert "new against new at HEAD: nothing was lost" in sets["one"]
    without(late, "runs/old.jsonl", "runs/old.yaml")
    code, gates = gates_of(gold_cli, late, "--baseline", "git:HEAD")
    reason = gates["worst_class"]["reason"]
    assert (code, reason) == (1, "nothing is compared: one run; the set is new since HEAD")
    lost = gated_set(tmp_path / "sets/lost", GATES, lost=range(40))
    assert gates_of(gold_cli, lost, "--baseline", "git:HEAD")[0] == 1
