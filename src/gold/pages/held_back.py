"""Prose of a set without what it says of held-back cases: a changelog names them, the site shows no trace of it."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from functools import lru_cache
from typing import NamedTuple

from gold.check.told.claims import COLON

INSTEAD = "a case"
"""In a heading, which a section hangs on."""
SHORT = 3
WORDY = 12
"""Letters from which on a question that is quoted is told from common words."""
HEADING = re.compile(r"#{1,6}\s")
BULLET = re.compile(r"(?P<indent>\s*)(?P<mark>[-*+]|\d{1,9}[.)])\s+")
FENCE = re.compile(r"\s*(?:```|~~~)")
BOLD = re.compile(r"\*\*[^*]+\*\*:?\s*$")
SENTENCE = re.compile(r"(?<=[.!?])\s+")
BETWEEN = re.compile(r",\s+(?:and\s+)?|\s+and\s+")
SEGMENT = re.compile(r";\s+")


class Names(NamedTuple):
    """What tells of held-back cases: anywhere, or only as an item of a bullet's list (words too short for more)."""

    anywhere: re.Pattern[str]
    listed: frozenset[str]


def without_held_back(prose: str | None, ids: Collection[str], queries: Collection[str] = ()) -> str | None:
    """The prose without the bullets, list items and sentences that name a held-back case or quote its question.

    A short word or number is an id only in a bullet's list. What headed nothing else goes too, so that the text is
    what it would be had nobody written of those cases.
    """
    if prose is None or not ids:
        return prose
    names = _names(frozenset(ids), frozenset(queries))
    return "\n".join(line for block in _kept(list(_blocks(prose.split("\n"))), names) for line in block)


@lru_cache(maxsize=4)
def _names(ids: frozenset[str], queries: frozenset[str]) -> Names:
    distinct = [name for name in ids if len(name) > SHORT or not name.isalnum()]
    quoted = [" ".join(query.split()) for query in queries if len(query) >= WORDY]
    texts = sorted({*distinct, *quoted}, key=lambda text: (-len(text), text))
    anywhere = rf"(?<![\w-])(?:{'|'.join(map(_as_written, texts))})(?![\w-])" if texts else r"(?!)"
    return Names(re.compile(anywhere, re.IGNORECASE), ids)


def _as_written(text: str) -> str:
    """A pattern of a text in prose: its marks may be escaped, its blanks be line feeds."""
    return "".join(
        r"\s+" if letter == " " else re.escape(letter) if letter.isalnum() else rf"\\?{re.escape(letter)}"
        for letter in text
    )


def _blocks(lines: list[str]) -> Iterator[list[str]]:
    """The lines of each bullet, paragraph or fence together; blank lines, headings and rows of tables by themselves."""
    held: list[str] = []
    fenced = False
    for line in lines:
        fence = bool(FENCE.match(line))
        alone = not line.strip() or HEADING.match(line) or line.lstrip().startswith("|")
        if held and not fenced and (alone or fence or BULLET.match(line)):
            yield held
            held = []
        if alone and not fenced:
            yield [line]
            continue
        held.append(line)
        if fence and fenced:
            yield held
            held = []
        fenced ^= fence
    if held:
        yield held


def _kept(blocks: list[list[str]], names: Names) -> Iterator[list[str]]:
    """The blocks that stay. One that heads what is below it goes with all of it; so does a blank line in its wake."""
    shown = [_shown(block, names) for block in blocks]
    _drop_below(blocks, shown)
    for at in reversed(range(len(blocks))):
        if shown[at] is not None and _heads(blocks[at]):
            below = _below(blocks, at)
            if any(shown[i] is None for i in below) and all(shown[i] is None or _blank(blocks[i]) for i in below):
                shown[at] = None
    gone, after_blank = False, True
    for block, lines in zip(blocks, shown, strict=True):
        if lines is None:
            gone = True
        elif not (gone and after_blank and _blank(block)):
            gone, after_blank = False, _blank(block)
            yield lines


def _drop_below(blocks: list[list[str]], shown: list[list[str] | None]) -> None:
    """What hangs deeper on a bullet that goes, goes with it."""
    depth: int | None = None
    for at, block in enumerate(blocks):
        match = BULLET.match(block[0])
        indent = len(block[0]) - len(block[0].lstrip())
        if depth is not None and not _blank(block) and indent <= depth:
            depth = None
        if depth is not None and not _blank(block):
            shown[at] = None
        elif shown[at] is None and match:
            depth = indent


def _below(blocks: list[list[str]], at: int) -> list[int]:
    """The places of what a heading block heads: down to the next one."""
    stop = next((i for i in range(at + 1, len(blocks)) if _heads(blocks[i]) or HEADING.match(blocks[i][0])), None)
    return list(range(at + 1, len(blocks) if stop is None else stop))


def _heads(block: list[str]) -> bool:
    """A paragraph that ends with a colon, a bold one, a deep heading: not the heading of a section."""
    text = " ".join(block).strip()
    if HEADING.match(block[0]):
        return text.startswith("###")
    return not BULLET.match(block[0]) and (text.endswith(":") or bool(BOLD.match(text)))


def _blank(block: list[str]) -> bool:
    return not block[0].strip()


def _shown(block: list[str], names: Names) -> list[str] | None:
    """What stays of a block; None: nothing."""
    text = "\n".join(block)
    match = BULLET.match(block[0])
    if HEADING.match(block[0]):
        return [names.anywhere.sub(INSTEAD, text)]
    if match is None or FENCE.match(block[0]):
        if not names.anywhere.search(text):
            return block
        rest = [] if FENCE.match(text) or text.lstrip().startswith("|") else SENTENCE.split(text)
        kept = " ".join(sentence for sentence in rest if not names.anywhere.search(sentence))
        return kept.split("\n") if kept else None
    segments = SEGMENT.split(text[match.end() :])
    mended = [_segment(segment, names) for segment in segments]
    if mended == segments:
        return block
    kept = "; ".join(segment for segment in mended if segment is not None)
    return f"{match.group()}{kept}".split("\n") if kept else None


def _segment(segment: str, names: Names) -> str | None:
    """A list of ids with its reason, without the held-back ones; None: it is about nothing else."""
    head, colon, reason = segment, "", ""
    if found := COLON.search(segment):
        head, colon, reason = segment[: found.start()], ":", segment[found.end() :]
    items = BETWEEN.split(head)
    kept = [item for item in items if item.strip(" `*\n") not in names.listed and not names.anywhere.search(item)]
    if names.anywhere.search(reason) or (not kept):
        return None
    return segment if len(kept) == len(items) else f"{', '.join(kept)}{colon}{reason}"
