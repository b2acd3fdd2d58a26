"""What stands around a version: qrels with queries, corpus builds, settings, a set's folder."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest

from gold.errors import BadRecord, GoldError, NothingToScore
from gold.model.corpus import Passage
from gold.model.settings import Limits, Pages, Privacy, Realism, Settings
from gold.model.version import Version
from gold.read.cases import read_version
from gold.read.corpus import read_corpus
from gold.read.mapping import read_settings
from gold.read.qrels import read_qrels
from gold.read.testset import find_testsets, read_testset


def qrels(folder: Path, content: str, name: str = "a.qrels") -> Version:
    """The version that qrels of this content make."""
    (folder / name).write_text(content, "utf-8")
    return read_qrels(str(folder / name))


def labels(version: Version) -> dict[str, dict[str | None, int]]:
    """Grades by query and passage."""
    return {case.query_id: {label.passage_id: label.grade for label in case.labels} for case in version.cases}


def test_qrels_are_bare_cases(tmp_path: Path) -> None:
    """Queries in order of appearance, ids byte for byte, anything in column 2, `2.0` is 2, comments skipped."""
    rows = "# c\n01 0 a#1 1\nq\t0.5\tb\t2.0\r\n\n01 Q0 NA -1\n"
    version = qrels(tmp_path, rows)
    assert labels(version) == {"01": {"a#1": 1, "NA": -1}, "q": {"b": 2}}
    assert (version.name, version.number, list(version.lines), version.answer_grade) == ("a", None, [2, 3], 2)
    assert [case.query for case in version.cases] == ["01", "q"]


@pytest.mark.parametrize(("highest", "answer_grade"), [(1, 1), (2, 2), (4, 2), (50, 2), (0, 1)])
def test_the_answer_grade_of_qrels_is_at_most_two(tmp_path: Path, highest: int, answer_grade: int) -> None:
    """The smaller of 2 and the highest grade."""
    assert qrels(tmp_path, f"q 0 a 0\nq 0 b {highest}\n").answer_grade == answer_grade


@pytest.mark.parametrize(
    ("content", "says"),
    [
        ("q 0 a\n", ":1: 3 columns instead of 4"),
        (
            "query-id\tcorpus-id\tscore\n",
            "score': if it names the columns, remove the line",
        ),
        ("q 0 a 1\nq 0 b 1 x\n", ":2: 5 columns instead of 4"),
        ("q 0 a 1.9\n", ":1: grade 1.9 is no whole number"),
        ("q 0 a high\n", ":1: grade 'high' is no"),
        ("q 0 a true\n", ":1: grade 'true' is no"),
        ("q 0 a nan\n", ":1: grade 'nan' is no"),
        ("q 0 a 1\n\nq 0 a 2\n", ":3: 'a' is judged twice, with grade 1 (line 1) and grade 2"),
    ],
)
def test_bad_qrels_are_refused(tmp_path: Path, content: str, says: str) -> None:
    """With the line, and both lines where two disagree."""
    with pytest.raises(BadRecord) as caught:
        qrels(tmp_path, content)
    assert says in str(caught.value)


def test_empty_qrels_give_nothing_to_score(tmp_path: Path) -> None:
    """Exit code 3, never 0.00."""
    with pytest.raises(NothingToScore, match="holds no judgment"):
        qrels(tmp_path, "\n")


def test_a_judgment_twice_is_counted_once_with_a_warning(tmp_path: Path) -> None:
    """In qrels and in a version, naming both lines."""
    version = qrels(tmp_path, "q 0 a 1\nq 0 b 2\nq 0 a 1\n")
    assert labels(version) == {"q": {"a": 1, "b": 2}}
    assert [str(notice) for notice in version.notices] == [
        f"{tmp_path}/a.qrels:3: the judgment of 'a' stands on line 1 too: counted once"
    ]
    row = '{"query_id": "q", "query": "x", "passage_id": "p", "grade": 2}\n'
    (tmp_path / "s-v1.jsonl").write_text(row + row)
    flat = read_version(str(tmp_path / "s-v1.jsonl"))
    assert labels(flat) == {"q": {"p": 2}}
    assert [str(n) for n in flat.notices] == [
        f"{tmp_path}/s-v1.jsonl:2: a label of 'q' stands twice (line 1): counted once"
    ]


@pytest.mark.parametrize(
    ("labels_name", "queries_name", "content"),
    [
        ("qrels.txt", "queries.tsv", 'q\ta "quoted" text, with a comma\n'),
        ("qrels.txt", "queries.jsonl", '{"query_id": "q", "query": "a \\"quoted\\" text, with a comma"}\n'),
        ("qrels.txt", "topics.jsonl", '{"_id": "q", "text": "a \\"quoted\\" text, with a comma"}\n'),
        ("qrels.test.txt", "queries.test.tsv", 'q\ta "quoted" text, with a comma\r\n'),
        ("big.qrels", "big.queries.tsv.gz", 'q\ta "quoted" text, with a comma\n'),
    ],
)
def test_queries_beside_qrels_are_found(tmp_path: Path, labels_name: str, queries_name: str, content: str) -> None:
    """TSV or JSONL; a quotation mark in a TSV field is literal; a query without text keeps its id."""
    packed = queries_name.endswith(".gz")
    (tmp_path / queries_name).write_bytes(gzip.compress(content.encode()) if packed else content.encode())
    version = qrels(tmp_path, "q 0 a 1\nr 0 a 1\n", labels_name)
    assert [case.query for case in version.cases] == ['a "quoted" text, with a comma', "r"]


@pytest.mark.parametrize(
    ("content", "says"),
    [("q\tx\nq\ty\n", "queries.tsv:2: query id 'q' has two texts: 'x' and 'y'"), ("q x\n", "queries.tsv:1: no tab")],
)
def test_bad_queries_are_refused(tmp_path: Path, content: str, says: str) -> None:
    """The same id with two texts, a line that is no row."""
    (tmp_path / "queries.tsv").write_text(content)
    with pytest.raises(BadRecord) as caught:
        qrels(tmp_path, "q 0 a 1\n")
    assert says in str(caught.value)


def build(folder: Path, *lines: str) -> tuple[Passage, ...]:
    """The passages of a build of these lines."""
    (folder / "b.jsonl").write_text("\n".join(lines) + "\n", "utf-8")
    return read_corpus(str(folder / "b.jsonl")).passages


def test_a_build_keeps_its_passages_in_order(tmp_path: Path) -> None:
    """Ids of any kind, a heading in one string, number ids as text, null for what is not there, empty text."""
    found = build(
        tmp_path,
        '{"passage_id": "b#1", "doc_id": "d/e", "text": "x", "heading": "H", "title": null, "doc_version": 7}',
        '{"passage_id": 12, "doc_id": 3, "text": "", "heading": ["A", "B"], "char_start": 0, "char_end": 0}',
    )
    assert found == (
        Passage(passage_id="b#1", doc_id="d/e", text="x", heading=("H",), doc_version="7"),
        Passage(passage_id="12", doc_id="3", text="", heading=("A", "B"), char_start=0, char_end=0),
    )


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ('{"passage_id": "p", "doc_id": "d", "text": "x"}', "b.jsonl:2: passage id 'p' stands on line 1 already"),
        ('{"passage_id": "", "doc_id": "d", "text": "x"}', "b.jsonl:2: must not be empty (passage_id)"),
        ('{"doc_id": "d", "text": "x"}', "b.jsonl:2: lacks `passage_id`: add it"),
        ('{"passage_id": "q", "text": "x"}', "b.jsonl:2: lacks `doc_id`: add it"),
        ('{"passage_id": "q", "doc_id": "d"}', "b.jsonl:2: lacks `text`: add it"),
        ('{"passage_id": "q", "doc_id": "d", "text": "x", "headings": []}', "did you mean 'heading'?"),
        ('{"passage_id": "q", "doc_id": "d", "text": "x", "char_start": 1.5}', "(char_start)"),
        ('{"passage_id": "q", "doc_id": "d", "text": "x", "text": "y"}', "the key 'text' stands twice"),
        ('{"passage_id": "q", "doc_id": "d", "text": "\\ud800"}', "half a character"),
    ],
)
def test_bad_builds_are_refused(tmp_path: Path, line: str, says: str) -> None:
    """With the line; a passage twice with both."""
    with pytest.raises(BadRecord) as caught:
        build(tmp_path, '{"passage_id": "p", "doc_id": "d", "text": "x"}', line)
    assert says in str(caught.value)


def test_a_build_without_passages_gives_nothing_to_score(tmp_path: Path) -> None:
    """An empty file is no corpus."""
    with pytest.raises(NothingToScore, match="holds no passage"):
        build(tmp_path, "")


def settings_of(folder: Path, content: str) -> Settings:
    """The settings of this content."""
    (folder / "gold.yaml").write_text(content, "utf-8")
    return read_settings(str(folder / "gold.yaml"))


def test_settings_are_read_whole(tmp_path: Path) -> None:
    """The example of the design, numbers as numbers; an empty file is the usual settings."""
    found = settings_of(
        tmp_path,
        "format: 1\ntitle: Atlas support questions\ngrades: [0, 1, 2]\nanswer_grade: 2\nfacets: [class, stratum]\n"
        "measures: [AnswerRecall@5, \"nDCG(dcg='exp-log2')@10\"]\n"
        "target_composition: {stratum: {no_results: .15, random: .85}}\nbaseline: bm25-2026-03\n"
        "candidate: hybrid\nproduction: bm25\nmargin: 0.05\nmin_class_size: 20\n"
        "review_every: {ticket: 90d}\nprivacy: {allow: [00017, q]}\npages: {max_questions: 50}\n"
        "limits: {line_mib: 8, unpacked_mib: }\nrealism: {facet: source, written: doc}\nkind: stress\n",
    )
    assert found == Settings(
        title="Atlas support questions",
        grades=(0, 1, 2),
        facets=("class", "stratum"),
        measures=("AnswerRecall@5", "nDCG(dcg='exp-log2')@10"),
        target_composition={"stratum": {"no_results": 0.15, "random": 0.85}},
        baseline="bm25-2026-03",
        candidate="hybrid",
        production="bm25",
        margin=0.05,
        min_class_size=20,
        review_every={"ticket": "90d"},
        privacy=Privacy(allow=("00017", "q")),
        pages=Pages(max_questions=50),
        limits=Limits(line_mib=8),
        realism=Realism(facet="source", written="doc"),
        kind="stress",
    )
    assert found.max_questions == 50
    assert settings_of(tmp_path, "") == Settings()


@pytest.mark.parametrize(
    ("content", "says"),
    [
        ("titel: x", "unknown field 'titel': did you mean 'title'?"),
        ("format: 2", "(format)"),
        ("facets: [klass]", "unknown facet 'klass'"),
        ("margin: wide", "(margin)"),
        ("grades: [0, high]", "(grades[1])"),
        ("kind: silver", "(kind)"),
        ("title: a\ntitle: b", "the key 'title' stands twice"),
        ("- title: a", "must be a mapping of fields"),
        ("min_class_size: 2.5", "(min_class_size)"),
        (
            "pages: {max_question: 9}",
            "unknown field 'max_question': did you mean 'max_questions'? (pages.max_question)",
        ),
        ("pages: {max_questions: 0}", "(pages.max_questions)"),
        ("pages: 9", "must be an object, not text (pages)"),
        ("privacy: {allowed: [q]}", "unknown field 'allowed': did you mean 'allow'? (privacy.allowed)"),
        ("privacy: {allow: q}", "must be a list, not text (privacy.allow)"),
        ("privacy: {allow: [~]}", "must be text, not null (privacy.allow[0])"),
        ("limits: {line: 9}", "unknown field 'line': did you mean 'line_mib'? (limits.line)"),
        ("limits: {unpacked_mib: much}", "(limits.unpacked_mib)"),
    ],
)
def test_bad_settings_are_refused(tmp_path: Path, content: str, says: str) -> None:
    """The message names gold.yaml and the field."""
    with pytest.raises(BadRecord) as caught:
        settings_of(tmp_path, content)
    assert str(caught.value).startswith(f"{tmp_path}/gold.yaml")
    assert says in str(caught.value)


CASE = '{"query_id": "q", "query": "x"}\n'


def made(folder: Path, *names: str) -> Path:
    """A folder with these files, each holding one case."""
    for name in names:
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(CASE)
    return folder


def test_a_set_lists_what_its_folder_holds(tmp_path: Path) -> None:
    """Versions by number, builds and runs by stem; sidecars, hidden and other files are none of them."""
    home = made(
        tmp_path / "atlas",
        *("atlas-v1.jsonl", "atlas-v10.yaml", "atlas-v2.jsonl.gz", "stable.yaml", "notes-v3.txt", "CARD.md"),
        *("corpora/2026-03.jsonl", "corpora/0.110.0.jsonl.gz", "corpora/README.md"),
        *("runs/bm25.trec", "runs/bm25.yaml", "runs/hybrid.jsonl.gz", "runs/.swp.trec"),
    )
    found = read_testset(str(home))
    assert (found.name, list(found.versions)) == ("atlas", [1, 2, 10])
    assert list(found.corpora) == ["0.110.0", "2026-03"]
    assert list(found.runs) == ["bm25", "hybrid"]
    assert (found.card, found.guideline, found.title) == (CASE, None, "atlas")


@pytest.mark.parametrize(
    ("names", "says"),
    [
        (("a-v1.jsonl", "a-v1.yaml"), "are both version 1"),
        (("a-v1.jsonl", "a-v01.jsonl"), "are both version 1"),
        (("a-v1.jsonl", "b-v2.jsonl"), "are versions of two sets"),
        (("a-v1.jsonl", "runs/x.trec", "runs/x.jsonl"), "have one name, 'x'"),
        (("a-v1.jsonl", "corpora/x.jsonl", "corpora/x.jsonl.gz"), "have one name, 'x'"),
    ],
)
def test_a_set_of_two_minds_is_refused(tmp_path: Path, names: tuple[str, ...], says: str) -> None:
    """One file a number, one set a folder, one file a name."""
    with pytest.raises(GoldError) as caught:
        read_testset(str(made(tmp_path, *names)))
    assert says in str(caught.value)


def test_sets_are_found_by_name_and_their_absence_is_an_error(tmp_path: Path) -> None:
    """A folder of sets, a set itself, a folder of neither, no folder."""
    made(tmp_path / "sets/b", "b-v1.jsonl")
    made(tmp_path / "sets/a", "gold.yaml")
    made(tmp_path / "sets/other", "readme.txt")
    assert [Path(path).name for path in find_testsets(str(tmp_path / "sets"))] == ["a", "b"]
    assert find_testsets(str(tmp_path / "sets/b")) == [str(tmp_path / "sets/b")]
    with pytest.raises(NothingToScore):
        find_testsets(str(tmp_path / "sets/other"))
    with pytest.raises(GoldError, match="no such folder"):
        find_testsets(str(tmp_path / "none"))


def test_grades_outside_the_scale_are_refused(tmp_path: Path) -> None:
    """The message names the scale, the label and the case."""
    (tmp_path / "a-v1.jsonl").write_text(
        '{"query_id": "real-0041", "query": "x", "judgments": [{"passage_id": "p", "grade": 4}]}\n'
    )
    with pytest.raises(BadRecord) as caught:
        read_version(str(tmp_path / "a-v1.jsonl"), Settings(grades=(0, 1, 2)))
    assert str(caught.value) == (
        f"{tmp_path}/a-v1.jsonl:1: grade 4 is not one of 0, 1, 2 (judgments[0].grade of real-0041): "
        "mend it, or the grades of gold.yaml"
    )


def test_number_ids_are_text_with_a_warning(tmp_path: Path) -> None:
    """Each is named with its line and field."""
    (tmp_path / "a-v1.jsonl").write_text(
        '{"query_id": 12, "query": "x", "judgments": [{"passage_id": 1344800117571260417, "grade": 2}]}\n'
    )
    version = read_version(str(tmp_path / "a-v1.jsonl"))
    assert labels(version) == {"12": {"1344800117571260417": 2}}
    assert [notice.message.split(":")[0] for notice in version.notices] == [
        "query_id is the number 12",
        "judgments[0].passage_id is the number 1344800117571260417",
    ]
