"""A Parquet run is the TREC run of the same rows; what is no text or no number is refused with its place."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gold.errors import BadRecord
from gold.model.run import Run
from gold.read.run import read_run

IDS = st.one_of(
    st.sampled_from(["q", "01", "1", "null", "é", "x" * 8, "x" * 9]),
    st.text(st.characters(codec="utf-8", exclude_categories=["Z", "C"]), min_size=1, max_size=20),
).filter(lambda text: not text.startswith("#"))  # a line of a TREC file that begins so is a comment
ROWS = st.lists(
    st.tuples(IDS, IDS, st.one_of(st.integers(-3, 3).map(float), st.floats(allow_nan=False, allow_infinity=False))),
    min_size=1,
    max_size=12,
)


def written(folder: Path, columns: dict[str, Any], **how: Any) -> str:
    """A Parquet file of the given columns."""
    path = str(folder / "run.parquet")
    pyarrow.parquet.write_table(pa.table(columns), path, **how)
    return path


def parts(run: Run) -> tuple[Any, ...]:
    """All that is read of the rows."""
    scores = None if run.scores is None else run.scores.tolist()
    names = run.passages.names(range(run.rows))
    return run.query_ids, run.starts.tolist(), names, scores, run.ties.tolist(), run.repeats.tolist()


@given(ROWS, st.sampled_from([pa.string(), pa.large_string(), pa.dictionary(pa.int32(), pa.string())]))
def test_the_rows_are_those_of_the_trec_file(rows: list[tuple[str, str, float]], kind: pa.DataType) -> None:
    """Order of questions, ranks, ties and scores, whatever kind of text the ids are, in one row group or several."""
    queries, passages, scores = (list(column) for column in zip(*rows, strict=True))
    with tempfile.TemporaryDirectory() as name:
        trec = Path(name, "run.trec")
        trec.write_text("".join(f"{q} Q0 {p} 1 {s!r} t\n" for q, p, s in rows), "utf-8")
        columns = {"qid": pa.array(queries, kind), "docno": pa.array(passages, kind), "score": scores}
        path = written(Path(name), columns, row_group_size=5)
        assert parts(read_run(path)) == parts(read_run(str(trec)))


def test_without_a_score_the_rank_decides(tmp_path: Path) -> None:
    """Rows in any order, ranks from anywhere; the run then has no scores."""
    columns = {"query_id": ["r", "q", "r"], "passage_id": ["b", "c", "a"], "rank": [7, 1, 2]}
    run = read_run(written(tmp_path, columns))
    assert [run.ranking(query_id) for query_id in ("r", "q")] == [["a", "b"], ["c"]]
    assert run.scores is None
    assert run.name == "run"


def test_with_both_the_score_decides(tmp_path: Path) -> None:
    """As in a TREC file, whose column 4 is not looked at."""
    columns = {"query_id": ["q", "q"], "passage_id": ["a", "b"], "rank": [1, 2], "score": [1, 2]}
    assert read_run(written(tmp_path, columns)).ranking("q") == ["b", "a"]


def test_an_empty_table_is_an_empty_run(tmp_path: Path) -> None:
    """As an empty TREC file is."""
    none = pa.array([], pa.string())
    run = read_run(written(tmp_path, {"query_id": none, "passage_id": none, "score": pa.array([], pa.float32())}))
    assert (run.query_ids, run.rows) == ((), 0)


@pytest.mark.parametrize(
    ("columns", "says"),
    [
        ({"query_id": [12]}, "query_id is int64, not text"),
        ({"passage_id": pa.array([None], pa.string())}, "row 1 has no passage_id"),
        ({"score": pa.array([None], pa.float64())}, "row 1 has no score"),
        ({"score": [float("nan")]}, "row 1: score nan is no finite number"),
        ({"score": [float("inf")]}, "row 1: score inf is no finite number"),
        ({"query_id": [""]}, "row 1 has an empty query_id"),
        ({"score": ["high"]}, "score is string, not a number"),
        ({"score": [True]}, "score is bool, not a number"),
        ({"query_id": [b"q"]}, "query_id is binary, not text"),
        ({"passage_id": None}, "needs the columns query_id, passage_id, and score or rank; it has query_id, score"),
    ],
)
def test_bad_tables_are_refused(tmp_path: Path, columns: dict[str, Any], says: str) -> None:
    """Nothing is guessed, and the file is named."""
    whole = {"query_id": ["q"], "passage_id": ["a"], "score": [1.0]} | columns
    with pytest.raises(BadRecord, match=r"run\.parquet: ") as caught:
        read_run(written(tmp_path, {name: values for name, values in whole.items() if values is not None}))
    assert says in str(caught.value)


def test_two_results_at_one_rank_are_refused(tmp_path: Path) -> None:
    """Ranks without scores have no rule for ties."""
    columns = {"query_id": ["q", "q"], "passage_id": ["a", "b"], "rank": [1, 1]}
    with pytest.raises(BadRecord, match="'q' has two results at one rank"):
        read_run(written(tmp_path, columns))


def test_what_is_no_parquet_file_is_refused(tmp_path: Path) -> None:
    """By its name, not by a library's error."""
    (tmp_path / "run.parquet").write_text("q Q0 a 1 1 t\n")
    with pytest.raises(BadRecord, match="cannot be read as Parquet"):
        read_run(str(tmp_path / "run.parquet"))
