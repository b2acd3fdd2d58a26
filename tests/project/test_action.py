"""The action and the workflows: every shell step runs, what is not ours is pinned, and a gate that fails shows."""

from __future__ import annotations

import re
import shutil
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import ROOT
from tests.project.workflow_steps import EXPRESSION, Runner, loaded, shell_steps

ACTION = loaded(ROOT / "action.yml")
WORKFLOWS = [*sorted((ROOT / ".github/workflows").glob("*.yml")), ROOT / "templates/init/ci/github.yml"]
USES = re.compile(r"^\s*(?:- )?uses: (?P<what>\S+)(?P<rest>.*)$", re.MULTILINE)
PINNED = re.compile(r"[\w.-]+/[\w.-]+@[0-9a-f]{40}")
NAMES = ["Install gold", "Validate", "Ask the gates", "Build the site"]
DEFAULTS = {name: str(given.get("default", "")) for name, given in ACTION["inputs"].items()}
GITHUB_LIMIT = 65_536


def step(name: str) -> dict[str, Any]:
    """One of the action's steps."""
    (found,) = [one for one in ACTION["runs"]["steps"] if one.get("name") == name]
    return dict(found)


@pytest.fixture
def runner(tmp_path: Path) -> Runner:
    """A checkout with two folders of sets: one that passes, and the one whose newest run lost everything."""
    home = tmp_path / "checkout"
    shutil.copytree(ROOT / "tests/sets/regressed", home / "regressed")
    shutil.copytree(ROOT / "tests/sets/regressed/regressed", home / "testsets/kept")
    shutil.copy(home / "testsets/kept/runs/before.jsonl", home / "testsets/kept/runs/after.jsonl")
    return runner_of(home)


def runner_of(home: Path, **inputs: str) -> Runner:
    """A runner that knows the action's inputs, the defaults of those that are not given."""
    known = {f"inputs.{name}": value for name, value in {**DEFAULTS, **inputs}.items()}
    return Runner(home, **known, **{"github.action_path": str(ROOT)})


def test_every_shell_step_of_the_action_is_run_below() -> None:
    """Each by its name; a new one has to be added here."""
    assert [one["name"] for one in shell_steps(ACTION["runs"]["steps"])] == NAMES
    assert all(one["shell"] == "bash" for one in shell_steps(ACTION["runs"]["steps"]))


@pytest.mark.parametrize("path", [ROOT / "action.yml", *WORKFLOWS], ids=lambda path: path.name)
def test_what_is_not_ours_is_pinned_by_its_digest(path: Path) -> None:
    """With the version beside it; and no script has an expression in it, which somebody's branch could fill in."""
    text = path.read_text("utf-8")
    for found in USES.finditer(text):
        if found["what"] != "./":
            assert PINNED.fullmatch(found["what"]), found["what"]
            assert re.fullmatch(r" # v\d+\.\d+\.\d+", found["rest"]), found.group()
    jobs = loaded(path).get("jobs") or {"action": ACTION["runs"]}
    for job in jobs.values():
        assert [one["run"] for one in shell_steps(job["steps"]) if EXPRESSION.search(one["run"])] == []


def test_install(runner: Runner) -> None:
    """The action's own commit, with its templates."""
    done = runner(step("Install gold"))
    assert done.returncode == 0, done.stdout + done.stderr
    assert (runner.target / "gold/cli/gate.py").is_file()
    assert (runner.target / "gold/templates/init/set/gold.yaml").is_file()


def test_steps_that_pass(runner: Runner) -> None:
    """Validate, gates, site: each exits with 0, and the summary says what is met."""
    for name in NAMES[1:]:
        done = runner(step(name))
        assert done.returncode == 0, done.stdout + done.stderr
    assert "All 5 gates met" in runner.summary.read_text("utf-8")
    assert runner.output.read_text("utf-8") == "code=0\n"
    assert (runner.home / "site/kept/index.html").is_file()


def test_a_gate_that_is_not_met(runner: Runner) -> None:
    """The step exits with 1, after it has said why; the site is built all the same."""
    other = runner_of(runner.home.rename(runner.home.with_name("other")), testsets="regressed", site="out/site")
    assert other(step("Validate")).returncode == 0
    done = other(step("Ask the gates"))
    assert done.returncode == 1
    summary = other.summary.read_text("utf-8")
    assert "2 of 5 gates not met: worst class, floor" in summary
    assert len(summary.encode()) < GITHUB_LIMIT
    assert summary in done.stdout
    assert other.output.read_text("utf-8") == "code=1\n"
    built = other(step("Build the site"))
    assert built.returncode == 0, built.stdout + built.stderr
    assert "2 of 5 gates not met" in (other.home / "out/site/regressed/index.html").read_text("utf-8")


def test_a_fault_is_an_annotation(runner: Runner) -> None:
    """On its line; the step fails."""
    with (runner.home / "testsets/kept/kept-v2.jsonl").open("w") as file:
        file.write('{"query_id": "x"}\n')
    (runner.home / "testsets/kept/regressed-v1.jsonl").unlink()
    done = runner(step("Validate"))
    assert done.returncode == 1
    assert "::error file=testsets/kept/kept-v2.jsonl,line=1" in done.stdout


def test_the_inputs_reach_the_command(runner: Runner) -> None:
    """A baseline, and the site's address; words that a shell would take apart stay whole."""
    odd = "regressed/regressed/runs/no such; exit 0.jsonl"
    other = runner_of(runner.home.rename(runner.home.with_name("other")), baseline=odd)
    done = other(step("Ask the gates"))
    assert (done.returncode, odd in done.stderr) == (2, True)
    other.known |= {
        "inputs.baseline": "before",
        "inputs.testsets": "regressed",
        "inputs.site-url": "https://example.com/q",
    }
    other(step("Ask the gates"))
    assert other(step("Build the site")).returncode == 0
    assert "https://example.com/q/" in (other.home / "site/feed.xml").read_text("utf-8")
    assert "https://example.com/q/regressed/questions/t00.html" in other.summary.read_text("utf-8")
    built = other(step("Build the site"))
    assert built.returncode == 0, built.stderr
    assert "https://example.com/q/regressed/index.html" in (
        other.home / other.known["inputs.site"] / "404.html"
    ).read_text("utf-8")


def test_our_own_workflows_use_the_action() -> None:
    """Pages builds testsets/ into site/ with it; CI runs it once to pass, and once to fail by a gate."""
    pages = loaded(ROOT / ".github/workflows/pages.yml")["jobs"]["build"]["steps"]
    (own,) = [one for one in pages if one.get("uses") == "./"]
    assert {"testsets": "testsets", "site": "site", "stable": "true"}.items() <= own["with"].items()
    passes, fails = (
        one for one in loaded(ROOT / ".github/workflows/ci.yml")["jobs"]["gates"]["steps"] if one.get("uses") == "./"
    )
    assert "continue-on-error" not in passes
    assert (fails["continue-on-error"], fails["with"]["testsets"]) == (True, "tests/sets/regressed")
    assert set(own["with"]) | set(passes["with"]) | set(fails["with"]) <= set(ACTION["inputs"])


@pytest.mark.parametrize("name", ["github", "gitlab"])
def test_no_push_takes_the_stable_cases_off_the_site(name: str) -> None:
    """Every build that the workflow of `gold init` publishes has their page, not the weekly one alone."""
    lines = (ROOT / f"templates/init/ci/{name}.yml").read_text("utf-8").splitlines()
    builds = [line for line in lines if "gold build-site" in line]
    assert len(builds) == 2
    assert [line for line in builds if "--stable" not in line] == []


def test_the_step_that_looks_whether_the_gate_failed(runner: Runner) -> None:
    """It passes where the gate failed, and fails where anything else did."""
    (last,) = shell_steps(loaded(ROOT / ".github/workflows/ci.yml")["jobs"]["gates"]["steps"])
    home = runner.home
    (home / "tests/sets").mkdir(parents=True)
    shutil.move(home / "regressed", home / "tests/sets/regressed")
    for outcome, built, code in (("failure", False, 1), ("failure", True, 0), ("success", True, 1)):
        runner.known["steps.regressed.outcome"] = outcome
        (home / "regressed-site").mkdir(exist_ok=True)
        if built:
            (home / "regressed-site/index.html").touch()
        assert runner(last).returncode == code, (outcome, built)
    shutil.copy(home / "testsets/kept/runs/after.jsonl", home / "tests/sets/regressed/regressed/runs/after.jsonl")
    runner.known["steps.regressed.outcome"] = "failure"
    assert runner(last).returncode == 1
