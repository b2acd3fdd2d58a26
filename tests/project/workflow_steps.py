"""Runs the shell steps of a workflow or an action as their runner would: one bash each, expressions filled in."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import yaml

from tests.conftest import ROOT

EXPRESSION = re.compile(r"\$\{\{\s*(.*?)\s*\}\}")
Step = Mapping[str, Any]


def loaded(path: Path) -> dict[str, Any]:
    """A workflow, or the template of one. YAML takes its `on:` for true: it is named `on` again."""
    found: dict[str, Any] = {
        "on" if key is True else key: value
        for key, value in yaml.safe_load(path.read_text("utf-8").replace("%REQUIREMENT%", "gold")).items()
    }
    return found


def shell_steps(steps: list[Step]) -> Iterator[Step]:
    """The steps that run a script."""
    yield from (step for step in steps if "run" in step)


class Runner:
    """A machine of its own: a folder to work in, and the files that a runner gives its steps."""

    def __init__(self, home: Path, **known: str) -> None:
        self.home, self.known = home, known
        self.temp = home.parent / f"{home.name}-runner"
        self.temp.mkdir()
        self.summary, self.output = self.temp / "summary.md", self.temp / "output"
        self.target = self.temp / "installed"

    def __call__(self, step: Step, **more: str) -> subprocess.CompletedProcess[str]:
        """The step, done; `more` are variables beside those that it sets itself."""
        env = {name: self.filled(str(value)) for name, value in (step.get("env") or {}).items()}
        return self.bash(self.filled(step["run"]), **env, **more)

    def bash(self, script: str, **env: str) -> subprocess.CompletedProcess[str]:
        """A script in this folder. What pip installs comes from here, lands apart, and needs no network."""
        offline = {
            "PIP_NO_INDEX": "1",
            "PIP_NO_DEPS": "1",
            "PIP_NO_BUILD_ISOLATION": "0",
            "PIP_TARGET": str(self.target),
        }
        given = {
            "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}",
            "PYTHONPATH": str(ROOT / "src"),
            "RUNNER_TEMP": str(self.temp),
            "GITHUB_STEP_SUMMARY": str(self.summary),
            "GITHUB_OUTPUT": str(self.output),
            "GITHUB_REPOSITORY": "somebody/search",
            "GITHUB_REPOSITORY_OWNER": "somebody",
        }
        return subprocess.run(
            ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", script],
            cwd=self.home,
            env={**os.environ, **given, **offline, **env},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            encoding="utf-8",
            timeout=300,
            check=False,
        )

    def filled(self, text: str) -> str:
        """The text with its expressions as this runner knows them; one that it does not know is an error."""
        return EXPRESSION.sub(lambda found: self.known[found[1]], text)
