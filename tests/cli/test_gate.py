"""`gold gate`: each gate fails for its own reason, passes without it, and is not met where what it needs is missing."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from tests.cli.gated_set import SIDE_BY_SIDE, gated_set, rankings, with_settings, without
from tests.write.make_sets import HOSTILE, asked, hostile_set, lines, passage, write_set

Cli = Callable[..., Any]
EVEN, EVERY = range(0, 40, 2), range(40)


def gates_of(gold_cli: Cli, home: Path, *more: str) -> tuple[int, dict[str, dict[str, Any]]]:
    """The exit code, and each gate by its name."""
    result = gold_cli("gate", home, "--format", "json", *more)
    document = json.loads(result.stdout)
    assert set(document) == {"passed", "gates"}
    assert all(set(one) == {"gate", "passed", "value", "threshold", "n", "reason"} for one in document["gates"])
    assert document["passed"] == (result.exit_code == 0) == all(one["passed"] for one in document["gates"])
    return result.exit_code, {one["gate"]: one for one in document["gates"]}


def test_unchanged_input_passes_every_gate(gold_cli: Cli, tmp_path: Path) -> None:
    """Each says what it measured and on how many."""
    code, gates = gates_of(gold_cli, gated_set(tmp_path / "one"))
    assert code == 0
    assert set(gates) == set(SIDE_BY_SIDE)
    assert {name: gates[name]["n"] for name in gates} == {
        **dict.fromkeys(("worst_class", "floor", "coverage", "stale", "agreement_alpha", "drift", "findings"), 40),
        "changelog": 1,
    }
    values = {name: gates[name]["value"] for name in gates}
    assert values == {"worst_class": 0, "floor": 1, "coverage": 1, "stale": 0, "agreement_alpha": 1, "drift": 0,
                      "findings": 0, "changelog": 0}  # fmt: skip
    assert all(gates[name]["reason"] for name in gates)


def drifted(home: Path) -> Path:
    """The target is another mix."""
    return with_settings(home, target_composition={"class": {"odd": 0.7, "even": 0.3}})


def uncovered(home: Path) -> Path:
    """Three passages that answer are in the build no more."""
    rows = (home / "corpora/build.jsonl").read_text("utf-8").splitlines(keepends=True)
    (home / "corpora/build.jsonl").write_text("".join(rows[:-3]), "utf-8")
    return home


def in_dispute(home: Path) -> Path:
    """The second annotator grades as if blind."""
    rows = [json.loads(line) for line in (home / "agreement/one.jsonl").read_text("utf-8").splitlines()]
    lines(home / "agreement/one.jsonl", [row | {"grade": at % 5 % 3} for at, row in enumerate(rows)])
    return home


def with_an_error(home: Path) -> Path:
    """A baseline that is none."""
    return with_settings(home, production="nobody")


def untold(home: Path) -> Path:
    """A second version that the changelog has no section for."""
    first = (home / "one-v1.jsonl").read_text("utf-8")
    (home / "one-v2.jsonl").write_text(first, "utf-8")
    return home


def told_wrongly(home: Path) -> Path:
    """A case that the changelog does not tell of."""
    rows = (untold(home) / "one-v2.jsonl").read_text("utf-8").splitlines(keepends=True)
    (home / "one-v2.jsonl").write_text("".join(rows[1:]), "utf-8")
    told = "# Changelog\n\n## v2 - 2026-02-01\n\nNothing changed.\n\n## v1 - 2026-01-01\n\nThe first version.\n"
    (home / "CHANGELOG.md").write_text(told, "utf-8")
    return home


FAILURES: dict[str, tuple[Callable[[Path], Path], float | None, str]] = {
    "drift": (drifted, 0.2, "class even +0.200 from its target; class odd"),
    "coverage": (uncovered, 37 / 40, "37 of 40 questions with an answer can be answered from build"),
    "stale": (uncovered, 3 / 40, "of 40 labels, 3 are nowhere in build, 0 in a document that changed"),
    "agreement_alpha": (in_dispute, None, "alpha, ordinal, over 40 items"),
    "findings": (with_an_error, 1, "1 error in 40 cases"),
    "changelog": (told_wrongly, 1, "v2: 1 changed case is not told of (gold validate says where)"),
}


@pytest.mark.parametrize("gate", FAILURES)
def test_a_gate_fails_for_its_own_reason(gold_cli: Cli, tmp_path: Path, gate: str) -> None:
    """The same gate with a bound that is wide enough passes."""
    change, value, words = FAILURES[gate]
    home = change(gated_set(tmp_path / "one", {gate: SIDE_BY_SIDE[gate]}))
    code, gates = gates_of(gold_cli, home)
    assert (code, set(gates)) == (1, {gate})
    assert value is None or gates[gate]["value"] == pytest.approx(value)
    assert words.split("; ")[0] in gates[gate]["reason"]
    if gate in ("drift", "coverage", "stale", "agreement_alpha"):
        wide = {"drift": 0.2, "coverage": 37 / 40, "stale": 3 / 40, "agreement_alpha": -1}[gate]
        assert gates_of(gold_cli, with_settings(home, gates={gate: wide}))[0] == 0


def test_the_changelog_gate_says_what_is_missing(gold_cli: Cli, tmp_path: Path) -> None:
    """A bullet without a reason is no change that is not told of; each kind is counted by itself."""
    home = told_wrongly(gated_set(tmp_path / "one", {"changelog": True}))
    told = (home / "CHANGELOG.md").read_text("utf-8")
    gone = json.loads((home / "one-v1.jsonl").read_text("utf-8").splitlines()[0])["query_id"]
    (home / "CHANGELOG.md").write_text(told.replace("Nothing changed.", f"Removed:\n\n- {gone}"), "utf-8")
    _, gates = gates_of(gold_cli, home)
    assert gates["changelog"]["reason"] == "v2: 1 bullet gives no reason (gold validate says where)"


MISSING: dict[str, tuple[tuple[str, ...], dict[str, Any], str]] = {
    "worst_class": (("runs",), {}, "nothing is compared: no runs yet"),
    "floor": (("runs",), {}, "no run is scored: no runs yet"),
    "coverage": (("corpora", "runs"), {}, "no corpus build"),
    "stale": (("corpora", "runs"), {}, "no corpus build"),
    "agreement_alpha": (("agreement",), {}, "no sample"),
    "drift": ((), {"target_composition": {}}, "no target_composition"),
    "changelog": (("CHANGELOG.md",), {}, "no CHANGELOG.md"),
}


@pytest.mark.parametrize("gate", MISSING)
def test_a_gate_is_not_met_where_what_it_needs_is_missing(gold_cli: Cli, tmp_path: Path, gate: str) -> None:
    """It says what is missing; nothing was measured."""
    names, settings, words = MISSING[gate]
    home = with_settings(without(gated_set(tmp_path / "one", {gate: SIDE_BY_SIDE[gate]}), *names), **settings)
    code, gates = gates_of(gold_cli, home)
    assert (code, gates[gate]["value"], gates[gate]["n"]) == (1, None, 0)
    assert gates[gate]["reason"].startswith(words)


def test_every_gate_is_asked_by_a_test_that_makes_it_fail() -> None:
    """So that a new gate cannot come without one."""
    from gold.check.gates.gates import GATES

    names = {gate.__name__ for gate in GATES}
    assert names == set(SIDE_BY_SIDE) == {*FAILURES, "worst_class", "floor"} == {*MISSING, "findings"}


@pytest.mark.parametrize("by", ["verdict", "point"])
def test_a_total_regression_fails(gold_cli: Cli, tmp_path: Path, by: str) -> None:
    """Everything that was answered is lost."""
    gates = {"worst_class": {"by": by, "drop": 0.05}, "floor": {"AnswerRecall@1": 0.5}}
    code, found = gates_of(gold_cli, gated_set(tmp_path / "one", gates, lost=EVERY))
    assert (code, found["worst_class"]["value"], found["floor"]["value"]) == (1, 1.0, 0.0)
    assert "all cases lost 1.000 of n = 40" in found["worst_class"]["reason"]
    assert "AnswerRecall@1 0.000 of n = 40, at least 0.500" in found["floor"]["reason"]


@pytest.mark.parametrize("cases", [1, 3, 12])
def test_a_total_regression_of_a_tiny_set_fails(gold_cli: Cli, tmp_path: Path, cases: int) -> None:
    """Of so few cases only the counts are told, and nothing is left of them."""
    rows = [asked(f"q{at}", "p0") for at in range(cases)]
    runs = {"old": {f"q{at}": ["p0"] for at in range(cases)}, "new": {f"q{at}": ["p1"] for at in range(cases)}}
    home = write_set(
        tmp_path / "one",
        rows,
        corpora={"b": [passage("p0", "yes"), passage("p1", "no")]},
        runs=runs,
        sidecars={"old": {"date": "2026-01-01"}, "new": {"date": "2026-02-01"}},
        settings={"gates": {"worst_class": {"measure": "AnswerRecall@5"}}},
    )
    code, gates = gates_of(gold_cli, home)
    assert (code, gates["worst_class"]["value"], gates["worst_class"]["n"]) == (1, 1.0, cases)
    assert "nothing is left" in gates["worst_class"]["reason"]


def test_one_class_that_is_told_to_be_worse_fails(gold_cli: Cli, tmp_path: Path) -> None:
    """The other class is as it was; by its point too, and with a drop that allows for it neither."""
    home = gated_set(tmp_path / "one", {"worst_class": {}}, lost=EVEN)
    code, gates = gates_of(gold_cli, home)
    assert (code, gates["worst_class"]["value"], gates["worst_class"]["n"]) == (1, 1.0, 20)
    assert "class even lost 1.000 of n = 20" in gates["worst_class"]["reason"]
    assert "class odd" not in gates["worst_class"]["reason"]
    assert gates_of(gold_cli, with_settings(home, gates={"worst_class": {"by": "point", "drop": 0.99}}))[0] == 1
    assert gates_of(gold_cli, with_settings(home, gates={"worst_class": {"by": "point", "drop": 1}}))[0] == 0
    assert gates_of(gold_cli, with_settings(home, gates={"worst_class": {"drop": 1}}))[0] == 0


def test_what_may_be_chance_fails_by_its_point_only(gold_cli: Cli, tmp_path: Path) -> None:
    """Two of twenty lost: no verdict tells it."""
    home = gated_set(tmp_path / "one", {"worst_class": {"by": "point", "drop": 0.05}}, lost=(0, 2))
    code, gates = gates_of(gold_cli, home)
    assert (code, gates["worst_class"]["value"]) == (1, pytest.approx(0.1))
    assert "class even lost 0.100 of n = 20 (lost more than is allowed)" in gates["worst_class"]["reason"]
    code, gates = gates_of(gold_cli, with_settings(home, gates={"worst_class": {"by": "verdict", "drop": 0.05}}))
    assert (code, gates["worst_class"]["value"]) == (0, pytest.approx(0.1))
    assert "which may be chance" in gates["worst_class"]["reason"]


def test_a_measure_of_which_less_is_better_has_a_ceiling(gold_cli: Cli, tmp_path: Path) -> None:
    """A run that refuses more often loses, and its share of refusals must be low."""
    home = gated_set(tmp_path / "one", {"floor": {"FalseRefusal": 0.1}, "worst_class": {"measure": "FalseRefusal"}})
    rows = [{"query_id": q, "ranking": r, "abstained": False} for q, r in rankings().items()]
    lines(home / "runs/old.jsonl", rows)
    lines(home / "runs/new.jsonl", [row | {"abstained": at < 30} for at, row in enumerate(rows)])
    code, gates = gates_of(gold_cli, home)
    assert (code, gates["floor"]["value"], gates["worst_class"]["value"]) == (1, 0.75, 0.75)
    assert "FalseRefusal 0.750 of n = 40, at most 0.100" in gates["floor"]["reason"]
    lines(home / "runs/new.jsonl", rows)
    assert gates_of(gold_cli, home)[0] == 0


def test_a_floor_that_cannot_be_measured_is_not_met(gold_cli: Cli, tmp_path: Path) -> None:
    """The run can say nothing of refusals; the floors that are met are told beside it."""
    home = gated_set(tmp_path / "one", {"floor": {"AnswerRecall@1": 0.5, "FalseRefusal": 0.1}})
    code, gates = gates_of(gold_cli, home)
    assert (code, gates["floor"]["value"], gates["floor"]["threshold"]) == (1, None, 0.1)
    assert "FalseRefusal is not measurable" in gates["floor"]["reason"]
    assert "at most 0.100" in gold_cli("gate", home).stdout
    assert "AnswerRecall@1 1.000 of n = 40" in gates["floor"]["reason"]


def test_the_candidate_may_be_the_baseline_itself(gold_cli: Cli, tmp_path: Path) -> None:
    """As after a release: nothing was lost, and nothing is missing."""
    home = gated_set(tmp_path / "one", {"worst_class": {}}, settings={"baseline": "new"})
    code, gates = gates_of(gold_cli, home)
    assert (code, gates["worst_class"]["value"], gates["worst_class"]["n"]) == (0, 0.0, 40)
    assert "the baseline itself" in gates["worst_class"]["reason"]


def test_several_sets(gold_cli: Cli, tmp_path: Path) -> None:
    """Each has its object; one that fails fails all."""
    gated_set(tmp_path / "sets/one", {"findings": "error"})
    with_an_error(gated_set(tmp_path / "sets/two", {"findings": "error"}))
    result = gold_cli("gate", tmp_path / "sets", "--format", "json")
    document = json.loads(result.stdout)
    assert (result.exit_code, document["passed"]) == (1, False)
    assert [(one["set"], one["passed"], len(one["gates"])) for one in document["sets"]] == [
        ("one", True, 1),
        ("two", False, 1),
    ]


def test_exit_codes_of_what_cannot_be_asked(gold_cli: Cli, tmp_path: Path) -> None:
    """2: no folder, no gates, an unknown gate (the nearest is proposed), a bad address. 3: no set, no case."""
    (tmp_path / "empty").mkdir()
    home = gated_set(tmp_path / "one", {})
    nothing = gold_cli("gate", home)
    assert (nothing.exit_code, nothing.stdout) == (2, "")
    assert "no gates to ask: write" in nothing.stderr
    unknown = gold_cli("gate", with_settings(home, gates={"worst_clas": {}}))
    assert unknown.exit_code == 2
    assert "did you mean 'worst_class'?" in unknown.stderr
    wrong = gold_cli("gate", with_settings(home, gates={"floor": {"NDGC@10": 0.5}}))
    line = (home / "gold.yaml").read_text("utf-8").splitlines().index("gates:") + 1
    assert (wrong.exit_code, f"{home}/gold.yaml:{line}: unknown measure 'NDGC'" in wrong.stderr) == (2, True)
    assert wrong.stderr.endswith(" (gates.floor)\n")
    twice = gold_cli("gate", with_settings(home, gates={"floor": {"nDCG@10": 0.5, "nDCG(dcg='log2')@10": 0.6}}))
    assert (twice.exit_code, "are one measure" in twice.stderr) == (2, True)
    none = gold_cli("gate", with_settings(home, gates={"floor": {"AnswerRecall@1": "nan"}}))
    assert (none.exit_code, "must be a number, not nan (gates.floor)" in none.stderr) == (2, True)
    with_settings(home, gates={"findings": "error"})
    for odd in ("javascript:alert(1)", "example.com", "http://[", "https://", ""):
        assert gold_cli("gate", home, "--site", odd).exit_code == 2
    (tmp_path / "none").mkdir()
    (tmp_path / "none/none-v1.jsonl").write_text("", "utf-8")
    codes = [gold_cli("gate", tmp_path / name).exit_code for name in ("nowhere", "empty", "none")]
    assert codes == [2, 3, 3]


FORMS = ["text", "json", "markdown", "junit"]


@pytest.mark.parametrize("form", FORMS)
def test_held_back_cases_are_named_nowhere_and_never_count(gold_cli: Cli, home: Path, form: str) -> None:
    """Neither id nor words; with and without them the same is said."""
    with_settings(home, gates={**SIDE_BY_SIDE, "findings": "note"}, target_composition={"class": {"literal": 0.9}})
    with_held_back = gold_cli("gate", home, "--format", form)
    assert [word for word in ("SECRET", "HUSH") if word in with_held_back.output] == []
    for path in home.glob("small-v*.jsonl"):
        rows = [row for row in path.read_text("utf-8").splitlines(keepends=True) if "held_back" not in row]
        path.write_text("".join(rows), "utf-8")
    assert gold_cli("gate", home, "--format", form).stdout == with_held_back.stdout


def test_junit_is_well_formed_whatever_a_set_is_called(gold_cli: Cli, tmp_path: Path) -> None:
    """A suite a set, a test a gate, a failure a gate that is not met; what XML cannot hold is replaced."""
    home = hostile_set(tmp_path / "one")
    odd = f"{HOSTILE} \x01 ]]> \ufffe"
    with_settings(home, gates={"worst_class": {}, "drift": 0.1, "changelog": True}, candidate=odd)
    result = gold_cli("gate", home, "--format", "junit")
    root = ElementTree.fromstring(result.stdout)
    (suite,) = root.iter("testsuite")
    assert (suite.get("tests"), suite.get("failures")) == ("3", "3")
    assert [test.get("name") for test in suite.iter("testcase")] == ["worst_class", "drift", "changelog"]
    (first, *_) = suite.iter("failure")
    assert HOSTILE in (first.get("message") or "")
    assert "\ufffd" in (first.get("message") or "")


def test_the_text_says_all(gold_cli: Cli, tmp_path: Path) -> None:
    """Every gate in a line: met or not, the value, what is wanted, n, and the reason."""
    home = gated_set(tmp_path / "one", lost=EVERY)
    text = gold_cli("gate", home).stdout
    code, gates = gates_of(gold_cli, home)
    assert code == 1
    for name, gate in gates.items():
        (line,) = [line for line in text.splitlines() if line.startswith(name)]
        assert gate["reason"] in line
        assert ("NOT MET" in line) == (not gate["passed"])
    assert text.startswith("one v1: 2 of 8 gates not met: worst class, floor\n")


def test_the_site_says_what_the_gate_says(gold_cli: Cli, tmp_path: Path) -> None:
    """In the head of the overview, and gate by gate on the release page; a set without gates has no such part."""
    home = gated_set(tmp_path / "one", {"worst_class": {"by": "point"}, "coverage": 0.9}, lost=(0,))
    assert gold_cli("build-site", home, "--out", tmp_path / "site").exit_code == 0
    page = (tmp_path / "site/one/release.html").read_text("utf-8")
    _, gates = gates_of(gold_cli, home)
    assert [gate["gate"] for gate in gates.values() if f"{gate['reason']}." not in page] == []
    first = (tmp_path / "site/one/index.html").read_text("utf-8")
    assert '<a href="release.html#gates">1 of 2 gates not met: worst class</a>' in first
    assert "1 of 2 gates not met: worst class" in (tmp_path / "site/index.html").read_text("utf-8")
    assert "blocker  1 of 2 gates not met: worst class\n" in gold_cli("status", home).stdout
    document = json.loads((tmp_path / "site/one/data/gates.json").read_text("utf-8"))
    assert document["gates"] == list(gates.values())
    with_settings(home, gates={})
    assert gold_cli("build-site", home, "--out", tmp_path / "site").exit_code == 0
    assert 'id="gates"' not in (tmp_path / "site/one/release.html").read_text("utf-8")
    assert not (tmp_path / "site/one/data/gates.json").exists()
