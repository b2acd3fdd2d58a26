"""`gold agreement`, `gold draw-sample` and the pages of a set that several people judged."""

from __future__ import annotations

import csv
import html
import io
import itertools
import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest
from sklearn.metrics import cohen_kappa_score, confusion_matrix

from tests.cli.conftest import SECTIONS, write_lines

Cli = Callable[..., Any]
ROWS = (
    ("q1", "s1", "ana", 2, ""),
    ("q1", "s1", "ben", 0, "no number in it"),
    ("q1", "s2", "ana", 0, ""),
    ("q1", "s2", "ben", 0, ""),
    ("q2", "s2", "ana", 1, "call +1 555 0100 or mara.lindqvist@nordhafen.se"),
    ("q2", "s2", "ben", 2, ""),
    ("q2", "gone", "ana", 1, ""),
    ("q2", "gone", "ben", 1, ""),
    ("SECRET", "s1", "ana", 2, "HUSH"),
    ("SECRET", "s1", "ben", 0, "HUSH"),
    ("elsewhere", "s9", "ana", 1, ""),
    ("elsewhere", "s9", "ben", 2, ""),
)


def write_sample(path: Path, rows: Sequence[Sequence[Any]] = ROWS) -> Path:
    """A sample in long form."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("w", encoding="utf-8", newline="") as file:
        csv.writer(file).writerows([("query_id", "passage_id", "annotator", "grade", "note"), *rows])
    return path


@pytest.fixture
def judged(home: Path) -> Path:
    """The small set with a sample and one final grade."""
    write_sample(home / "agreement/round-1.csv")
    (home / "agreement/round-1.yaml").write_text(
        "drawn: random\nseed: 3\nn: 6\nof: 9\nversion: v2\nbuild: windows\n", "utf-8"
    )
    rows = [
        {"query_id": "q1", "passage_id": "s1", "grade": 2, "by": "dana", "at": "2026-03-12", "note": "it has it"},
        {"query_id": "SECRET", "passage_id": "s1", "grade": 1, "note": "HUSH"},
    ]
    write_lines(home / "adjudicated.jsonl", rows)
    return home


def document(gold_cli: Cli, *args: object) -> dict[str, Any]:
    """What `--format json` prints."""
    result = gold_cli("agreement", *args, "--format", "json")
    assert result.exit_code == 0, result.stderr
    found: dict[str, Any] = json.loads(result.stdout)
    return found


def test_a_set_is_all_its_samples_without_what_is_held_back(gold_cli: Cli, judged: Path) -> None:
    """By folder, and by a file of its folder."""
    found = document(gold_cli, judged)
    assert (found["items"], found["questions"], found["annotators"]) == (5, 3, ["ana", "ben"])
    assert found["raw"] == 0.4
    assert set(found["alpha"]) == {"nominal", "ordinal", "interval"}
    (pair,) = found["pairs"]
    assert (pair["a"], pair["b"], pair["n"], pair["raw"]) == ("ana", "ben", 5, 0.4)
    assert {"kappa", "kappa_quadratic"} <= set(pair)
    assert found["samples"][0]["drawn"] == "random"
    by_file = document(gold_cli, judged / "agreement/round-1.csv")
    assert by_file == found


def test_by_class_and_by_document(gold_cli: Cli, judged: Path) -> None:
    """Groups come from the set; a sample without a set has none."""
    found = document(gold_cli, judged, "--by", "class", "--by", "document")
    named = {(group["by"], group["group"]): (group["items"], group["raw"]) for group in found["groups"]}
    assert named == {
        ("class", "literal"): (4, 0.5),
        ("document", "fees"): (2, 0.5),
    }
    text = gold_cli("agreement", judged, "--by", "document").stdout
    assert "document  items    raw  alpha\nfees" in text  # no interval is drawn of a document
    alone = write_sample(judged.parent / "alone.csv")
    result = gold_cli("agreement", alone, "--by", "class")
    assert (result.exit_code, "needs the set of the samples" in result.stderr) == (2, True)


def test_text_says_the_sentence_first(gold_cli: Cli, judged: Path) -> None:
    """And who was drawn how, last."""
    lines = gold_cli("agreement", judged).stdout.splitlines()
    assert lines[0].startswith(
        "Two annotators (ana and ben) give an item the same grade in 40 % of cases; beyond chance"
    )
    assert lines[0].endswith("too little to trust a label that one person gave (0.667 is the least).")
    assert (
        lines[-1]
        == "- round-1: drawn at random (6 of 9 labels) of v2 on windows, seed 3: its figures speak for the set."
    )


PAIR = ("ana", "ben")
ONE_QUESTION = [("q1", f"s{n}", who, n * (who == "ana"), "") for n in range(3) for who in PAIR]
WIDTH = "the interval has no width, as every drawing of the questions gave one value, which need not be right."


@pytest.mark.parametrize(
    ("rows", "said"),
    [
        (
            [(f"q{n}", f"s{m}", who, m, "") for n in range(9) for m in range(2) for who in PAIR],
            WIDTH,
        ),
        (
            [(f"q{n}", "s1", who, 2, "") for n in range(4) for who in PAIR],
            "one grade only was given, so there is nothing beyond chance to measure and no interval.",
        ),
        (ONE_QUESTION, "no interval, because it comes from drawing the questions anew and there is one only."),
        (
            [*ONE_QUESTION, ("q1", "s0", "chi", 0, "")],
            "Kappa of ana and chi, kappa of ben and chi: one item in common is too few for a value or an interval.",
        ),
        (
            [(f"q{n}", "s1", who, int(n == 0), "") for n in range(3) for who in PAIR],
            "because too many drawings of the questions have no value: too few items, or nearly all are alike.",
        ),
    ],
)
def test_what_an_interval_lacks_is_said_in_a_sentence(
    gold_cli: Cli, home: Path, tmp_path: Path, rows: Sequence[Sequence[Any]], said: str
) -> None:
    """All alike, one grade, one question, one item in common, too few items; on the page too."""
    out = gold_cli("agreement", write_sample(home / "agreement/one.csv", rows)).stdout
    assert said in out
    page = html.unescape(built(gold_cli, home, tmp_path / "site")["small/agreement.html"])
    assert said.replace("'", "\u2019") in page


def test_what_has_no_interval_is_named(gold_cli: Cli, tmp_path: Path) -> None:
    """The coefficients over all, then the pairs; of many the first six."""
    alike = [(f"q{n}", f"s{m}", who, m, "") for n in range(9) for m in range(2) for who in PAIR]
    out = gold_cli("agreement", write_sample(tmp_path / "one.csv", alike)).stdout
    names = "Raw agreement, alpha ordinal, alpha interval, alpha nominal, Fleiss' kappa, Gwet's AC1 and 1 more"
    assert f"\n{names}: {WIDTH}\n" in out


def test_of_intervals_with_a_width_nothing_is_said(gold_cli: Cli, tmp_path: Path) -> None:
    """They stand in the table."""
    grades = [(n, m, who, (m + n * (who == "ben")) % 3) for n in range(9) for m in range(3) for who in PAIR]
    out = gold_cli(
        "agreement", write_sample(tmp_path / "one.csv", [(f"q{n}", f"s{m}", w, g, "") for n, m, w, g in grades])
    )
    assert "because" not in out.stdout
    assert " to " in out.stdout


def test_text_has_the_confusions_of_the_pairs_most_apart(gold_cli: Cli, tmp_path: Path) -> None:
    """The first's grades down, the second's across; of more pairs than three the three with the least kappa."""
    grades = {"ana": "00112201", "ben": "00112210", "chi": "22001100", "dan": "00112202"}
    rows = [(f"q{n}", "p", who, int(g), "") for who, given in grades.items() for n, g in enumerate(given)]
    out = gold_cli("agreement", write_sample(tmp_path / "one.csv", [r for r in rows if r[2] < "chi"])).stdout
    table = confusion_matrix(*(list(map(int, grades[who])) for who in ("ana", "ben")))
    lines = ["Confusion: ana's grades down, ben's across", "", "grade  0  1  2"]
    lines += [f"    {g}  " + "  ".join(map(str, row)) for g, row in enumerate(table.tolist())]
    assert "\n".join(lines) + "\n\n" in out
    out = gold_cli("agreement", write_sample(tmp_path / "two.csv", rows)).stdout
    pairs = list(itertools.combinations(grades, 2))
    kappas = {pair: cohen_kappa_score(*(list(grades[who]) for who in pair)) for pair in pairs}
    shown = [f"Confusion: {a}'s grades down, {b}'s across" for a, b in sorted(pairs, key=lambda p: (kappas[p], p))[:3]]
    assert [line for line in out.splitlines() if line.startswith("Confusion")] == shown
    assert "Of 6 pairs the 3 that agree least. All of them: --format json." in out


def test_csv_has_a_row_a_figure(gold_cli: Cli, judged: Path) -> None:
    """Over all, pairs and annotators."""
    rows = list(csv.DictReader(io.StringIO(gold_cli("agreement", judged, "--format", "csv").stdout)))
    assert rows[0] | {"low": "", "high": ""} == {
        "by": "",
        "group": "",
        "a": "",
        "b": "",
        "statistic": "raw",
        "n": "5",
        "value": "0.4",
        "low": "",
        "high": "",
        "undefined": "",
    }
    assert {row["statistic"] for row in rows} >= {"alpha ordinal", "kappa_quadratic", "offset", "ac1"}


def test_qrels_are_annotators(gold_cli: Cli, tmp_path: Path) -> None:
    """Two files, called like their annotators."""
    for name, grades in (("ana", "210"), ("ben", "211")):
        text = "".join(f"q{n} 0 p{n} {grade}\n" for n, grade in enumerate(grades))
        (tmp_path / f"{name}.qrels").write_text(text, "utf-8")
    found = document(gold_cli, tmp_path / "ana.qrels", tmp_path / "ben.qrels")
    assert (found["annotators"], found["items"], round(found["raw"], 3)) == (["ana", "ben"], 3, 0.667)


def test_what_is_no_confirmed_case_shows_no_text(gold_cli: Cli, home: Path, tmp_path: Path) -> None:
    """A retired case's words, and a question that is no case and holds personal data."""
    rows = [("old", "s2", "ana", 1, ""), ("old", "s2", "ben", 2, "")]
    rows += [("mail mara.lindqvist@nordhafen.se", "s2", who, grade, "") for who, grade in (("ana", 0), ("ben", 1))]
    rows += [("HUSH", "s1", who, grade, "") for who, grade in (("ana", 0), ("ben", 1))]
    write_sample(home / "agreement/one.csv", rows)
    files = built(gold_cli, home, tmp_path / "site")
    page = files["small/disagreements.html"]
    assert "an old one" not in page
    assert "mail [e-mail]" in page
    assert not [path for path, text in files.items() if "nordhafen" in text or "HUSH" in text]


def test_a_book_names_questions_by_their_text(gold_cli: Cli, home: Path) -> None:
    """In a set they become the ids of the cases of those texts; held-back ones are left out."""

    def pair(text: str, *ratings: int) -> dict[str, Any]:
        judgements = [{"rating": r, "user_email": f"{who}@x.example"} for who, r in zip("ab", ratings, strict=True)]
        return {"query_text": text, "doc_id": "s1", "judgements": judgements}

    book = {"query_doc_pairs": [pair("how long", 2, 1), pair("and late?", 0, 0), pair("HUSH", 0, 2)]}
    (home / "agreement").mkdir()
    (home / "agreement/book.json").write_text(json.dumps(book), "utf-8")
    found = document(gold_cli, home, "--by", "class")
    assert (found["items"], found["groups"][0]["group"]) == (2, "literal")


@pytest.mark.parametrize(
    ("rows", "code", "words"),
    [
        ((), 3, "no judgment in it: fill in the grade"),
        ((("q1", "s1", "ana", "x", ""),), 2, "one.csv:2: grade 'x' is no whole number"),
        ((("q1", "s1", "ana", 1, ""),), 0, "not computable: one annotator (1 item)"),
        ((("q1", "s1", "a", 1, ""), ("q1", "s2", "b", 1, "")), 0, "no item was judged by two of the 2 annotators"),
        (
            [("q1", f"s{n}", who, 2, "") for n in range(3) for who in "ab"],
            0,
            "same grade in 100\u202f% of cases; beyond chance that is undefined: one grade only",
        ),
    ],
)
def test_exit_codes(gold_cli: Cli, tmp_path: Path, rows: Sequence[Sequence[Any]], code: int, words: str) -> None:
    """0 whatever the figures, 2 for what cannot be read, 3 for nothing."""
    result = gold_cli("agreement", write_sample(tmp_path / "one.csv", rows))
    assert result.exit_code == code
    assert words.replace("\u202f", " ") in result.stdout + result.stderr


def test_what_is_no_sample(gold_cli: Cli, home: Path, tmp_path: Path) -> None:
    """A set without one: nothing; a folder that is no set, or none at all: refused."""
    assert gold_cli("agreement", home).exit_code == 3
    (tmp_path / "folder").mkdir()
    for argument in (tmp_path / "folder", tmp_path / "none.csv"):
        assert gold_cli("agreement", argument).exit_code == 2
    assert gold_cli("agreement").exit_code == 2


def test_validate_reads_samples_and_final_grades(gold_cli: Cli, judged: Path) -> None:
    """Their faults are findings with a line."""
    with (judged / "agreement/round-1.csv").open("a", encoding="utf-8") as file:
        file.write("q1,s1,ana,1,\n")
    write_sample(judged / "agreement/round-2.csv", [("q1", "s2", "ben", 9.5, "")])
    with (judged / "adjudicated.jsonl").open("a", encoding="utf-8") as file:
        file.write('{"query_id": "q1", "passage_id": "s1", "grad": 1}\n')
    found = gold_cli("validate", judged).stdout
    assert "agreement/round-1.csv:14: error: 'ana' judged 's1' twice, with grade 2 (line 2) and grade 1" in found
    assert "agreement/round-2.csv:2: error: grade '9.5' is no whole number" in found
    assert "adjudicated.jsonl:3: error: unknown field 'grad': did you mean 'grade'?" in found


def built(gold_cli: Cli, home: Path, out: Path) -> dict[str, str]:
    """The files of a site, by address."""
    for path in home.glob("runs/lost.*"):
        path.unlink()  # it does not say which build it searched
    result = gold_cli("build-site", home, "--out", out)
    assert result.exit_code == 0, result.output
    return {path.relative_to(out).as_posix(): path.read_text("utf-8", "replace") for path in out.rglob("*.*")}


def test_the_pages(gold_cli: Cli, judged: Path, tmp_path: Path) -> None:
    """The sentence, the figures, and every disputed item with grades, notes, passage and final grade."""
    files = built(gold_cli, judged, tmp_path / "site")
    page = files["small/agreement.html"]
    assert "Two annotators (ana and ben) give an item the same grade in 40" in page
    assert "drawn at random (6 of 9 labels) of v2 on windows, seed 3: its figures speak for the set." in page
    assert "Of 3 disputed items, 1 has a final grade in adjudicated.jsonl." in page
    disputes = files["small/disagreements.html"]
    assert "Annotators differ on 3 items of 3 questions, on 1 by two grades or more; 1 is adjudicated." in disputes
    assert "The widest come first; settled questions are folded." in disputes
    assert disputes.count('<details class="folded"><summary>Settled: who gave') == 1
    assert "no number in it" in disputes
    assert "Return it within <mark>thirty days</mark> of delivery." in disputes
    assert 'by dana on 2026-03-12: <i dir="auto">it has it</i> <small>before: ana 2, ben 0</small>' in disputes
    assert disputes.index("how long") < disputes.index("and late?")
    assert "no confirmed case of this version" in disputes
    data = json.loads(files["small/data/agreement.json"])
    assert data["items"] == 5
    assert files["small/data/disagreements.csv"].startswith("query_id,passage_id,spread,weight,annotator,kind,grade,")
    assert 'href="agreement.html"' in files["small/coverage.html"]


def test_held_back_and_personal_is_nowhere(gold_cli: Cli, judged: Path, tmp_path: Path) -> None:
    """In no page and no download."""
    for path, text in built(gold_cli, judged, tmp_path / "site").items():
        for word in ("SECRET", "HUSH", "nordhafen"):
            assert word not in text, path


@pytest.mark.parametrize(
    ("rows", "words"),
    [
        ([("q1", "s1", "ana", 1, "")], "is not computable: one annotator (1 item)."),
        ([("q1", "s1", "a", 1, ""), ("q1", "s2", "b", 1, "")], "no item was judged by two of the 2 annotators"),
        ([("SECRET", "s1", "ana", 1, "")], "is not computable: no annotator (0 items)."),
        ([("q1", f"s{n}", who, 2, "") for n in range(3) for who in "ab"], "undefined: one grade only"),
    ],
)
def test_pages_say_what_cannot_be_computed(
    gold_cli: Cli, home: Path, tmp_path: Path, rows: Sequence[Sequence[Any]], words: str
) -> None:
    """And render."""
    write_sample(home / "agreement/one.csv", rows)
    files = built(gold_cli, home, tmp_path / "site")
    assert words in files["small/agreement.html"]
    assert "small/disagreements.html" in files


def test_a_set_without_samples_has_no_such_page(gold_cli: Cli, home: Path, tmp_path: Path) -> None:
    """Nor a link to one."""
    files = built(gold_cli, home, tmp_path / "site")
    assert not [path for path in files if "agreement" in path]
    assert "agreement.html" not in files["small/index.html"]


def test_models_are_told_from_people_by_the_file_beside(gold_cli: Cli, home: Path, tmp_path: Path) -> None:
    """In wide form, too."""
    (home / "agreement").mkdir()
    wide = "query_id,passage_id,ana,ben,m1\nq1,s1,2,2,0\nq1,s2,0,0,0\nq2,s2,1,0,2\n"
    (home / "agreement/wide.csv").write_text(wide, "utf-8")
    (home / "agreement/wide.yaml").write_text("models: [m1]\n", "utf-8")
    found = document(gold_cli, home)
    assert (found["annotators"], [model["annotator"] for model in found["models"]]) == (["ana", "ben"], ["m1"])
    assert "Models against people" in built(gold_cli, home, tmp_path / "site")["small/agreement.html"]


def test_an_arbiter_is_not_in_the_sentence(gold_cli: Cli, tmp_path: Path) -> None:
    """Whoever judged only what two others differ on tells nothing of the ordinary item."""
    rows: list[tuple[Any, ...]] = []
    for n in range(8):
        rows += [(f"q{n}", "p", "ana", n % 3, ""), (f"q{n}", "p", "ben", 0 if n in (1, 4) else n % 3, "")]
        rows += [(f"q{n}", "p", "chi", n % 3, "")] if n in (1, 4) else []
    out = gold_cli("agreement", write_sample(tmp_path / "one.csv", rows)).stdout
    assert out.startswith("Two annotators (ana and ben) give an item the same grade in 75 % of cases")
    assert "chi (2 of 2 items) mostly judged what others already differed on" in out


def test_draw_sample(gold_cli: Cli, home: Path) -> None:
    """The same seed draws the same rows; nothing held back, proposed or retired; what is drawn can be filled in."""
    out = home / "agreement/second.csv"
    out.parent.mkdir()
    result = gold_cli("draw-sample", home, "--n", "2", "--seed", "7", "--corpus", "sections", "--out", out)
    assert result.exit_code == 0, result.stderr
    assert result.stderr == f"next: fill in the columns annotator and grade, then gold agreement {home}\n"
    rows = list(csv.DictReader(io.StringIO(out.read_text("utf-8"))))
    assert {(row["query_id"], row["annotator"], row["grade"]) for row in rows} <= {("q1", "", ""), ("q2", "", "")}
    assert sorted(row["text"][:9] for row in rows) == ["After tha", "Return it"]
    assert (out.with_suffix(".yaml")).read_text("utf-8").splitlines()[:4] == [
        'drawn: "random"',
        "seed: 7",
        "n: 2",
        "of: 2",
    ]
    shown = gold_cli("draw-sample", home, "--n", "2", "--seed", "7", "--corpus", "sections")
    assert shown.stdout == out.read_text("utf-8")
    assert 'drawn: "random"' in shown.stderr
    assert f"lay both files into {home}/agreement/, then gold agreement {home}\n" in shown.stderr
    few = gold_cli("draw-sample", home, "--n", "500", "--corpus", "sections")
    assert "--n 500: there are only 2 to draw\n" in few.stderr
    again = gold_cli("draw-sample", home, "--out", out, "--corpus", "sections")
    assert again.exit_code == 2
    assert gold_cli("agreement", out).exit_code == 3
    out.write_text(out.read_text("utf-8").replace(",,,,,", ",ana,2,,,", 1), "utf-8")
    assert document(gold_cli, out)["samples"][0]["drawn"] == "random"


def test_the_guideline_stands_beside_what_is_disputed(gold_cli: Cli, judged: Path, tmp_path: Path) -> None:
    """Where a heading names the case's class; without the bullet on a held-back case, and not without a heading."""
    site = tmp_path / "site"
    assert "The set has no GUIDELINE.md" in built(gold_cli, judged, site)["small/disagreements.html"]
    (judged / "GUIDELINE.md").write_text("# Grading\n\nRead.\n", "utf-8")
    assert "No heading of the guideline names a class" in built(gold_cli, judged, site)["small/disagreements.html"]
    text = "# Grading\n\n## Literal ones\n\n- Take *words* as they stand.\n- As in SECRET: HUSH is none.\n"
    (judged / "GUIDELINE.md").write_text(text, "utf-8")
    page = built(gold_cli, judged, site)["small/disagreements.html"]
    assert "<summary>The guideline on this class: Literal ones</summary>" in page
    assert "Take <em>words</em> as they stand." in page
    assert "HUSH" not in page


def test_more_than_three_disputed_items_are_folded(gold_cli: Cli, home: Path, tmp_path: Path) -> None:
    """The widest stay open, all others can be opened, and the file has every one."""
    rows = [("q1", f"p{n}", who, grade, "") for n in range(5) for who, grade in (("ana", 0), ("ben", 2 if n else 1))]
    write_sample(home / "agreement/one.csv", rows)
    files = built(gold_cli, home, tmp_path / "site")
    page = files["small/disagreements.html"]
    opened, _, folded = page.partition("<summary>2 more items in dispute</summary>")
    assert [f"p{n}" for n in range(5) if f'<span class="place">p{n}<' in opened] == ["p1", "p2", "p3"]
    assert [f"p{n}" for n in range(5) if f'<span class="place">p{n}<' in folded] == ["p0", "p4"]


def test_documents_beyond_twelve_stand_in_the_file(gold_cli: Cli, home: Path, tmp_path: Path) -> None:
    """Least agreement first; classes are not cut so soon."""
    names = [f"d{n:02d}" for n in range(14)]
    passages = [{"passage_id": f"{name}#{n}", "doc_id": name, "text": f"{name} {n}"} for name in names for n in (0, 1)]
    write_lines(home / "corpora/sections.jsonl", [*SECTIONS, *passages])
    rows = [
        ("q1", row["passage_id"], who, grade, "")
        for at, row in enumerate(passages)
        for who, grade in (("ana", 0), ("ben", int(at > 23)))
    ]
    write_sample(home / "agreement/one.csv", rows)
    files = built(gold_cli, home, tmp_path / "site")
    page = files["small/agreement.html"].partition(">By document<")[2]
    assert [name for name in names if f">{name}<" in page] == [*names[:10], *names[12:]]
    assert "And 2 more:" in page
    groups = json.loads(files["small/data/agreement.json"])["groups"]
    assert [group["group"] for group in groups if group["by"] == "document"] == names
