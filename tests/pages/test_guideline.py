"""Which parts of a guideline stand beside a case: those whose heading names its class, word by word."""

from __future__ import annotations

import pytest

from gold.pages.guideline import MOST_LETTERS, Guidance, guidance, unguided

TEXT = """# How to grade

Read first.

## `Multi-part` questions

Name the parts.

### The *second* part

It counts, too.

Paraphrases
-----------

Other words, same question.

```
# literal
```

> ## literal
"""


def headings(*classes: str) -> list[str]:
    """Of the sections that are shown."""
    return [section.heading for section in guidance(TEXT, classes).sections]


@pytest.mark.parametrize(
    ("name", "found"),
    [
        ("multi_part", ["Multi-part questions"]),
        ("Multi Part", ["Multi-part questions"]),
        ("paraphrase", ["Paraphrases"]),
        ("part", ["Multi-part questions", "The second part"]),
        ("part_multi", []),
        ("phrase", []),
        ("literal", []),
        ("--", []),
    ],
)
def test_a_heading_names_a_class_by_whole_words(name: str, found: list[str]) -> None:
    """In their order, whatever joins them; a heading in a fence or a quotation is none of the guideline's."""
    assert headings(name) == found
    assert guidance(TEXT, [name]).unnamed == (() if found else (name,))


def test_a_section_ends_at_the_next_of_its_rank() -> None:
    """Headings under it are bold lines."""
    (section,) = guidance(TEXT, ["multi_part"]).sections
    assert " ".join(section.text.split()) == "Name the parts. **The second part** It counts, too."


def test_line_ends_of_any_system_are_read_alike() -> None:
    """And what Python alone takes for a line end is none."""
    windows = TEXT.replace("Read first.", "Read\u2028first.").replace("\n", "\r\n")
    assert guidance(windows, ["multi_part"]) == guidance(TEXT, ["multi_part"])


def test_a_long_section_is_only_named() -> None:
    """The page of the guideline has it."""
    (section,) = guidance(f"# literal\n\n{'x' * (MOST_LETTERS + 1)}\n", ["literal"]).sections
    assert section == ("literal", "")


def test_what_is_not_there_is_said_once() -> None:
    """No guideline, no heading that names any class; where one does, the others are told one by one."""
    silent, spoken = guidance(TEXT, ["literal"]), guidance(TEXT, ["paraphrase"])
    assert "no GUIDELINE.md" in unguided(None, [guidance(None, ["literal"])])
    assert unguided(TEXT, [silent, silent]).startswith("No heading of the guideline names a class")
    assert unguided(TEXT, [silent, spoken]) == ""
    assert unguided(TEXT, [Guidance((), ())]) == ""


def test_a_case_without_a_class_lacks_nothing() -> None:
    """Unclassified is no class that a guideline could speak to."""
    assert guidance(TEXT, ["unclassified"]) == ((), ())
