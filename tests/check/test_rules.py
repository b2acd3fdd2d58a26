"""Each rule finds what its case file says, where it says, and nothing in the sets beside."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml

from gold.check.rules import BY_NAME, RULES
from gold.cli.check_path import check_path
from gold.model.finding import Finding
from tests.check.small_set import write_small_set

FOLDER = Path(__file__).parent.parent / "cases/check"
CASES: list[Any] = [
    pytest.param(rule.name, entry, id=f"{rule.name}: {entry['what']}")
    for rule in RULES
    for entry in yaml.safe_load((FOLDER / f"{rule.name}.yaml").read_text("utf-8"))
]


def found(home: Path) -> list[Finding]:
    """All that is found in a set, in order."""
    return sorted((f for checked in check_path(str(home), RULES) for f in checked.findings), key=lambda f: f.order)


@pytest.mark.parametrize(("rule", "entry"), CASES)
def test_the_rule_finds_what_it_must(rule: str, entry: dict[str, Any], tmp_path: Path) -> None:
    """`expect` lists `place (case) words`; an empty list: the rule says nothing."""
    home = write_small_set(tmp_path / "small", entry)
    mine = [finding for finding in found(home) if finding.rule == rule]
    places = [f"{f.place.removeprefix(f'{home}/')} ({f.query_id or ''})" for f in mine]
    expected = [line.split(") ", 1) for line in entry["expect"]]
    assert places == [f"{place})" for place, _ in expected]
    for finding, (_, words) in zip(mine, expected, strict=True):
        assert words in finding.message


def test_nothing_is_found_in_the_plain_set(tmp_path: Path) -> None:
    """So that what a case file finds comes from its change."""
    assert found(write_small_set(tmp_path / "small", {})) == []


def test_each_rule_has_a_case_that_it_finds_and_one_that_it_passes() -> None:
    """A check that cannot fail, or cannot pass, is none."""
    for rule in RULES:
        entries = [param.values[1] for param in CASES if param.values[0] == rule.name]
        assert any(entry["expect"] for entry in entries), rule.name
        assert any(not entry["expect"] for entry in entries), rule.name


def test_each_file_is_of_a_rule() -> None:
    """A case file whose rule is gone would test nothing."""
    assert {path.stem for path in FOLDER.glob("*.yaml")} == set(BY_NAME)
