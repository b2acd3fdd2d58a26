"""Runs, TREC and JSONL: irregular files read rightly, bad ones refused with their line, sidecars beside them."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest

from gold.errors import BadRecord, GoldError
from gold.model.run import Answered, Run, Sidecar
from gold.read.run import read_run


def read(folder: Path, name: str, content: str | bytes) -> Run:
    """A run of this content."""
    path = folder / name
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    return read_run(str(path))


def lists(run: Run) -> dict[str, list[str]]:
    """Every ranking."""
    return {query_id: run.ranking(query_id) for query_id in run.query_ids}


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        ("\n  \nq Q0 a 1 .5 t\n\n", {"q": ["a"]}),
        ("q Q0 a 1 1 t\r\nq Q0 b 2 .5 t\r\n", {"q": ["a", "b"]}),
        ("q\tQ0  a   0\t1e3 t\n  q QO b 1 12345678901234567890 t  \n q 0.5 c 7 -1 t", {"q": ["b", "a", "c"]}),
        ("r Q0 a 1 1 t\nq Q0 b 1 1 t\nr Q0 c 1 3 t\nq Q0 d 1 2 t\n", {"r": ["c", "a"], "q": ["d", "b"]}),
        ("\ufeffq Q0 a 1 1 t\n", {"q": ["a"]}),
        ("# a comment\nq Q0 a 1 1 t\n", {"q": ["a"]}),
        ("#q Q0 #a 1 1 t\n", {"#q": ["#a"]}),
        ("00010 Q0 1344800117571260417 1 1 t\n10 Q0 1e5 1 1 t\n", {"00010": ["1344800117571260417"], "10": ["1e5"]}),
        ("NA Q0 null 1 1 t\nnan Q0 0.10 1 1 t\n", {"NA": ["null"], "nan": ["0.10"]}),
        ("q Q0 https://a.example/x?y#z%20 1 1 t\n", {"q": ["https://a.example/x?y#z%20"]}),
        (
            "q Q0 a\u00a0b 1 1 t\nq Q0 c\u2028d 1 0 t\nq Q0 e\u0085f 1 -1 t\n",
            {"q": ["a\u00a0b", "c\u2028d", "e\u0085f"]},
        ),
        ("q Q0 caf\u00e9 1 2 t\nq Q0 cafe\u0301 2 1 t\n", {"q": ["caf\u00e9", "cafe\u0301"]}),
        ("q Q0 Nike 1 2 t\nq Q0 nike 2 1 t\n", {"q": ["Nike", "nike"]}),
        ("q Q0 a\x00b 1 1 t\n", {"q": ["a\x00b"]}),
        ("q Q0 a 1 -0.0 t\nq Q0 b 2 0 t\n", {"q": ["b", "a"]}),
        ("q Q0 a 1 2 t\nq Q0 a 2 1 t\n", {"q": ["a", "a"]}),
        ("", {}),
    ],
    ids=[
        "blank lines",
        "CRLF",
        "mixed blanks, ranks from 0, large scores, QO and 0.5, no last line end",
        "unsorted, interleaved",
        "byte order mark",
        "comment",
        "ids that begin with a hash",
        "number-like ids",
        "NA, null, nan",
        "URL",
        "odd white space inside ids",
        "NFC and NFD twins",
        "upper and lower case",
        "zero byte",
        "minus zero ties with zero",
        "repeat",
        "empty",
    ],
)
def test_irregular_trec_runs_are_read_rightly(tmp_path: Path, content: str, expected: dict[str, list[str]]) -> None:
    """By score, whatever the order of lines and the rank column say; ids byte for byte."""
    assert lists(read(tmp_path, "r.trec", content)) == expected
    assert lists(read(tmp_path, "r.trec.gz", gzip.compress(content.encode()))) == expected


@pytest.mark.parametrize(
    ("content", "line", "says"),
    [
        ("q Q0 a 1 0.5\n", 1, "5 columns instead of 6"),
        ("q Q0 a 1 0.5 t\nq Q0 b 2 0.4 t x\n", 2, "7 columns instead of 6"),
        (
            "query Q0 document rank score tag\nq Q0 a 1 0.5 t\n",
            1,
            "score 'score' is no finite number: if it names the columns",
        ),
        ("q,Q0,a,1,0.5,t\n", 1, "1 column instead of 6 (query Q0 document rank score tag): 'q,Q0,a,1,0.5,t': part the"),
        ("q Q0 a 1 1 t\n\nq Q0 b 1 nan t\n", 3, "'nan' is no finite number"),
        ("q Q0 a 1 inf t\n", 1, "'inf' is no finite number: write one"),
        ("q Q0 a 1 -inf t\n", 1, "'-inf' is no finite number"),
        ("q Q0 a 1 1e999 t\n", 1, "'1e999' is no finite number"),
        ("q Q0 a 1 1_0 t\n", 1, "'1_0' is no finite number"),
        ("q Q0 a 1 0x10 t\n", 1, "'0x10' is no finite number"),
        ("q Q0 a 1 high t\n", 1, "'high' is no finite number"),
        ("q Q0 a 1 1 t\nq Q0 \ufeffb 1 1 t\n", 2, "byte order mark"),
        (b"q Q0 a 1 1 t\nq Q0 b\xe9 1 1 t\n", 2, "not UTF-8"),
    ],
)
def test_bad_trec_runs_are_refused(tmp_path: Path, content: str | bytes, line: int, says: str) -> None:
    """The whole file, with the line."""
    with pytest.raises(BadRecord) as caught:
        read(tmp_path, "r.trec", content)
    assert str(caught.value).startswith(f"{tmp_path}/r.trec:{line}: ")
    assert says in str(caught.value)


def test_ties_go_by_the_id_s_bytes_descending(tmp_path: Path) -> None:
    """Code points of four bytes stand above those of three; each tied row is counted."""
    ids = ("é", "z", "\U0001f600", "\uffee", "Z")
    run = read(tmp_path, "r.trec", "".join(f"q Q0 {p} 1 1 t\n" for p in ids))
    assert run.ranking("q") == ["\U0001f600", "\uffee", "é", "z", "Z"]
    assert run.ranking("q") == sorted(ids, key=str.encode, reverse=True)
    assert run.ties.tolist() == [4]


def test_a_jsonl_run_keeps_its_list_order(tmp_path: Path) -> None:
    """Plain ids and objects, scores in any order, refusals, answers, recorded texts."""
    run = read(
        tmp_path,
        "r.jsonl",
        '{"query_id": "q", "ranking": ["b", "a"]}\n'
        '{"question_id": "r", "ranking": [{"passage_id": "c", "score": 1}, '
        '{"passage_id": "d", "score": 2.5, "text": "D"}]}\n'
        '{"query_id": "s", "ranking": [], "abstained": true, "answer": "No.", "answer_correct": false}\n',
    )
    assert lists(run) == {"q": ["b", "a"], "r": ["c", "d"], "s": []}
    assert run.answered == {"s": Answered(True, "No.", False)}
    assert (dict(run.texts), run.scores, run.can_abstain) == ({"d": "D"}, None, True)
    assert [run.abstained(query_id) for query_id in ("q", "r", "s", "t")] == [False, False, True, False]


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (
            '{"query_id": "q", "ranking": ["a"]}\n{"query_id": "q", "ranking": ["a"]}',
            ":2: its question stands on line 1 already",
        ),
        ('{"ranking": ["a"]}', ":1: lacks `query_id`: add it"),
        ('{"query_id": "", "ranking": ["a"]}', ":1: must not be empty (query_id)"),
        ('{"query_id": "q"}', ":1: lacks `ranking`: add it"),
        ('{"query_id": "q", "ranking": ["a", ""]}', ":1: must not be empty (ranking[1])"),
        ('{"query_id": "q", "ranking": [null]}', ":1: must be text or an object, not null (ranking[0])"),
        ('{"query_id": "q", "ranking": [{"score": 1}]}', "lacks `passage_id`: add it (ranking[0])"),
        ('{"query_id": "q", "ranking": [{"passage_id": null}]}', "lacks `passage_id`: add it (ranking[0])"),
        ('{"query_id": "q", "ranking": [true]}', "not true or false (ranking[0])"),
        ('{"query_id": "q", "ranking": [{"passage_id": "a", "score": NaN}]}', ":1: NaN is no JSON number"),
        ('{"query_id": "q", "ranking": [{"passage_id": "a", "score": 1e999}]}', "1e999 is no finite number"),
        ('{"query_id": "q", "ranking": [{"passage_id": "a", "score": "high"}]}', "(ranking[0].score)"),
        ('{"query_id": "q", "ranking": [], "abstain": true}', "unknown field 'abstain': did you mean 'abstained'?"),
        ('{"query_id": "q", "ranking": [{"id": "a"}]}', "unknown field 'id'"),
        ('{"query_id": "q", "ranking": [], "abstained": "yes"}', "(abstained)"),
        ('{"query_id": "q", "ranking": ["a"], "ranking": ["b"]}', "the key 'ranking' stands twice"),
        ('{"query_id": "q", "question_id": "r", "ranking": []}', ":1: 'question_id' and 'query_id' differ: keep one"),
        ("q Q0 a 1 1 t", ":1: no valid JSON"),
    ],
)
def test_bad_jsonl_runs_are_refused(tmp_path: Path, content: str, says: str) -> None:
    """Nothing never equals nothing; a field that is not known changes no score silently."""
    with pytest.raises(BadRecord) as caught:
        read(tmp_path, "r.jsonl", content + "\n")
    assert f"{tmp_path}/r.jsonl:" in str(caught.value)
    assert says in str(caught.value)


@pytest.mark.parametrize("name", ["bm25.trec", "bm25.trec.gz", "bm25.v2.run", "bm25"])
def test_a_sidecar_stands_beside_its_run(tmp_path: Path, name: str) -> None:
    """`<run>.yaml`, whatever the run's ending; dates and ids stay text."""
    content = b"q Q0 a 1 1 t\n"
    (tmp_path / name).write_bytes(gzip.compress(content) if name.endswith(".gz") else content)
    beside = {"bm25.trec": "bm25", "bm25.trec.gz": "bm25", "bm25.v2.run": "bm25.v2", "bm25": "bm25"}[name]
    (tmp_path / f"{beside}.yaml").write_text(
        "system: bm25\ncorpus: 2026-03\nversion: v3\ndate: 2026-03-01\ncommit: 0123456\n"
        "replays_history: true\nabstain_below: 0.25\nsettings: {k1: 0.9, b: '0.4'}\nnote: first\n"
    )
    run = read_run(str(tmp_path / name))
    assert run.name == beside
    assert run.sidecar == Sidecar(
        system="bm25",
        corpus="2026-03",
        version="v3",
        date="2026-03-01",
        commit="0123456",
        replays_history=True,
        abstain_below=0.25,
        settings={"k1": "0.9", "b": "0.4"},
        note="first",
    )
    assert run.sidecar.version_number == 3


@pytest.mark.parametrize(("version", "number"), [("3", 3), ("v3", 3), ("v10", 10), (None, None)])
def test_a_version_is_written_3_or_v3(version: str | None, number: int | None) -> None:
    """Both name the same version."""
    assert Sidecar(version=version).version_number == number


@pytest.mark.parametrize(
    ("content", "says"),
    [
        ("verison: 3", "unknown field 'verison': did you mean 'version'?"),
        ("version: three", "is no version: write 3 or v3"),
        ("replays_history: maybe", "(replays_history)"),
        ("abstain_below: low", "(abstain_below)"),
        ("system: a\nsystem: b", "the key 'system' stands twice"),
        ("- system: a", "must be a mapping"),
        ("system: [a", "no valid YAML"),
    ],
)
def test_bad_sidecars_are_refused(tmp_path: Path, content: str, says: str) -> None:
    """The message names the sidecar."""
    (tmp_path / "r.yaml").write_text(content)
    with pytest.raises(BadRecord) as caught:
        read(tmp_path, "r.trec", "q Q0 a 1 1 t\n")
    assert str(caught.value).startswith(f"{tmp_path}/r.yaml")
    assert says in str(caught.value)


def test_a_run_of_the_wrong_kind_is_one_clear_error(tmp_path: Path) -> None:
    """A folder, nothing, a broken gzip."""
    (tmp_path / "folder.trec").mkdir()
    (tmp_path / "cut.trec.gz").write_bytes(gzip.compress(b"q Q0 a 1 1 t\n" * 100)[:-20])
    (tmp_path / "not.trec.gz").write_bytes(b"q Q0 a 1 1 t\n")
    for name, says in (
        ("folder.trec", "is a folder"),
        ("none.trec", "no such file"),
        ("cut.trec.gz", "not a whole gzip file"),
        ("not.trec.gz", "not a whole gzip file"),
    ):
        with pytest.raises(GoldError) as caught:
            read_run(str(tmp_path / name))
        assert f"{tmp_path}/{name}: {says}" in str(caught.value)


def test_number_ids_are_text_and_told_once_a_field(tmp_path: Path) -> None:
    """The first is shown with its line, the others are counted."""
    run = read(
        tmp_path, "r.jsonl", '{"query_id": 7, "ranking": [1, {"passage_id": 2}]}\n{"query_id": 8, "ranking": []}\n'
    )
    assert lists(run) == {"7": ["1", "2"], "8": []}
    told = [notice.message for notice in run.notices]
    assert told == [
        'query_id is the number 7 (as are 1 more): read as the text "7"; quote it in the file',
        'ranking[0].passage_id is the number 1 (as are 1 more): read as the text "1"; quote it in the file',
    ]


def test_a_number_and_the_same_text_are_refused(tmp_path: Path) -> None:
    """12 and "12" may be one passage or two: the file must say which."""
    with pytest.raises(BadRecord, match="passage_id 12 is a number in one place and text in another"):
        read(tmp_path, "r.jsonl", '{"query_id": "q", "ranking": ["12"]}\n{"query_id": "r", "ranking": [12]}\n')


def test_a_sidecar_is_no_run(tmp_path: Path) -> None:
    """A shell's `runs/bm25*` names both files: the message says which is meant."""
    with pytest.raises(GoldError, match="describes a run and is none"):
        read(tmp_path, "r.yaml", "system: bm25\n")


def test_a_jsonl_run_without_its_ending(tmp_path: Path) -> None:
    """What begins with a brace is JSONL, whatever the file is called."""
    for name in ("run", "run.txt", "run.out"):
        path = tmp_path / name
        path.write_text('\ufeff{"query_id": "q1", "ranking": ["p1", "p2"]}\n', "utf-8")
        assert read_run(str(path)).ranking("q1") == ["p1", "p2"]
