"""Five versions of a set that grew: their differences are what the rounds of its judging were."""

from __future__ import annotations

import gzip
import json
import time
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from gold.check.told.against import hold, step
from gold.check.told.sections import sections
from gold.compare.versions.change import Diff
from gold.compare.versions.diff import diff
from gold.model.version import Version
from gold.read.qrels import read_qrels
from tests.compare.apply import apply
from tests.shared.recorded import opened

Pairs = dict[tuple[str, str], int]


@pytest.fixture(scope="module")
def grown(shared: Path) -> list[Version]:
    """The five versions."""
    return [opened(shared / f"testsets/covid/covid-v{number}.jsonl.gz").version for number in range(1, 6)]


@pytest.fixture(scope="module")
def recorded(shared: Path) -> dict[str, Any]:
    """What is recorded of each round's judgments."""
    found: dict[str, Any] = json.loads((shared / "data/trec_covid_rounds/expected_versions.json").read_text("utf-8"))
    return found


def added_labels(change: Diff, new: Version) -> Pairs:
    """Every label that a step added, in new topics and in old ones: its grade by topic and passage."""
    found = {(i, str(x.passage_id)): x.grade for i in change.added for x in new.by_id[i].labels}
    for case in change.changed:
        assert case.kinds == ("relabelled",)
        for field in case.fields:
            assert field.old is None
            found[case.query_id, field.new["passage_id"]] = field.new["grade"]
    return found


@pytest.mark.parametrize("number", [2, 3, 4, 5])
def test_a_step_adds_the_judgments_of_its_round(
    shared: Path, grown: list[Version], recorded: dict[str, Any], number: int
) -> None:
    """Five topics, and exactly the pairs and grades of the round's qrels; nothing is removed or graded anew."""
    change = diff(grown[number - 2], grown[number - 1])
    said = recorded["qrels"][f"round{number}"]
    first = said["topics"] - 4
    assert (change.added, change.removed) == (tuple(map(str, range(first, first + 5))), ())
    labels = added_labels(change, grown[number - 1])
    assert len(labels) == said["rows"]
    assert {grade: list(labels.values()).count(int(grade)) for grade in said["grades"]} == said["grades"]
    rows = (shared / f"data/trec_covid_rounds/qrels.covid-round{number}.txt").read_text("utf-8").splitlines()
    assert labels == {(t, p): int(g) for t, _, p, g in map(str.split, rows)}
    assert {case.query_id for case in change.changed} == {t for t, _ in labels if int(t) < first}


def test_one_step_is_the_four_together(grown: list[Version], recorded: dict[str, Any]) -> None:
    """What v1 to v5 adds is what the four steps add, and either leads from the first version to the last."""
    whole = diff(grown[0], grown[4])
    steps = [(diff(one, two), two) for one, two in pairwise(grown)]
    together = {pair: grade for change, new in steps for pair, grade in added_labels(change, new).items()}
    assert added_labels(whole, grown[4]) == together
    assert len(together) == sum(recorded["qrels"][f"round{n}"]["rows"] for n in (2, 3, 4, 5))
    assert set(whole.added) == {query_id for change, _ in steps for query_id in change.added}
    found = apply(whole, grown[0], grown[4].by_id)
    assert {name: sorted(map(repr, one.labels)) for name, one in found.items()} == {
        name: sorted(map(repr, one.labels)) for name, one in grown[4].by_id.items()
    }


def test_the_qrels_of_two_rounds_as_columns(shared: Path, recorded: dict[str, Any]) -> None:
    """Round one and the final judgments share 8,408 pairs with their grades; 283 are gone from the final ones."""
    folder = shared / "data/trec_covid_rounds"
    old, new = (read_qrels(str(folder / f"qrels.covid-{name}.txt")) for name in ("round1", "complete"))
    change = diff(old, new)
    fields = [field for case in change.changed for field in case.fields]
    said = recorded["round1_vs_complete"]
    assert sum(field.new is None for field in fields) == said["absent"]
    assert sum(field.field.endswith(".grade") for field in fields) == said["changed_grade"]
    rows = sum(len(old.by_id[case.query_id].labels) for case in change.changed)
    assert rows - said["absent"] == said["same_grade"]


def test_the_changelog_tells_of_every_step(shared: Path, grown: list[Version]) -> None:
    """Topics by their numbers, judgments by their count, and no finding in it."""
    text = (shared / "testsets/covid/CHANGELOG.md").read_text("utf-8")
    by_number = {section.number: section for section in sections(text)}
    assert [bool(hold([by_number[two.number or 0]], step(one, two))) for one, two in pairwise(grown)] == [False] * 4
    wrong = {**by_number, 5: sections(text.replace("23151", "23150").replace("- 50: new topic.\n", ""))[0]}
    told = hold([wrong[5]], step(grown[3], grown[4]))
    assert [count.said for count in told.miscounted] == [23150]
    assert "50" in {query_id for query_id, _ in told.undocumented}


def test_the_time_grows_with_the_labels_and_no_faster(tmp_path: Path, shared: Path) -> None:
    """Both files read and compared within 3 seconds; four times the labels in about four times as long."""

    def seconds(times: int) -> float:
        pair = []
        for number in (4, 5):
            rows = gzip.decompress((shared / f"testsets/covid/covid-v{number}.jsonl.gz").read_bytes()).splitlines()
            path = tmp_path / str(times) / f"x-v{number}.jsonl"
            path.parent.mkdir(exist_ok=True)
            copies = (row.replace(b'"query_id": "', b'"query_id": "%d-' % n) for n in range(times) for row in rows)
            path.write_bytes(b"\n".join(copies) + b"\n")
            pair.append(str(path))
        began = time.process_time()
        old, new = (opened(Path(path)).version for path in pair)
        change = diff(old, new)
        took = time.process_time() - began
        assert len(change.added) == 5 * times
        return took

    one, four = seconds(1), seconds(4)
    assert one < 3
    assert four < 12 * max(one, 0.05)
