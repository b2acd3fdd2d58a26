"""When a quote stands in a text: normalisation, word boundaries, sloppy ends, places over passages."""

from __future__ import annotations

import unicodedata

import pytest

from gold.model.corpus import Corpus
from gold.resolve.blocks import halves
from gold.resolve.quotes import find_quotes
from gold.resolve.resolution import Placed
from gold.resolve.resolve import resolve
from gold.write.aside import begun
from tests.builders import case, corpus, label, passage, texts


def place(quote: str, build: Corpus) -> Placed:
    """Where a quote lies."""
    return resolve([case("q", label(2, quote=quote))], build).labels[0][0]


def stands(quote: str, text: str) -> bool:
    """Whether the quote stands in a text of one passage, between words."""
    found = place(quote, texts(text))
    return found.held and not found.sloppy


BLANKS = (" ", "\n", "\r\n", "\t", "  ", "\u00a0", "\u2009", "\u202f", "\u3000", "\u2028", "\u0085", " \n\n ")
DASHES = "-\u2010\u2011\u2012\u2013\u2014\u2015\u2212\ufe58\ufe63\uff0d"
SINGLE_QUOTES = "'\u2018\u2019\u201a\u201b\u2032\u02bc"
DOUBLE_QUOTES = '"\u201c\u201d\u201e\u201f\u2033\u00ab\u00bb'
INVISIBLE = "\u00ad\u200b\u200c\u200d\u2060\ufeff"


@pytest.mark.parametrize("blank", BLANKS, ids=ascii)
def test_any_white_space_is_one_blank(blank: str) -> None:
    """On either side, in any amount, Unicode's included."""
    assert stands("thirty days", f"within thirty{blank}days of")
    assert stands(f"{blank}thirty{blank}days{blank}", "within thirty days of")


@pytest.mark.parametrize("form", ["NFC", "NFD", "NFKC", "NFKD"])
@pytest.mark.parametrize("other", ["NFC", "NFD", "NFKC", "NFKD"])
def test_unicode_forms_are_one(form: str, other: str) -> None:
    """Composed, decomposed, ligatures, full width, superscripts."""
    words = "Ünïcödé café ﬁnal ２４ m² Å"
    quote = unicodedata.normalize(form, words)  # type: ignore[arg-type]  # one of the four
    text = unicodedata.normalize(other, f"So {words} it is")  # type: ignore[arg-type]  # one of the four
    assert stands(quote, text)


@pytest.mark.parametrize("dash", DASHES, ids=ascii)
def test_dashes_are_one(dash: str) -> None:
    """Typographic dashes and the minus sign are a hyphen."""
    assert stands("10-20 days", f"in 10{dash}20 days")
    assert stands(f"10{dash}20 days", "in 10-20 days")


@pytest.mark.parametrize(("marks", "plain"), [(SINGLE_QUOTES, "'"), (DOUBLE_QUOTES, '"')], ids=["single", "double"])
def test_quotation_marks_are_one(marks: str, plain: str) -> None:
    """Curly, low, reversed, primes and guillemets."""
    for mark in marks:
        assert stands(f"the {plain}net{plain} price", f"so the {mark}net{mark} price is")
        assert stands(f"the {mark}net{mark} price", f"so the {plain}net{plain} price is")


@pytest.mark.parametrize("mark", INVISIBLE, ids=ascii)
def test_invisible_marks_are_nothing(mark: str) -> None:
    """Soft hyphens, zero-width marks and a stray byte order mark."""
    assert stands("warranty claim", f"a war{mark}ranty claim")
    assert stands(f"war{mark}ranty claim", "a warranty claim")


@pytest.mark.parametrize(
    ("marked", "plain"),
    [
        ("see [the price list](https://a.example/p_(2)?q=1#x) first", "see the price list first"),
        ('see [the list](p.md "Prices") first', "see the list first"),
        ("see [the list][prices] first", "see the list first"),
        ("see [the [net] list](p.md) first", "see the [net] list first"),
        ("see ![a chart](c.png) first", "see a chart first"),
        ("see [![a chart](c.png)](page.md) first", "see a chart first"),
        ("write to <https://a.example/x> first", "write to https://a.example/x first"),
        ("it is **very** important", "it is very important"),
        ("it is *very* important", "it is very important"),
        ("it is __very__ important", "it is very important"),
        ("it is _very_ important", "it is very important"),
        ("it is ***very*** important", "it is very important"),
        ("it is ~~not~~ important", "it is not important"),
        ("call `run_all()` now", "call run_all() now"),
        ("call ``run`` now", "call run now"),
        ("## Late returns\nask first", "Late returns ask first"),
        ("> quoted words\n> go on", "quoted words go on"),
        ("- one thing\n- another", "one thing another"),
        ("+ one thing\n+ another", "one thing another"),
        ("* one thing\n* another", "one thing another"),
        ("| net | gross |", "net gross"),
        ("it is <b>very</b> <em class='x'>important</em>", "it is very important"),
        ("one<br/> two", "one two"),
        ("## Late returns { #late-returns }\nask", "Late returns ask"),
        ("text{: .warning } goes on", "text goes on"),
        ('!!! note "Ask first"\n    Then ship.', '"Ask first" Then ship.'),
        ("!!! warning\n    Then ship.", "Then ship."),
        ("??? tip\n    Then ship.", "Then ship."),
        ("/// note | Ask first\n\nThen ship.\n\n///", "Ask first Then ship."),
        ("/// tip\nThen ship.\n///", "Then ship."),
    ],
)
def test_markup_is_nothing(marked: str, plain: str) -> None:
    """A quote copied from the page stands in the source, one copied from the source in the page's text."""
    assert stands(plain, f"Before.\n\n{marked}\n\nAfter.")
    assert stands(marked, f"Before. {plain} After.")
    assert stands(marked, marked)


@pytest.mark.parametrize(
    ("quote", "text"),
    [
        ("Returns the value", "/// Returns the value of x.\nfn x()"),
        ("note that it fails", "/// note that it fails\nfn x()"),
        ("Attention everyone", "!!! Attention everyone, read this"),
        ("what now", "??? what now"),
        ("snake_case and 5 * 3", "use snake_case and 5 * 3 here"),
        ("x < y and y > z", "if x < y and y > z then"),
        ("List<String>", "a List<String> of"),
        ("#1 choice", "the #1 choice"),
        ("__init__", "def __init__(self)"),
        ("a[0]", "then a[0] is"),
        ("{name}", "say {name} here"),
        ("-5 degrees", "at -5 degrees"),
    ],
)
def test_what_only_looks_like_markup_stays_findable(quote: str, text: str) -> None:
    """Comments of code, comparisons, generics, signs."""
    assert stands(quote, text)


@pytest.mark.parametrize(
    ("quote", "text"),
    [
        ("9th", "the 19th"),
        ("9th", "the 9thx"),
        ("art", "a party"),
        ("art", "start"),
        ("art", "arts"),
        ("snake", "snake_case"),
        ("two words", "two wordsmiths"),
        ("three whole words", "xthree whole words"),
        ("é", "café"),
        ("क", "कि"),
        ("cooperate", "co-operate"),
        ("Ask", "ask"),
        ("thirty days", "thirtydays"),
        ("thirtydays", "thirty days"),
        ("***", "any text"),
        ("one two", "one. two"),
    ],
)
def test_what_is_no_match(quote: str, text: str) -> None:
    """Inside a longer word, in another case, with other white space than the text has, without any word."""
    assert place(quote, texts(text)) == Placed("gone")


@pytest.mark.parametrize(
    ("quote", "text"),
    [
        ("9th", "the (9th)."),
        ("9th", "9th"),
        ("it", "it's"),
        ("C++", "in C++, as"),
        ("$32", "from $32 to"),
        ("and so on.", "and so on.Then"),
        ("日本語を話す", "私は日本語を話す人です"),
        ("ภาษาไทย", "เรียนภาษาไทยวันนี้"),
        ("中文", "English中文English"),
        ("😀", "ok😀ok"),
    ],
)
def test_what_is_a_match(quote: str, text: str) -> None:
    """Punctuation bounds a word; scripts without blanks have a boundary at every letter."""
    assert stands(quote, text)


def test_a_sloppy_quote_of_four_words_may_end_inside_words() -> None:
    """Found with a finding; three words are not, and a place between words is preferred."""
    text = "Start with regular text which is okay."
    assert place("gular text which is ok", texts(text)) == Placed("present", "quote", ("p1",), sloppy=True)
    assert place("gular text which", texts(text)) == Placed("gone")
    both = corpus(passage("p1", "xone two three four", "a"), passage("p2", "one two three four", "b"))
    assert place("one two three four", both) == Placed("present", "quote", ("p2",))


@pytest.mark.parametrize("length", range(1, 12))
def test_quotes_of_any_length_are_found(length: int) -> None:
    """Shorter and longer than the window of the index, at the beginning and the end of a text."""
    quote = "abcdefghijkl"[:length]
    assert stands(quote, f"{quote} x")
    assert stands(quote, f"x {quote}")
    assert stands(quote, f"x {quote} y")


def test_a_quote_over_two_and_three_passages_is_split() -> None:
    """Held by all of them together, in order."""
    build = texts("one two", "three four", "five six")
    assert place("two three", build) == Placed("split", "quote", (), (("p1", "p2"),))
    assert place("two three four five", build) == Placed("split", "quote", (), (("p1", "p2", "p3"),))


@pytest.mark.parametrize(("left", "right"), [("thir", "ty days"), ("thirty ", "days"), ("thirty", " days")])
def test_white_space_lost_at_the_cut_does_not_matter(left: str, right: str) -> None:
    """A word may be cut in two, and a blank may be lost between two words."""
    assert place("within thirty days of", texts(f"within {left}", f"{right} of")).groups == (("p1", "p2"),)


def test_passages_of_two_documents_do_not_follow_one_another() -> None:
    """The end of one and the beginning of the next make no quote; passages of one document need not be adjacent."""
    build = corpus(passage("p1", "one two", "a"), passage("p2", "three four", "b"), passage("p3", "three five", "a"))
    assert place("two three four", build) == Placed("gone")
    assert place("two three five", build).groups == (("p1", "p3"),)


def test_passages_with_text_missing_between_do_not_follow_one_another() -> None:
    """Offsets tell: 40 characters were left out here, one blank there."""
    apart = corpus(
        passage("p1", "one two", char_start=0, char_end=7), passage("p2", "three four", char_start=47, char_end=57)
    )
    near = corpus(passage("p1", "one two", char_start=0, char_end=7), passage("p2", "three", char_start=8, char_end=13))
    assert place("two three", apart) == Placed("gone")
    assert place("two three", near).groups == (("p1", "p2"),)


def test_overlapping_passages_give_alternatives() -> None:
    """Chunks of four with overlaps of two: each minimal group that covers the quote, none with a spare passage."""
    words = [f"word-number-{i:02d}" for i in range(12)]
    build = corpus(*(passage(f"p{i}", " ".join(words[2 * i : 2 * i + 4])) for i in range(5)))
    found = place(" ".join(words[1:7]), build)
    assert found == Placed("split", "quote", (), (("p0", "p1", "p3"), ("p0", "p2")))


def test_a_short_overlap_is_known_by_its_offsets() -> None:
    """One word that two passages share is no repetition where offsets say that they overlap."""
    build = corpus(
        passage("p1", "one two three", char_start=0, char_end=13),
        passage("p2", "three four", char_start=8, char_end=18),
    )
    assert place("two three four", build).groups == (("p1", "p2"),)
    assert place("three", build) == Placed("present", "quote", ("p1", "p2"))


def test_a_repeated_word_at_a_cut_is_no_overlap_where_offsets_say_so() -> None:
    """`that that` cut between the two keeps both."""
    build = corpus(
        passage("p1", "he said that", char_start=0, char_end=12),
        passage("p2", "that that is", char_start=13, char_end=25),
    )
    assert place("said that that that is", build).groups == (("p1", "p2"),)


def test_many_quotes_at_once_are_found_each_where_it_stands() -> None:
    """Quotes that share beginnings, middles and ends do not hide one another."""
    text = "the cat sat on the mat and the cat sat on the hat"
    words = text.split()
    quotes = [" ".join(words[i:j]) for i in range(len(words)) for j in range(i + 1, len(words) + 1)]
    found = find_quotes(texts(text), quotes)
    assert [quote for quote, places in found.items() if not places] == []


def test_a_large_build_is_cut_into_blocks_without_losing_a_quote() -> None:
    """More text than one block holds: quotes of the first, a middle and the last document."""
    filler = "lorem ipsum dolor sit amet " * 4000
    build = corpus(*(passage(f"p{i}", f"begin{i} {filler} end{i}", f"d{i}") for i in range(45)))
    quotes = {f"{side}{i}": f"p{i}" for i in (0, 20, 44) for side in ("begin", "end")}
    found = find_quotes(build, quotes)
    assert {q: [build.passages[i].passage_id for p in places for i in p.whole] for q, places in found.items()} == {
        quote: [home] for quote, home in quotes.items()
    }


def test_halves_looked_through_in_two_processes_are_one_build() -> None:
    """Places come in the order of the build, whoever finds them; of one document, and of none, one half is empty."""
    build = corpus(*(passage(f"p{i}", f"the lift stops here, floor{i}", f"d{i // 3}") for i in range(20)))
    quotes = ["the lift stops here", "floor4", "floor19", "nowhere"]
    alone, aside = find_quotes(build, quotes), find_quotes(build, quotes, begun)
    assert list(alone.items()) == list(aside.items())
    assert [place.whole for place in aside["the lift stops here"]] == [(i,) for i in range(20)]
    for few in (build.passages[:3], ()):
        assert find_quotes(corpus(*few), quotes) == find_quotes(corpus(*few), quotes, begun)
        first, rest = halves(corpus(*few))
        assert [*first, *rest] == ([[0, 1, 2]] if few else [])


def test_a_quote_over_thousands_of_passages_is_one_group() -> None:
    """A passage a word; no depth is too deep."""
    words = [f"word{i}x" for i in range(1500)]
    found = place(" ".join(words[:1400]), texts(*words))
    assert (found.state, [len(group) for group in found.groups]) == ("split", [1400])


def test_a_section_before_its_own_paragraphs_makes_no_new_text() -> None:
    """Where a build lists a parent and then its children, the parent's end and a child's beginning are no place."""
    build = corpus(
        passage("parent", "alpha beta gamma delta epsilon zeta", char_start=0, char_end=35),
        passage("child-1", "alpha beta gamma", char_start=0, char_end=16),
        passage("child-2", "delta epsilon zeta", char_start=17, char_end=35),
    )
    assert place("zeta alpha", build) == Placed("gone")
    found = place("gamma delta", build)
    assert (found.holders, found.groups) == (("parent",), (("child-1", "child-2"),))


def test_an_overlap_of_a_few_words_needs_no_offsets() -> None:
    """Whole words that end one passage and begin the next are one stretch of text; twins are two places."""
    build = texts("first the quote stands", "quote stands here now ok")
    assert place("the quote stands here now", build) == Placed("split", "quote", (), (("p1", "p2"),))
    assert place("quote stands", build) == Placed("present", "quote", ("p1", "p2"))
    assert place("one two three", texts("one two", "two three")) == Placed("split", "quote", (), (("p1", "p2"),))
