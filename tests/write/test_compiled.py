"""Compiled templates are kept for the next build, and never a wrong one."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from jinja2 import DictLoader, Environment

from gold.write.compiled import Compiled


def environment(folder: Path, source: str) -> Environment:
    """An environment with one template, whose bytecode is kept in the folder."""
    kept = Compiled()
    kept.directory = str(folder)
    return Environment(loader=DictLoader({"page": source}), bytecode_cache=kept, autoescape=True)


@pytest.fixture(autouse=True)
def _may_write(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "dont_write_bytecode", False)


def test_a_template_is_compiled_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A second environment reads what the first one compiled; a changed template is compiled anew."""
    assert environment(tmp_path, "a {{ 1 + 1 }}").get_template("page").render() == "a 2"
    with monkeypatch.context() as patched:
        patched.setattr(Environment, "_generate", lambda *_, **__: pytest.fail("compiled again"))
        assert environment(tmp_path, "a {{ 1 + 1 }}").get_template("page").render() == "a 2"
    assert environment(tmp_path, "b {{ 1 + 2 }}").get_template("page").render() == "b 3"


def test_a_broken_file_is_passed_over(tmp_path: Path) -> None:
    """Bytecode that was cut short is no bytecode."""
    environment(tmp_path, "a").get_template("page")
    (kept,) = tmp_path.iterdir()
    kept.write_bytes(kept.read_bytes()[:-5])
    assert environment(tmp_path, "a").get_template("page").render() == "a"


def test_nothing_is_kept_where_it_may_not_be(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A folder that is not there, or Python told to leave no bytecode: the template works all the same."""
    assert environment(tmp_path / "none", "a").get_template("page").render() == "a"
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    assert environment(tmp_path, "a").get_template("page").render() == "a"
    assert list(tmp_path.iterdir()) == []
