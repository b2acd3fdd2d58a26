"""Personal data are found and masked; what only looks like them in technical questions is left alone."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gold.check.personal.data import find, find_in, mask

CASES = Path(__file__).parent.parent / "cases/check"
TECHNICAL = (CASES / "technical.txt").read_text("utf-8").splitlines()


def personal() -> list[tuple[str, str, str]]:
    """Text, masked text and kinds. Keys are written in two pieces (`|`): no scanner of repositories finds one here."""
    rows = [line.split("\t") for line in (CASES / "personal.tsv").read_text("utf-8").splitlines()]
    keys = [line.split("\t") for line in (CASES / "keys.tsv").read_text("utf-8").splitlines()]
    keys = [[text.replace("|", "").replace("\\n", "\n"), masked, kinds] for text, masked, kinds in keys]
    return [(text, masked, kinds) for text, masked, kinds in (*rows, *keys)]


PERSONAL = personal()


@pytest.mark.parametrize("text", TECHNICAL)
def test_a_technical_text_holds_nothing(text: str) -> None:
    """Versions, ids, error codes, hashes, dates, bar codes, remotes, film numbers and the like survive."""
    assert [(span.kind, text[span.start : span.end]) for span in find(text)] == []


@pytest.mark.parametrize(("text", "masked", "kinds"), PERSONAL)
def test_personal_data_are_found_and_masked(text: str, masked: str, kinds: str) -> None:
    """Each text gives its kinds, and exactly its masked text."""
    assert [span.kind for span in find(text)] == kinds.split(",")
    assert mask(text) == masked


def test_there_are_enough_examples() -> None:
    """The two lists stay as long as they were meant to be, without repeats."""
    assert len(set(TECHNICAL)) == len(TECHNICAL) >= 150
    assert len(PERSONAL) >= 80


@pytest.mark.parametrize(("text", "masked", "kinds"), PERSONAL)
def test_sentences_and_brackets_around_hide_nothing(text: str, masked: str, kinds: str) -> None:
    """The same is found in the middle of other words."""
    assert mask(f"Hello, ({text}) it is; thanks") == f"Hello, ({masked}) it is; thanks"


def test_a_nul_ends_a_text() -> None:
    """Nothing is found across one: that is how texts are joined."""
    assert find("tel.\x002126647665") == []
    assert find("ana@\x00firma.de") == []
    assert [span.start for span in find("ana@firma.de\0ben@firma.de")] == [0, 13]


PIECES = st.sampled_from(
    [
        *[text for text, _, _ in PERSONAL],
        *TECHNICAL[::5],
        *(
            "@",
            ".",
            "-",
            " ",
            "\n",
            "\0",
            "+",
            "(",
            ")",
            "/",
            "tel ",
            "password=",
            "key: ",
            "0",
            "00",
            "4111",
            "é",
            "日",
        ),
        *("[e-mail]", "[phone]", "[key]", "a", "firma.de", "12", "345", "6789", "🦉", "\u00a0", "%40", "(at)", "eyJ"),
    ]
)
MIXED = st.lists(PIECES | st.text(max_size=4), max_size=10).map("".join)


@given(MIXED)
def test_a_masked_text_holds_nothing(text: str) -> None:
    """Masking is done once and for all."""
    masked = mask(text)
    assert find(masked) == []
    assert mask(masked) == masked


@given(MIXED)
def test_spans_are_in_order_and_apart(text: str) -> None:
    """Each lies within the text, is not empty, and ends before the next begins."""
    places = [place for span in find(text) for place in (span.start, span.end)]
    assert places == sorted(places)
    assert all(0 <= span.start < span.end <= len(text) for span in find(text))


@given(MIXED)
def test_what_is_left_of_a_text_is_as_it_was(text: str) -> None:
    """Only what is found is touched, round after round; a text without personal data is returned as it is."""
    once, end = "", 0
    for span in find(text):
        once += f"{text[end : span.start]}[{span.kind}]"
        end = span.end
    once += text[end:]
    assert mask(text) == mask(once)
    assert once == text or find(text)
    assert find(text) or mask(text) == text


@given(st.lists(MIXED, max_size=6))
def test_many_texts_give_what_each_gives(texts: list[str]) -> None:
    """Neighbours change nothing."""
    assert list(find_in(texts)) == [(i, span) for i, text in enumerate(texts) for span in find(text)]


def test_many_batches_give_what_each_text_gives() -> None:
    """More characters than one batch holds, texts longer than a batch and empty ones among them."""
    texts = [*(f"{i} ana{i}@firma.de {'x ' * 500}" for i in range(3000)), "", "y" * 3_000_000 + " +49 30 901820", ""]
    found = list(find_in(iter(texts)))
    assert [index for index, _ in found] == [*range(3000), 3001]
    assert found[-1][1] == ("phone", 3_000_001, 3_000_014)


HOSTILE = [
    *("a@", "1 ", "-", "@", "+", "(", "0", "1", "1.", "a.", "+49 ", "00 49 ", "(212) ", "4111 ", "AB12 ", "0171 "),
    *(
        "password=",
        "key: ",
        "tel. ",
        "tel 1",
        "call me ",
        "a at b dot ",
        "(at)",
        "a(at)b(dot)",
        "%40a",
        "a@b.",
        "a@b.c-",
    ),
    *(
        "-----BEGIN PRIVATE " + "KEY-----",
        "-----BEGIN PRIVATE " + "KEY-----A\n",
        "eyJabcdefghi.",
        "ghp_",
        "Bearer ",
        "://a:",
    ),
    *(
        "x:y@",
        "sk-a",
        "\0",
        "é@",
        "日1 ",
        "Authorization: Basic ",
        "password is is ",
        "a" * 60 + "-",
        "a@" + "b" * 62 + ".",
    ),
    *("password=" + "aB3." * 20 + "&", "DE89 3704 0044 ", "06221 / ", "1-", "1/", "+1 2 3 4 ", " dot com", "a@b.de:/"),
]


@pytest.mark.parametrize("piece", HOSTILE)
def test_a_hostile_text_takes_no_longer_than_its_length(piece: str) -> None:
    """No pattern goes back over what it has read: a stuck one would take hours. The shortest make a megabyte."""
    text = piece * ((1_000_000 if len(piece) < 3 else 100_000) // len(piece))
    assert len(list(find_in([text]))) <= len(text)


def test_hostile_texts_are_masked_to_the_end() -> None:
    """Masking repeats until nothing is left, and ends."""
    for piece in ("212-664-7665 ", "tel 212 664 7665 ", "ana@firma.de@", "password=a1b2c3d4"):
        assert find(mask(piece * 2000)) == []
