"""`gold coverage`: labels by state and by group, how fresh they are, and the step from another build."""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

if TYPE_CHECKING:
    from click.testing import Result

from tests.cli.conftest import SECTIONS, write_lines
from tests.cli.test_living_pages import words
from tests.write.make_sets import asked, passage, write_set

Cli = Callable[..., "Result"]


def document(gold_cli: Cli, *args: object) -> dict[str, Any]:
    """What the command prints as JSON."""
    result = gold_cli("coverage", *args, "--format", "json")
    assert result.exit_code == 0, result.output
    found: dict[str, Any] = json.loads(result.stdout)
    return found


def test_groups_and_freshness(gold_cli: Cli, home: Path) -> None:
    """Every label is in one group of each kind; held-back cases are in none."""
    found = document(gold_cli, home, "sections")
    assert list(found) == [
        "labels",
        "cases",
        "by_anchor",
        "by_class",
        "by_document",
        "freshness",
        "repeats",
        "by_label",
    ]
    assert found["by_anchor"] == {"doc_id": {"present": 1}, "none": {"gone": 1}, "quote": {"present": 2}}
    assert found["by_class"] == {"=odd": {"gone": 1}, "literal": {"present": 3}}
    assert found["by_document"] == {"fees": {"present": 1}, "not named": {"present": 2, "gone": 1}}
    fresh = found["freshness"]
    assert (fresh["as_of"], fresh["all"]["unknown"], fresh["all"]["share_same"]) == ("2026-02-01", 4, None)
    assert list(fresh["by_source"]) == ["no source"]


def test_ages_are_taken_against_the_day_that_is_told(
    gold_cli: Cli, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """SOURCE_DATE_EPOCH goes before the dates of the set, and today is never looked at."""
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "86400")
    assert document(gold_cli, home, "sections")["freshness"]["as_of"] == "1970-01-02"


def test_against_another_build(gold_cli: Cli, home: Path) -> None:
    """What went elsewhere, in all three forms."""
    step = document(gold_cli, home, "windows", "--against", "sections")["against"]
    assert (step["build"], step["held"], step["gone"]) == ("sections", 3, 1)
    assert {(row["before"], row["after"]): row["n"] for row in step["labels"]} == {
        ("present", "present"): 2,
        ("present", "split"): 1,
        ("gone", "gone"): 1,
    }
    assert step["documents"]["cut_anew"] == ["returns", "fees"]
    first = step["by_label"][0]
    assert (first["query_id"], first["was_in"], first["is_in"]) == ("q1", ["s1"], ["w1", "w2"])
    rows = list(csv.reader(io.StringIO(gold_cli(
        "coverage", home, "windows", "--against", "sections", "--format", "csv").stdout)))  # fmt: skip
    assert [rows[0][-1], rows[1][2], rows[1][-1]] == ["before", "split", "present"]
    words = gold_cli("coverage", home, "windows", "--against", "sections").stdout
    assert "From sections: 3 labels held, 1 gone, 0 of them under a living id." in words
    assert "SECRET" not in words


def test_a_build_against_itself_changes_nothing(gold_cli: Cli, home: Path) -> None:
    """No label, case or document is named."""
    step = document(gold_cli, home, "sections", "--against", "sections")["against"]
    assert (step["by_label"], step["cases"], step["in_changed_documents"]) == ([], {"lost": [], "won": []}, 0)
    assert gold_cli("coverage", home, "sections", "--against", "nowhere").exit_code == 2


def test_a_build_that_no_run_searched_comes_first_and_is_where_the_step_leads(
    gold_cli: Cli, home: Path, tmp_path: Path
) -> None:
    """From the candidate's build to the new one; from one that an earlier run searched, to the candidate's."""
    gone = [row for row in SECTIONS if row["passage_id"] != "s1"]
    write_lines(home / "corpora/sections-next.jsonl", gone)
    for name in ("lost.jsonl", "lost.yaml"):
        (home / "runs" / name).unlink()
    result = gold_cli("build-site", home, "--out", tmp_path / "site")
    assert result.exit_code == 0, result.output
    page = (tmp_path / "site/small/coverage.html").read_text("utf-8")
    at = [page.index(f">{words}</h2>") for words in (
        "Before anyone scores on sections-next: from windows", "All builds", "From sections to windows")]  # fmt: skip
    assert at == sorted(at)
    assert "From sections-next" not in page
    coming = page[at[0] : at[1]]
    assert "No longer to be answered: " in coming
    assert "To be answered again" not in coming
    assert "1 label lost, 0 found again, 0 held in another state." in coming


def test_groups_stand_in_the_text_and_labels_are_counted_from_1(gold_cli: Cli, home: Path) -> None:
    """By anchor, class and document (those alone that have lost or moved a label), as in the JSON."""
    words = gold_cli("coverage", home, "sections").stdout
    assert (
        "placed by  present  gone\ndoc_id           1     0\nnone             0     1\nquote            2     0"
        in words
    )
    assert "class    present  gone\n=odd           0     1\nliteral        3     0" in words
    table = words[words.index("document   present") :]
    assert table.startswith(
        "document   present  gone\nnot named        2     1\nAll labels of 1 other document are present."
    )
    assert "ü3        1  gone" in words
    assert document(gold_cli, home, "sections")["by_label"][0]["label"] == 0


def test_the_page_has_the_groups(gold_cli: Cli, home: Path, tmp_path: Path) -> None:
    """For each build: labels by state, by anchor, by class, and by the documents that have lost or moved one."""
    for name in ("lost.jsonl", "lost.yaml"):
        (home / "runs" / name).unlink()
    assert gold_cli("build-site", home, "--out", tmp_path / "site").exit_code == 0
    page = (tmp_path / "site/small/coverage.html").read_text("utf-8")
    part = page[page.index("Labels of sections by what placed them") :]
    cells = re.findall(r"<t[hd][^>]*>(?:<small>)?([^<]*)", part[: part.index("</table>")])
    assert cells == [
        *("placed by", "present", "gone", "doc_id", "1", "0", "none", "0", "1", "quote", "2", "0"),
        *("class", "present", "gone", "=odd", "0", "1", "literal", "3", "0"),
        *("document", "present", "gone", "not named", "2", "1", "All labels of 1 other document are present."),
    ]


LABELS = (
    *(("ticket", "p1", "2", day) for day in ("2026-01-05", "2026-01-20", "2026-02-11", "2026-03-30")),
    *(("ticket", "p1", "1", day) for day in ("2025-12-24", "2026-03-31")),
    ("log", "p2", "1", "2026-02-28"),
    ("log", "gone", "2", None),
    ("log", "gone", "2", "2026-03-01"),
    ("log", "p2", "1", None),
)
"""Labels by source: the passage, the document version that was judged, the day."""


@pytest.fixture
def dated(tmp_path: Path) -> Path:
    """A case a label, in two classes; one document is at version 2, the other at 1, a third is not there."""
    cases = []
    for n, (source, name, of, day) in enumerate(LABELS):
        label = {"passage_id": name, "doc_id": f"d-{name}", "doc_version": of, "grade": 2}
        cases.append(
            asked(f"q{n}", source=source, judgments=[label | ({"at": day} if day else {})])
            | {"class": "odd" if n % 2 else "even"}
        )
    passages = [passage("p1", "one", "d-p1", doc_version="2"), passage("p2", "two", "d-p2", doc_version="1")]
    return write_set(
        tmp_path / "one",
        cases,
        corpora={"build": passages},
        runs={"run": {f"q{n}": ["p1"] for n in range(len(LABELS))}},
        sidecars={"run": {"corpus": "build", "version": 1, "date": "2026-04-01"}},
        settings={"facets": ["class"], "min_class_size": 1},
    )


def test_freshness_and_shares_are_those_of_numpy(gold_cli: Cli, dated: Path, tmp_path: Path) -> None:
    """Shares, days and median ages by source; lost cases by class; the same on the page."""
    now = {"p1": "2", "p2": "1"}
    found = document(gold_cli, dated, "build")
    assert found["labels"] == {"present": 6, "moved": 0, "split": 0, "ambiguous": 0, "changed": 2, "gone": 2}
    assert gold_cli("build-site", dated, "--out", tmp_path / "site").exit_code == 0
    page = words(tmp_path / "site/one/coverage.html")
    rows = {"all": found["freshness"]["all"]} | found["freshness"]["by_source"]
    assert list(rows) == ["all", "log", "ticket"]
    for source, row in rows.items():
        some = [one for one in LABELS if source in ("all", one[0])]
        told = [of == now[name] for _, name, of, _ in some if name in now]
        days = np.array(sorted(day for *_, day in some if day), dtype="datetime64[D]")
        median = float(np.median((np.datetime64("2026-04-01") - days).astype(int)))
        assert (row["labels"], row["same"], row["other"]) == (len(some), sum(told), len(told) - sum(told))
        assert (row["unknown"], row["share_same"]) == (len(some) - len(told), pytest.approx(np.mean(told)))
        assert (row["dated"], row["oldest"], row["newest"]) == (len(days), str(days[0]), str(days[-1]))
        assert row["median_age"] == median
        assert f"{source} {len(some)} {np.mean(told):.0%}".replace("%", " %") in page
        assert f"{days[0]} {days[-1]} {median:g}" in page
    assert "ages are those of 2026-04-01" in page
    assert "build 8 of 10 2 2 0 0 0 6 run" in page
    assert "even 1 5 20 % odd 1 5 20 %" in page
    front = words(tmp_path / "site/one/index.html")
    assert "of 10 labels, 2 are nowhere in build, 2 in a document that changed (40 %)." in front.replace("Of", "of")
    assert "6 of 8 labels that can be told were judged on the document as it is; the newest is of 2026-03-31." in front
