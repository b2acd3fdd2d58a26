"""What is held back: in shares, alike cases together, for good."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gold.cli.inputs import open_inputs
from gold.compare.alike import together
from gold.curate.split import split
from gold.model.case import Case, Turn

FACETS = ("class", "stratum")


def plain(n: int, seed: int = 1, start: int = 0) -> list[Case]:
    """Cases of three classes and four strata; no two ask the same."""
    chance = random.Random(seed)
    return [
        Case(
            query_id=f"q{at}",
            query=f"where is item {at * 7919} of aisle {chance.random()}",
            class_=chance.choice("aaaabbc"),
            stratum=chance.choice("wxyz"),
        )
        for at in range(start, start + n)
    ]


def held(found: object) -> set[str]:
    """The ids that are held back."""
    return {name for name, side in found.sides.items() if side == "held_back"}  # type: ignore[attr-defined]


@pytest.mark.parametrize("share", [0.1, 0.2, 0.5])
@pytest.mark.parametrize("n", [40, 250, 1000])
def test_every_class_has_its_share(share: float, n: int) -> None:
    """To the case over all, and within two cases in every class of every facet."""
    cases = plain(n)
    found = split(cases, {}, share, 1, FACETS)
    assert abs(len(held(found)) - share * n) <= 1
    for facet in FACETS:
        sizes = Counter(case.classes(facet)[0] for case in cases)
        there = Counter(case.classes(facet)[0] for case in cases if case.query_id in held(found))
        for name, size in sizes.items():
            assert abs(there[name] - share * size) <= 2, (facet, name)


def test_seeds_choose_and_the_order_of_the_file_does_not() -> None:
    """Another seed holds back others; a shuffled file the same."""
    cases = plain(200)
    one, two = split(cases, {}, 0.2, 1, FACETS), split(cases, {}, 0.2, 2, FACETS)
    assert held(one) != held(two)
    shuffled = random.Random(5).sample(cases, len(cases))
    assert held(split(shuffled, {}, 0.2, 1, FACETS)) == held(one)


def growing() -> list[Case]:
    """Plain cases, and near-duplicates and conversations among them."""
    cases = plain(60)
    for at in range(0, 20, 2):
        cases.append(Case(query_id=f"twin{at}", query=f"{cases[at].query}?", class_="a", stratum="w"))
        turns = (Turn(cases[at + 1].query, "there"),)
        cases.append(Case(query_id=f"next{at}", query=f"and then {at}", history=turns, class_="b", stratum="x"))
    return cases


@given(st.permutations(range(80)), st.integers(1, 79), st.sampled_from((0.1, 0.2, 0.4)))
def test_nobody_changes_sides_when_the_set_grows(order: Sequence[int], cut: int, share: float) -> None:
    """In whatever order cases come; near-duplicates stand together unless they came to both sides before."""
    cases = growing()
    first = [cases[at] for at in order[:cut]]
    before = split(first, {}, share, 1, FACETS)
    after = split([cases[at] for at in order], dict(before.sides), share, 1, FACETS)
    assert {name: after.sides[name] for name in before.sides} == before.sides
    assert set(after.new) == {case.query_id for case in cases} - set(before.sides)
    for found, known in ((before, first), (after, cases)):
        torn = set(found.torn)
        for group in together(known):
            sides = {found.sides[known[at].query_id] for at in group}
            assert len(sides) == 1 or found is after
            if found is after and len(sides) == 2:
                mine = {known[at].query_id for at in group}
                assert {before.sides[name] for name in mine & set(before.sides)} == {"dev", "held_back"} or mine & torn


def test_a_new_case_that_is_like_both_sides_goes_to_dev() -> None:
    """And is named."""
    old = [Case(query_id="a", query="return a pallet jack"), Case(query_id="b", query="return the pallet jacks")]
    new = Case(query_id="c", query="please return pallet jack")
    found = split([*old, new], {"a": "dev", "b": "held_back"}, 0.9, 1, FACETS)
    assert (found.sides["c"], found.torn, found.kept) == ("dev", ("c",), ())
    alone = split([old[1], new], {"b": "held_back"}, 0.1, 1, FACETS)
    assert (alone.sides["c"], alone.torn, alone.kept) == ("held_back", (), ("c",))


def test_the_part_grows_with_the_set() -> None:
    """By its share of what came."""
    first = plain(100)
    before = split(first, {}, 0.2, 1, FACETS)
    after = split([*first, *plain(100, 2, start=100)], dict(before.sides), 0.2, 1, FACETS)
    assert (len(held(before)), len(held(after))) == (20, 40)


def test_only_confirmed_cases_have_a_side() -> None:
    """A draft gets one when it is confirmed."""
    cases = [
        *plain(20),
        Case(query_id="draft", query="x", status="proposed"),
        Case(query_id="old", query="y", status="retired"),
    ]
    assert {"draft", "old"}.isdisjoint(split(cases, {}, 0.5, 1, FACETS).sides)


def correlated(seed: int, n: int = 120, start: int = 0) -> list[Case]:
    """Cases whose facets go together, as those of a real set do: the stratum follows the class, the intent both."""
    chance = random.Random(seed)
    cases = []
    for at in range(start, start + n):
        kind = chance.choices(range(6), (38, 18, 18, 17, 15, 13))[0]
        stratum = (kind + chance.choices(range(5), (5, 3, 2, 1, 1))[0]) % 5
        intent = (kind + stratum + chance.choices(range(8), (6, 3, 2, 1, 1, 1, 1, 1))[0]) % 8
        query = f"where is item {at * 7919} of aisle {chance.random()}"
        classes = (f"c{kind}", f"s{stratum}", f"i{intent}")
        cases.append(Case(query_id=f"q{at}", query=query, class_=classes[0], stratum=classes[1], intent=classes[2]))
    return cases


THREE = (*FACETS, "intent")


def farthest(cases: Sequence[Case], found: object, share: float) -> float:
    """By how many cases the class that is farthest from its share is off."""
    there = held(found)
    sizes = Counter((facet, name) for case in cases for facet in THREE for name in case.classes(facet))
    inside = Counter(
        (facet, name) for case in cases if case.query_id in there for facet in THREE for name in case.classes(facet)
    )
    return max(abs(inside[key] - share * size) for key, size in sizes.items())


@pytest.mark.parametrize("share", [0.1, 0.2, 0.3])
@pytest.mark.parametrize("seed", range(20))
def test_facets_that_go_together_each_have_their_share(seed: int, share: float) -> None:
    """No class of any of three correlated facets is off by more than one case and a half, and the whole by half one."""
    cases = correlated(seed)
    found = split(cases, {}, share, seed, THREE)
    assert farthest(cases, found, share) <= 1.5
    assert abs(len(held(found)) - share * len(cases)) <= 0.5


@pytest.mark.parametrize("seed", range(20))
def test_what_is_added_evens_the_classes_again(seed: int) -> None:
    """Old cases keep their sides; the choice among new ones brings every class back to its share."""
    first = correlated(seed)
    before = split(first, {}, 0.2, seed, THREE)
    cases = [*first, *correlated(seed + 100, 60, start=120)]
    after = split(cases, dict(before.sides), 0.2, seed, THREE)
    assert {name: after.sides[name] for name in before.sides} == before.sides
    assert farthest(cases, after, 0.2) <= 1.5


@pytest.mark.parametrize("seed", range(20))
def test_near_duplicates_stay_whole_where_facets_go_together(seed: int) -> None:
    """A third of the cases come as pairs: both on one side, and no class is off by more than a pair."""
    cases = correlated(seed, 90)
    cases += [
        msgspec.structs.replace(case, query_id=f"{case.query_id}b", query=f"{case.query}?") for case in cases[:30]
    ]
    found = split(cases, {}, 0.2, seed, THREE)
    assert all(found.sides[f"q{at}"] == found.sides[f"q{at}b"] for at in range(30))
    assert farthest(cases, found, 0.2) <= 2


@pytest.mark.parametrize("seed", range(20))
def test_the_demo_set_is_split_in_shares(seed: int) -> None:
    """A fifth of it, as if nothing had been held back before: every class within a case of its share."""
    inputs = open_inputs("testsets/atlas", "whole")
    cases = [msgspec.structs.replace(case, split=None) for case in inputs.version.cases if case.is_confirmed]
    assert farthest(cases, split(cases, {}, 0.2, seed, inputs.settings.facets), 0.2) <= 1
