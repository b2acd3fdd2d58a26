"""Samples are read in every form, ids byte for byte; a bad row is refused with its line."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any

import pytest

from gold.errors import BadRecord, GoldError
from gold.model.annotation import Annotation
from gold.read.adjudicated import read_adjudicated
from gold.read.annotations import read_sample, refuse_repeats

LONG = "query_id,passage_id,annotator,grade,note,at\n"


def sample(folder: Path, text: str, name: str = "s.csv") -> list[Annotation]:
    """What is read of a file of this text."""
    (folder / name).write_bytes(text.encode())
    return list(read_sample(str(folder / name)).annotations)


def row(query_id: str, passage_id: str, annotator: str, grade: int, **more: Any) -> Annotation:
    """One annotation."""
    return Annotation(query_id=query_id, passage_id=passage_id, annotator=annotator, grade=grade, **more)


def test_ids_are_taken_byte_for_byte(tmp_path: Path) -> None:
    """Zeros, NA, times, nineteen digits, blanks at the ends; a BOM and CRLF are no part of them."""
    ids = ("00010", "NA", "1:30", "1344800117571260417", " x ", "1e5", "a#b%20", "null")
    text = "\ufeff" + LONG + "".join(f"{name},{name},ana,1,,\r\n" for name in ids)
    assert sample(tmp_path, text) == [row(name, name, "ana", 1) for name in ids]


def test_cells_are_quoted_as_in_rfc_4180(tmp_path: Path) -> None:
    """A comma, a quotation mark, a line feed and U+2028 inside a note; the line after it is counted rightly."""
    note = 'no, "sorry"\nsecond\u2028line'
    text = LONG + 'q,p,ana,2.0,"no, ""sorry""\nsecond\u2028line",2026-03-10\nq,p2,ana,0,5" disk,\n'
    (tmp_path / "s.csv").write_bytes(text.encode())
    found = read_sample(str(tmp_path / "s.csv"))
    assert list(found.annotations) == [
        row("q", "p", "ana", 2, note=note, at="2026-03-10"),
        row("q", "p2", "ana", 0, note='5" disk'),
    ]
    assert list(found.lines) == [2, 4]


def test_wide_form(tmp_path: Path) -> None:
    """A column an annotator; an empty cell is no judgment."""
    found = sample(tmp_path, "passage_id,query_id,ana,ben\np1,q1,2,\np2,q1,,0\n")
    assert found == [row("q1", "p1", "ana", 2), row("q1", "p2", "ben", 0)]


def test_rows_without_a_grade_are_open(tmp_path: Path) -> None:
    """A drawn sample that is half done: they are left out, and counted once."""
    (tmp_path / "s.csv").write_text(LONG + "q,p1,,,,\nq,p2,ana,1,,\nq,p3,,,,\n", "utf-8")
    found = read_sample(str(tmp_path / "s.csv"))
    assert list(found.annotations) == [row("q", "p2", "ana", 1)]
    assert [str(notice) for notice in found.notices] == [f"{tmp_path}/s.csv:2: 2 rows have no grade yet: left out"]


def test_json_lines(tmp_path: Path) -> None:
    """With a kind; a number id is read as text, with a warning."""
    text = '{"query_id": 7, "passage_id": "p", "annotator": "m1", "grade": 1, "kind": "model"}\n'
    assert sample(tmp_path, text, "s.jsonl") == [row("7", "p", "m1", 1, kind="model")]
    (notice,) = read_sample(str(tmp_path / "s.jsonl")).notices
    assert notice.rule == "number-id"


def test_packed_samples(tmp_path: Path) -> None:
    """`.gz` is read as everywhere."""
    (tmp_path / "s.csv.gz").write_bytes(gzip.compress((LONG + "q,p,ana,1,,\n").encode()))
    assert list(read_sample(str(tmp_path / "s.csv.gz")).annotations) == [row("q", "p", "ana", 1)]


def test_qrels_are_an_annotator(tmp_path: Path) -> None:
    """Called like the file."""
    assert sample(tmp_path, "q1 0 p1 2\nq1 0 p2 0\n", "ana.qrels") == [
        row("q1", "p1", "ana", 2),
        row("q1", "p2", "ana", 0),
    ]


def test_a_quepid_book_tells_no_address(tmp_path: Path) -> None:
    """A rater is the same pseudonym in every book, whatever the case of the address; what was put off is left out."""

    def rated(email: str | None, rating: float | None, **more: Any) -> dict[str, Any]:
        return {"rating": rating, "user_email": email, "unrateable": False, "judge_later": False} | more

    judgements = [
        rated("Mara@nordhafen.example", 2.0, updated_at="2026-03-01T10:00:00Z"),
        rated("ben@nordhafen.example", 1.0, explanation="only half"),
        rated(None, 0.0),
        rated("eve@nordhafen.example", None, unrateable=True),
    ]
    pairs = [
        {"query_text": "rma, 2026", "doc_id": "p1", "position": 0, "judgements": judgements},
        {"query_text": "rma, 2026", "doc_id": "p2", "judgements": [rated("mara@nordhafen.example", 3)]},
        {"query_text": "rma, 2026", "doc_id": "p3"},
    ]
    text = json.dumps({"name": "book", "query_doc_pairs": pairs}, indent=1)
    found = sample(tmp_path, text, "book.json")
    assert "@" not in repr(found)
    mara, ben, nobody, mara_again = found
    assert (mara.annotator, mara.grade, mara.at) == (mara_again.annotator, 2, "2026-03-01T10:00:00Z")
    assert (mara.query_id, mara.passage_id) == ("rma, 2026", "p1")
    assert (ben.note, nobody.annotator) == ("only half", "anonymous")
    assert mara.annotator.startswith("rater-") and mara.annotator != ben.annotator
    (notice,) = read_sample(str(tmp_path / "book.json")).notices
    assert "1 judgements without a rating" in notice.message
    csv = sample(tmp_path, LONG + "rma,p1,mara@nordhafen.example,2,,\n")
    assert csv[0].annotator == mara.annotator


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        ("s.csv", LONG + "q,p,ana,1.9,,\n", "s.csv:2: grade '1.9' is no whole number from -1000 to 1000 (grade)"),
        ("s.csv", LONG + "q,p,ana,true,,\n", "s.csv:2: grade 'true' is no whole number from -1000 to 1000 (grade)"),
        ("s.csv", LONG + "q,p,ana,\u0663,,\n", "s.csv:2: grade '\u0663' is no whole number from -1000 to 1000 (grade)"),
        ("s.csv", LONG + "q,,ana,1,,\n", "s.csv:2: passage_id is empty (passage_id)"),
        ("s.csv", LONG + "q,p,,1,,\n", "s.csv:2: annotator is empty (annotator)"),
        ("s.csv", LONG + "q,p,ana,1\n", "s.csv:2: 4 cells, not 6: quote a cell that holds a comma"),
        ("s.csv", LONG + 'q,p,ana,1,"x"y,\n', "s.csv:2: no valid CSV: ',' expected after '\"'"),
        ("s.csv", LONG + 'q,p,ana,1,"x,\n', "s.csv:2: no valid CSV: unexpected end of data"),
        ("s.csv", LONG + "\nq,p,ana,1,a\rb,\n", "s.csv:3: no valid CSV: new-line character seen in unquoted field"),
        ("s.csv", LONG.strip() + ",grde\n", "s.csv:1: unknown column 'grde': known are"),
        (
            "s.csv",
            LONG + "q,p,ana,1,,\nq,p,ana,2,,\n",
            "s.csv:3: 'ana' judged 'p' twice, with grade 1 (line 2) and grade 2",
        ),
        ("s.csv", LONG + "q,p,ana,1,,2026\nq,p,ana,1,,2026\n", "s.csv:3: 'ana' judged 'p' twice"),
        ("s.csv", "", "s.csv:1: the first line must name the columns query_id and passage_id; it names nothing"),
        ("s.csv", "query_id;passage_id;ana\n", "(cells are parted by commas)"),
        ("s.csv", "query_id,passage_id,grade\n", "s.csv:1: a row a judgment needs the column annotator, too"),
        ("s.csv", "query_id,passage_id\n", "s.csv:1: no column of an annotator"),
        ("s.csv", "query_id,passage_id,ana,ana\n", "s.csv:1: two columns are called 'ana': keep one"),
        ("s.csv", "query_id,passage_id,ana\nq,p,x\n", "s.csv:2: grade 'x' is no whole number from -1000 to 1000 (ana)"),
        ("s.csv", "query_id,passage_id,annotator,grade,kind\nq,p,a,1,robot\n", "s.csv:2: kind 'robot' is neither"),
        ("s.jsonl", '{"query_id": "q", "passage_id": "p", "grade": 1}\n', "s.jsonl:1: lacks"),
        (
            "s.jsonl",
            '{"query_id": "q", "passage_id": "p", "annotator": "a", "grade": 1.5}\n',
            "s.jsonl:1: must be a whole number, not a fraction (grade)",
        ),
        (
            "s.jsonl",
            '{"query_id": "q", "passage_id": "p", "annotator": "a", "grade": 1, "nte": ""}\n',
            "s.jsonl:1: unknown field 'nte': did you mean 'note'? (nte)",
        ),
        ("s.json", "[]", "no Quepid book: it has no list 'query_doc_pairs'"),
        ("s.json", "{", "s.json:1: no valid JSON"),
        (
            "s.json",
            '{"query_doc_pairs": [{"query_text": "q", "doc_id": "p", "judgements": [{"rating": 1.5}]}]}',
            "s.json:1: rating 1.5 is no whole number (query_doc_pairs[0].judgements[0])",
        ),
        ("s.json", '{"query_doc_pairs": [{"query_text": "q"}]}', "a pair needs query_text and doc_id"),
        ("s.qrels", "q 0 p 1\nq 0 p 2\n", "s.qrels:2: 'p' is judged twice"),
    ],
)
def test_what_is_wrong_is_refused(name: str, text: str, message: str, tmp_path: Path) -> None:
    """With file, line and how to mend it."""
    with pytest.raises(BadRecord) as caught:
        sample(tmp_path, text, name)
    assert message in str(caught.value)


def test_a_grade_off_the_scale_is_refused(tmp_path: Path) -> None:
    """Where the set has a scale."""
    (tmp_path / "s.csv").write_text(LONG + "q,p,ana,1,,\nq,p2,ana,7,,\n", "utf-8")
    with pytest.raises(BadRecord, match=r"s\.csv:3: grade 7 is not one of 0, 1, 2"):
        read_sample(str(tmp_path / "s.csv"), grades=(0, 1, 2))


def test_repeats_are_refused_across_files(tmp_path: Path) -> None:
    """Both files and lines are named; with two times both are kept."""
    for name, at in (("one", ""), ("two", ""), ("three", "2026-05-01"), ("four", "2026-06-01")):
        (tmp_path / f"{name}.csv").write_text(LONG + f"q,p,ana,1,,{at}\n", "utf-8")
    one, two, three, four = (read_sample(f"{tmp_path}/{name}.csv") for name in ("one", "two", "three", "four"))
    refuse_repeats([three, four])
    with pytest.raises(BadRecord) as caught:
        refuse_repeats([one, two])
    assert f"{tmp_path}/two.csv:2: 'ana' judged 'p' twice, with grade 1 ({tmp_path}/one.csv:2)" in str(caught.value)


def test_what_stands_beside_says_how_it_was_drawn(tmp_path: Path) -> None:
    """And which annotators are models."""
    (tmp_path / "s.yaml").write_text("drawn: random\nseed: 7\nn: 60\nof: 900\nby: class\nmodels: [m1]\n", "utf-8")
    (tmp_path / "s.csv").write_text(LONG + "q,p,m1,1,,\n", "utf-8")
    drawn = read_sample(str(tmp_path / "s.csv")).drawn
    assert drawn is not None
    assert (drawn.is_random, drawn.seed, drawn.n, drawn.of, drawn.by, drawn.models) == (
        True,
        7,
        60,
        900,
        "class",
        ("m1",),
    )
    (tmp_path / "s.yaml").write_text("drwn: random\n", "utf-8")
    with pytest.raises(BadRecord, match="did you mean 'drawn'"):
        read_sample(str(tmp_path / "s.csv"))


def test_adjudications(tmp_path: Path) -> None:
    """The later of two stands; two that no time tells apart are refused."""
    path = tmp_path / "adjudicated.jsonl"
    rows = [
        {"query_id": "q", "passage_id": "p", "grade": grade, "at": at} for grade, at in ((2, "2026-05"), (1, "2026-03"))
    ]
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")
    found = read_adjudicated(str(path))
    assert [(a.grade, line) for a, line in zip(found.rows, found.lines, strict=True)] == [(2, 1)]
    path.write_text('{"query_id": "q", "passage_id": "p", "grade": 2}\n' * 2, "utf-8")
    with pytest.raises(BadRecord, match=r"adjudicated\.jsonl:2: an item is adjudicated twice, here and on line 1: "):
        read_adjudicated(str(path))


def test_no_file_is_an_error(tmp_path: Path) -> None:
    """As everywhere."""
    with pytest.raises(GoldError, match="no such file"):
        read_sample(str(tmp_path / "s.csv"))
