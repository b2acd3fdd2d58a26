"""What a changelog's words claim: lists, ranges, counts and reasons, and what is no claim at all."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest

from gold.check.told.claims import claims
from gold.check.told.numbers import NUMBER, value_of
from gold.check.told.sections import sections

KNOWN = ("real-0041", "real-0042", "real-0045", "real-0052", "00079", "00083", "chat-053", "chat/03:7", "plain", "a b")
Claimed = tuple[list[str], tuple[str, ...], int | None]


def claimed(text: str) -> list[Claimed]:
    """The claims of a section of these words: kinds, ids, count."""
    (section,) = sections(f"## v2 - 2026-03-11\n\n{text}\n")
    return [(sorted(claim.kinds or ()), claim.ids, claim.number) for claim in claims(section, KNOWN)]


@pytest.mark.parametrize(
    ("bullet", "expected"),
    [
        ("- real-0041 to real-0052: all", [([], ("real-0041", "real-0042", "real-0045", "real-0052"), None)]),
        ("- real-0041–real-0052: all", [([], ("real-0041", "real-0042", "real-0045", "real-0052"), None)]),
        ("- `real-0041` – `real-0042`, 00079: all", [([], ("real-0041", "real-0042", "00079"), None)]),
        ("- Added: real-0041 and 00083 (asked twice)", [(["added"], ("real-0041", "00083"), None)]),
        ("- **Relabelled:** 00079, 00083 - two grades", [(["relabelled"], ("00079", "00083"), None)]),
        ("- Retired chat/03:7: nobody asks", [(["retired"], ("chat/03:7",), None)]),
        ("- chat/03:7 keeps its id, slash and colon included", []),
        ("- a b, plain: words", [([], ("a b", "plain"), None)]),
        ("- 00079: one; chat-053, 00083: two; who knows: this", [
            ([], ("00079",), None), ([], ("chat-053", "00083"), None),
        ]),
        ("- 00099, 00079: one", [([], ("00099", "00079"), None)]),
        ("- 00099: one of their shape", [([], ("00099",), None)]),
        ("- Note: nothing\n- v2: nothing\n- Last: see 00079", []),
        ("- 86 cases harvested from 2 logs", [(["added"], (), 86)]),
        ("Twenty-one open cases and seven held-back ones were added.", [(["added"], (), 21)]),
        ("We added 12 questions; about 5 cases were removed.", [(["added"], (), 12)]),
        ("- Added 2 cases: 00079, 00083.", [(["added"], ("00079", "00083"), None)]),
        ("Labels removed:\n\n- 00079: not about it", [(["relabelled"], ("00079",), None)]),
        ("### Tags added\n\n- 00079: jargon", [(["reclassified"], ("00079",), None)]),
        ("### New anchors\n\n- 00079: by quote", [([], ("00079",), None)]),
        ("### Removed\n\n- 2026-03-11: the judges met", []),
        ("Three cases were added to the queue, 2 questions were removed from the set.", [(["removed"], (), 2)]),
        ("Of 120 cases, 3 were removed.", []),
        ("Relabelled:\n\n- 23 151 judgments\n  of round five\n- 00079 supports only", [
            (["relabelled"], (), 23151), (["relabelled"], ("00079",), None),
        ]),
        ("### Removed\n\n1. 00079: gone\n2. 00083: gone", [
            (["removed"], ("00079",), None), (["removed"], ("00083",), None),
        ]),
        ("- Reworded:\n  - 00079: typed\n  - 00083: typed", [
            (["reworded"], ("00079",), None), (["reworded"], ("00083",), None),
        ]),
        ("Retired and removed:\n\n- 00083: retired", [(["removed", "retired"], ("00083",), None)]),
        ("Relabelled (after round 1, see added.md):\n\n- 00079: 2 to 1", [(["relabelled"], ("00079",), None)]),
    ],
)  # fmt: skip
def test_what_words_claim(bullet: str, expected: list[Claimed]) -> None:
    """Ids before the colon are the list; what comes after is the reason."""
    assert claimed(bullet) == expected


def test_lines_dates_and_sections() -> None:
    """Each entry has the line where it begins, in a file that rises or falls."""
    text = (
        "# Changes of 2026\n\n## v2 - 2026-04-20\n\nWords\nof two lines.\n\nAdded:\n\n- a\n  b\n- c\n\n## [v1] - soon\n"
    )
    two, one = sections(text)
    assert (two.number, two.line, two.date) == (2, 3, date(2026, 4, 20))
    assert (one.number, one.line, one.date, one.entries) == (1, 14, None, ())
    assert [(entry.line, entry.heading, entry.text) for entry in two.entries] == [
        (5, None, "Words of two lines."),
        (10, "Added", "a b"),
        (12, "Added", "c"),
    ]


@pytest.mark.parametrize("number", [*range(100), 1200, 23151])
def test_numbers_are_read_as_they_are_written(number: int) -> None:
    """In digits, with or without a comma; up to ninety-nine in words."""
    import re

    from gold.check.told.numbers import ONES, TENS

    words = [f"{number:,}", str(number)]
    if number < 100:
        tens, ones = divmod(number, 10)
        rest = f"-{ONES[ones]}" if ones else ""
        words.append(ONES[number] if number < 20 else f"{TENS[tens - 2]}{rest}")
    for word in words:
        assert re.fullmatch(NUMBER, word, re.IGNORECASE)
        assert value_of(word) == number


def test_the_shipped_changelog_is_read_whole(root: Path) -> None:
    """Every case that its second version changes is in a list there, as a reader sees it."""
    from gold.read.cases import read_version

    folder = root / "testsets/atlas"
    known = {i for n in (1, 2) for i in read_version(str(folder / f"atlas-v{n}.jsonl")).query_ids}
    two, one = sections((folder / "CHANGELOG.md").read_text("utf-8"))[-2:]
    ids = [query_id for claim in claims(two, known) for query_id in claim.ids]
    assert len(ids) == len(set(ids)) == 32
    assert {query_id for claim in claims(one, known) for query_id in claim.ids} == set()


@pytest.mark.parametrize(
    "text", ["a-1" * 9000, "3 cases " * 4000, "1" * 20000 + " to 2", "a1 to " * 5000, "(" * 9000 + ":"]
)
def test_no_bullet_takes_long(text: str) -> None:
    """Whatever a line is made of, its length alone is what it costs."""
    import time

    began = time.process_time()
    claimed(f"Added:\n\n- {text}")
    assert time.process_time() - began < 2
