"""Bytes into lines: endings, marks, packing, and what makes a file unreadable."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import pytest

from gold.errors import GoldError
from gold.read import file
from gold.read.cases import read_version


def version_of(folder: Path, content: str | bytes, name: str = "set-v1.jsonl") -> list[str]:
    """The queries of a version with this content."""
    (folder / name).write_bytes(content.encode() if isinstance(content, str) else content)
    return [case.query for case in read_version(str(folder / name)).cases]


def test_a_byte_order_mark_at_the_start_is_stripped(tmp_path: Path) -> None:
    """Of plain and packed files, JSONL and YAML."""
    line = '\ufeff{"query_id": "q", "query": "x"}\n'
    assert version_of(tmp_path, line) == ["x"]
    assert version_of(tmp_path, gzip.compress(line.encode()), "set-v1.jsonl.gz") == ["x"]
    assert version_of(tmp_path, "\ufeff- {query_id: q, query: x}\n", "set-v1.yaml") == ["x"]


@pytest.mark.parametrize("char", ["\u2028", "\u2029", "\u0085", "\x0b", "\x0c", "\r", "\n"], ids=ascii)
@pytest.mark.parametrize("raw", [True, False], ids=["raw", "escaped"])
def test_a_record_ends_at_a_line_feed_only(tmp_path: Path, char: str, raw: bool) -> None:
    """Other separators stay inside the text: raw where JSON allows it, else escaped."""
    text = json.dumps(f"a{char}b", ensure_ascii=not (raw and char > "\x7f"))
    assert version_of(tmp_path, f'{{"query_id": "q", "query": {text}}}\n') == [f"a{char}b"]


def test_crlf_ends_lines_and_is_counted_once(tmp_path: Path) -> None:
    """Line numbers stay those of an editor."""
    (tmp_path / "s.jsonl").write_bytes(b'{"query_id": "q", "query": "x"}\r\n\r\n{"query_id": "r", "query": "y"}\r\n')
    assert read_version(str(tmp_path / "s.jsonl")).lines == (1, 3)


def test_the_last_line_needs_no_end(tmp_path: Path) -> None:
    """A file cut by an editor without a final line feed is whole."""
    assert version_of(tmp_path, '{"query_id": "q", "query": "x"}') == ["x"]


def test_a_query_is_kept_exactly_as_typed(tmp_path: Path) -> None:
    """Blanks at the ends, double blanks, NBSP, mojibake, formula signs, markup."""
    query = "  whats\u00a0the  window?? Ã© =1+1 </script> \"q' &amp; \t"
    assert version_of(tmp_path, json.dumps({"query_id": "q", "query": query}) + "\n") == [query]
    assert version_of(tmp_path, json.dumps([{"query_id": "q", "query": query}]), "s.yaml") == [query]


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("none.jsonl", "no such file"),
        ("folder.jsonl", "is a folder, not a file"),
        ("cut.jsonl.gz", "not a whole gzip file"),
        ("plain.jsonl.gz", "not a whole gzip file"),
        ("noise.jsonl.gz", "not a whole gzip file"),
    ],
)
def test_an_unreadable_file_is_one_clear_error(tmp_path: Path, name: str, says: str) -> None:
    """It names the path as given; exit code 2."""
    (tmp_path / "folder.jsonl").mkdir()
    packed = gzip.compress(b'{"query_id": "q", "query": "x"}\n')
    (tmp_path / "cut.jsonl.gz").write_bytes(packed[:-9])
    (tmp_path / "plain.jsonl.gz").write_bytes(b"{}\n")
    (tmp_path / "noise.jsonl.gz").write_bytes(packed[:12] + b"\xff" * 12 + packed[24:])
    with pytest.raises(GoldError) as caught:
        read_version(str(tmp_path / name))
    assert str(caught.value).startswith(f"{tmp_path / name}: {says}")
    assert caught.value.exit_code == 2


@pytest.mark.parametrize(
    ("name", "stem", "ending"),
    [
        ("bm25.trec.gz", "bm25", "trec"),
        ("bm25.TREC", "bm25", "trec"),
        ("a.b.jsonl", "a.b", "jsonl"),
        ("bare", "bare", ""),
        (".hidden", ".hidden", ""),
        ("0.110.0.jsonl.gz", "0.110.0", "jsonl"),
    ],
)
def test_a_file_s_name_is_its_stem_without_gz(name: str, stem: str, ending: str) -> None:
    """The stem names a run or a build; the ending tells the format."""
    assert (file.stem(f"runs/{name}"), file.ending(f"runs/{name}")) == (stem, ending)
