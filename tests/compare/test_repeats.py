"""Passages that repeat labelled ones: twins, near-duplicates, and the credit that twins get."""

from __future__ import annotations

import random
from itertools import permutations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from rapidfuzz.distance import Indel

from gold.compare.near_passages import near_passages
from gold.compare.repeats import Repeat, differences, repeats
from gold.measure.laid_out import lay_out
from gold.resolve.resolve import resolve
from gold.resolve.twins import MOST_TWINS, credited, holders_of, letters_of, twins_of
from tests.builders import case, corpus, label, passage, score, scored, version

LONG = (
    "When stock does not cover a line, the system ships what there is and puts the rest on backorder till it comes in."
)
OTHER = "The promise date is the vendor's confirmed date plus two working days, and nobody may move an order up."
BUILD = corpus(
    passage("a1", LONG, "a"),
    passage("b1", LONG.replace(" line", "\n  **line**"), "b"),
    passage("c1", LONG.replace("comes", "came"), "c"),
    passage("d1", OTHER, "d"),
    passage("e1", "Two days.", "e"),
    passage("f1", "two days.", "f"),
)


def test_what_repeats_labelled_passages() -> None:
    """Twins are equal but for markup and white space, near-duplicates in most letters; a short text has only twins."""
    cases = [case("one", label(2, "a1")), case("both", label(2, "a1"), label(1, "b1"), label(1, "c1"))]
    laid_out = scored([*cases, case("other", label(2, "d1"), label(1, "e1"))], BUILD)
    found = repeats(laid_out.cases, laid_out.resolution, BUILD)
    near = {(row.passage_id, other): likeness for row in found.rows for other, likeness in row.near}
    assert [(row.passage_id, row.query_ids, row.twins) for row in found.rows] == [("a1", ("one",), ("b1",))]
    assert set(near) == {("a1", "c1")}
    assert near["a1", "c1"] > 0.95
    assert found.twins == {"a1": ("b1",), "b1": ("a1",)}


def test_the_likeness_is_that_of_the_letters_in_common() -> None:
    """Twice the longest common subsequence by both lengths, which a table of all beginnings gives; case is none."""
    other = LONG.replace("comes", "Came").replace("backorder", "BACK order")
    build = corpus(passage("a", LONG), passage("b", other), passage("c", OTHER))
    laid_out = scored([case("q", label(2, "a"))], build)
    (row,) = repeats(laid_out.cases, laid_out.resolution, build).rows
    one, two = (text.replace(" ", "").casefold() for text in (LONG, other))
    table = [[0] * (len(two) + 1) for _ in range(len(one) + 1)]
    for i, first in enumerate(one):
        for j, second in enumerate(two):
            table[i + 1][j + 1] = table[i][j] + 1 if first == second else max(table[i][j + 1], table[i + 1][j])
    ((name, likeness),) = row.near
    assert name == "b"
    assert likeness == pytest.approx(2 * table[-1][-1] / (len(one) + len(two)))


def test_a_case_that_labels_all_alike_is_not_told() -> None:
    """What every case has labelled is no repeat that is missing."""
    laid_out = scored([case("both", label(2, "a1"), label(1, "b1"), label(1, "c1"))], BUILD)
    assert repeats(laid_out.cases, laid_out.resolution, BUILD).rows == ()
    laid_out = scored([case("one", label(2, "b1"), label(1, "c1"))], BUILD)
    assert repeats(laid_out.cases, laid_out.resolution, BUILD).rows[0] == Repeat("b1", ("one",), ("a1",), ())


def test_more_than_some_are_a_form() -> None:
    """Boilerplate has no twins and no near-duplicates."""
    for count in (MOST_TWINS, MOST_TWINS + 1):
        same = corpus(passage("p", LONG), *(passage(f"t{n}", LONG) for n in range(count)))
        assert len(twins_of(same, letters_of(same), {"p"}).get("p", ())) == (count if count <= MOST_TWINS else 0)
        alike = corpus(passage("p", LONG), *(passage(f"t{n}", f"{LONG} {n}") for n in range(count)))
        laid_out = scored([case("q", label(2, "p"))], alike)
        rows = repeats(laid_out.cases, laid_out.resolution, alike).rows
        assert sum(len(row.near) for row in rows) == (count if count <= MOST_TWINS else 0)


def test_credit_for_twins() -> None:
    """A run that shows the twin is credited once; what the case has labelled otherwise is not."""
    cases = version(case("q", label(2, "a1")), case("graded", label(2, "a1"), label(0, "b1")))
    resolution = resolve(cases.cases, BUILD)
    after = credited(resolution, twins_of(BUILD, letters_of(BUILD), holders_of(resolution)))
    assert [[placed.holders for placed in places] for places in after.labels] == [[("a1", "b1")], [("a1",), ("b1",)]]
    shown = {"q": ["b1", "a1"], "graded": ["b1", "a1"]}
    names = ("RR(rel=1)@10", "nDCG(dcg='log2')@10")
    before, now = (score(lay_out(cases, one, 2), shown, *names) for one in (resolution, after))
    assert before.values[:, 0].tolist() == [0.5, 0.5]
    assert now.values[:, 0].tolist() == [1.0, 0.5]
    assert now.values[0].tolist() == [1.0, 1.0]


def test_words_that_differ() -> None:
    """Runs of words, those added and those taken away among them."""
    assert list(differences("a fee of 25 % is due now", "a fee of 30 % is due")) == [("25", "30"), ("now", "")]
    assert list(differences("same", "same")) == []


@given(st.lists(st.text(alphabet="ab ü1", max_size=40), max_size=12), st.data())
def test_only_what_is_alike_is_named(texts: list[str], data: st.DataObject) -> None:
    """Every pair begins with a named text, is no twin, and has the likeness that rapidfuzz gives it."""
    letters = [text.replace(" ", "") for text in texts]
    named = np.array(data.draw(st.lists(st.booleans(), min_size=len(texts), max_size=len(texts))), dtype=np.bool_)
    for one, other, likeness in near_passages(letters, named):
        assert named[one]
        assert letters[one] != letters[other]
        assert likeness == Indel.normalized_similarity(letters[one], letters[other]) >= 0.9


@pytest.mark.parametrize("alphabet", ["abcdefghijklmnopqrstuvwxyz", "アイウエオカキクケコサシスセソタチツテト"])
def test_near_duplicates_are_found(alphabet: str) -> None:
    """Of texts with a few words changed, 99 of 100 that rapidfuzz calls alike; and none that it does not."""
    chance = random.Random(7)
    words = ["".join(chance.choices(alphabet, k=chance.randint(2, 9))) for _ in range(2000)]
    letters = []
    for _ in range(300):
        text = chance.choices(words, k=chance.randint(30, 90))
        letters.append("".join(text))
        for _ in range(chance.randint(0, 2)):
            text = list(text)
            for at in chance.sample(range(len(text)), chance.randint(1, max(len(text) // 12, 1))):
                text[at] = chance.choice(words)
            letters.append("".join(text))
    named = np.array([chance.random() < 0.5 for _ in letters])
    wanted = {
        (i, j)
        for i, j in permutations(range(len(letters)), 2)
        if named[i] and abs(i - j) < 3 and letters[i] != letters[j]
        if Indel.normalized_similarity(letters[i], letters[j]) >= 0.9
    }
    found = {(one, other) for one, other, _ in near_passages(letters, named)}
    assert found <= wanted
    assert len(found) >= 0.99 * len(wanted) > 100


def test_many_passages_of_one_form_take_no_time() -> None:
    """A stretch that hundreds of passages share proposes no pairs."""
    chance = random.Random(7)
    form = "".join(chance.choices("abcdefgh", k=300))
    letters = [f"{form}{number}" for number in range(2000)]
    assert near_passages(letters, np.ones(len(letters), dtype=np.bool_)) == []
