"""What one broken byte, line or field does to a set: a finding, an equal score, or a score that changed unseen."""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from gold.check.rules import RULES
from gold.cli import gold
from gold.cli.check_path import check_path
from gold.errors import GoldError
from tests.cli.mutate import ODD, flip
from tests.cli.test_mutated import demo

Change = Callable[[bytes, random.Random], bytes]
Seen = frozenset[tuple[str, str, str | None]]


def cut_line(data: bytes, chance: random.Random) -> bytes:
    """A line loses its end."""
    lines = data.split(b"\n")
    at = chance.choice([i for i, line in enumerate(lines) if len(line) > 1])
    lines[at] = lines[at][: chance.randrange(1, len(lines[at]))]
    return b"\n".join(lines)


def in_field(change: Callable[[dict[str, Any], str, random.Random], bytes | None]) -> Change:
    """A change to one field of one JSON line, at any depth; a cut line where the file has none."""

    def changed(data: bytes, chance: random.Random) -> bytes:
        lines = data.split(b"\n")
        rows = [i for i, line in enumerate(lines) if line.startswith(b"{")]
        if not rows:
            return cut_line(data, chance)
        at = chance.choice(rows)
        record = json.loads(lines[at])
        objects = [record, *(label for label in record.get("judgments", ()))]
        inner = chance.choice(objects)
        whole = change(inner, chance.choice(sorted(inner)), chance)
        line = json.dumps(record, ensure_ascii=False).encode()
        lines[at] = line if whole is None else line[:-1] + b", " + whole + b"}"
        return b"\n".join(lines)

    return changed


def dropped(inner: dict[str, Any], name: str, chance: random.Random) -> bytes | None:
    """The field is gone."""
    del inner[name]
    return None


def retyped(inner: dict[str, Any], name: str, chance: random.Random) -> bytes | None:
    """The field is of another type."""
    inner[name] = chance.choice([odd for odd in ODD if type(odd) is not type(inner[name]) and odd is not None])
    return None


def doubled(inner: dict[str, Any], name: str, chance: random.Random) -> bytes | None:
    """A field of the record stands twice."""
    return b'"query_id": "again"' if "query_id" in inner else b'"%s": %s' % (b"passage_id", b'"again"')


KINDS: dict[str, Change] = {
    "a byte flipped": flip,
    "a line cut": cut_line,
    "a field dropped": in_field(dropped),
    "a field retyped": in_field(retyped),
    "a field doubled": in_field(doubled),
}
STRUCTURE = ("a line cut", "a field retyped", "a field doubled")
"""What damages structure must never change a score unseen; a flipped byte or a dropped field may be a valid edit."""


def scores(home: Path) -> str:
    """Every score of every run, or the error."""
    result = CliRunner().invoke(
        gold, ["score", str(home), "bm25-2026-04", "hybrid-2026-04", "--per-query", "--format", "json"]
    )
    assert result.exit_code in (0, 1, 2, 3), result.exception
    return result.stdout if result.exit_code == 0 else ""


def seen(home: Path) -> Seen:
    """What is found, without the lines."""
    try:
        found = [finding for checked in check_path(str(home), RULES) for finding in checked.findings]
    except GoldError as error:
        return frozenset({("stopped", str(error), None)})
    return frozenset((finding.rule, finding.message, finding.query_id) for finding in found)


def silent(root: Path, home: Path, seeds: range) -> tuple[Counter[str], Counter[str], list[str]]:
    """By kind: how many mutations changed a score without a new finding, how many there were; and which."""
    files = [path for path in demo(root, home) if path.suffix in (".jsonl", ".trec", ".yaml") and "v1" not in path.name]
    before, sound = seen(home), scores(home)
    assert sound
    unseen, tried, which = Counter[str](), Counter[str](), []
    for seed in seeds:
        chance = random.Random(seed)
        kind, path = list(KINDS)[seed % len(KINDS)], chance.choice(files)
        whole = path.read_bytes()
        path.write_bytes(KINDS[kind](whole, chance))
        tried[kind] += 1
        now = scores(home)
        if now and now != sound and not seen(home) - before:
            unseen[kind] += 1
            which.append(f"{kind}, seed {seed}, {path.name}")
        path.write_bytes(whole)
    return unseen, tried, which


@pytest.mark.parametrize(
    "seeds",
    [range(100), pytest.param(range(1000), marks=pytest.mark.soak)],
    ids=lambda seeds: f"{len(seeds)} mutations",
)
def test_damage_is_seen(root: Path, tmp_path: Path, seeds: range) -> None:
    """No cut line, retyped or doubled field of the demo set changes a score without a finding; others seldom do."""
    unseen, tried, which = silent(root, tmp_path / "atlas", seeds)
    assert not [kind for kind in STRUCTURE if unseen[kind]], which
    assert unseen.total() <= 0.05 * tried.total(), which
