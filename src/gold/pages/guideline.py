"""A set's guideline into its sections, and what of them speaks to a class: those whose heading names it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from gold.model.case import UNCLASSIFIED

WORD = re.compile(r"[^\W_]+")
PLURAL = 3
"""Letters beyond which a last `s` says only that there are several."""
MOST_LETTERS = 4000
"""Of a section that is shown beside a question."""


class Section(NamedTuple):
    """A heading's words, and the Markdown under it, headings of lower ranks as bold lines; "" where it is too long."""

    heading: str
    text: str


class Guidance(NamedTuple):
    """The sections whose headings name a class of a case, and the classes that no heading names."""

    sections: tuple[Section, ...]
    unnamed: tuple[str, ...]


def guidance(guideline: str | None, classes: Sequence[str]) -> Guidance:
    """What a guideline says of these classes; without one nothing, and no class is said to be unnamed."""
    if guideline is None:
        return Guidance((), ())
    every = _sections(guideline)
    named = [name for name in classes if name != UNCLASSIFIED]
    naming = {name: [section for section in every if _names(section.heading, name)] for name in named}
    found = dict.fromkeys(section for some in naming.values() for section in some)
    return Guidance(tuple(found), tuple(name for name, some in naming.items() if not some))


def unguided(guideline: str | None, every: Sequence[Guidance]) -> str:
    """Why nothing of the guideline stands beside any of the questions; empty where something does."""
    if guideline is None:
        return "The set has no GUIDELINE.md that grades could be held against."
    if any(one.sections for one in every) or not any(one.unnamed for one in every):
        return ""
    return "No heading of the guideline names a class of these questions, so nothing of it stands beside them."


def _names(heading: str, name: str) -> bool:
    """Whether the words of a class stand in a heading, in this order and next to each other."""
    words, wanted = _words(heading), _words(name)
    return bool(wanted) and any(words[at : at + len(wanted)] == wanted for at in range(len(words)))


def _words(text: str) -> list[str]:
    found = WORD.findall(text.casefold())
    return [word.removesuffix("s") if len(word) > PLURAL else word for word in found]


@lru_cache(maxsize=4)
def _sections(guideline: str) -> tuple[Section, ...]:
    """Each heading with what stands under it, down to the next of its rank or a higher one."""
    from markdown_it import MarkdownIt  # as the page of the whole guideline reads it

    tokens = MarkdownIt("js-default").parse(guideline)
    heads = [
        (int(token.tag[1:]), token.map[0], token.map[1], _plain(tokens[at + 1].children or ()))
        for at, token in enumerate(tokens)
        if token.type == "heading_open" and token.level == 0 and token.map is not None
    ]
    lines = guideline.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    under = list(lines)
    for _, start, end, heading in heads:
        under[start:end] = [f"\n**{heading}**\n" if heading else "", *[""] * (end - start - 1)]
    found = []
    for at, (rank, _, end, heading) in enumerate(heads):
        stop = next((start for other, start, _, _ in heads[at + 1 :] if other <= rank), len(lines))
        text = "\n".join(under[end:stop]).strip()
        found.append(Section(heading, text if len(text) <= MOST_LETTERS else ""))
    return tuple(found)


def _plain(tokens: Sequence[Any]) -> str:
    """The words of a heading without its markup."""
    return "".join(" " if token.type == "softbreak" else token.content for token in tokens).strip()
