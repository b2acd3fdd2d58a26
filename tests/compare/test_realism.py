"""What tells written questions from real ones: groups, traits, length, slips, and which are far from real phrasing."""

from __future__ import annotations

import random

import pytest

from gold.compare.lexicon import document_counts, is_english, lacked_words, rare_words, slips
from gold.compare.phrasing import Phrasing, words_of
from gold.compare.realism import Terms, groups_of, has_term, realism, wants_yes_or_no
from gold.compare.shares import Share, difference
from gold.model.case import Case, Turn
from tests.builders import case, corpus, passage


def asked(*queries: str, stratum: str, source: str = "log") -> list[Case]:
    """One case a query."""
    return [case(f"{stratum}{i}", query=query, stratum=stratum, source=source) for i, query in enumerate(queries)]


WRITTEN = asked("Is the restocking fee refundable?", "What is the return window?", stratum="written")
REAL = asked("rma", "where is my stuff", "they lost it", "restockng fee when late", stratum="random", source="chat")


def test_one_class_against_all_others() -> None:
    """A group of one case is none, nor is one that nothing is left beside."""
    found = groups_of([*WRITTEN, *REAL], "stratum", "written")
    assert found is not None
    assert (found.facet, len(found.written), len(found.real)) == ("stratum", 2, 4)
    assert groups_of(WRITTEN, "stratum", "written") is None
    assert groups_of([*WRITTEN[:1], *REAL], "stratum", "written") is None


def test_any_two_sources() -> None:
    """Cases of neither are left out."""
    cases = [case(f"q{i}", source="abc"[i % 3]) for i in range(9)]
    found = groups_of(cases, "source", "a", "c")
    assert found is not None
    assert {one.source for one in found.written} == {"a"}
    assert {one.source for one in found.real} == {"c"}


def test_traits() -> None:
    """Each is a share of both groups, with the interval of the difference; without terms two are not told."""
    late = case("f", query="and late?", stratum="random", history=(Turn("fee?"),))
    groups = groups_of([*WRITTEN, *REAL, late], "stratum", "written")
    assert groups is not None
    found = realism(groups, Terms(frozenset({"restocking fee", "rma"}), {"restockng": "restocking"}))
    assert [(gap.trait, gap.written, gap.real) for gap in found.traits] == [
        ("pronoun", Share(0, 2), Share(2, 5)),
        ("follow-up", Share(0, 2), Share(1, 5)),
        ("jargon", Share(1, 2), Share(1, 5)),
        ("typo", Share(0, 2), Share(1, 5)),
        ("yes or no", Share(1, 2), Share(0, 5)),
    ]
    assert all(gap.between == difference(gap.written, gap.real) for gap in found.traits)
    assert [gap.trait for gap in realism(groups, Terms()).traits] == ["pronoun", "follow-up", "yes or no"]
    assert (found.length.written, found.length.real) == (5, 3)


@pytest.mark.parametrize(
    ("query", "expected"),
    [("is it open", True), ("Isn’t it?", True), ("closed today, right?", True), ("right", False), ("how is it", False)],
)
def test_yes_or_no(query: str, expected: bool) -> None:
    """By how it begins or ends."""
    assert wants_yes_or_no(query, words_of(query)) == expected


def test_terms_of_several_words() -> None:
    """They stand one after the other, whole."""
    assert has_term(words_of("the restocking fee"), frozenset({"restocking fee"}))
    assert not has_term(words_of("the restocking fees"), frozenset({"restocking fee"}))
    assert not has_term(words_of("fee restocking"), frozenset({"restocking fee"}))


def test_the_interval_of_medians_covers() -> None:
    """Of 400 pairs of samples from one distribution, about 19 in 20 intervals hold zero."""
    chosen = random.Random(7)
    held = 0
    for _ in range(400):
        groups = groups_of(
            [
                case(f"q{i}", query=" ".join("w" * (3 + round(chosen.gammavariate(4, 2)))), stratum="ab"[i % 2])
                for i in range(80)
            ],
            "stratum",
            "a",
        )
        assert groups is not None
        between = realism(groups, Terms()).length.between
        assert between is not None
        held += between.low <= 0 <= between.high
    assert held >= 0.93 * 400


def test_words_of_a_corpus() -> None:
    """A rare word stands in one document of twenty, whatever the passages; words that say nothing are none."""
    passages = [passage(f"p{i}", "Returns and the RMA" if i == 3 else "Returns are", f"d{i}") for i in range(20)]
    made = corpus(*passages, passage("p20", "an RMA", "d3"))
    counts = document_counts(made)
    assert (counts["returns"], counts["rma"]) == (20, 1)
    assert rare_words(counts, len(made.documents)) == {"rma"}


def test_slips_of_corpus_words() -> None:
    """What two questions have, what is a plural, and what is two slips away are none."""
    known = ["warranty", "receiving", "window", "appointment"]
    questions = [["warrenty", "windows"], ["recieving", "apointmnt"], ["wndow"], ["wndow", "warranty"]]
    assert slips(questions, known) == {"warrenty": "warranty", "recieving": "receiving"}


def test_jargon_is_what_english_lacks() -> None:
    """Names, codes and terms; no number, and no compound of English words."""
    words = ["pallet", "hazmat", "edi-850", "cut-off", "forms/2210.pdf", "2210", "16th", "p.m", "a-204", "rma"]
    english = {"pallet", "cut", "off", "forms"}
    assert lacked_words(words, english) == {"hazmat", "edi-850", "forms/2210.pdf", "a-204", "rma"}


def test_another_language_is_told() -> None:
    """Half of the words decide; numbers and codes have no say."""
    english = {"where", "is", "my", "order"}
    assert is_english([["where", "is", "order", "4711"], ["rma", "edi"]], english)
    assert not is_english([["wo", "ist", "my", "sendung"]], english)
    assert not is_english([["where"]], ())
    assert is_english([], ())


def test_an_english_word_is_no_slip() -> None:
    """It is one that others slip from, where another question has it."""
    questions = [["receiving", "recieving"], ["aisle", "allowed"], ["alowed"]]
    assert slips(questions, ["receiving", "aiisle"]) == {"recieving": "receiving", "aisle": "aiisle"}
    english = {"receiving", "allowed", "aisle"}
    assert slips(questions, ["receiving", "aiisle"], english) == {"recieving": "receiving", "alowed": "allowed"}


def test_the_farthest_come_first() -> None:
    """What real people type is near; what shares no word with it is far, farther than any of theirs."""
    real = [words_of(text) for text in ("where is my order", "where is my parcel", "where is it", "is my order late")]
    model = Phrasing(real)
    assert model.bits(words_of("where is my order")) < model.bits(words_of("Kindly elucidate conditions"))
    groups = groups_of(
        [*asked("Kindly elucidate conditions", "where is my stuff", stratum="a"),
         *asked("where is my order", "where is my parcel", "where is it", stratum="b")], "stratum", "a",
    )  # fmt: skip
    assert groups is not None
    farthest = realism(groups, Terms()).farthest
    assert [one.query_id for one in farthest] == ["a0", "a1"]
    assert farthest[0].nearer == Share(3, 3)


def test_a_question_does_not_vouch_for_itself() -> None:
    """Without itself it is as far as from a model that never saw it; the model is as it was."""
    questions = [words_of(text) for text in ("where is my order", "rma", "what of it")]
    model = Phrasing(questions)
    before = model.bits(questions[0])
    apart = model.bits_without(questions[0])
    assert apart > before
    assert model.bits(questions[0]) == before
