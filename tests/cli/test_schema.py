"""`gold schema`, and what a repository does with it: the README's editor lines, and the hook beside them."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tomllib
from collections.abc import Callable
from fnmatch import fnmatch
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
import yaml

from gold.cli.schema import KINDS as WORDS
from gold.model.schema import KINDS
from tests.model.schemas import schema

if TYPE_CHECKING:
    from click.testing import Result

Cli = Callable[..., "Result"]


def test_the_words_of_the_command_are_the_kinds(gold_cli: Cli) -> None:
    """They stand twice, so that the help loads no type."""
    assert tuple(KINDS) == WORDS
    assert all(word in gold_cli("schema", "--help").stdout for word in WORDS)


@pytest.mark.parametrize("kind", WORDS)
def test_it_prints_one_schema(gold_cli: Cli, kind: str) -> None:
    """On stdout, as JSON, and nothing else."""
    result = gold_cli("schema", kind)
    assert json.loads(result.stdout) == schema(kind)
    assert (result.exit_code, result.stderr) == (0, "")


def test_a_list_is_of_cases(gold_cli: Cli) -> None:
    """With `--list`, what a version in YAML is; other files are no lists there."""
    assert json.loads(gold_cli("schema", "testset", "--list").stdout) == schema("testset-list")
    refused = gold_cli("schema", "settings", "--list")
    assert (refused.exit_code, refused.stdout) == (2, "")
    assert "--list goes with testset: settings is no list in YAML" in refused.stderr


@pytest.mark.parametrize("args", [(), ("nothing",), ("testset", "run")])
def test_wrong_words_are_wrong_usage(gold_cli: Cli, args: tuple[str, ...]) -> None:
    """Exit code 2, with the words that there are."""
    result = gold_cli("schema", *args)
    assert (result.exit_code, result.stdout) == (2, "")


def test_no_other_command_loads_the_sentences() -> None:
    """A score starts without what only a schema needs."""
    program = """
import sys
import gold.cli.group, gold.cli.score, gold.cli.inputs, gold.read.cases, gold.read.run, gold.read.jsonl_run
sys.exit(", ".join(name for name in sys.modules if name.startswith("gold.model.schema")) or 0)
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr.strip()) == (0, "")


@pytest.fixture(scope="module")
def readme(root: Path) -> str:
    """The README's text."""
    return (root / "README.md").read_text("utf-8")


def test_the_editor_lines_name_what_the_commands_write(readme: str, root: Path) -> None:
    """Every schema that is written is used, every one that is used is written, for files that there are."""
    written = dict(re.findall(r"^gold schema (.*?) > (\S+)", readme, re.MULTILINE))
    lines: dict[str, Any] = json.loads(re.findall(r"```json\n(\{\n  \"yaml.schemas\".*?)```", readme, re.DOTALL)[0])
    used = lines["yaml.schemas"]
    drafts = [entry["url"].removeprefix("./") for entry in lines["json.schemas"]]
    assert sorted(written.values()) == sorted([*used, *drafts])
    shipped = [path.relative_to(root).as_posix() for path in (root / "testsets").rglob("*")]
    for globs in used.values():
        patterns = globs if isinstance(globs, list) else [globs]
        assert any(fnmatch(name, pattern) for name in shipped for pattern in patterns), globs


def test_the_hook_runs_a_command_of_ours(root: Path) -> None:
    """It parses, checks whole sets by the installed script, and its files can be named anew."""
    (hook,) = yaml.safe_load((root / ".pre-commit-hooks.yaml").read_text("utf-8"))
    assert hook["entry"] == "gold validate"
    assert hook["entry"].split()[0] in tomllib.loads((root / "pyproject.toml").read_text("utf-8"))["project"]["scripts"]
    assert (hook["id"], hook["language"], hook["pass_filenames"]) == ("gold-validate", "python", False)
    assert re.search(hook["files"], "testsets/atlas/atlas-v2.jsonl")
    assert not re.search(hook["files"], "src/testsets/x")
    assert (root / hook["args"][0]).is_dir()


def test_the_readme_shows_the_hook(readme: str) -> None:
    """By its id, in lines that parse."""
    (shown,) = re.findall(r"```yaml\n(repos:.*?)```", readme, re.DOTALL)
    (repository,) = yaml.safe_load(shown)["repos"]
    assert repository["hooks"] == [{"id": "gold-validate"}]
