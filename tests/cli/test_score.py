"""`gold score`: JSON, CSV, table and Markdown, exactly as promised; what it is scored on; how it ends."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from tests.cli.conftest import write_run
from tests.write.make_sets import asked, lines, plain_set

if TYPE_CHECKING:
    from click.testing import Result

Cli = Callable[..., "Result"]
COUNTS = (
    "missing", "not_asked", "earlier_words", "extra", "duplicates", "ties", "undefined", "unanswerable", "unknown",
    "held_back", "unwinnable",
)  # fmt: skip


def scored(gold_cli: Cli, *args: object) -> Any:
    """The JSON document."""
    result = gold_cli("score", *args, "--format", "json")
    assert result.exit_code == 0, result.stderr
    return json.loads(result.stdout)


def test_json_has_the_promised_shape(gold_cli: Cli, home: Path) -> None:
    """Set, runs, overall, classes, counts; every mean with its n and the winnable mean beside."""
    document = scored(gold_cli, home, "first")
    assert document["testset"] == {"name": "small", "version": "v2", "cases": 6}  # two more are proposed or retired
    (run,) = document["runs"]
    assert (run["run"], run["corpus"], run["overall"]["n"]) == ("first", "sections", 3)
    assert list(run["overall"]["measures"]) == ["AnswerRecall@5", "nDCG(dcg='exp-log2')@10", "RR(rel=1)"]
    assert run["overall"]["measures"]["AnswerRecall@5"] == {
        "value": 2 / 3,
        "n": 3,
        "winnable": {"value": 1.0, "n": 2},
    }
    assert [(group["facet"], group["class"], group["n"]) for group in run["classes"]] == [
        ("class", "=odd", 1),
        ("class", "literal", 2),
        ("class", "unanswerable", 0),
        ("class", "unclassified", 0),
    ]
    assert run["classes"][2]["measures"]["RR(rel=1)"] == {"value": None, "n": 0, "winnable": {"value": None, "n": 0}}
    assert run["counts"] == dict(zip(COUNTS, (2, 0, 0, 1, 1, 0, 1, 1, 1, 0, 1), strict=True))
    assert "cases" not in run


def test_per_query_gives_every_case_or_null(gold_cli: Cli, home: Path) -> None:
    """Values of the scored cases, and why they failed; null for cases outside the mean; nobody else."""
    (run,) = scored(gold_cli, home, "first", "--per-query", "-m", "RR", "-m", "Refusal")["runs"]
    came = {case["query_id"]: case.pop("diagnosis") for case in run["cases"]}
    plain = {"document_rank": None, "distracted": False, "answered_wrong": False}
    assert came == {
        "q1": plain | {"cause": None, "rank": 1, "document_rank": 1},
        "q2": plain | {"cause": None, "rank": 3, "document_rank": 1},
        "ü3": plain | {"cause": "not_ingested", "rank": None},
        "none": None,
        "undefined": None,
    }
    assert run["cases"] == [
        {"query_id": "q1", "measures": {"RR(rel=1)": 1.0, "Refusal": None}},
        {"query_id": "q2", "measures": {"RR(rel=1)": 1.0, "Refusal": None}},
        {"query_id": "ü3", "measures": {"RR(rel=1)": 0.0, "Refusal": None}},
        {"query_id": "none", "measures": {"RR(rel=1)": None, "Refusal": 1.0}},
        {"query_id": "undefined", "measures": {"RR(rel=1)": None, "Refusal": None}},
    ]


def test_undefined_cases_count_as_zero_when_asked(gold_cli: Cli, home: Path) -> None:
    """`--undefined zero` adds them to n; they stay counted."""
    (run,) = scored(gold_cli, home, "first", "--undefined", "zero", "-m", "RR")["runs"]
    assert (run["overall"]["n"], run["overall"]["measures"]["RR(rel=1)"]["value"]) == (4, 0.5)
    assert run["counts"]["undefined"] == 1


def test_a_case_the_declared_version_lacked_was_not_asked(gold_cli: Cli, home: Path) -> None:
    """The second run declares v1, which has no q2."""
    (run,) = scored(gold_cli, home, "second")["runs"]
    assert (run["overall"]["n"], run["counts"]["not_asked"], run["named"]["not_asked"]) == (2, 1, ["q2"])


def test_a_case_reworded_since_is_named(gold_cli: Cli, tmp_path: Path) -> None:
    """Both runs answered the words of v1: it counts, and all say so; the new h9 is named too."""
    home = plain_set(tmp_path / "one")
    for name in ("old", "new"):
        with (home / "runs" / f"{name}.yaml").open("a") as out:
            out.write("version: v1\n")
    rows = [json.loads(line) for line in (home / "one-v1.jsonl").read_text("utf-8").splitlines()]
    rows[5]["query"] = "the same in new words"
    lines(home / "one-v2.jsonl", [*rows, asked("h9", "p1")])
    (run,) = scored(gold_cli, home, "new")["runs"]
    assert (run["overall"]["n"], run["counts"]["earlier_words"], run["named"]["earlier_words"]) == (12, 1, ["q05"])
    assert (
        "1 asked in the words of the version that the run declares, reworded since: q05"
        in gold_cli("score", home, "new").stdout
    )
    text = gold_cli("compare", home, "old", "new").stdout
    assert "Compared in the words that both were asked, reworded since: q05" in text
    assert "Not asked of either run, left out: h9" in text
    document = json.loads(gold_cli("compare", home, "old", "new", "--format", "json").stdout)
    assert (document["n"], document["earlier_words"], document["left_out"]["not_asked"]) == (12, ["q05"], ["h9"])
    assert gold_cli("build-site", home, "--out", tmp_path / "site").exit_code == 0
    site = tmp_path / "site" / "one"
    assert "1 case asked in the words of v1, reworded since" in (site / "index.html").read_text("utf-8")
    page = (site / "questions/q05.html").read_text("utf-8")
    assert "Reworded since it was put to new (v1), old (v1): their lists answer the words of then." in page
    assert "Reworded since" not in (site / "questions/q04.html").read_text("utf-8")


def test_a_version_by_its_number(gold_cli: Cli, home: Path) -> None:
    """`SET@v1` is scored as the file of that version is; one that the set does not have is refused."""
    document = scored(gold_cli, f"{home}@v1", "first")
    assert document["testset"]["version"] == "v1"
    assert document == scored(gold_cli, home / "small-v1.jsonl", "first")
    refused = gold_cli("score", f"{home}@v9", "first")
    assert (refused.exit_code, "no such version: the set has v1, v2" in refused.stderr) == (2, True)


def test_refusals_that_cannot_be_measured_say_so(gold_cli: Cli, home: Path) -> None:
    """No value, n 0, and why; in the table too."""
    (run,) = scored(gold_cli, home, "second", "-m", "Refusal", "-m", "RR")["runs"]
    found = run["overall"]["measures"]["Refusal"]
    assert (found["value"], found["n"]) == (None, 0)
    assert "neither" in found["not_measurable"]
    assert "Refusal is not measurable" in gold_cli("score", home, "second", "-m", "Refusal", "-m", "RR").stdout


def rows(text: str) -> list[list[str]]:
    """A CSV text."""
    return list(csv.reader(io.StringIO(text)))


def test_csv_has_the_promised_header(gold_cli: Cli, home: Path) -> None:
    """A row a run, class and measure; empty facet and class for all; a class that looks like a formula is guarded."""
    result = gold_cli("score", home, "first", "second", "-m", "RR", "--format", "csv")
    header, *body = rows(result.stdout)
    assert header == ["run", "facet", "class", "measure", "value", "n"]
    assert body[:3] == [
        ["first", "", "", "RR(rel=1)", "0.6666666666666666", "3"],
        ["first", "class", "'=odd", "RR(rel=1)", "0.0", "1"],
        ["first", "class", "literal", "RR(rel=1)", "1.0", "2"],
    ]
    assert body[5][0] == "second"
    assert ["first", "class", "unanswerable", "RR(rel=1)", "", "0"] in body


def test_csv_per_query_adds_a_row_a_case(gold_cli: Cli, home: Path) -> None:
    """Facet `query_id`, class the id."""
    result = gold_cli("score", home, "first", "-m", "RR", "--format", "csv", "--per-query")
    assert ["first", "query_id", "ü3", "RR(rel=1)", "0.0", "1"] in rows(result.stdout)
    assert ["first", "query_id", "none", "RR(rel=1)", "", "0"] in rows(result.stdout)


@pytest.mark.parametrize("form", ["table", "markdown"])
def test_tables_name_what_was_left_out(gold_cli: Cli, home: Path, form: str) -> None:
    """Every count but zero, by name; the held-back part not at all."""
    text = gold_cli("score", home, "first", "--format", form).stdout
    for said in (
        "2 absent from the run, 0 in every mean they enter: ü3, undefined",
        "1 in the run but not in the set, ignored",
        "1 result that repeats a passage, worth nothing: q2",
        "1 without a relevant label, left out: undefined",
        "1 unanswerable, not ranked: none",
        "1 of unknown answer, not scored: unknown",
        "1 cannot be won in this build: ü3",
    ):
        assert said in text
    assert "held back" not in text
    assert "all winnable" in text


def test_by_chooses_the_facets(gold_cli: Cli, home: Path) -> None:
    """Repeated, in the order given; without it the set's."""
    (run,) = scored(gold_cli, home, "first", "--by", "intent", "--by", "class", "-m", "RR")["runs"]
    facets = list(dict.fromkeys(group["facet"] for group in run["classes"]))
    assert facets == ["intent", "class"]


def test_measures_are_given_once_each(gold_cli: Cli, home: Path) -> None:
    """Two spellings of one measure are one."""
    (run,) = scored(gold_cli, home, "first", "-m", "RR", "-m", "MRR", "-m", "P@2")["runs"]
    assert list(run["overall"]["measures"]) == ["RR(rel=1)", "P(rel=1)@2"]


@pytest.mark.parametrize("argument", ["sections", "path"])
def test_the_corpus_may_be_named_or_a_path(gold_cli: Cli, home: Path, argument: str) -> None:
    """`--corpus` comes before the sidecar."""
    build = home / "corpora/sections.jsonl" if argument == "path" else argument
    (run,) = scored(gold_cli, home, "lost", "--corpus", build, "-m", "RR")["runs"]
    assert (run["corpus"], run["overall"]["measures"]["RR(rel=1)"]["value"]) == ("sections", 1 / 3)


def test_several_builds_and_no_word_which_is_an_error_with_the_list(gold_cli: Cli, home: Path) -> None:
    """Exit code 2; nothing on stdout."""
    result = gold_cli("score", home, "lost")
    assert (result.exit_code, result.stdout) == (2, "")
    assert "several builds, sections, windows" in result.stderr
    assert "--corpus" in result.stderr


def test_the_only_build_is_taken(gold_cli: Cli, home: Path) -> None:
    """Nothing to ask where there is no choice."""
    (home / "corpora/windows.jsonl").unlink()
    (run,) = scored(gold_cli, home, "lost", "-m", "RR")["runs"]
    assert run["corpus"] == "sections"


def test_a_build_that_is_not_there_is_an_error_with_the_list(gold_cli: Cli, home: Path) -> None:
    """Named by option or by sidecar."""
    for args in (("lost", "--corpus", "none"), ("second",)):
        if args == ("second",):
            (home / "corpora/windows.jsonl").unlink()
        result = gold_cli("score", home, *args)
        assert result.exit_code == 2
        assert "sections" in result.stderr


def test_a_version_file_and_a_run_file_by_path(gold_cli: Cli, home: Path) -> None:
    """An older version of the set; the run outside it; the set's builds still known."""
    document = scored(gold_cli, home / "small-v1.jsonl", home / "runs/first.jsonl", "-m", "RR")
    assert document["testset"]["version"] == "v1"
    assert document["runs"][0]["corpus"] == "sections"


def test_qrels_and_a_trec_run(gold_cli: Cli, tmp_path: Path) -> None:
    """Without any corpus, passage ids as they are."""
    (tmp_path / "a.qrels").write_text("01 0 a 2\n01 0 b 1\n")
    (tmp_path / "r.trec").write_text("01 Q0 b 1 2 t\n01 Q0 a 2 1 t\n")
    document = scored(gold_cli, tmp_path / "a.qrels", tmp_path / "r.trec", "-m", "nDCG@10", "--per-query")
    assert document["testset"] == {"name": "a", "version": None, "cases": 1}
    (run,) = document["runs"]
    assert (run["corpus"], run["cases"][0]["query_id"]) == (None, "01")
    assert run["cases"][0]["measures"]["nDCG(dcg='log2')@10"] == pytest.approx(
        (1 + 2 / 1.5849625007) / (2 + 1 / 1.5849625007)
    )


def test_a_measure_above_the_scale_is_refused(gold_cli: Cli, home: Path) -> None:
    """No label could ever meet it. Where no scale is declared any grade may be asked for, and the cases are named."""
    asked = ("score", home, "first", "-m", "Success(rel=3)@10")
    unscaled = gold_cli(*asked)
    assert unscaled.exit_code == 0
    assert "without a value of Success(rel=3)@10" in unscaled.stdout
    with (home / "gold.yaml").open("a") as settings:
        settings.write("grades: [0, 1, 2]\n")
    refused = gold_cli(*asked)
    assert (refused.exit_code, refused.stdout) == (2, "")
    assert "grade 3 or better, and the grades of gold.yaml are 0, 1, 2: ask for one of these" in refused.stderr


@pytest.mark.parametrize(
    ("args", "says"),
    [
        (("none", "first"), "no such"),
        (("{home}", "none"), "no such file, nor a run of the set: it has first, lost, second, third"),
        (("{home}", "first", "-m", "nDGC@10"), "unknown measure 'nDGC'"),
        (("{home}", "first", "-m", "P"), "needs a cutoff"),
        (("{home}",), "name the one that lost searched with --corpus"),
        (("{home}", "first", "--by", "klass"), "'klass' is not one of"),
        (("{home}", "first", "--format", "xml"), "'xml' is not one of"),
        (("{home}", "first", "--undefined", "one"), "'one' is not one of"),
        (("{home}", "{home}/runs"), "is a folder"),
    ],
)
def test_wrong_usage_ends_with_2(gold_cli: Cli, home: Path, args: tuple[str, ...], says: str) -> None:
    """One message, no number, no traceback."""
    result = gold_cli("score", *(arg.format(home=home) for arg in args))
    assert (result.exit_code, result.stdout) == (2, "")
    assert says in result.stderr


def test_a_bad_record_ends_with_2_and_its_place(gold_cli: Cli, home: Path) -> None:
    """In the version, in the run, in the build, in the settings."""
    for name in ("small-v2.jsonl", "runs/first.jsonl", "corpora/sections.jsonl"):
        path = home / name
        before = path.read_bytes()
        path.write_bytes(before + b'{"nonsense": 1}\n')
        result = gold_cli("score", home, "first")
        assert (result.exit_code, result.stdout) == (2, "")
        assert f"{path}:{before.count(bytes([10])) + 1}: " in result.stderr
        path.write_bytes(before)


def test_nothing_to_score_ends_with_3(gold_cli: Cli, home: Path, tmp_path: Path) -> None:
    """A run of another set, an empty run, empty labels, a set without a version: never 0.00."""
    (tmp_path / "other.trec").write_text("zz Q0 s1 1 1 t\n")
    (tmp_path / "empty.trec").write_text("")
    (tmp_path / "empty.qrels").write_text("")
    (tmp_path / "empty-v1.jsonl").write_text("")
    (tmp_path / "bare").mkdir()
    for args in (
        (home, tmp_path / "other.trec", "--corpus", "sections"),
        (home, tmp_path / "empty.trec", "--corpus", "sections"),
        (tmp_path / "empty.qrels", tmp_path / "other.trec"),
        (tmp_path / "empty-v1.jsonl", tmp_path / "other.trec"),
        (tmp_path / "bare", tmp_path / "other.trec"),
    ):
        result = gold_cli("score", *args)
        assert (result.exit_code, result.stdout) == (3, ""), args
        assert result.stderr.startswith("gold: ")


def test_warnings_stand_on_stderr(gold_cli: Cli, home: Path) -> None:
    """What was read kindly does not disturb the JSON."""
    with (home / "small-v2.jsonl").open("a", encoding="utf-8") as file:
        file.write('{"query_id": 12, "query": "x", "judgments": [{"quote": "thirty days", "grade": 2}]}\n')
    result = gold_cli("score", home, "first", "--format", "json")
    assert result.exit_code == 0
    assert json.loads(result.stdout)
    assert "warning: " in result.stderr
    assert 'small-v2.jsonl:10: query_id is the number 12: read as the text "12"' in result.stderr


def test_a_run_of_another_build_is_nothing_to_score(gold_cli: Cli, home: Path) -> None:
    """None of its passages are in the build: an example of each, and no 0.000."""
    result = gold_cli("score", home, "first", "--corpus", "windows")
    assert result.exit_code == 3
    assert "no passage id of the run is in the build windows: the build has e.g. 'w1', the run has e.g. 's1'" in (
        result.stderr
    )
    assert "searched sections, as its sidecar says, and is scored on windows" in result.stderr


def test_results_that_the_build_lacks_are_counted(gold_cli: Cli, home: Path) -> None:
    """Some foreign results stop nothing; the cases are named."""
    write_run(home / "runs/mixed.jsonl", {"q1": ["s1", "w9", "w8"]}, "corpus: sections\n")
    result = gold_cli("score", home, "mixed")
    assert result.exit_code == 0
    assert "2 results that are no passage of this build: q1" in result.stdout


def test_proposed_and_retired_cases_are_named(gold_cli: Cli, home: Path) -> None:
    """So that the cases of the file add up."""
    assert "2 proposed or retired, not scored: draft, old" in gold_cli("score", home, "first").stdout


def test_nothing_but_undefined_cases_is_nothing_to_score(gold_cli: Cli, tmp_path: Path) -> None:
    """Labels all of grade 0: exit 3, and no dashes that look like a result."""
    (tmp_path / "qrels.txt").write_text("q 0 a 0\nr 0 b 0\n")
    (tmp_path / "run.trec").write_text("q Q0 a 1 1 t\n")
    result = gold_cli("score", tmp_path / "qrels.txt", tmp_path / "run.trec")
    assert (result.exit_code, result.stdout) == (3, "")
    assert "no case with a relevant label" in result.stderr


@pytest.mark.parametrize("name", ["x" * 5000, "small-v1.jsonl/x"])
def test_a_path_that_cannot_be_used_ends_with_2(gold_cli: Cli, home: Path, name: str) -> None:
    """Whatever the system says of it, in one line."""
    result = gold_cli("score", home, home / name)
    assert result.exit_code == 2
    assert result.stderr.count("\n") == 1


def test_a_link_that_leads_nowhere_is_no_missing_file(gold_cli: Cli, home: Path) -> None:
    """A newest version that is gone is not silently an older one."""
    (home / "small-v3.jsonl").symlink_to(home / "nowhere.jsonl")
    result = gold_cli("score", home, "first")
    assert result.exit_code == 2
    assert "small-v3.jsonl: is a link that leads nowhere" in result.stderr


def test_what_an_older_version_held_back_is_not_named(gold_cli: Cli, home: Path) -> None:
    """A run that still answers it says nothing of it, nor do the pages."""
    held = '{"query_id": "OLDSECRET", "query": "HUSH", "split": "held_back", "judgments": []}\n'
    with (home / "small-v1.jsonl").open("a", encoding="utf-8") as file:
        file.write(held)
    (home / "CHANGELOG.md").write_text("## v2 - 2026-01-01\n\n- removed OLDSECRET\n")
    write_run(home / "runs/first.jsonl", {"q1": ["s1"], "OLDSECRET": ["s1"]}, "corpus: sections\n")
    for form in ("table", "json"):
        assert "OLDSECRET" not in gold_cli("score", home, "first", "--format", form).stdout
    out = home.parent / "site"
    (home / "runs/lost.jsonl").unlink()
    assert gold_cli("build-site", home, "--out", out).exit_code == 0
    texts = [path.read_text("utf-8") for path in out.rglob("*") if path.suffix in (".html", ".json", ".csv", ".jsonl")]
    assert not any("OLDSECRET" in text for text in texts)


def test_who_judged_stands_with_the_scores(gold_cli: Cli, tmp_path: Path) -> None:
    """Their names and how many labels each gave; an address is none, and qrels know of nobody."""
    home = tmp_path / "one"
    labels = [
        {"passage_id": "p1", "grade": 2, "by": "ana"},
        {"passage_id": "p2", "grade": 1, "by": "ana"},
        {"passage_id": "p3", "grade": 0, "by": "ben@firma.de"},
        {"passage_id": "p4", "grade": 0},
    ]
    lines(home / "one-v1.jsonl", [{"query_id": "q", "query": "what", "judgments": labels}])
    lines(home / "runs/r.jsonl", [{"query_id": "q", "ranking": ["p1"]}])
    assert "labels by ana (2), [e-mail] (1); 1 label without a name\n" in gold_cli("score", home, "r").stdout
    found = json.loads(gold_cli("score", home, "r", "--format", "json").stdout)
    assert (found["judges"], found["unsigned"]) == ({"[e-mail]": 1, "ana": 2}, 1)
    found = json.loads(gold_cli("compare", home, "r", "r", "--format", "json").stdout)
    assert (found["judges"], found["unsigned"]) == ({"[e-mail]": 1, "ana": 2}, 1)
    for form in ("table", "markdown"):
        compared = gold_cli("compare", home, "r", "r", "--format", form).stdout
        assert "\nLabels by ana (2), [e-mail] (1); 1 label without a name.\n" in compared
    lines(home / "one-v1.jsonl", [{"query_id": "q", "query": "what", "judgments": labels[:2]}])
    assert gold_cli("build-site", home, "--out", tmp_path / "site").exit_code == 0
    said = "Labels by ana (2): as far as the set tells, one judge a label."
    assert said in (tmp_path / "site/one/release.html").read_text("utf-8")
    (tmp_path / "q.txt").write_text("q 0 p1 2\n", "utf-8")
    run = home / "runs/r.jsonl"
    assert "labels by" not in gold_cli("score", tmp_path / "q.txt", run).stdout
    assert "Labels by" not in gold_cli("compare", tmp_path / "q.txt", run, run).stdout


def test_refusals_stand_beside_the_scores(gold_cli: Cli, home: Path) -> None:
    """With counts and Wilson's interval, in no mean; null figures where a class has none."""
    document = scored(gold_cli, home, "first", "second")
    run, other = document["runs"]
    assert run["refusals"]["overall"]["unanswerable"] == {
        "n": 1,
        "count": 1,
        "value": 1.0,
        "low": pytest.approx(0.2065, abs=1e-4),
        "high": 1.0,
    }
    assert run["refusals"]["overall"]["answerable"]["count"] == 0
    assert {row["class"]: row["unanswerable"]["value"] for row in run["refusals"]["classes"]} == {
        "=odd": None,
        "literal": None,
        "unanswerable": 1.0,
        "unclassified": None,
    }
    assert list(other["refusals"]) == ["not_measurable"]
    table = gold_cli("score", home, "first", "second").stdout
    assert "all                          1        1  1.000  0.207 to 1.000" in table
    assert "refusals are not measurable: the run can say neither" in table


def answering(home: Path, right: dict[str, bool]) -> None:
    """Let the run `first` say which of its answers were right."""
    path = home / "runs/first.jsonl"
    rows = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
    rows = [row | ({"answer_correct": right[row["query_id"]]} if row["query_id"] in right else {}) for row in rows]
    path.write_text("".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows), "utf-8")


def test_right_answers_stand_beside_retrieval(gold_cli: Cli, home: Path) -> None:
    """Apart for what was reached and what not; null where no row says; held-back rows count for nothing."""
    assert scored(gold_cli, home, "first")["runs"][0]["answers"] is None
    answering(home, {"q1": True, "q2": False, "SECRET": True, "extra": True})
    found = scored(gold_cli, home, "first")["runs"][0]["answers"]
    assert (found["measure"], found["bottleneck"]) == ("AnswerRecall@5", "cannot tell")
    assert [found["overall"][part]["n"] for part in ("reached", "unreached")] == [2, 0]
    assert found["overall"]["reached"]["count"] == 1
    table = gold_cli("score", home, "first", "--format", "markdown").stdout
    assert "cannot be told: of 1 wrong answer, 1 had what answers within the first 5 results." in table


def test_what_users_meet_stands_beside_the_mean(gold_cli: Cli, home: Path) -> None:
    """By shares of the traffic, with the effective n; nothing where the set says nothing of it."""
    assert scored(gold_cli, home, "first")["runs"][0]["traffic"] is None
    assert "what users meet" not in gold_cli("score", home, "first").stdout
    settings = (home / "gold.yaml").read_text("utf-8")
    (home / "gold.yaml").write_text(settings + "traffic: {class: {literal: 0.9, '=odd': 0.1}}\n", "utf-8")
    found = scored(gold_cli, home, "first")["runs"][0]["traffic"]
    assert (found["by"], found["lacking"]) == ("class", [])
    figures = found["measures"]["AnswerRecall@5"]
    assert (figures["plain"]["value"], figures["plain"]["effective_n"]) == (pytest.approx(2 / 3), pytest.approx(3))
    assert figures["weighted"]["value"] == pytest.approx(0.9)
    assert figures["weighted"]["effective_n"] == pytest.approx(1 / (0.81 / 2 + 0.01))
    table = gold_cli("score", home, "first").stdout
    assert "by traffic per class" in table
    assert "By traffic it is +0.233: class =odd is 33\u202f% of the cases and 10\u202f% of the traffic" in table
    line = settings.count("\n") + 1
    for shares, why in (
        ("{class: {literal: 0.9}}", "the shares of class add up to 0.9: make them 1"),
        ("{class: {literal: 1.5, '=odd': -0.5}}", "the share of class 'literal' is 1.5: a share is from 0 to 1"),
        ("{class: {literal: 1}, intent: {a: 1}}", "shares are of one facet, and class, intent are 2: choose one"),
    ):
        (home / "gold.yaml").write_text(f"{settings}traffic: {shares}\n", "utf-8")
        told = gold_cli("score", home, "first")
        said = f"warning: {home}/gold.yaml:{line}: what users meet is not estimated by traffic, because {why}\n"
        assert (told.exit_code, said in told.stderr, "by traffic" in told.stdout) == (0, True, False)
