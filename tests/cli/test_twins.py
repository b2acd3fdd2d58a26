"""Twins of labelled passages, from the files to the page, the download and the terminal."""

from __future__ import annotations

import json
import math
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.cli.test_living_pages import words
from tests.write.make_sets import asked, passage, write_set

Cli = Callable[..., Any]
TEXT = "When stock does not cover a line, the rest goes on backorder. A fee of 25 % is due after thirty days, mail {}."
MAIL = "ana@firma.de"


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """Two questions; the run shows the twin of what one labels, and the near-duplicate of it."""
    text = TEXT.format(MAIL)
    passages = [
        passage("a1", text, "a"),
        passage("b1", text.replace("line", "**line**"), "b"),
        passage("c1", text.replace("25", "30").replace(MAIL, "bo@firma.de"), "c"),
        passage("d1", "other words", "d"),
    ]
    return write_set(
        tmp_path / "one",
        [asked("q1", "a1"), asked("q2", "d1"), asked("kept", "c1", query="SECRET", split="held_back")],
        corpora={"build": passages},
        runs={"run": {"q1": ["c1", "b1"], "q2": ["d1"]}},
        sidecars={"run": {"corpus": "build", "version": 1}},
        settings={"measures": ["nDCG(dcg='exp-log2')@10", "RR@10"]},
    )


def test_the_score_with_twins_credited(gold_cli: Cli, home: Path) -> None:
    """A line where it is another score, in every form but CSV; nothing is said where no labelled passage has a twin."""
    document = json.loads(gold_cli("score", home, "run", "-m", "RR", "--format", "json").stdout)
    (run,) = document["runs"]
    assert run["overall"]["measures"]["RR(rel=1)"]["value"] == 0.5
    assert run["twins_credited"] == {"RR(rel=1)": {"value": 0.75, "n": 2}}
    assert "all twins credited  2      0.750" in gold_cli("score", home, "run", "-m", "RR").stdout
    assert "all twins credited" in gold_cli("score", home, "run", "-m", "RR", "--format", "markdown").stdout
    build = home / "corpora/build.jsonl"
    build.write_text("".join(line for line in build.read_text().splitlines(keepends=True) if '"b1"' not in line))
    assert "twins" not in gold_cli("score", home, "run", "-m", "RR", "--format", "json").stdout


def test_what_repeats_labelled_passages(gold_cli: Cli, home: Path, tmp_path: Path) -> None:
    """Listed with what differs, personal data masked; what only held-back cases label is not."""
    (row,) = json.loads(gold_cli("coverage", home, "build", "--format", "json").stdout)["repeats"]
    assert (row["passage_id"], row["query_ids"], row["twins"]) == ("a1", ["q1"], ["b1"])
    assert [near["passage_id"] for near in row["near"]] == ["c1"]
    assert "Labelled passages with twins that no label names: a1 (b1)" in gold_cli("coverage", home, "build").stdout
    assert gold_cli("build-site", home, "--out", tmp_path / "site").exit_code == 0
    page = words(tmp_path / "site/one/coverage.html")
    assert "1 labelled passage has a twin that no label names" in page
    assert "a1 q1 b1 c1, 9" in page
    assert "“25” / “30”" in page
    assert "firma.de" not in page
    document = json.loads((tmp_path / "site/one/data/twins.json").read_text())
    assert document["passages"] == [row]
    assert [(one["run"], one["changed"]) for one in document["runs"]] == [("run", 1)]
    (run,) = document["runs"]
    assert (run["n"], run["scores"]["RR(rel=1)@10"], run["twins_credited"]["RR(rel=1)@10"]) == (2, 0.5, 0.75)
    gain = 1 / math.log2(3)  # the twin stands second
    assert run["scores"]["nDCG(dcg='exp-log2')@10"] == pytest.approx(0.5)
    assert run["twins_credited"]["nDCG(dcg='exp-log2')@10"] == pytest.approx((gain + 1) / 2)
    assert (
        f"run build 2 0.500 twins {(gain + 1) / 2:.3f} 0.500 twins 0.750 0.500 twins 0.750 1" in page
    )  # judged: 1 of 3
    assert "twin passage (1)" in gold_cli("status", home).stdout
