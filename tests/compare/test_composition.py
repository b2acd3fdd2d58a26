"""Shares of classes over versions, what brings a set back on target, and the drift to failures."""

from __future__ import annotations

from collections.abc import Mapping

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gold.compare.composition import ON_TARGET, facet_mix, failing, missing
from gold.compare.shares import Share
from gold.model.case import Case
from tests.builders import case, version


def cases(**strata: int) -> list[Case]:
    """So many cases of each stratum."""
    return [case(f"{name}{i}", stratum=name) for name, n in strata.items() for i in range(n)]


def test_shares_of_every_version() -> None:
    """Oldest first, over open and confirmed cases alone; a class that an old version had stays a row."""
    old = version(*cases(a=1, gone=1), number=1)
    kept = [*cases(a=2, b=1), case("none")]
    unseen = [case("x", stratum="a", split="held_back"), case("y", stratum="a", status="proposed")]
    mix = facet_mix([old, version(*kept, *unseen, number=2)], "stratum", {"a": 0.5, "never": 0.5})
    assert [(one.name, one.shares) for one in mix.classes] == [
        ("a", (Share(1, 2), Share(2, 4))),
        ("b", (Share(0, 2), Share(1, 4))),
        ("gone", (Share(1, 2), Share(0, 4))),
        ("never", (Share(0, 2), Share(0, 4))),
        ("unclassified", (Share(0, 2), Share(1, 4))),
    ]
    assert [one.drift for one in mix.classes] == [0.0, None, None, -0.5, None]


@given(st.lists(st.lists(st.sampled_from("ab"), max_size=4), min_size=1, max_size=6))
def test_a_part_is_never_more_than_the_whole(tags: list[list[str]]) -> None:
    """A tag that stands twice in a case is one."""
    cases = [case(f"q{i}", tags=tuple(names)) for i, names in enumerate(tags)]
    for one in facet_mix([version(*cases)], "tags", {}).classes:
        assert one.shares == (Share(sum(one.name in (names or ["unclassified"]) for names in tags), len(tags)),)


def test_no_target_and_no_case() -> None:
    """Nothing is off a target that is not there, and an empty version has no share."""
    mix = facet_mix([version(case("x", stratum="a", split="held_back"))], "stratum", {})
    assert (mix.classes, mix.has_target) == ((), False)
    (one,) = facet_mix([version(case("x", split="held_back"))], "stratum", {"a": 1.0}).classes
    assert (one.shares, one.between, one.drift, one.add) == ((Share(0, 0),), None, None, None)


@pytest.mark.parametrize(
    ("counts", "target", "expected"),
    [
        ({"a": 90, "b": 10}, {"a": 0.8, "b": 0.2}, {"b": 12}),  # 22 of 112
        ({"a": 80, "b": 20}, {"a": 0.8, "b": 0.2}, {}),
        ({"a": 82, "b": 18}, {"a": 0.8, "b": 0.2}, {}),  # two points are nothing
        ({"a": 60, "b": 0, "c": 40}, {"a": 0.6, "b": 0.3, "c": 0.1}, {"a": 180, "b": 120}),  # c is right at 400
        ({"a": 10}, {"b": 1.0}, {}),  # others are there: no number makes b everything
        ({}, {"a": 1.0}, {}),
    ],
)
def test_what_is_missing(counts: Mapping[str, int], target: Mapping[str, float], expected: Mapping[str, int]) -> None:
    """Cases are added until no class is off under its target."""
    assert missing(counts, sum(counts.values()), target) == expected


@given(
    st.dictionaries(st.sampled_from("abcd"), st.integers(0, 300), min_size=1),
    st.lists(st.integers(1, 9), min_size=4, max_size=4),
)
def test_what_is_added_brings_every_class_to_its_target(counts: dict[str, int], weights: list[int]) -> None:
    """With all that is named, no class is off under its target by more than the rounding."""
    target = {name: weight / sum(weights) for name, weight in zip("abcd", weights, strict=True)}
    added = missing(counts, sum(counts.values()), target)
    after = {name: counts.get(name, 0) + added.get(name, 0) for name in target}
    size = sum(after.values())
    assert all(add > 0 for add in added.values())
    if size:
        assert all(after[name] / size > share - ON_TARGET - 3 / size for name, share in target.items())


def failures(kept: tuple[int, int], added: tuple[int, int]) -> tuple[dict[str, bool], dict[str, bool]]:
    """Two versions: so many of so many kept cases fail, and of those that the second one added."""
    first = {f"k{i}": i < kept[0] for i in range(kept[1])}
    return first, first | {f"a{i}": i < added[0] for i in range(added[1])}


@pytest.mark.parametrize(
    ("kept", "added", "rises", "drifts"),
    [
        ((10, 50), (25, 30), True, True),
        ((10, 50), (2, 5), True, False),  # may be chance
        ((10, 50), (2, 20), False, False),
        ((10, 50), (0, 0), False, False),
    ],
)
def test_drift_to_failures(kept: tuple[int, int], added: tuple[int, int], rises: bool, drifts: bool) -> None:
    """It is one where the added cases fail more often than the kept ones, beyond chance."""
    old, new = failures(kept, added)
    found = failing("run", [("v1", old), ("v2", new)])
    assert found is not None
    assert (found.rises, found.drifts) == (rises, drifts)
    assert (found.kept, found.added) == (Share(*kept), Share(*added))
    assert found.shares == (Share(*kept), Share(kept[0] + added[0], kept[1] + added[1]))


def test_one_version_has_no_drift() -> None:
    """Nor has a version of which the run was asked nothing."""
    assert failing("run", [("v1", {}), ("v2", {"a": True})]) is None
