"""`gold validate`: formats, ends, what it names, and what it keeps to itself."""

from __future__ import annotations

import gzip
import json
import re
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
import yaml

from gold.check.rules import BY_NAME, RULES
from gold.cli.check_path import check_path
from gold.cli.faults import MOST
from gold.cli.validate_report import FORMATS, github
from gold.model.finding import Finding
from tests.check.small_set import CASES, write_small_set

if TYPE_CHECKING:
    from click.testing import Result

Cli = Callable[..., "Result"]
RULE_FILES = Path(__file__).parent.parent / "cases/check"
FIELDS = ["rule", "severity", "file", "line", "column", "query_id", "message"]
BROKEN = {
    "change": {"q2": {"judgments": [{"passage_id": "p2", "grade": 4}], "weight": 0}, "q5": {"answer": None}},
    "append": {"small-v1.jsonl": '{"query_id": \n{"query_id": "q8", "query": "x", "clas": 1, "tags": "one"}\n'},
    "runs": {"new": {"sidecar": {"corpus": "lost", "systm": "x"}}},
    "settings": {"production": "older"},
}
SET_RULES = {rule.name for rule in RULES if rule.look is not None and rule.needs != "file"}


@pytest.fixture
def clean(tmp_path: Path) -> Path:
    """A set without findings."""
    return write_small_set(tmp_path / "sets/small", {})


@pytest.fixture
def broken(tmp_path: Path) -> Path:
    """A set with faults in every file."""
    return write_small_set(tmp_path / "broken", BROKEN)


def rules_in(result: Result) -> list[str]:
    """The rules of a JSON answer, in its order."""
    return [finding["rule"] for finding in json.loads(result.stdout)["findings"]]


def test_a_clean_set_says_nothing(gold_cli: Cli, clean: Path) -> None:
    """Exit code 0, nothing on stdout but JSON's and SARIF's frames, a summary on stderr."""
    for form in ("text", "github"):
        result = gold_cli("validate", clean, "--format", form, "--strict")
        assert (result.exit_code, result.stdout, result.stderr) == (0, "", "no findings in 6 records\n")
    document = json.loads(gold_cli("validate", clean, "--format", "json").stdout)
    assert document == {"findings": [], "counts": {"error": 0, "warning": 0, "note": 0}}
    assert json.loads(gold_cli("validate", clean, "--format", "sarif").stdout)["runs"][0]["results"] == []


def test_every_fault_is_found_in_one_pass(gold_cli: Cli, broken: Path) -> None:
    """Of one record and of many, in the versions, the runs, the settings: a fault hides no other."""
    result = gold_cli("validate", broken)
    assert result.exit_code == 1
    lines = [line.removeprefix(f"{broken}/").split(": ")[:2] for line in result.stdout.splitlines()]
    assert lines == [
        ["gold.yaml:5", "error"],
        ["runs/new.yaml:1", "error"],
        ["runs/new.yaml:2", "error"],
        ["small-v1.jsonl:2", "error"],
        ["small-v1.jsonl:2", "error"],
        ["small-v1.jsonl:5", "warning"],
        ["small-v1.jsonl:7:13", "error"],
        ["small-v1.jsonl:8", "error"],
        ["small-v1.jsonl:8", "error"],
    ]
    assert result.stderr == "8 errors, 1 warning in 6 records\n"


def test_a_line_says_where_what_and_how_to_mend_it(gold_cli: Cli, broken: Path) -> None:
    """`file:line: severity: message [rule] (case)`, as editors and people read it."""
    assert (
        f"{broken}/small-v1.jsonl:2: error: grade 4 is not one of 0, 1, 2 (judgments[0].grade of q2): mend it, or the "
        "grades of gold.yaml [grade-scale] (q2)"
    ) in gold_cli("validate", broken).stdout.splitlines()


def test_json_has_the_promised_shape(gold_cli: Cli, broken: Path) -> None:
    """Findings with these fields, sorted by file and line, and their counts."""
    result = gold_cli("validate", broken, "--format", "json")
    document = json.loads(result.stdout)
    assert list(document) == ["findings", "counts"]
    assert all(list(finding) == FIELDS for finding in document["findings"])
    assert document["counts"] == {"error": 8, "warning": 1, "note": 0}
    places = [(finding["file"], finding["line"] or 0) for finding in document["findings"]]
    assert places == sorted(places)
    assert document["findings"][3] == {
        "rule": "grade-scale",
        "severity": "error",
        "file": f"{broken}/small-v1.jsonl",
        "line": 2,
        "column": None,
        "query_id": "q2",
        "message": "grade 4 is not one of 0, 1, 2 (judgments[0].grade of q2): mend it, or the grades of gold.yaml",
    }


def test_github_annotates_lines(gold_cli: Cli, broken: Path) -> None:
    """A workflow command for each finding; the case's id ends the message."""
    lines = gold_cli("validate", broken, "--format", "github").stdout.splitlines()
    assert len(lines) == 9
    assert f"::error file={broken}/small-v1.jsonl,line=2,title=weight::weight 0.0: a weight is above 0 (q2)" in lines
    assert any(
        line.startswith(f"::warning file={broken}/small-v1.jsonl,line=5,title=missing-answer::") for line in lines
    )


def test_github_commands_are_escaped() -> None:
    """What would end a command or a property is written as GitHub unescapes it."""
    finding = Finding("field", "note", "a,b:c/100%.jsonl", 3, "100% of it:\r\n::error::, no", "q,1")
    assert github([finding]) == (
        "::notice file=a%2Cb%3Ac/100%25.jsonl,line=3,title=field::100%25 of it:%0D%0A::error::, no (q,1)\n"
    )


def test_sarif_is_what_code_scanning_reads(gold_cli: Cli, broken: Path) -> None:
    """Version 2.1.0: a driver with the rules that found something, results that point at them, a place each."""
    document = json.loads(gold_cli("validate", broken, "--format", "sarif").stdout)
    assert document["version"] == "2.1.0"
    (run,) = document["runs"]
    rules = run["tool"]["driver"]["rules"]
    assert run["tool"]["driver"]["name"] == "gold"
    assert {rule["id"] for rule in rules} == {result["ruleId"] for result in run["results"]}
    assert len(run["results"]) == 9
    for rule in rules:
        assert rule["shortDescription"]["text"] == BY_NAME[rule["id"]].finds
        assert rule["defaultConfiguration"]["level"] == BY_NAME[rule["id"]].severity
    for result in run["results"]:
        assert rules[result["ruleIndex"]]["id"] == result["ruleId"]
        assert result["level"] in ("error", "warning", "note")
        assert result["message"]["text"]
        (location,) = result["locations"]
        assert " " not in location["physicalLocation"]["artifactLocation"]["uri"]
        assert location["physicalLocation"]["region"]["startLine"] >= 1


def test_a_message_stays_on_its_line(gold_cli: Cli, tmp_path: Path) -> None:
    """Whatever ends a line in a name: a finding is one line of text, and one command."""
    name = "li\u2028ne\nend"
    home = write_small_set(tmp_path / "small", {"change": {"q2": {"judgments": [{"passage_id": name, "grade": 2}]}}})
    for form in ("text", "github"):
        assert len(gold_cli("validate", home, "--format", form).stdout.splitlines()) == 1


WARNS = {"change": {"q5": {"answer": None}}}
NOTES = {"settings": {"min_class_size": 3}}


@pytest.mark.parametrize(
    ("change", "args", "code"),
    [
        ({}, ("{home}",), 0),
        (NOTES, ("{home}", "--strict"), 0),
        (WARNS, ("{home}",), 0),
        (WARNS, ("{home}", "--strict"), 1),
        (WARNS, ("{home}", "--strict", "--skip", "missing-answer"), 0),
        (BROKEN, ("{home}",), 1),
        (BROKEN, ("{home}", "--only", "missing-answer"), 0),
        (BROKEN, ("{home}", "--format", "json"), 1),
        ({}, ("{home}/CHANGELOG.md",), 2),
        ({"files": {"agreement/a.jsonl": "{}"}}, ("{home}/agreement/a.jsonl",), 2),
        ({"files": {"heldback.jsonl": "{}"}}, ("{home}/heldback.jsonl",), 2),
        ({}, ("{home}/none",), 2),
        ({}, ("{home}/none.jsonl",), 2),
        ({}, ("{home}", "--skip", "no-such-rule"), 2),
        ({}, ("{home}", "--only", "gradescale"), 2),
        ({}, ("{home}", "--format", "xml"), 2),
        ({}, ("{home}/runs",), 3),
        ({"files": {"small-v1.jsonl": ""}}, ("{home}",), 3),
        ({"files": {"small-v1.jsonl": ""}}, ("{home}/small-v1.jsonl",), 3),
        ({"files": {"small-v1.jsonl": "", "empty.qrels": ""}}, ("{home}/empty.qrels",), 3),
        ({"files": {"small-v1.jsonl": None}, "settings": {"baseline": None}}, ("{home}",), 3),
    ],
)
def test_every_exit_code(
    gold_cli: Cli, tmp_path: Path, change: dict[str, Any], args: tuple[str, ...], code: int
) -> None:
    """0 clean, 1 findings at or above the threshold, 2 wrong usage or no such path, 3 nothing to check."""
    home = write_small_set(tmp_path / "small", change)
    result = gold_cli("validate", *(arg.format(home=home) for arg in args))
    assert result.exit_code == code, result.output
    assert result.stderr
    assert code < 2 or result.stdout == ""


def test_what_is_empty_is_named(gold_cli: Cli, clean: Path, tmp_path: Path) -> None:
    """Of several paths the one without a record, after the findings of the others."""
    empty = write_small_set(tmp_path / "empty", {"files": {"small-v1.jsonl": ""}})
    warned = write_small_set(tmp_path / "warned", WARNS)
    result = gold_cli("validate", clean, empty, warned)
    assert result.exit_code == 3
    assert f"{empty}: without any record" in result.stderr
    assert "[missing-answer] (q5)" in result.stdout


def test_a_rule_that_is_none_is_proposed(gold_cli: Cli, clean: Path) -> None:
    """A misspelt name must not switch nothing off."""
    assert (
        "no rule 'gradescale': did you mean 'grade-scale'?"
        in gold_cli("validate", clean, "--only", "gradescale").stderr
    )


def test_skip_and_only_choose_rules(gold_cli: Cli, broken: Path) -> None:
    """Each may be repeated; what readers find is chosen like the rest."""
    only = gold_cli("validate", broken, "--only", "weight", "--only", "syntax", "--format", "json")
    assert rules_in(only) == ["weight", "syntax"]
    left = gold_cli("validate", broken, "--skip", "weight", "--skip", "syntax", "--format", "json")
    assert len(rules_in(left)) == 7
    assert {"weight", "syntax"}.isdisjoint(rules_in(left))


def test_the_rules_are_listed(gold_cli: Cli) -> None:
    """As text and as JSON, all or those chosen; no path is needed."""
    text = gold_cli("validate", "--rules")
    assert text.exit_code == 0
    assert [line.split(" ")[0] for line in text.stdout.splitlines() if not line.startswith(" ")] == list(BY_NAME)
    rows = json.loads(gold_cli("validate", "--rules", "--format", "json").stdout)
    assert [row["name"] for row in rows] == list(BY_NAME)
    assert all(list(row) == ["name", "severity", "needs", "finds", "why", "mend"] for row in rows)
    (row,) = json.loads(gold_cli("validate", "--rules", "--format", "json", "--only", "ties").stdout)
    assert (row["name"], row["severity"], row["needs"]) == ("ties", "note", "run")


def test_a_bare_version_skips_what_needs_the_set(gold_cli: Cli, clean: Path, tmp_path: Path) -> None:
    """The rules that need the set, a build or runs are counted as skipped, on stderr."""
    lone = tmp_path / "lone-v3.jsonl"
    lone.write_bytes((clean / "small-v1.jsonl").read_bytes())
    result = gold_cli("validate", lone)
    assert (result.exit_code, result.stdout) == (0, "")
    said, skipped = result.stderr.splitlines()
    assert said == "no findings in 6 records"
    needs = Counter(BY_NAME[name].needs for name in SET_RULES)
    each = f"{needs['set']} of the set around it, {needs['build']} of a corpus build, {needs['run']} of runs"
    assert skipped == f"skipped {len(SET_RULES)} rules with nothing to look at: {each} (--rules says what each needs)"


def test_a_bare_version_keeps_the_scale_of_its_set(gold_cli: Cli, broken: Path) -> None:
    """The settings beside a version file are its settings."""
    result = gold_cli("validate", broken / "small-v1.jsonl", "--format", "json")
    assert rules_in(result).count("grade-scale") == 1


@pytest.mark.parametrize("packed", [False, True])
def test_one_file_alone(gold_cli: Cli, tmp_path: Path, packed: bool) -> None:
    """A run, a build, qrels, the settings, a sidecar: each by the rules of its kind, wherever it lies."""
    files = {
        "a/runs/r.jsonl": ('{"query_id": "q", "ranking": [""]}\n', "field"),
        "a/loose.jsonl": ('{"query_id": "q", "ranking": ["p"]}\n{"ranking": []}\n', "field"),
        "a/loose.trec": ("q Q0 p 1 nan t\n", "not-finite"),
        "a/corpora/b.jsonl": ('{"passage_id": "p", "text": "x"}\n', "field"),
        "a/passages.jsonl": ('{"passage_id": "p", "doc_id": "d", "text": "x"}\n' * 2, "duplicate-id"),
        "a/x.qrels": ("q 0 d 1\nq 0 d 2\n", "two-grades"),
        "a/v.yaml": ("- {query_id: q, query: x, split: test}\n", "field"),
        "a/gold.yaml": ("margn: 1\n", "setting"),
        "a/runs/r.yaml": ("systm: x\n", "setting"),
        "a/beside.yml": ("# of a run\nsystem: x\nversion: newest\n", "setting"),
    }
    for name, (text, rule) in files.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        if packed and path.suffix not in (".yaml", ".yml"):
            path = path.with_name(f"{path.name}.gz")
            path.write_bytes(gzip.compress(text.encode(), mtime=0))
        result = gold_cli("validate", path, "--format", "json")
        assert (result.exit_code, rules_in(result)[0]) == (1, rule), name


def test_qrels_alone_are_checked(gold_cli: Cli, tmp_path: Path) -> None:
    """Bare judgments hold no cases: no rule stumbles over that."""
    qrels = tmp_path / "x.qrels"
    qrels.write_text("q1 0 d1 2\nq1 0 d1 2\nq2 0 d1 0\n")
    result = gold_cli("validate", qrels, "--format", "json")
    assert (result.exit_code, rules_in(result)) == (0, ["repeated-label"])
    assert "in 2 records" in result.stderr


def test_several_sets_below_a_folder(gold_cli: Cli, clean: Path, tmp_path: Path) -> None:
    """All are checked, and the findings stand in the order of their files."""
    write_small_set(tmp_path / "sets/b", WARNS)
    write_small_set(tmp_path / "sets/a", NOTES)
    result = gold_cli("validate", tmp_path / "sets", "--format", "json")
    assert rules_in(result) == ["small-class", "missing-answer"]
    assert "1 warning, 1 note in 18 records" in result.stderr
    assert gold_cli("validate", clean, tmp_path / "sets").stdout == gold_cli("validate", tmp_path / "sets").stdout


def test_a_set_whose_newest_version_cannot_be_read(gold_cli: Cli, tmp_path: Path) -> None:
    """That is the finding; no older version is checked in its place, and the runs' faults are told too."""
    change = {
        "files": {"small-v2.jsonl": "caf\udce9\n"},
        "change": {"q5": {"answer": None}},
        "append": {"runs/old.jsonl": "{\n"},
    }
    result = gold_cli("validate", write_small_set(tmp_path / "small", change), "--format", "json")
    assert (result.exit_code, rules_in(result)) == (1, ["syntax", "encoding"])


def test_older_versions_and_the_retired_are_read_too(gold_cli: Cli, tmp_path: Path) -> None:
    """A frozen file that broke, and a stable list that did."""
    change = {
        "second": {},
        "append": {"small-v1.jsonl": "[1]\n"},
        "files": {"stable.yaml": "- {query_id: s1}\n"},
    }
    result = gold_cli("validate", write_small_set(tmp_path / "small", change), "--format", "json")
    places = [(Path(f["file"]).name, f["line"], f["rule"]) for f in json.loads(result.stdout)["findings"]]
    assert places == [("small-v1.jsonl", 7, "syntax"), ("stable.yaml", 1, "field")]


def test_faults_of_one_kind_are_capped(gold_cli: Cli, tmp_path: Path) -> None:
    """A thousand are listed, and then how many more there are."""
    change = {"append": {"small-v1.jsonl": "[]\n" * (MOST + 7)}}
    result = gold_cli("validate", write_small_set(tmp_path / "small", change), "--format", "json")
    found = json.loads(result.stdout)["findings"]
    assert len(found) == MOST + 1
    assert [f["line"] for f in found if f["message"] == "and 7 more of this kind"] == [MOST + 6]


def test_stdout_holds_findings_only(gold_cli: Cli, broken: Path) -> None:
    """Each line of text names a place in a file; words about the run stand on stderr."""
    for line in gold_cli("validate", broken).stdout.splitlines():
        assert re.match(rf"{broken}/\S+: (error|warning|note): .+ \[[a-z-]+\]( \(.+\))?$", line), line


def test_a_set_without_builds_and_runs_says_what_it_skips(gold_cli: Cli, tmp_path: Path) -> None:
    """Rules that had nothing to look at are no passes."""
    change = {"files": {"corpora/build.jsonl": None}, "runs": {"old": None}, "settings": {"baseline": None}}
    result = gold_cli("validate", write_small_set(tmp_path / "small", change))
    assert result.exit_code == 0
    needs = Counter(rule.needs for rule in BY_NAME.values() if rule.look is not None)
    each = f"{needs['build']} of a corpus build, {needs['run']} of runs"
    assert f" rules with nothing to look at: {each} (" in result.stderr


PLANTS = [
    pytest.param(entry, query_id, id=f"{path.stem}: {entry['what']} ({query_id})")
    for path in sorted(RULE_FILES.glob("*.yaml"))
    for entry in yaml.safe_load(path.read_text("utf-8"))
    for query_id in sorted({match for line in entry["expect"] for match in re.findall(r"^\S+ \((\S.*?)\) ", line)})
]


def hold_back(home: Path, query_id: str) -> set[str]:
    """Mark a case held back in every version of a set, broken lines too; its queries, none where there is no such."""
    said = set()
    for path in home.glob("*-v*"):
        if path.suffix == ".gz":
            continue
        text = path.read_text("utf-8", "surrogateescape")
        json_id, yaml_id = json.dumps(query_id, ensure_ascii=False), re.escape(query_id)
        lines = []
        for line in text.split("\n"):
            if f'"query_id": {json_id}' in line and '"split"' not in line:
                said |= set(re.findall(r'"query": "((?:[^"\\]|\\.)*)"', line))
                line = line.replace(f'"query_id": {json_id}', f'"query_id": {json_id}, "split": "held_back"')  # noqa: PLW2901
            elif path.suffix == ".yaml" and "split" not in line:
                said |= set(re.findall(rf"query_id: {yaml_id}, query: ([^,}}]*)", line))
                line = re.sub(rf"query_id: {yaml_id},", f"query_id: {query_id}, split: held_back,", line)  # noqa: PLW2901
            lines.append(line)
        path.write_text("\n".join(lines), "utf-8", "surrogateescape")
    return said


@pytest.mark.parametrize(("entry", "query_id"), PLANTS)
def test_no_format_names_a_held_back_case(entry: dict[str, Any], query_id: str, tmp_path: Path) -> None:
    """Whatever any rule finds of a case, or names in passing: once it is held back, neither its id nor its words."""
    home = write_small_set(tmp_path / "small", entry)
    queries = hold_back(home, query_id)
    if not queries:  # only a run has it
        hidden = {"query_id": query_id, "query": "hush hush", "unanswerable": True, "split": "held_back"}
        with (home / "small-v1.jsonl").open("a", encoding="utf-8") as file:
            file.write(json.dumps(hidden) + "\n")
    found = [finding for checked in check_path(str(home), RULES) for finding in checked.findings]
    for name, form in FORMATS.items():
        shown = form(found)
        assert not re.search(rf"(?<![\w-]){re.escape(query_id)}(?![\w-])", shown), name
        assert not [query for query in queries if len(query) > 3 and query in shown], name


def test_held_back_ids_in_other_files_are_not_named(gold_cli: Cli, tmp_path: Path) -> None:
    """A run, a build and the settings say ids without knowing which are held back; one file alone knows no more."""
    change = {
        "cases": [{"query_id": "SECRET", "query": "HUSH HUSH", "unanswerable": True, "split": "held_back"}],
        "append": {"runs/old.jsonl": '{"query_id": "SECRET", "ranking": []}\n{"query_id": "SECRET", "ranking": []}\n'},
        "files": {"runs/new.trec": "SECRET Q0 p1 1 2\nSECRET\tQ0\tp1\t1\tnan\tt\nSECRET Q0 p1 1 2 t\n"},
        "settings": {"candidate": "SECRET"},
    }
    home = write_small_set(tmp_path / "small", change)
    for path in (home, home / "runs/old.jsonl", home / "runs/new.trec", home / "gold.yaml", home / "small-v1.jsonl"):
        for form in FORMATS:
            result = gold_cli("validate", path, "--format", form)
            assert "SECRET" not in result.output.replace(str(home), ""), path
            assert "HUSH" not in result.output, path
    assert gold_cli("validate", home / "runs/old.jsonl").exit_code == 1


def test_what_an_older_version_held_back_is_not_named(gold_cli: Cli, tmp_path: Path) -> None:
    """A case that was held back once, also where a run or a message of a newer version could name it."""
    change = {
        "change": {"q5": {"split": "held_back"}},
        "second": {"change": {"q5": {"split": None, "answer": None}}},
    }
    result = gold_cli("validate", write_small_set(tmp_path / "small", change))
    assert "a held-back case: An answerable case without the answer in words." in result.stdout
    assert "q5" not in result.output


def test_rules_take_no_longer_than_the_set_is_large(tmp_path: Path) -> None:
    """Four times the cases and passages take at most some ten times as long: no rule pairs all with all."""
    from time import process_time

    def seconds(count: int) -> float:
        cases = [
            dict(
                CASES[1],
                query_id=f"r{i}",
                query=f"cost of item {i} later",
                judgments=[{"passage_id": f"x{i}", "grade": 2}],
            )
            for i in range(count)
        ]
        passages = [
            {"passage_id": f"x{i}", "doc_id": f"d{i}", "text": f"Item {i} costs a quarter."} for i in range(count)
        ]
        ranking = {f"r{i}": [f"x{i}", f"x{i}"] for i in range(count)}
        change = {"cases": cases, "passages": passages, "runs": {"new": {"rankings": ranking}}}
        home = write_small_set(tmp_path / str(count), change)
        start = process_time()
        assert check_path(str(home), RULES)
        return process_time() - start

    seconds(50)
    assert seconds(2000) < 12 * seconds(500) + 0.5


REFUSED = (
    '{"query_id": "SECRET", "query": "", "unanswerable": true, "split": "held_back"}',
    '{"query_id": "SECRET", "query": "hush", "unanswerable": true, "split": "heldback"}',
    '{"query_id": "SECRET", "query": "hush", "unanswerable": true, "splt": "held_back", "class": 3}',
    '{"question_id": "SECRET", "query": "hush", "split": "held_back", "judgments": [{"grade": 9',
)


@pytest.mark.parametrize("line", REFUSED)
@pytest.mark.parametrize("suffix", ["jsonl", "yaml"])
def test_a_record_that_is_refused_stays_held_back(gold_cli: Cli, tmp_path: Path, line: str, suffix: str) -> None:
    """It is no case of any version then, and yet no finding about the files around it says its id."""
    change = {
        "second": {},
        "append": {"runs/old.jsonl": '{"query_id": "SECRET", "ranking": []}\n' * 2},
        "settings": {"candidate": "SECRET", "privacy": {"allow": ["SECRET"]}},
    }
    home = write_small_set(tmp_path / "small", change)
    (home / "CHANGELOG.md").write_text("# Changes\n\n## v2 - 2026-03-11\n\n### Added\n\n- `SECRET`: new\n", "utf-8")
    newest = home / "small-v2.jsonl"
    with newest.open("a", encoding="utf-8") as file:
        file.write(line + "\n")
    if suffix == "yaml":
        if line.endswith("9"):
            pytest.skip("a YAML file with a torn record is none at all")
        newest.rename(home / "small-v2.yaml")
        text = (home / "small-v2.yaml").read_text("utf-8")
        (home / "small-v2.yaml").write_text("".join(f"- {row}\n" for row in text.splitlines()), "utf-8")
    for path in (home, home / "runs/old.jsonl", home / "gold.yaml"):
        result = gold_cli("validate", path)
        assert result.exit_code == (path.name != "gold.yaml"), result.output
        assert "SECRET" not in result.output.replace(str(home), ""), result.output


def test_a_rule_whose_file_cannot_be_read_is_not_silent(gold_cli: Cli, clean: Path) -> None:
    """A ledger that is a folder, or torn: who asks for its rules alone is told; who asks for others is not."""
    ledger = clean / "heldback.jsonl"
    for rule, exit_code in (("ledger-chain", 1), ("looked-often", 1), ("missing-answer", 0)):
        ledger.mkdir()  # with which the set is none
        told = gold_cli("validate", clean, "--only", rule)
        assert (told.exit_code, "[unreadable]" in told.stdout) == (1, True), rule
        ledger.rmdir()
        ledger.write_text('{"date": "2026-', "utf-8")
        told = gold_cli("validate", clean, "--only", rule)
        assert (told.exit_code, f"{ledger}:1:" in told.stdout) == (exit_code, exit_code == 1), rule
        ledger.unlink()
    (clean / "runs/old.jsonl").write_bytes(b"\xff")
    assert gold_cli("validate", clean, "--only", "ledger-chain").exit_code == 0
    assert "runs/old.jsonl:1: error: not UTF-8" in gold_cli("validate", clean, "--only", "repeated-result").stdout
    assert gold_cli("validate", clean, "--only", "repeated-result", "--skip", "encoding").exit_code == 0


def test_records_are_counted_where_some_were_read(gold_cli: Cli, tmp_path: Path) -> None:
    """Two files of one version: neither is read, so that nothing is said of records."""
    write_small_set(tmp_path / "s", {})
    (tmp_path / "s/small-v1.yaml").write_text("- {query_id: q1, query: x}\n")
    result = gold_cli("validate", tmp_path / "s")
    assert (result.exit_code, result.stderr.splitlines()[0].split(" in ")) == (1, ["1 error"])
