"""The crediting rule of nDCG: each label once, at a rank of its own, against a brute force and in its properties."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gold.resolve.resolution import Placed
from tests.builders import case, held_by, in_groups, in_passages, label, one, score
from tests.measure.brute_force import Lying, brute_force_ndcg

PASSAGES = ("p1", "p2", "p3", "p4", "p5", "p6")
MEASURES = (
    "nDCG(dcg='exp-log2')@{k}",
    "nDCG(dcg='log2')@{k}",
    "R@{k}",
    "R(rel=2)@{k}",
    "Success@{k}",
    "Success(rel=2)@{k}",
    "AnswerRecall@{k}",
    "P@{k}",
    "RR@{k}",
    "Judged@{k}",
    "Distractor@{k}",
)
GROWING = MEASURES[2:7]


def value(labels: Sequence[Lying], ranking: Sequence[str], name: str) -> float | None:
    """Gold's value for one case whose labels lie so. A held case beside keeps the set scorable."""
    places = [
        Placed(
            "split",
            "quote",
            tuple(next(iter(way)) for way in x.ways if len(way) == 1),
            tuple(tuple(sorted(way)) for way in x.ways if len(way) > 1),
        )
        for x in labels
    ]
    judged = [label(x.grade, f"l{i}", part=x.part, distractor=x.distractor or None) for i, x in enumerate(labels)]
    made = held_by([case("q", *judged), case("other", label(2, "z"))], [places, [in_passages("z")]])
    done = score(made, {"q": ranking, "other": ["z"]}, name)
    found = float(done.values[0, 0])
    return None if found != found else found  # noqa: PLR0124 - NaN is the one that differs from itself


ways = st.lists(
    st.one_of(
        st.sets(st.sampled_from(PASSAGES), min_size=1, max_size=1), st.sets(st.sampled_from(PASSAGES), min_size=1)
    ),
    max_size=3,
).map(lambda sets: tuple(dict.fromkeys(map(frozenset, sets))))
lying = st.builds(
    Lying,
    grade=st.sampled_from((-1, 0, 1, 1, 2, 2, 3)),
    ways=ways,
    part=st.sampled_from((None, None, "one", "two")),
    distractor=st.booleans(),
)
many_labels = st.lists(lying, min_size=1, max_size=7)
some_ranking = st.lists(st.sampled_from((*PASSAGES, "x", "y")), max_size=9)


@settings(max_examples=300)
@given(labels=many_labels, ranking=some_ranking, k=st.integers(1, 8), exponential=st.booleans())
def test_ndcg_is_the_brute_force(labels: list[Lying], ranking: list[str], k: int, exponential: bool) -> None:
    """Overlapping holders, groups, repeats and lists shorter than k: gold credits as the words say."""
    expected = brute_force_ndcg(labels, ranking, k, exponential)
    name = f"nDCG(dcg='{'exp-log2' if exponential else 'log2'}')@{k}"
    found = value(labels, ranking, name)
    assert (found is None) == (expected is None)
    if found is not None:
        assert found == pytest.approx(expected, abs=1e-12)


@settings(max_examples=150)
@given(labels=many_labels, ranking=some_ranking, k=st.integers(1, 8))
def test_no_measure_leaves_zero_to_one(labels: list[Lying], ranking: list[str], k: int) -> None:
    """Whatever lies where, every value is within [0, 1], to the last bit."""
    found = {name: value(labels, ranking, name.format(k=k)) for name in MEASURES}
    assert {name: v for name, v in found.items() if v is not None and not 0 <= v <= 1} == {}


@settings(max_examples=150)
@given(labels=many_labels, ranking=some_ranking)
def test_recall_success_and_answer_recall_never_fall_with_k(labels: list[Lying], ranking: list[str]) -> None:
    """A deeper look never loses what was seen."""
    for name in GROWING:
        values = [value(labels, ranking, name.format(k=k)) for k in range(1, 9)]
        numbers = [v for v in values if v is not None]
        assert len(numbers) in (0, 8)
        assert numbers == sorted(numbers)


@settings(max_examples=150)
@given(
    grades=st.lists(st.integers(0, 3), min_size=1, max_size=6),
    reaches=st.lists(st.one_of(st.none(), st.integers(2, 10)), min_size=6, max_size=6),
    earlier=st.integers(0, 5),
    exponential=st.booleans(),
)
def test_ndcg_is_monotone_in_reaches(
    grades: list[int], reaches: list[int | None], earlier: int, exponential: bool
) -> None:
    """Reaching one label earlier, the others as before, never lowers nDCG."""
    name = f"nDCG(dcg='{'exp-log2' if exponential else 'log2'}')@8"
    moved = earlier % len(grades)
    before = reaches[: len(grades)]
    after = [(r or 11) - 1 if i == moved else r for i, r in enumerate(before)]
    ranking = [f"r{rank}" for rank in range(1, 11)]

    def at(ranks: Sequence[int | None]) -> float:
        labels = [
            Lying(grade, () if rank is None else (frozenset({f"r{rank}"}),))
            for grade, rank in zip(grades, ranks, strict=True)
        ]
        return value(labels, ranking, name) or 0.0

    assert at(before) <= at(after) + 1e-12


@settings(max_examples=100)
@given(grades=st.lists(st.integers(-1, 3), min_size=1, max_size=9), k=st.integers(1, 12), exponential=st.booleans())
def test_the_ideal_ranking_has_ndcg_one(grades: list[int], k: int, exponential: bool) -> None:
    """One label a passage, best grades first: 1, if any grade is positive."""
    labels = [Lying(grade, (frozenset({f"r{i}"}),)) for i, grade in enumerate(grades)]
    ranking = sorted((f"r{i}" for i in range(len(grades))), key=lambda p: -grades[int(p[1:])])
    found = value(labels, ranking, f"nDCG(dcg='{'exp-log2' if exponential else 'log2'}')@{k}")
    assert found == (1.0 if max(grades) > 0 else None)


@settings(max_examples=100)
@given(
    grades=st.lists(st.integers(0, 3), min_size=1, max_size=6),
    order=st.permutations(range(6)),
    names=st.permutations([f"other{i}" for i in range(6)]),
)
def test_ndcg_is_the_same_for_any_build_with_a_passage_a_label(
    grades: list[int], order: list[int], names: list[str]
) -> None:
    """Only the ranks of the labels count, not what their passages are called or how many a build has."""
    shown = [i for i in order if i < len(grades)]
    one_build = [Lying(grade, (frozenset({f"r{i}"}),)) for i, grade in enumerate(grades)]
    two_build = [Lying(grade, (frozenset({names[i]}),)) for i, grade in enumerate(grades)]
    here = value(one_build, [f"r{i}" for i in shown], "nDCG(dcg='exp-log2')@5")
    assert here == value(two_build, [names[i] for i in shown], "nDCG(dcg='exp-log2')@5")


@pytest.mark.parametrize(
    "windows", [((1, 2), (2, 3), (3, 4)), ((1, 2, 4, 5), (1, 2, 3), (4, 5, 6))], ids=["chain", "nested"]
)
@pytest.mark.parametrize("order", [(0, 1, 2), (1, 0, 2), (2, 1, 0), (1, 2, 0), (0, 2, 1), (2, 0, 1)])
def test_windows_over_labels_never_give_more_than_one(
    windows: tuple[tuple[int, ...], ...], order: tuple[int, ...]
) -> None:
    """Passages that show several labels each earn each label once: greedy crediting cannot pass the ideal."""
    count = max(map(max, windows))
    passages = {f"w{i}": window for i, window in enumerate(windows)}
    for grades in ((2,) * count, (1, 2, 3, 3, 2, 1)[:count], (3, 1, 2, 1, 3, 2)[:count]):
        labels = [
            Lying(grade, tuple(frozenset({p}) for p, window in passages.items() if number in window))
            for number, grade in enumerate(grades, start=1)
        ]
        ranking = [f"w{i}" for i in order]
        for name in ("nDCG(dcg='exp-log2')", "nDCG(dcg='log2')"):
            for k in (1, 2, 3, 5, 10):
                found = value(labels, ranking, f"{name}@{k}")
                assert found is not None
                assert 0 < found <= 1


def test_a_split_label_is_reached_with_its_last_piece() -> None:
    """One piece of a group is not the answer; the second completes it, and another whole group does too."""
    made = held_by([case("q", label(2, quote="x"))], [[in_groups(("a", "b"), ("a", "c", "d"))]])
    assert one(score(made, {"q": ["a", "x", "y"]}, "R@10"), "R@10") == 0.0
    assert one(score(made, {"q": ["a", "x", "b"]}, "RR"), "RR") == pytest.approx(1 / 3)
    assert one(score(made, {"q": ["d", "c", "x", "a"]}, "RR"), "RR") == 0.25


def test_fragments_and_repeats_are_no_precision() -> None:
    """Only results that hold a label whole count for P; a fragment is judged all the same."""
    made = held_by([case("q", label(2, quote="x"), label(1, "p"))], [[in_groups(("a", "b")), in_passages("p")]])
    done = score(made, {"q": ["a", "b", "p", "p"]}, "P@4", "R@4")
    assert (one(done, "P@4"), one(done, "R@4")) == (0.25, 1.0)
