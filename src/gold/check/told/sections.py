"""A changelog's Markdown into its sections, one a version, and their bullets and sentences with their lines."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from datetime import date
from functools import lru_cache
from typing import NamedTuple

HEADING = re.compile(r"^(?P<level>#{1,6})\s+(?P<text>.*?)\s*#*$")
NAMED = re.compile(r"\bv(?P<number>\d{1,9})\b")
AT_ITS_HEAD = re.compile(r"^[\[(*`]*v\d{1,9}\b")
BULLET = re.compile(r"^(?P<indent>\s*)(?:[-*+]|\d{1,9}[.)])\s+(?P<text>\S.*)$")
DATE = re.compile(r"\b\d{4}-\d{2}-\d{2}\b")
FENCE = re.compile(r"^\s*(```|~~~)")
BOLD = re.compile(r"^\*\*[^*]+\*\*:?$")


class Entry(NamedTuple):
    """A bullet, or a paragraph, as one line of text: where it begins, and the heading that it stands under."""

    line: int
    heading: str | None
    text: str
    bullet: bool


class Section(NamedTuple):
    """What a changelog says of one version. `date`: None where it has none that is one."""

    number: int
    line: int
    date: date | None
    text: str
    entries: tuple[Entry, ...]


@lru_cache(maxsize=8)
def sections(changelog: str) -> tuple[Section, ...]:
    """The sections in their order. A section is opened by a heading that names a version (`## v3 - 2026-03-11`)."""
    rows = changelog.split("\n")
    heads = list(_heads(rows))
    level = min((h[1] for h in heads if AT_ITS_HEAD.match(h[2])), default=min((h[1] for h in heads), default=1))
    opening = [head for head in heads if head[1] == level and NAMED.search(head[2])]
    ends = [at for at, depth, _ in _headings(rows) if depth <= level]
    found = []
    for at, _, text in opening:
        stop = next((end for end in ends if end > at), len(rows))
        number = NAMED.search(text)
        assert number is not None  # chosen by the same pattern
        body = rows[at + 1 : stop]
        entries = tuple(_entries(body, at + 2))
        found.append(Section(int(number["number"]), at + 1, _date(text), "\n".join(body).strip(), entries))
    return tuple(found)


def _headings(rows: Sequence[str]) -> Iterator[tuple[int, int, str]]:
    """Where each heading stands, how deep it is, and its words."""
    fenced = False
    for at, row in enumerate(rows):
        fenced ^= bool(FENCE.match(row))
        match = None if fenced else HEADING.match(row)
        if match:
            yield at, len(match["level"]), match["text"]


def _heads(rows: Sequence[str]) -> Iterator[tuple[int, int, str]]:
    return ((at, level, text) for at, level, text in _headings(rows) if NAMED.search(text))


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
            heading = match["text"]
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
        held.append(match["text"].strip() if match else row.strip())
        if row.startswith("#"):
            yield begun, " ".join(held), False
            held = []
