"""The page of versions: every step with its edits, and nothing that no page may show."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from html import unescape
from pathlib import Path
from typing import Any

import pytest

from tests.check.small_set import write_small_set

Cli = Callable[..., Any]
HIDDEN = {"query_id": "SECRET", "query": "HUSH", "split": "held_back"}
OPEN_ONCE = {"query_id": "BECAME-HIDDEN", "query": "once open", "judgments": [{"passage_id": "p1", "grade": 2}]}
SECOND: Mapping[str, Any] = {
    "change": {
        "q1": {"query": "how long, mail [e-mail]"},
        "q2": {"class": "odd", "answer": "a quarter"},
        "q4": {"judgments": [{"passage_id": "p1", "grade": 2}]},
        "q5": {"status": "retired"},
    },
    "cases": [
        {"query_id": "q7", "query": "<b>cranes</b>", "judgments": [{"passage_id": "p5", "grade": 2}]},
        {**HIDDEN, "query": "HUSH HUSH"},
        {**OPEN_ONCE, "split": "held_back"},
    ],
}
SAID = "- Reworded: q1: *masked*\n- Removed: BECAME-HIDDEN: held back\n"
TEXT = f"## v2 - 2026-03-09\n\n{SAID}\n## v1 - 2026-03-01\n\nFirst.\n"
RUN = {"rankings": {f"q{n}": ["p1"] for n in range(1, 6)}, "sidecar": {"corpus": "build", "date": "2026-03-09"}}


def built(gold_cli: Cli, home: Path, change: Mapping[str, Any]) -> Path:
    """The set's part of the site."""
    write_small_set(home / "sets/small", change)
    result = gold_cli("build-site", home / "sets", "--out", home / "site")
    assert result.exit_code == 0, result.output
    return home / "site/small"


def words(path: Path) -> str:
    """The words of a page, without its markup."""
    html = path.read_text("utf-8")
    body = re.sub(r"<[^>]*>", " ", html[html.index("<main") : html.index("</main>")])
    return unescape(" ".join(body.split()))


@pytest.fixture
def site(gold_cli: Cli, tmp_path: Path) -> Path:
    """A set of two versions, of which the first has personal data in it."""
    change = {
        "change": {"q1": {"query": "how long, mail ana@firma.de"}},
        "cases": [HIDDEN, OPEN_ONCE],
        "second": SECOND,
        "files": {"CHANGELOG.md": TEXT},
        "runs": {"new": RUN},
    }
    return built(gold_cli, tmp_path, change)


def test_a_step_is_told_in_order(site: Path) -> None:
    """What it makes pass, what it breaks, then kind by kind with both values, the changelog beside."""
    seen = words(site / "versions.html")
    expected = [
        "v2 2026-03-09 7 open cases",
        "v1 2026-03-01 6 open cases",
        "v1 to v2: 1 added, 1 reworded, 1 relabelled, 1 reclassified, 1 retired, 1 other",
        "2 edits; 1 of them makes a failing case pass (AnswerRecall@5, 2 runs asked).",
        "q4 0.000 to 1.000",
        "Breaking: a system that passed v1 may fail v2.",
        "q1 : the question was reworded",
        "q4 : an answer has another anchor",
        "Added 1 q7 <b>cranes</b>",
        "Reworded 1 q1 query how long, mail [e-mail] → how long, mail [e-mail]",
        "Relabelled 1 q4 label passage_id=p4 passage_id p4 → p1",
        "Reclassified 1 q2 also other class plain → odd answer a quarter of the price → a quarter",
        "Retired 1 q5 status new retired",
        "Against the change: 4 not told of.",
        "Reworded: q1: masked",
    ]
    places = [seen.find(text) for text in expected]
    assert -1 not in places, expected[places.index(-1)]
    assert places == sorted(places)


def test_held_back_and_personal_data_are_on_no_page(site: Path) -> None:
    """Nor in the download, nor what was open once and is held back now."""
    for path in site.parent.rglob("*"):
        if path.is_file() and path.suffix in (".html", ".json", ".jsonl", ".csv"):
            text = path.read_text("utf-8")
            assert [word for word in ("SECRET", "HUSH", "BECAME", "ana@firma.de") if word in text] == [], path


def test_the_download_is_what_the_command_prints(gold_cli: Cli, site: Path) -> None:
    """But for what may not be published."""
    document = json.loads((site / "data/diff-v2.json").read_text("utf-8"))
    printed = json.loads(gold_cli("diff", site.parent.parent / "sets/small", "--format", "json").stdout)
    assert (document["removed"], document["added"]) == (printed["removed"], printed["added"])
    assert document["changed"][0]["fields"][0]["old"] == "how long, mail [e-mail]"
    assert document["changed"][1:] == printed["changed"][1:]
    assert (document["guard"], document["changelog"]["unknown"]) == (printed["guard"], [])
    assert document["changelog"]["file"] == printed["changelog"]["file"] == "CHANGELOG.md"


def test_a_changelog_without_the_section_leaves_all_out(gold_cli: Cli, tmp_path: Path) -> None:
    """In the download as in what the command prints."""
    change = {
        "second": {"change": {"q2": {"query": "how much later"}}},
        "files": {"CHANGELOG.md": "## v1 - 2026-03-01\n"},
    }
    site = built(gold_cli, tmp_path, change)
    told = json.loads((site / "data/diff-v2.json").read_text("utf-8"))["changelog"]
    printed = json.loads(gold_cli("diff", site.parent.parent / "sets/small", "--format", "json").stdout)
    assert told == printed["changelog"] == {"undocumented": ["q2"], "unknown": [], "file": "CHANGELOG.md"}


def test_each_version_has_a_page(gold_cli: Cli, tmp_path: Path) -> None:
    """The list leads to it; it has its mix, step and changelog, and what the runs asked it scored then."""
    asked = {**RUN, "sidecar": {"corpus": "build", "date": "2026-03-02", "version": "v1"}}
    change = {
        "cases": [HIDDEN, OPEN_ONCE],
        "second": SECOND,
        "files": {"CHANGELOG.md": TEXT},
        "runs": {"new": RUN, "then": asked},
    }
    site = built(gold_cli, tmp_path, change)
    assert re.findall(r'href="(version-[^"]+)"', (site / "versions.html").read_text("utf-8")) == [
        "version-v2.html",
        "version-v1.html",
    ]
    first, second = (words(site / f"version-v{number}.html") for number in (1, 2))
    assert "The first version. All versions v2 →" in first
    assert "Changelog First." in first
    assert "class cases share" in first
    # of q1 … q5 each answered by one of p1 … p5, `then` answers q1 alone: a fifth; under v2 it would answer q4 too
    assert "then build 2026-03-02 5 0.200" in first
    assert "← v1 All versions" in second
    assert "v1 to v2: 1 added" in second
    assert "Reworded: q1: masked" in second
    assert "then build" not in second
    assert "1 run names no version, and is taken to have been asked this one" in second


def test_one_version_has_no_step(gold_cli: Cli, tmp_path: Path) -> None:
    """The pages say so, and there is no download."""
    site = built(gold_cli, tmp_path, {})
    assert "The first version. All versions date 2026-03-01" in words(site / "version-v1.html")
    assert "There is one version, and nothing to set beside it." in words(site / "versions.html")
    assert list(site.glob("data/diff-*")) == []


def test_without_runs_and_changelog(gold_cli: Cli, tmp_path: Path) -> None:
    """There is no guard, and the page says that nothing is told."""
    change = {
        "second": {"change": {"q2": {"class": "odd"}}},
        "files": {"CHANGELOG.md": None},
        "runs": {"old": None},
        "settings": {"baseline": None},
    }
    site = built(gold_cli, tmp_path, change)
    told = json.loads((site / "data/diff-v2.json").read_text("utf-8"))["changelog"]
    assert told == {"undocumented": [], "unknown": [], "file": None}
    seen = words(site / "versions.html")
    assert "v2 – 6 open cases" in seen
    assert "Not breaking." in seen
    assert "The changelog has no section for this version." in seen
    assert "edit" not in seen


def test_a_frozen_version_says_since_when(gold_cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """By gold.lock, whose date stands where the changelog has none."""
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1777636800")
    site = built(gold_cli, tmp_path, {"files": {"CHANGELOG.md": "## v1\n\nFirst.\n"}})
    assert gold_cli("freeze", tmp_path / "sets/small").exit_code == 0
    assert gold_cli("build-site", tmp_path / "sets", "--out", tmp_path / "site").exit_code == 0
    assert "v1 2026-05-01 6 open cases, 6 labels frozen 2026-05-01" in words(site / "versions.html")
    published = json.loads((site / "data/gold-lock.json").read_text("utf-8"))["versions"]["v1"]
    assert (list(published["dev"]), "held_back" in published) == ([f"q{n}" for n in range(1, 7)], False)
