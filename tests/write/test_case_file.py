"""Cases as JSONL: one a line, in the order of the model, read back as they were."""

from __future__ import annotations

from pathlib import Path

import pytest

from gold.errors import GoldError
from gold.model.case import Turn
from gold.read.cases import read_version
from gold.write.case_file import case_lines
from tests.builders import case, label


def test_a_case_is_one_line_in_the_order_of_the_model() -> None:
    """Spaces after commas and colons, UTF-8 as it is, nothing that was not given."""
    one = case("q", label(2, "p", note="ä\n\u2028"), query='日本 "x", y: z', class_="c", weight=1.0)
    line = (
        '{"query_id": "q", "query": "日本 \\"x\\", y: z", '
        '"judgments": [{"grade": 2, "passage_id": "p", "note": "ä\\n\u2028"}], "class": "c", "weight": 1.0}\n'
    )
    assert case_lines([one, one]).decode() == line * 2


def test_a_written_file_reads_back(tmp_path: Path) -> None:
    """Every value, big numbers and empty lists included."""
    cases = (
        case("a", label(2, "p", heading=("x", "y")), tags=()),
        case("b", history=(Turn("q"), Turn("q", "a")), meta={"n": 12345678901234567890123, "f": 0.1, "l": [None, {}]}),
    )
    path = tmp_path / "set-v1.jsonl"
    path.write_bytes(case_lines(cases))
    assert read_version(str(path)).cases == cases


def test_a_value_that_json_cannot_say_is_refused() -> None:
    """An infinite number would be written as null."""
    with pytest.raises(GoldError, match="JSON cannot say"):
        case_lines([case("a", meta={"x": float("inf")})])
