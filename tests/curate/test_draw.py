"""A drawn sample has each class by its share, and is the same whatever the order of the file."""

from __future__ import annotations

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from gold.curate.draw import draw, labelled_pairs
from gold.resolve.resolution import Placed
from tests.builders import case, label

SIZES = {"a": 60, "b": 30, "c": 10}
CASES = [
    case(f"{name}{n:02}", label(2, "p1"), label(0, "p2"), class_=name)
    for name, size in SIZES.items()
    for n in range(size)
]
PLACES = {c.query_id: (Placed("present", None, ("p1",)), Placed("present", None, ("p2",))) for c in CASES}
PAIRS = labelled_pairs(CASES, PLACES, "class")


@given(st.integers(1, 250), st.integers(0, 5))
def test_every_class_has_its_share(n: int, seed: int) -> None:
    """Within one pair of the exact share, and all together as many as asked for, or all."""
    drawn = draw(PAIRS, n, seed)
    assert len(drawn) == len(set(drawn)) == min(n, 200)
    seen = Counter(pair.group for pair in drawn)
    assert all(abs(seen[name] - len(drawn) * size / 100) < 1 for name, size in SIZES.items())


def test_order_does_not_matter_and_the_seed_does() -> None:
    """The pairs of one question stand together."""
    one, two, other = draw(PAIRS, 20, 1), draw(PAIRS[::-1], 20, 1), draw(PAIRS, 20, 2)
    assert one == two
    assert one != other
    whole = [pair.case.query_id for pair in draw(PAIRS, 200, 1)]
    assert all(whole[at] == whole[at + 1] for at in range(0, 200, 2))


def test_only_open_confirmed_cases_are_drawn() -> None:
    """And no label that lies nowhere."""
    some = [
        case("open", label(2, "p1"), label(1, quote="gone")),
        case("held", label(2, "p1"), split="held_back"),
        case("draft", label(2, "p1"), status="proposed"),
        case("old", label(2, "p1"), status="retired"),
    ]
    places = {c.query_id: (Placed("present", None, ("p1",)), Placed("gone")) for c in some}
    assert [(pair.case.query_id, pair.passage_id) for pair in labelled_pairs(some, places, None)] == [("open", "p1")]
