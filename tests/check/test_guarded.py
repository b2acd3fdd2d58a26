"""Messages that quote a held-back case, however many other things they quote."""

from __future__ import annotations

import pytest

from gold.check.look import guarded
from gold.model.finding import Finding
from tests.builders import graded, version

QUERY = "why is print('a', 'b', \"c\") " + "'x' " * 40 + "not what I see"


@pytest.mark.parametrize(
    "shown", [repr(QUERY), f"{QUERY!r} and more", "".join(f"'n{i}', " for i in range(30)) + "'secret'"]
)
def test_many_quotation_marks_hide_nothing(shown: str) -> None:
    """A query with many marks of its own, and an id after many others, are found: the finding becomes a general one."""
    held = graded("secret", {"a": 2}, query=QUERY, split="held_back")
    finding = Finding("undefined", "warning", "s-v1.jsonl", None, f"the case {shown} is odd")
    (told,) = guarded([finding], [version(held, graded("open", {"a": 2}))])
    assert told.hidden
    assert told.message.startswith("a held-back case: ")


def test_many_other_names_are_told() -> None:
    """A message of an open case stays as it is, with many marks too."""
    held = graded("secret", {"a": 2}, query=QUERY, split="held_back")
    finding = Finding("undefined", "warning", "s-v1.jsonl", None, "".join(f"'n{i}', " for i in range(30)))
    assert guarded([finding], [version(held)]) == [finding]
