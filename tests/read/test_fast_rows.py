"""The fast readers of runs and qrels give what the exact reader gives, or leave the file to it."""

from __future__ import annotations

from pathlib import Path
from unittest.mock import patch

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from gold.read.qrels import read_qrels
from gold.read.rows import QRELS, RUN, Layout, Rows
from gold.read.rows_arrow import arrow_rows
from gold.read.rows_bytes import small_rows
from gold.read.rows_exact import exact_rows
from gold.read.run import read_run

BLANKS = " \t\r\n\x0b\x0c\ufeff"
IDS = st.one_of(
    st.sampled_from(["q", "01", "1", "NA", "null", "a#b", "#c", "é", "e\u0301", '"', "'", ",", "x" * 8, "x" * 9]),
    st.text(st.characters(codec="utf-8", exclude_characters=BLANKS), min_size=1, max_size=20),
    st.integers(0, 10**19).map(str),
    st.text("ab", min_size=60, max_size=70),
)
NUMBERS = st.one_of(
    st.integers(-3, 60).map(str),
    st.floats(allow_nan=False, allow_infinity=False).map(repr),
    st.decimals(-100, 100, places=6).map(str),
    st.sampled_from(["1.", ".5", "-.5", "+1", "-0", "1e3", "1E-3", "0.1000000000000000055", "12345678901234567890"]),
)
SEPARATORS = st.sampled_from([" ", " ", " ", " ", "\t", "  "])


@st.composite
def files(draw: st.DrawFn, layout: Layout) -> bytes:
    """Rows with one separator most of the time, and sometimes a blank line, CRLF or no last line end."""
    separator = draw(SEPARATORS)
    odd = draw(st.booleans())
    lines = []
    for _ in range(draw(st.integers(1, 8))):
        fields = [draw(IDS), "Q0", draw(IDS), *(["1", draw(NUMBERS), "tag"] if layout is RUN else [draw(NUMBERS)])]
        parts = separator if not odd else draw(SEPARATORS)
        lines.append(parts.join(fields) + ("\r" if odd and draw(st.booleans()) else ""))
        if odd and draw(st.booleans()):
            lines.append("")
    return ("\n".join(lines) + draw(st.sampled_from(["\n", ""]))).encode()


def plain(rows: Rows) -> list[tuple[str, str, float, int]]:
    """Each row as its ids, its number and its line."""
    documents = rows.documents.names(range(len(rows.documents)))
    return [
        (rows.query_ids[query], document, value, rows.line(i))
        for i, (query, document, value) in enumerate(
            zip(rows.query.tolist(), documents, rows.values.tolist(), strict=True)
        )
    ]


def by_arrow(data: bytes, layout: Layout) -> Rows | None:
    """What pyarrow makes of a file of any size."""
    return arrow_rows(data, layout, ascii_only=False)


def by_arrow_in_slices(data: bytes, layout: Layout) -> Rows | None:
    """The same of a file so large that it is read in slices; here a line or two each."""
    with patch("gold.read.rows_arrow.SLICE", 60):
        return by_arrow(data, layout)


@settings(max_examples=300)
@given(st.sampled_from((RUN, QRELS)).flatmap(lambda layout: st.tuples(st.just(layout), files(layout))))
@example((RUN, b"q Q0 a 1 9007199254740993 t\nq Q0 b 1 0.3 t\n"))
def test_fast_rows_are_the_exact_rows(drawn: tuple[Layout, bytes]) -> None:
    """Ids byte for byte, numbers to the last bit, lines right; a query id that begins with a hash included."""
    layout, data = drawn
    expected = plain(exact_rows("file", data, layout))
    for reader in (small_rows, by_arrow, by_arrow_in_slices):
        rows = reader(data, layout)
        if rows is not None:
            assert plain(rows) == expected
            assert list(rows.query_ids) == list(dict.fromkeys(row[0] for row in expected))
            assert len(rows.documents) == len(expected)


def test_a_run_above_and_below_the_fast_reader_s_size_ranks_alike(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Interleaved queries, ties and repeats: by bytes, by pyarrow and by the exact reader."""
    rows = [f"q{i % 7} Q0 d{i * 37 % 51} {i} {(i * 13 % 29) / 4} tag" for i in range(700)]
    (tmp_path / "a.trec").write_text("\n".join(rows) + "\n")
    (tmp_path / "b.trec").write_text("\n".join(row.replace(" ", "  ") for row in rows) + "\n")
    found = [read_run(str(tmp_path / name)) for name in ("a.trec", "b.trec")]
    monkeypatch.setattr("gold.read.row_file.FAST_FROM", 0)
    found.append(read_run(str(tmp_path / "a.trec")))
    lists = [({q: run.ranking(q) for q in run.query_ids}, run.ties.tolist(), run.repeats.tolist()) for run in found]
    assert lists[0] == lists[1] == lists[2]
    assert sum(lists[0][1]) > 0
    assert sum(lists[0][2]) > 0


def test_qrels_above_and_below_the_fast_reader_s_size_are_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Grades, order and the lines of the first row of each query."""
    (tmp_path / "a.qrels").write_text("".join(f"q{i % 5} 0 d{i} {i % 4 - 1}\n" for i in range(200)))
    below = read_qrels(str(tmp_path / "a.qrels"))
    monkeypatch.setattr("gold.read.row_file.FAST_FROM", 0)
    above = read_qrels(str(tmp_path / "a.qrels"))
    assert (list(below.cases), list(below.lines)) == (list(above.cases), list(above.lines))
    assert (below.answer_grade, above.answer_grade) == (2, 2)
