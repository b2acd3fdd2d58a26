"""Which edits can make a system fail that passed, by the table of the function's docstring."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from gold.compare.versions.breaking import breaks
from gold.compare.versions.diff import diff
from gold.model.case import Case, Label, Turn
from tests.builders import case, label, version

PLAIN = case("q", label(2, "a"), label(1, "b"), label(0, "c", distractor=True), class_="x", answer="w")
PARTS = case("q", label(2, "a", part="x"), label(2, "b", part="x"), label(2, "c", part="y"))
REFUSED = case("q", unanswerable=True)
A, B, C = PLAIN.labels


def broken(old: Case, new: Case) -> list[str]:
    """Why a case may break."""
    one, two = version(old), version(new)
    return [found.why for found in breaks(diff(one, two), one, two, 2)]


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"query": "else"}, "the question was reworded"),
        ({"history": (Turn("x"),)}, "its history was reworded"),
        ({"judgments": (B, C)}, "an answer is no label any more"),
        ({"judgments": (label(1, "a"), B, C)}, "an answer was lowered from grade 2 to 1"),
        ({"judgments": (label(2, "z"), B, C)}, "an answer has another anchor"),
        ({"judgments": (label(2, "a", quote="w"), B, C)}, "an answer has another anchor"),
        ({"judgments": (label(2, "a", part="x"), B, C)}, "part 'x' is needed now"),
        ({"judgments": (), "unanswerable": True}, "it was answerable"),
        ({"class_": "unanswerable"}, "it was answerable"),
        ({"judgments": (A, B, C, label(2, "z"))}, None),
        ({"judgments": (A, label(2, "b"), C)}, None),
        ({"judgments": (A, C)}, None),
        ({"judgments": (A, B)}, None),
        ({"judgments": (C, B, A)}, None),
        ({"judgments": (A, B, C, label(0, "z", distractor=True))}, None),
        ({"judgments": (label(2, "a", note="n", by="x", at="2026", doc_version="2"), B, C)}, None),
        ({"class_": "y", "answer": "v", "reason": "r", "weight": 2.0, "meta": {"a": 1}, "tags": ("t",)}, None),
        ({"expect_abstention": True}, None),
        ({"status": "retired", "query": "else"}, None),
        ({"supporting": "unknown", "query": "else"}, None),
        ({"split": "held_back", "query": "else"}, None),
    ],
)
def test_an_edit_of_a_plain_case(change: dict[str, Any], why: str | None) -> None:
    """The first reason, if there is one."""
    assert broken(PLAIN, msgspec.structs.replace(PLAIN, **change)) == ([] if why is None else [why])


@pytest.mark.parametrize(
    ("labels", "why"),
    [
        (PARTS.labels[:2], "part 'y' is gone"),
        (PARTS.labels[1:], "an answer is no label any more"),
        ((*PARTS.labels, label(2, "d", part="x")), None),
        ((*PARTS.labels, label(2, "d", part="z")), "part 'z' is needed now"),
        ((label(2, "a", part="y"), *PARTS.labels[1:]), "an answer belongs to another part"),
    ],
)
def test_an_edit_of_parts(labels: tuple[Label, ...], why: str | None) -> None:
    """A part more must be answered too; a further answer of one is a help."""
    assert broken(PARTS, msgspec.structs.replace(PARTS, judgments=labels)) == ([] if why is None else [why])


def test_refusals() -> None:
    """A right refusal that is none any more, and one that was allowed."""
    assert broken(REFUSED, case("q", label(2, "a"))) == ["it was unanswerable"]
    assert broken(case("q", A, expect_abstention=True), case("q", A)) == ["a refusal is no longer allowed"]


def test_cases_that_come_and_go() -> None:
    """Neither breaks anything, and nor does one that begins to score."""
    one, two = version(case("a", A), case("c", A, status="proposed")), version(case("b", A), case("c", B))
    assert breaks(diff(one, two), one, two, 2) == ()
