"""The form in which two queries are equal."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gold.compare.queries.normal_query import normal_query


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("  How do I\treset it?? ", "how do i reset it"),
        ("“Reset” ‘it’", "reset it"),
        ("reset it ?", "reset it"),
        ("(reset) it, [now]", "reset it now"),
        ("ＲＥＳＥＴ ﬁle", "reset file"),
        ("STRASSE", "strasse"),
        ("Straße", "strasse"),
        ("wifi — not working", "wifi not working"),
        ("a\u00adb zero\u200bwidth", "ab zerowidth"),
        ("GitHub™ actions", "github actions"),
        ("¿dónde está?", "dónde está"),
    ],
)
def test_what_only_dresses_a_query_goes(text: str, expected: str) -> None:
    """Case, blanks, stops and quotation marks at word ends, compatibility forms and signs of ownership go."""
    assert normal_query(text) == expected


@pytest.mark.parametrize(
    ("one", "two"),
    [
        ("C++", "C"),
        ("c#", "c"),
        (".net", "net"),
        ("grep -v", "grep v"),
        ("grep -v", "grep -V"),
        ("git --force", "git force"),
        ("python 3.1", "python 31"),
        ("python 3.1", "python 3 1"),
        ("-5 degrees", "5 degrees"),
        ("−5 degrees", "5 degrees"),
        ("minus - 5", "minus 5"),
        ("5%", "5"),
        ("$5", "5"),
        ('5" pipe', "5' pipe"),
        ("10²", "102"),
        ("1½ cups", "11⁄2 cups"),
        ("foo() fails", "foo fails"),
        ("what does ! do", "what does ? do"),
        ("what does ?? do", "what does do"),
        ("e-mail", "email"),
        ("1,000", "1.000"),
        ("?", "!"),
    ],
)
def test_what_tells_queries_apart_stays(one: str, two: str) -> None:
    """Symbols that belong to a name, a number, a flag or a piece of code are kept."""
    assert normal_query(one) != normal_query(two)


def test_code_keeps_the_brackets_that_it_opened() -> None:
    """A bracket goes from a word's end only where the word did not open it."""
    assert normal_query("(see foo())?") == "see foo()"
    assert normal_query("what is f(x)?") == "what is f(x)"


def test_a_number_in_quotation_marks_is_not_in_inches() -> None:
    """A quotation mark after a digit goes where another one opened the words."""
    assert normal_query('"python 3" install') == "python 3 install"
    assert normal_query('pipe 3"') == 'pipe 3"'


@given(st.text(alphabet=st.characters(codec="utf-8"), max_size=30))
def test_the_normal_form_has_single_blanks(text: str) -> None:
    """There are no blanks at the ends of a normal form, and never two together; only an empty text is empty."""
    normal = normal_query(text)
    assert normal == " ".join(normal.split())


@given(st.text(alphabet="aB9 .,?!\"'()[]-+#/", max_size=20))
def test_the_normal_form_of_a_normal_form_is_itself(text: str) -> None:
    """Normalising twice changes nothing more."""
    assert normal_query(normal_query(text)) == normal_query(text)
