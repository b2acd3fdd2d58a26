"""The digest of a file's open lines: whatever stands between them, it is that of the file without the hidden ones."""

from __future__ import annotations

import json
from hashlib import sha256
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gold.read.digests import digest_of_file, digest_of_lines

IDS = ("q1", "q10", "q", "1", "ü3", "a.b", "x|y")
rows = st.tuples(
    st.sampled_from(IDS),
    st.sampled_from(("", " ", "\t ")),
    st.sampled_from((" ", "\t", "  ", "\v", "\f")),
    st.integers(0, 3),
).map(lambda row: (row[0], f"{row[1]}{row[0]}{row[2]}Q0 p{row[3]} 1 {row[3]} t"))
others = st.sampled_from(("", " ", "# a remark", "#", "q2\r", "\r")).map(lambda line: (None, line))


@given(
    lines=st.lists(st.one_of(rows, rows, others), max_size=12),
    hidden=st.sets(st.sampled_from(IDS)),
    end=st.sampled_from(("\n", "")),
    mark=st.sampled_from((b"", b"\xef\xbb\xbf")),
)
def test_hidden_rows_might_as_well_not_be_there(
    tmp_path_factory: pytest.TempPathFactory,
    lines: list[tuple[str | None, str]],
    hidden: set[str],
    end: str,
    mark: bytes,
) -> None:
    """By the first field, whole: `q1` is not `q10`. Blank lines and remarks are nobody's."""
    home = tmp_path_factory.getbasetemp()
    whole, kept = home / "whole.trec", home / "kept.trec"
    text = "\n".join(line for _, line in lines) + (end if lines else "")
    open_lines = [line for name, line in lines if name not in hidden]
    whole.write_bytes(mark + text.encode())
    kept.write_bytes(mark + "".join(f"{line}\n" for line in open_lines).encode())
    if lines and lines[-1][1] and open_lines:
        assert digest_of_lines(str(whole), hidden) == digest_of_lines(str(kept), ()) == digest_of_file(str(kept))


@given(
    ids=st.lists(st.sampled_from(IDS), max_size=8, unique=True),
    hidden=st.sets(st.sampled_from(IDS)),
    field=st.sampled_from(("query_id", "question_id")),
)
def test_hidden_records_might_as_well_not_be_there(
    tmp_path_factory: pytest.TempPathFactory, ids: list[str], hidden: set[str], field: str
) -> None:
    """By either name of the id, wherever it stands in the record, a number too."""
    path = tmp_path_factory.getbasetemp() / "run.jsonl"
    records = {name: {"ranking": [{"passage_id": "q1"}], field: int(name) if name == "1" else name} for name in ids}
    path.write_text("".join(json.dumps(record, ensure_ascii=False) + "\n" for record in records.values()), "utf-8")
    kept = "".join(json.dumps(row, ensure_ascii=False) + "\n" for name, row in records.items() if name not in hidden)
    assert digest_of_lines(str(path), hidden) == sha256(kept.encode()).hexdigest()


def test_many_rows_of_one_question(tmp_path: Path) -> None:
    """However many stand together."""
    path = tmp_path / "run.trec"
    path.write_text("q1 Q0 p 1 1 t\n" * 300_000 + "q2 Q0 p 1 1 t\n")
    assert digest_of_lines(str(path), {"q1"}) == sha256(b"q2 Q0 p 1 1 t\n").hexdigest()
