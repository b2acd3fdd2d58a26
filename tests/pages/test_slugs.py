"""File names made of ids are unique and safe."""

from __future__ import annotations

import re

from hypothesis import given
from hypothesis import strategies as st

from gold.pages.slugs import TAKEN, slugs


def test_plain_ids_are_their_own_names() -> None:
    """What is safe already stays readable."""
    assert slugs(["q001", "tkt-20588", "00017"]) == {"q001": "q001", "tkt-20588": "tkt-20588", "00017": "00017"}


def test_a_name_depends_on_its_id_alone() -> None:
    """Another case beside it changes no address."""
    assert slugs(["A/b"])["A/b"] == slugs(["x", "A/b", "a-b"])["A/b"]


@given(st.lists(st.text(min_size=1), max_size=30))
def test_names_are_unique_and_safe(ids: list[str]) -> None:
    """No two ids share a name on a file system without case, and every name is one everywhere."""
    names = slugs(ids)
    assert set(names) == set(ids)
    assert len({name.lower() for name in names.values()}) == len(set(ids))
    for name in names.values():
        assert re.fullmatch(r"[a-z0-9][a-z0-9-]{0,90}", name)
        assert name not in TAKEN
