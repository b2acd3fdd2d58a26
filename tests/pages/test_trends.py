"""Every measure over the dated runs, and where a line breaks."""

from __future__ import annotations

from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from gold.cli.gather import gather
from gold.pages.charts import Point, trend_chart
from gold.pages.trends import Trends, trends
from gold.write.charts import draw
from tests.builders import measures
from tests.write.make_sets import asked, lines, plain_set

RIGHT = {f"q{i:02d}": [f"p{i}"] for i in range(12)}


def over_time(tmp_path: Path, *sidecars: dict[str, Any]) -> Trends | None:
    """The trends of a set whose runs have these sidecars."""
    names = [f"run{i}" for i in range(len(sidecars))]
    made = {name: {"corpus": "build", "system": "s"} | one for name, one in zip(names, sidecars, strict=True)}
    home = plain_set(tmp_path / "one", runs=dict.fromkeys(names, RIGHT), sidecars=made)
    return trends(gather(str(home), "one", lambda _: None))


def test_every_measure_has_its_chart(tmp_path: Path) -> None:
    """And a column; without a change of version nothing breaks."""
    found = over_time(tmp_path, {"date": "2026-01-01", "version": 1}, {"date": "2026-02-01", "version": 1})
    assert found is not None
    assert not found.broken
    assert len(found.charts) == len(found.rows[0].figures) > 1
    assert len({chart.alt for chart in found.charts}) == len(found.charts)


def test_a_run_is_scored_on_the_version_that_it_was_asked(tmp_path: Path) -> None:
    """And again on the newest: the first line breaks, the second goes through."""
    names = {"old": {"version": 1, "date": "2026-01-01"}, "new": {"version": 2, "date": "2026-02-01"}}
    sidecars = {name: {"corpus": "build", "system": "s", **one} for name, one in names.items()}
    home = plain_set(tmp_path / "one", runs={"old": RIGHT, "new": RIGHT}, sidecars=sidecars)
    relabelled = [asked(f"q{i:02d}", f"p{i if i % 2 else 0}") for i in range(12)]
    lines(home / "one-v2.jsonl", relabelled)
    material = gather(str(home), "one", lambda _: None)
    found = trends(material)
    assert found is not None
    assert (found.newest, found.again, found.unscored, found.broken) == ("v2", 1, 0, True)
    assert [row.figures[0] for row in found.rows] == [("1.000", "0.583"), ("0.583", "")]
    assert [row.n for row in found.rows] == [("12", "12"), ("12", "")]
    chart = found.charts[0]
    assert [(row["kind"], row["score"], row["begins"]) for row in chart.values] == [
        ("asked", 1.0, ""), ("asked", 0.5833, "v2"), ("newest", 0.5833, ""), ("newest", 0.5833, ""),
    ]  # fmt: skip
    assert len({row["line"] for row in chart.values if row["kind"] == "newest"}) == 1
    assert "each on the version that it was asked and on the newest" in chart.alt
    assert "v2" in "".join(ElementTree.fromstring(draw(chart)).itertext())


def test_old_runs_are_scored_on_the_newest_version_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Only so many are scored twice: the others have no figure of their version, and that is said."""
    monkeypatch.setattr("gold.cli.over_time.MOST_RESCORED", 1)
    days = ("2026-01-01", "2026-02-01")
    sidecars = {f"run{i}": {"corpus": "build", "version": 1, "date": day} for i, day in enumerate(days)}
    home = plain_set(tmp_path / "one", runs=dict.fromkeys(sidecars, RIGHT), sidecars=sidecars)
    lines(home / "one-v2.jsonl", [asked(f"q{i:02d}", f"p{i}") for i in range(12)])
    found = trends(gather(str(home), "one", lambda _: None))
    assert found is not None
    assert (found.again, found.unscored) == (1, 1)
    assert [row.figures[0] for row in found.rows] == [("–", "1.000"), ("1.000", "1.000")]


def test_runs_of_one_day_have_no_trend(tmp_path: Path) -> None:
    """Nor have those without a date."""
    assert over_time(tmp_path, {"date": "2026-01-01"}, {"date": "2026-01-01"}, {}) is None


def test_a_line_breaks_where_the_version_changes() -> None:
    """The points on both sides are joined by no line, and the rule bears the name of what begins."""
    days = [("2026-01-01", "v1"), ("2026-02-01", "v1"), ("2026-03-01", "v2"), ("2026-04-01", "v2")]
    points = [Point(day, f"run{i}", "bm25", "bm25", version, i / 4) for i, (day, version) in enumerate(days)]
    chart = trend_chart(points, measures("RR")[0])
    assert [row["begins"] for row in chart.values] == ["", "", "v2", ""]
    assert [row["line"] for row in chart.values] == ["bm25 v1", "bm25 v1", "bm25 v2", "bm25 v2"]
    assert "v2 asked from 2026-03-01 on" in chart.alt
    assert "v2" in "".join(ElementTree.fromstring(draw(chart)).itertext())


def test_a_run_that_tells_no_version_breaks_nothing(tmp_path: Path) -> None:
    """Nobody knows what it was asked."""
    found = over_time(tmp_path, {"date": "2026-01-01"}, {"date": "2026-02-01", "version": 1}, {"date": "2026-03-01"})
    assert found is not None
    assert [(row.version, row.breaks) for row in found.rows] == [("–", False), ("v1", False), ("–", False)]


def test_another_build_is_marked_where_its_system_was_run_before(tmp_path: Path) -> None:
    """Two builds on one day are no change; another system's build says nothing of this one's."""
    build = [{"passage_id": f"p{i}", "doc_id": "doc", "text": f"passage {i}"} for i in range(12)]
    days = [("2026-01-01", "build", "s"), ("2026-02-01", "other", "t"), ("2026-02-01", "build", "s")]
    days += [("2026-03-01", "other", "s"), ("2026-03-01", "build", "s"), ("2026-04-01", "build", "t")]
    sidecars = {
        f"run{i}": {"date": day, "corpus": corpus, "system": system} for i, (day, corpus, system) in enumerate(days)
    }
    home = plain_set(
        tmp_path / "one",
        corpora={"build": build, "other": build},
        runs=dict.fromkeys(sidecars, RIGHT),
        sidecars=sidecars,
    )
    found = trends(gather(str(home), "one", lambda _: None))
    assert found is not None
    assert [row.rebuilt for row in found.rows] == [False, False, False, True, False, True]
    assert (found.rebuilt, found.broken) == (True, False)
