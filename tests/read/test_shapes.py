"""Every accepted shape of a case, in JSONL and YAML, plain and packed, is the same native case."""

from __future__ import annotations

import gzip
from pathlib import Path

import msgspec
import pytest

from gold.model.case import Case
from gold.model.settings import Settings
from gold.read.cases import read_version

SHAPES = Path(__file__).parent.parent / "cases/read/shapes"


def native(shape: Path) -> list[Case]:
    """The cases that a shape stands for, decoded by msgspec alone."""
    return [msgspec.json.decode(line, type=Case) for line in (shape / "native.jsonl").read_bytes().split(b"\n") if line]


@pytest.mark.parametrize("packed", [False, True], ids=["plain", "gz"])
@pytest.mark.parametrize("ending", ["jsonl", "yaml"])
@pytest.mark.parametrize("shape", sorted(SHAPES.iterdir()), ids=lambda path: path.name)
def test_a_shape_is_its_native_case(shape: Path, ending: str, packed: bool, tmp_path: Path) -> None:
    """Ids byte for byte, queries verbatim, labels in order. `.gz` is read everywhere."""
    content = (shape / f"input.{ending}").read_bytes()
    path = tmp_path / f"set-v3.{ending}{'.gz' if packed else ''}"
    path.write_bytes(gzip.compress(content) if packed else content)
    version = read_version(str(path))
    expected = native(shape)
    if shape.name == "native" and ending == "yaml":  # free values stay what was typed: text, in YAML
        expected[0] = msgspec.structs.replace(expected[0], meta={"ticket": "12", "urls": ["a"]})
    assert list(version.cases) == expected
    assert (version.name, version.number, version.notices) == ("set", 3, ())


@pytest.mark.parametrize(("ending", "lines"), [("jsonl", (1, 2, 4)), ("yaml", (2, 27, 31))])
def test_every_case_knows_its_line(ending: str, lines: tuple[int, ...]) -> None:
    """Blank lines and comments count."""
    assert read_version(str(SHAPES / f"native/input.{ending}")).lines == lines


@pytest.mark.parametrize("shape", ["supporting", "answer-quote", "evidence"])
def test_supporting_labels_have_the_set_s_answer_grade(shape: str) -> None:
    """Where the set says that 3 answers, a supporting label is a 3."""
    version = read_version(str(SHAPES / shape / "input.jsonl"), Settings(answer_grade=3))
    given = [label.grade for case in version.cases for label in case.labels if label.grade not in (0, 1)]
    assert set(given) == {3}
