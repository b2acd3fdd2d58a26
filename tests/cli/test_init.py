"""`gold init`: what it writes is valid, passes its gates, builds, and runs in CI; what is there stays."""

from __future__ import annotations

import datetime
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import yaml

import gold
from tests.conftest import ROOT
from tests.project.workflow_steps import Runner, loaded, shell_steps

Cli = Callable[..., Any]
WRITTEN = {
    *("CARD.md", "CHANGELOG.md", "GUIDELINE.md", "corpora/handbook.jsonl", "gold.yaml"),
    *("questions-v1.jsonl", "runs/first.jsonl", "runs/first.yaml"),
}
WORKFLOWS = {"github": ".github/workflows/gold.yml", "gitlab": ".gitlab-ci.yml"}


def files_in(folder: Path) -> dict[str, bytes]:
    """Every file by its path."""
    return {p.relative_to(folder).as_posix(): p.read_bytes() for p in sorted(folder.rglob("*")) if p.is_file()}


@pytest.mark.parametrize("ci", ["github", "gitlab", "none"])
def test_what_it_writes_passes(gold_cli: Cli, tmp_path: Path, ci: str) -> None:
    """No error, no warning; every gate is met; the site is built. The date is the day that the command goes by."""
    result = gold_cli("init", tmp_path / "new", "--ci", ci)
    assert result.exit_code == 0
    written = files_in(tmp_path / "new")
    workflow = {WORKFLOWS[ci]} if ci in WORKFLOWS else set()
    assert set(written) == {f"testsets/questions/{name}" for name in WRITTEN} | workflow
    assert ("the workflow installs goldsets==" in result.stdout) is (ci in WORKFLOWS)
    assert all(f"wrote {tmp_path / 'new' / path}" in result.stdout for path in written)
    assert [path for path, data in written.items() if b"%" in data.replace(b"95 %", b"") and "yml" not in path] == []
    sets = tmp_path / "new/testsets"
    assert gold_cli("validate", sets, "--strict").exit_code == 0
    gate = gold_cli("gate", sets)
    assert (gate.exit_code, "All 3 gates met" in gate.stdout) == (0, True)
    assert gold_cli("build-site", sets, "--out", tmp_path / "site").exit_code == 0
    assert (tmp_path / "site/questions/index.html").is_file()


def test_the_same_day_gives_the_same_files(gold_cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """SOURCE_DATE_EPOCH tells the day."""
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1772323200")
    for name in ("one", "two"):
        assert gold_cli("init", tmp_path / name).exit_code == 0
    assert files_in(tmp_path / "one") == files_in(tmp_path / "two")
    day = datetime.date(2026, 3, 1).isoformat()
    assert f"## v1 - {day}" in (tmp_path / "one/testsets/questions/CHANGELOG.md").read_text("utf-8")


def test_names_and_titles(gold_cli: Cli, tmp_path: Path) -> None:
    """The title may be any line of text; a name is a file's name; both are refused where they are odd."""
    title = """Fragen: "wer" & 'was' # <b> %NAME% \\ — 日本"""
    result = gold_cli("init", tmp_path, "--name", "help-desk", "--title", title, "--ci", "none")
    assert result.exit_code == 0, result.stderr
    home = tmp_path / "testsets/help-desk"
    assert (home / "help-desk-v1.jsonl").is_file()
    assert yaml.safe_load((home / "gold.yaml").read_text("utf-8"))["title"] == title
    assert gold_cli("gate", home).exit_code == 0
    assert gold_cli("build-site", home, "--out", tmp_path / "site").exit_code == 0
    for odd in ("", "../x", "A", "x/y", "a-v1", "-a", "a" * 80, "a b"):
        assert gold_cli("init", tmp_path / "other", "--name", odd).exit_code == 2, odd
    for odd in ("", " ", "a\nb", "a\x00b", "a\u202eb"):
        assert gold_cli("init", tmp_path / "other", "--title", odd).exit_code == 2, odd
    assert not (tmp_path / "other").exists()


def test_nothing_is_written_over(gold_cli: Cli, tmp_path: Path) -> None:
    """One file in the way, and none is written; they are named. Another set stands beside the first."""
    assert gold_cli("init", tmp_path).exit_code == 0
    before = files_in(tmp_path)
    again = gold_cli("init", tmp_path)
    assert again.exit_code == 2
    assert all(str(tmp_path / path) in again.stderr for path in list(before)[:2])
    other = gold_cli("init", tmp_path, "--name", "other")
    assert (other.exit_code, ".github/workflows/gold.yml" in other.stderr) == (2, True)
    assert files_in(tmp_path) == before
    assert gold_cli("init", tmp_path, "--name", "other", "--ci", "none").exit_code == 0
    assert files_in(tmp_path).items() > before.items()
    assert gold_cli("validate", tmp_path / "testsets").exit_code == 0


def test_a_folder_that_is_in_use_is_left_alone(gold_cli: Cli, tmp_path: Path) -> None:
    """A set of another name in it, a file where a folder should be, a link that leads nowhere."""
    (tmp_path / "testsets/questions").mkdir(parents=True)
    (tmp_path / "testsets/questions/mine-v1.jsonl").write_text('{"query_id": "a", "query": "b"}\n', "utf-8")
    assert gold_cli("init", tmp_path).exit_code == 2
    (tmp_path / "file").write_text("", "utf-8")
    assert gold_cli("init", tmp_path / "file").exit_code == 2
    (tmp_path / "third/testsets/questions").mkdir(parents=True)
    (tmp_path / "third/testsets/questions/gold.yaml").symlink_to("nowhere")
    assert gold_cli("init", tmp_path / "third").exit_code == 2
    assert not (tmp_path / "third/testsets/questions/nowhere").exists()


def test_what_the_workflow_installs_is_this_version(gold_cli: Cli, tmp_path: Path) -> None:
    """Or what `--install` says."""
    gold_cli("init", tmp_path / "one")
    gold_cli("init", tmp_path / "two", "--ci", "gitlab", "--install", "git+https://git.example.com/gold@v1")
    one = (tmp_path / "one" / WORKFLOWS["github"]).read_text("utf-8")
    assert f'GOLD: "goldsets=={gold.__version__}"' in one
    assert loaded(tmp_path / "two/.gitlab-ci.yml")["variables"]["GOLD"] == "git+https://git.example.com/gold@v1"


def has_stable(gold_cli: Cli) -> bool:
    """Whether `build-site` can run the stable cases."""
    return "--stable" in gold_cli("build-site", "--help").stdout


def test_the_workflow_runs_step_by_step_in_a_fresh_folder(gold_cli: Cli, tmp_path: Path) -> None:
    """As GitHub would: install, validate, gates with their summary, site; and weekly the stable cases."""
    home = tmp_path / "fresh"
    assert gold_cli("init", home, "--install", str(ROOT)).exit_code == 0
    workflow = loaded(home / WORKFLOWS["github"])
    assert workflow["on"]["schedule"] == [{"cron": "23 4 * * 1"}]
    runner = Runner(home)
    steps = list(shell_steps(workflow["jobs"]["check"]["steps"]))
    assert [step["name"] for step in steps] == [
        *("Install gold", "Validate", "Ask the gates", "Build the site", "Run the stable cases"),
    ]
    for step in steps:
        if step["name"] != "Run the stable cases" or has_stable(gold_cli):
            done = runner(step)
            assert done.returncode == 0, f"{step['name']}\n{done.stdout}{done.stderr}"
    assert (runner.target / "gold/templates/init/ci/github.yml").is_file()
    assert "All 3 gates met" in runner.summary.read_text("utf-8")
    assert "https://somebody.github.io/search/" in (home / "site/feed.xml").read_text("utf-8")
    uploads = [
        step["with"]["path"] for step in workflow["jobs"]["check"]["steps"] if "pages-artifact" in step.get("uses", "")
    ]
    assert uploads == ["site"]


def test_a_gate_that_is_not_met_fails_the_workflow(gold_cli: Cli, tmp_path: Path) -> None:
    """With its reason in the summary, whose questions lead to the site."""
    home = tmp_path / "fresh"
    assert gold_cli("init", home).exit_code == 0
    (home / "testsets/questions/CHANGELOG.md").unlink()
    runner = Runner(home)
    (step,) = [
        s
        for s in shell_steps(loaded(home / WORKFLOWS["github"])["jobs"]["check"]["steps"])
        if s["name"] == "Ask the gates"
    ]
    assert runner(step).returncode == 1
    summary = runner.summary.read_text("utf-8")
    assert "1 of 3 gates not met: changelog" in summary
    assert "https://somebody.github.io/search/questions/" in summary


def test_the_gitlab_pipeline_runs_step_by_step(gold_cli: Cli, tmp_path: Path) -> None:
    """Every script of every job; the site lands where Pages takes it from."""
    home = tmp_path / "fresh"
    assert gold_cli("init", home, "--ci", "gitlab", "--install", str(ROOT)).exit_code == 0
    pipeline = loaded(home / WORKFLOWS["gitlab"])
    runner = Runner(home)
    for job in ("gold", "pages"):
        lines = [
            *pipeline["default"]["before_script"],
            *pipeline[job]["script"],
            *pipeline[job].get("after_script", ()),
        ]
        for line in lines:
            done = runner.bash(
                line, CI_PIPELINE_SOURCE="push", CI_PAGES_URL="https://somebody.gitlab.io/x", **pipeline["variables"]
            )
            assert done.returncode == 0, f"{line}\n{done.stdout}{done.stderr}"
    assert (home / "public/index.html").is_file()
    assert b"testsuites" in (home / "gold.xml").read_bytes()
    assert pipeline["gold"]["artifacts"]["reports"]["junit"] == "gold.xml"
    if has_stable(gold_cli):
        done = runner.bash(
            pipeline["pages"]["script"][-1], CI_PIPELINE_SOURCE="schedule", CI_PAGES_URL="https://somebody.gitlab.io/x"
        )
        assert done.returncode == 0, done.stderr
