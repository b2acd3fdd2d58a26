"""Any bytes through every reader, by the doors that the commands use: a value or a GoldError, and nothing else."""

from __future__ import annotations

import random
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from gold.cli.inputs import open_inputs
from gold.errors import GoldError
from gold.model.settings import Settings
from gold.read.cases import read_version
from gold.read.corpus import read_corpus
from gold.read.lock import read_lock
from gold.read.mapping import read_settings, read_sidecar
from gold.read.qrels import read_qrels
from gold.read.row_file import FAST_FROM
from gold.read.run import read_run
from gold.read.testset import find_testsets, read_testset
from gold.write.lock_file import lock_bytes
from tests.cli.mutate import ODD, mutated

Reader = Callable[[str], Any]
HOW = settings(max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture])
FEW = settings(HOW, max_examples=20)
LONG = settings(max_examples=20_000, suppress_health_check=[HealthCheck.function_scoped_fixture])

CASES = b"""\
{"query_id": "q1", "query": "how long", "class": "a", "tags": ["t"], "history": [{"query": "x", "answer": "y"}], \
"judgments": [{"passage_id": "p1", "grade": 2, "part": "w"}, {"doc_id": "d", "heading": ["H"], "grade": 1}], \
"meta": {"k": [1]}}
{"question_id": 12, "question": "late?", "supporting": [{"document": "D", "heading": "H"}], \
"distractors": [{"doc_id": "d"}]}
{"query_id": "q3", "query": "rma?", "evidence": [{"doc_id": "r", "answer_quote": "an RMA"}], "weight": 1.5}
{"query_id": "q4", "query": "flat", "passage_id": "p1", "grade": 2, "by": "ana"}
{"query_id": "q4", "query": "flat", "passage_id": "p2", "grade": 0}
"""
YAML = b"""\
- query_id: q1
  query: "how long"
  judgments: [{passage_id: p1, grade: 2}, {doc_id: d, quote: 'thirty days', grade: 1}]
- {question_id: 0123, question: late?, supporting: unknown, expect_abstention_of: no}
- query_id: &a q3
  query: |
    two
    lines
  class: *a
"""
PASSAGES = b"""\
{"passage_id": "p1", "doc_id": "d", "title": "T", "heading": ["H"], "text": "thirty days", \
"char_start": 0, "char_end": 11}
{"passage_id": 2, "doc_id": "d", "heading": "H", "text": "a fee", "doc_version": "v"}
"""
RUN = b"""\
{"query_id": "q1", "ranking": ["p1", {"passage_id": "p2", "score": 1.5, "text": "t"}], "answer": "a", \
"abstained": false}
{"question_id": 12, "ranking": [], "answer_correct": true}
"""
TREC = b"q1 Q0 p1 1 3.5 t\nq1\tQ0 p2 2 3.5 t\n# x\n12 0 p1 0 -1e3 t\n"
QRELS = b"q1 0 p1 2\nq1 0 p2 0\n12 0 p1 1\n"
SIDECAR = (
    b"system: s\ncorpus: b\nversion: v3\ndate: 2026-01-01\nabstain_below: .5\nsettings: {k: [1, {a: b}]}\nnote: n\n"
)
LOCK = b"""\
{"format": 1, "versions": {"v1": {"file": "a-v1.jsonl", "digest": "0a", "date": "2026-01-01", "cases": 2, \
"breaking": false, "dev": {"q1": "0a"}, "held_back": ["0b"]}}}
"""
GOLD = b"""\
format: 1
title: T
grades: [0, 1, 2]
facets: [class, tags]
measures: [AnswerRecall@5, "nDCG(dcg='exp-log2')@10"]
target_composition: {class: {a: .15}}
margin: 0.02
pages: {max_questions: 10}
limits: {line_mib: 1}
"""
SEEDS: dict[str, tuple[str, bytes, Reader]] = {
    "lock": ("gold.lock", LOCK, lambda path: lock_bytes(read_lock(path))),
    "version": ("a-v1.jsonl", CASES, lambda path: read_version(path, Settings())),
    "yaml": ("a-v1.yaml", YAML, lambda path: read_version(path, Settings())),
    "corpus": ("a.jsonl", PASSAGES, read_corpus),
    "run": ("a.jsonl", RUN, read_run),
    "trec": ("a.trec", TREC, read_run),
    "qrels": ("qrels.txt", QRELS, read_qrels),
    "sidecar": ("a.yaml", SIDECAR, read_sidecar),
    "settings": ("gold.yaml", GOLD, read_settings),
}


def harmless(read: Reader, path: Path, data: bytes) -> None:
    """Reading these bytes gives a value, or a GoldError that names the file in a few words."""
    path.write_bytes(data)
    try:
        read(str(path))
    except GoldError as error:
        assert path.name in str(error) or str(path.parent) in str(error), error
        assert 0 < len(str(error)) < 2000
        assert "\n" not in str(error).strip("\n") or b"\n" in data


@pytest.fixture
def place(tmp_path: Path) -> Iterator[Path]:
    """A folder that many examples write into."""
    yield tmp_path
    shutil.rmtree(tmp_path, ignore_errors=True)


@pytest.mark.parametrize("kind", SEEDS)
def test_valid_files_are_read(place: Path, kind: str) -> None:
    """What is mutated below is whole."""
    name, data, read = SEEDS[kind]
    (place / name).write_bytes(data)
    read(str(place / name))


@HOW
@given(data=st.data())
@pytest.mark.parametrize("kind", SEEDS)
def test_mutated_files(place: Path, kind: str, data: st.DataObject) -> None:
    """A valid file with bytes, lines or fields changed."""
    _mutate(place, kind, data)


@LONG
@given(data=st.data())
@pytest.mark.soak
@pytest.mark.parametrize("kind", SEEDS)
def test_mutated_files_for_long(place: Path, kind: str, data: st.DataObject) -> None:
    """The same, thousands of times."""
    _mutate(place, kind, data)


def _mutate(place: Path, kind: str, data: st.DataObject) -> None:
    name, content, read = SEEDS[kind]
    seed = data.draw(st.integers(0, 2**32))
    ending = data.draw(st.sampled_from(("", "", "", ".gz")))
    harmless(read, place / f"{name}{ending}", mutated(content, random.Random(seed)))


@FEW
@given(data=st.binary(max_size=200))
@pytest.mark.parametrize("kind", SEEDS)
def test_any_bytes(place: Path, kind: str, data: bytes) -> None:
    """Bytes of no format."""
    name, _, read = SEEDS[kind]
    harmless(read, place / name, data)


SCALARS = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8) | st.sampled_from(ODD)
VALUES = st.recursive(
    SCALARS, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner, max_size=3)
)
NAMES = st.sampled_from(
    """
query_id question_id query question judgments supporting distractors evidence passage_id doc_id document heading quote
answer_quote grade part history answer tags class meta weight split status unanswerable text title char_start ranking
score abstained format facets measures grades margin pages limits target_composition version settings abstain_below
""".split()  # noqa: SIM905  # a list of so many words reads better so
)
RECORDS = st.dictionaries(NAMES, VALUES | st.lists(st.dictionaries(NAMES, VALUES, max_size=4), max_size=3), max_size=8)


@FEW
@given(records=st.lists(RECORDS, min_size=1, max_size=3))
@pytest.mark.parametrize("kind", SEEDS)
def test_records_of_known_fields_with_any_values(place: Path, kind: str, records: list[dict[str, Any]]) -> None:
    """Fields of the right names, with values of any kind, in JSON or in YAML (which takes JSON)."""
    import json

    name, _, read = SEEDS[kind]
    if name.endswith(".jsonl"):
        text = "\n".join(json.dumps(record) for record in records)
    else:
        text = json.dumps(records if kind == "yaml" else records[0])
    harmless(read, place / name, text.encode("utf-8", "surrogatepass"))


ROW = st.lists(
    st.sampled_from(["q1", "Q0", "0", "p1", "1", "-1.5", "1e400", "nan", "#", "é", "\x0c", "1_0", ""]), max_size=7
)


@HOW
@given(rows=st.lists(ROW, max_size=5), blank=st.sampled_from([" ", "\t", "  ", "\r", "\xa0"]), large=st.booleans())
def test_rows_of_any_columns(place: Path, rows: list[list[str]], blank: str, large: bool) -> None:
    """TREC files of odd columns, by the reader of small ones; and by that of large ones, behind a valid beginning."""
    text = "\n".join(blank.join(row) for row in rows).encode()
    for name, read in (("a.trec", read_run), ("qrels.txt", read_qrels)):
        harmless(read, place / name, text)
    if large and place.joinpath("large").exists() is False:
        (place / "large").touch()
        harmless(read_run, place / "b.trec", b"q1 Q0 p1 1 1 t\n" * (FAST_FROM // 15 + 1) + text)


@FEW
@given(data=st.data())
def test_a_set_with_any_files(place: Path, data: st.DataObject) -> None:
    """A folder in which any of the files may be broken, opened as the commands do."""
    home = place / "sets" / "a"
    for folder in ("runs", "corpora"):
        (home / folder).mkdir(parents=True, exist_ok=True)
    files = {"version": "a-v2.jsonl", "corpus": "corpora/b.jsonl", "run": "runs/r.jsonl", "sidecar": "runs/r.yaml"}
    for kind, name in (files | {"settings": "gold.yaml", "yaml": "a-v1.yaml", "trec": "runs/t.trec"}).items():
        content = SEEDS[kind][1]
        if data.draw(st.integers(0, 3)) == 0:
            content = mutated(content, random.Random(data.draw(st.integers(0, 2**32))))
        (home / name).write_bytes(content)
    for folder in find_testsets(str(place / "sets")):
        try:
            read_testset(folder)
            inputs = open_inputs(folder)
            for run in ("r", "t"):
                inputs.placing.scored(inputs.corpus(None, inputs.run(run)))
            assert inputs.versions.hidden == frozenset()
        except GoldError:
            pass


def test_atheris_finds_nothing(place: Path) -> None:
    """Where the coverage-guided fuzzer is installed, it looks too."""
    atheris = pytest.importorskip("atheris")
    for name, _, read in SEEDS.values():

        def once(data: bytes, name: str = name, read: Reader = read) -> None:
            harmless(read, place / name, data)

        atheris.Setup(["fuzz", "-runs=2000", "-max_len=400"], once)
        atheris.Fuzz()
