"""Compiled templates and drawings are kept for the next build, and never wrong ones."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from jinja2 import DictLoader, Environment

from gold.write.kept import Compiled, kept


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


def test_a_drawing_is_made_once(tmp_path: Path) -> None:
    """Another code makes another one; what is broken, or may not be kept, is made again."""
    code = tmp_path / "specs.py"
    code.write_text("one")
    made: list[int] = []

    def make() -> dict[str, int]:
        made.append(1)
        return {"n": len(made)}

    assert [kept(code, "altair", make, tmp_path) for _ in range(2)] == [{"n": 1}, {"n": 1}]
    code.write_text("two")
    assert kept(code, "altair", make, tmp_path) == {"n": 2}
    for file in tmp_path.glob("*.json"):
        file.write_text('{"n"')
    assert kept(code, "altair", make, tmp_path) == {"n": 3}
    assert [kept(code, "altair", make, tmp_path / "none") for _ in range(2)] == [{"n": 4}, {"n": 5}]
