"""A changelog's Markdown into its sections, one a version, and their bullets and sentences with their lines."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from datetime import date
from functools import lru_cache
from typing import NamedTuple

HEADING = re.compile(r"^(?P<level>#{1,6})\s+(?P<text>\S.*)$")
SECTION = re.compile(
    r"(?:(?<![^\W_])v|\bversion +)(\d+)(?!\w|\.\d)|^\[?(\d+)(?!\w|\.\d|-\d)",
    re.IGNORECASE,
)
"""`v3`, `[v3]`, `atlas-v3`, `Version 3`, and `3` where a heading begins with it; no `v3.1`, no date."""
AT_ITS_HEAD = re.compile(r"^\W*(?:version +|v)?\d", re.IGNORECASE)
UNDERLINE = re.compile(r"^(?P<level>=+|-+)[ \t]*$")
BULLET = re.compile(r"^(?P<indent>\s*)(?:[-*+]|\d{1,9}[.)])\s+(?P<text>\S.*)$")
DATE = re.compile(r"\b\d{4}-\d{2}-\d{2}\b")
MOST_DIGITS = 9
FENCE = re.compile(r"^\s*(```|~~~)")
BOLD = re.compile(r"^\*\*[^*]+\*\*:?$")


class Entry(NamedTuple):
    """A bullet, or a paragraph, as one line of text: where it begins, and the heading that it stands under."""

    line: int
    heading: str | None
    text: str
    bullet: bool


class Section(NamedTuple):
    """What a changelog says of one version. `level` is its heading's; `date`: None where it has none that is one."""

    number: int
    line: int
    level: int
    date: date | None
    text: str
    entries: tuple[Entry, ...]


@lru_cache(maxsize=8)
def sections(changelog: str) -> tuple[Section, ...]:
    """The sections in their order. A section is opened by a heading that names a version (`## v3 - 2026-03-11`)."""
    rows = changelog.split("\n")
    heads = list(_headings(rows))
    named = [head for head in heads if head.number is not None]
    level = min((h.level for h in named if AT_ITS_HEAD.match(h.text)), default=min((h.level for h in named), default=1))
    ends = [head.at for head in heads if head.level <= level]
    found = []
    for head in named:
        if head.level == level and head.number is not None:
            following = bisect_right(ends, head.at)
            stop = ends[following] if following < len(ends) else len(rows)
            body = rows[head.at + head.rows : stop]
            entries = tuple(_entries(body, head.at + head.rows + 1))
            text = "\n".join(body).strip()
            found.append(Section(head.number, head.at + 1, level, _date(head.text), text, entries))
    return tuple(found)


class _Heading(NamedTuple):
    """A heading: which row it begins at, of how many it is, how deep, its words, the version that it names."""

    at: int
    rows: int
    level: int
    text: str
    number: int | None


def _headings(rows: Sequence[str]) -> Iterator[_Heading]:
    fenced = False
    for at, row in enumerate(rows):
        fenced ^= bool(FENCE.match(row))
        if fenced:
            continue
        match = HEADING.match(row)
        under = UNDERLINE.match(rows[at + 1]) if at + 1 < len(rows) and row.strip() and not BULLET.match(row) else None
        if match:
            text = match["text"].rstrip().rstrip("#").rstrip()
            yield _Heading(at, 1, len(match["level"]), text, _number(text))
        elif under and not row.startswith((" ", "\t")):
            yield _Heading(at, 2, 1 if under["level"].startswith("=") else 2, row.strip(), _number(row.strip()))


def _number(heading: str) -> int | None:
    """The version that a heading names first."""
    match = SECTION.search(heading)
    return None if match is None or len(match[1] or match[2]) > MOST_DIGITS else int(match[1] or match[2])


def _date(text: str) -> date | None:
    match = DATE.search(text)
    try:
        return None if match is None else date.fromisoformat(match.group())
    except ValueError:
        return None


def _entries(rows: Sequence[str], first: int) -> Iterator[Entry]:
    """The bullets and paragraphs; a line that ends with a colon, a bold one and a deeper heading head what follows."""
    heading: str | None = None
    for line, text, bullet in _blocks(rows, first):
        match = HEADING.match(text)
        if match is not None and not bullet:
            heading = match["text"].rstrip("# ")
        elif _heads_bullets(text, bullet):
            heading = text.strip("*: ")
        else:
            yield Entry(line, heading, text, bullet)


def _heads_bullets(text: str, bullet: bool) -> bool:
    """A paragraph that ends with a colon, a bold one, and `- Added:` over bullets of its own."""
    return (text.endswith(":") and (not bullet or len(text.split()) <= 3)) or (not bullet and bool(BOLD.match(text)))


def _blocks(rows: Sequence[str], first: int) -> Iterator[tuple[int, str, bool]]:
    """Each heading, bullet and paragraph, its lines joined by blanks."""
    held: list[str] = []
    begun, bullet, fenced = first, False, False
    for line, row in enumerate((*rows, ""), start=first):
        match = BULLET.match(row)
        fence = bool(FENCE.match(row))
        if held and (match or fence or fenced or not row.strip() or row.startswith("#")):
            yield begun, " ".join(held), bullet
            held = []
        fenced ^= fence
        if fence or fenced or not row.strip():
            continue
        if not held:
            begun, bullet = line, match is not None
        held.append(" ".join((match["text"] if match else row).split()))
        if row.startswith("#"):
            yield begun, " ".join(held), False
            held = []
