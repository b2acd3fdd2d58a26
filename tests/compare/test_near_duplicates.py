"""Near-duplicates: what a curator calls the same question, found among many, in bounded work."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from itertools import combinations
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gold.compare.queries.near import near, similarity
from gold.compare.queries.near_duplicates import Pair, groups, near_pairs
from gold.compare.queries.normal_query import normal_query
from gold.compare.queries.reading import read_query

CASES = Path(__file__).parent.parent / "cases/compare"
WORDS = """
reset resets rest password passwords pasword passwrod smart watch smartwatch watches to from the a is in of how what
rome paris not c++ 3.1 31 getUser getUsers getuser vitamin policies policy polcy environment enviroment envronment
""".split()  # noqa: SIM905  # read as a sentence, not as a list of forty strings

queries = st.lists(st.sampled_from(WORDS), min_size=1, max_size=5).map(" ".join)


def listed(name: str) -> list[tuple[str, str]]:
    """The pairs of a case file."""
    rows = (line.split("\t") for line in (CASES / name).read_text(encoding="utf-8").splitlines())
    return [(one, two) for one, two in rows]


def by_force(texts: list[str]) -> list[Pair]:
    """Every pair looked at, by the same rule; of texts equal in normal form the first stands for all."""
    read = [read_query(text) for text in texts]
    first = {(reading.normal, reading.fixed): i for i, reading in reversed(list(enumerate(read)))}
    of_form = {reading.normal: i for i, reading in reversed(list(enumerate(read)))}
    pairs = {(of_form[reading.normal], i): 1.0 for i, reading in enumerate(read) if of_form[reading.normal] != i}
    for one, two in combinations(sorted(first.values()), 2):
        if read[one].normal != read[two].normal and near(read[one], read[two]):
            pairs[one, two] = similarity(read[one], read[two])
    return [Pair(*places, alike) for places, alike in sorted(pairs.items())]


@pytest.mark.parametrize(("one", "two"), listed("near.tsv"))
def test_the_same_question_in_almost_the_same_words_is_found(one: str, two: str) -> None:
    """Case, order, a plural, a slip, an accent, a cut compound and a word that only carries others make no question."""
    assert [(pair.one, pair.two) for pair in near_pairs([one, two])] == [(0, 1)]


@pytest.mark.parametrize(("one", "two"), listed("apart.tsv"))
def test_a_question_that_differs_in_the_word_that_matters_is_another(one: str, two: str) -> None:
    """Numbers, code, negation, direction and any other word that matters keep two questions apart."""
    assert near_pairs([one, two]) == []


def test_pairs_equal_in_normal_form_are_wholly_similar() -> None:
    """Similarity is 1 exactly where the normal forms are equal."""
    texts = ["Reset it!", "reset  it", "it reset", "resets it"]
    for pair in near_pairs(texts):
        assert (pair.similarity == 1.0) == (normal_query(texts[pair.one]) == normal_query(texts[pair.two]))
        assert 0 < pair.similarity <= 1


def test_nothing_gives_nothing() -> None:
    """No text and one text have no pair; empty texts are equal to one another."""
    assert near_pairs([]) == near_pairs(["reset it"]) == []
    assert near_pairs(["", " ", "it"]) == [Pair(0, 1, 1.0)]


@given(st.lists(queries, max_size=25))
def test_every_pair_of_brute_force_is_found_and_no_other(texts: list[str]) -> None:
    """Where no 32 texts share their words, the pairs are those of looking at all of them."""
    assert near_pairs(texts) == by_force(texts)


def test_four_hundred_texts_with_planted_variants_match_brute_force() -> None:
    """On 400 texts of made-up words, with slips and turned words planted, the pairs are those of brute force."""
    chance = random.Random(5)
    vocabulary = ["".join(chance.choices("abcdefgh", k=chance.randint(3, 10))) for _ in range(120)]
    texts = [" ".join(chance.choices(vocabulary, k=chance.randint(1, 6))) for _ in range(200)]
    for text in texts[:200]:
        words = text.split()
        place = chance.randrange(len(words))
        letter = chance.randrange(len(words[place]))
        words[place] = words[place][:letter] + chance.choice("abcdefgh") + words[place][letter + chance.randint(0, 1) :]
        chance.shuffle(words)
        texts.append(" ".join(words))
    pairs = near_pairs(texts)
    assert pairs == by_force(texts)
    assert len(pairs) > 60


@given(queries, queries)
def test_near_has_no_direction(one: str, two: str) -> None:
    """Two readings are near, and similar, in both directions alike."""
    readings = read_query(one), read_query(two)
    assert near(*readings) == near(*readings[::-1])
    assert similarity(*readings) == similarity(*readings[::-1])
    assert near(readings[0], readings[0])


@given(st.lists(queries, max_size=25, unique_by=normal_query), st.randoms(use_true_random=False))
def test_the_order_of_the_texts_does_not_matter(texts: list[str], chance: random.Random) -> None:
    """Turned around, the same texts have the same pairs under other numbers."""
    turned = texts[:]
    chance.shuffle(turned)
    first, second = (
        {(frozenset((held[pair.one], held[pair.two])), pair.similarity) for pair in near_pairs(held)}
        for held in (texts, turned)
    )
    assert first == second


@given(st.lists(queries, max_size=25), st.randoms(use_true_random=False))
def test_the_order_of_equal_texts_changes_no_group(texts: list[str], chance: random.Random) -> None:
    """Which of equal texts is the first one moves a pair, but the same texts stay together."""
    turned = texts[:]
    chance.shuffle(turned)
    first, second = (
        sorted(sorted(held[i] for i in group) for group in groups(len(held), near_pairs(held)))
        for held in (texts, turned)
    )
    assert first == second


@given(st.lists(queries, max_size=15), st.lists(st.text("xyz", min_size=1, max_size=9), max_size=15))
def test_unrelated_texts_take_no_pair_away(texts: list[str], others: list[str]) -> None:
    """With texts of other words behind them, texts keep their pairs."""
    assert near_pairs(texts) == [pair for pair in near_pairs(texts + others) if pair.two < len(texts)]


def test_processes_agree() -> None:
    """Another seed of Python's hashes gives the same pairs in the same order."""
    script = (
        "from pathlib import Path; from gold.compare.queries.near_duplicates import near_pairs; import sys\n"
        "print(near_pairs([t for path in sys.argv[1:] for t in Path(path).read_text('utf-8').split('\\n')]))"
    )
    files = [str(path) for path in sorted(CASES.glob("*.tsv"))]
    printed = {
        subprocess.check_output([sys.executable, "-c", script, *files], env=os.environ | {"PYTHONHASHSEED": seed})
        for seed in ("0", "1", "2")
    }
    assert len(printed) == 1


def test_equal_texts_are_paired_with_the_first_alone() -> None:
    """Of n texts equal in normal form there are n − 1 pairs, not n²."""
    assert near_pairs(["Reset it", "reset it?", "RESET IT"] * 2000) == [Pair(0, i, 1.0) for i in range(1, 6000)]


def test_a_template_with_other_words_in_its_gap_gives_no_pair() -> None:
    """Ten thousand queries that differ in one number or in one unlike word are not near-duplicates."""
    chance = random.Random(3)
    words = {"".join(chance.choices("abcdefghijklmnopqrstuvwxyz", k=12)) for _ in range(10_000)}
    assert near_pairs([f"returns for {word} goods" for word in sorted(words)]) == []
    assert near_pairs([f"returns for goods of order {number}" for number in range(10_000)]) == []


def test_thousands_of_turned_texts_are_one_group_of_few_pairs() -> None:
    """The same words in thousands of orders hang together by at most two pairs a text."""
    chance = random.Random(3)
    words = "delete old backup files from remote server tonight".split()  # noqa: SIM905  # one sentence
    texts = list({" ".join(chance.sample(words, len(words))) for _ in range(2000)})
    texts = [text for text in texts if " from remote" in text]
    pairs = near_pairs(texts)
    assert len(pairs) <= 2 * len(texts)
    assert groups(len(texts), pairs) == [list(range(len(texts)))]


def test_words_that_hang_together_by_slips_stay_bounded() -> None:
    """Thousands of words in one chain of slips give at most two pairs a text."""
    chance = random.Random(3)
    texts = sorted({"a" + "".join(chance.choices("ab", k=10)) + "a" for _ in range(4000)})
    assert 0 < len(near_pairs(texts)) <= 2 * len(texts)


def test_a_word_of_a_hundred_thousand_letters_is_no_burden() -> None:
    """What is too long to be a word is compared as a whole."""
    long = "ab" * 50_000
    assert near_pairs([long, long + "a", long.upper(), long + ")" * 50_000]) == [Pair(0, 2, 1.0), Pair(0, 3, 1.0)]


def test_groups_hang_together_by_pairs() -> None:
    """A group is what pairs connect, sorted; what no pair names is in none."""
    assert groups(6, [Pair(0, 4, 1.0), Pair(2, 4, 0.9), Pair(3, 5, 0.9)]) == [[0, 2, 4], [3, 5]]
    assert groups(3, []) == []
