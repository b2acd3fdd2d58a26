"""A query into what it asks: the words that matter in any order, apart from the words that only carry it."""

from __future__ import annotations

import re
from typing import NamedTuple

from gold.compare.queries.normal_query import normal_query
from gold.compare.queries.words import singular


def _set(words: str) -> frozenset[str]:
    return frozenset(words.split())


# Said or not, the question is the same.
EMPTY = _set("the an a please pls plz kindly just really actually teh")
# After these a lone "a" is a name: hepatitis a, vitamin a.
LETTERED = _set("vitamin hepatitis influenza type class grade group plan option part section schedule form")
# One of the two queries may lack some of these, but not have others in their place: `in operator`, `is operator`.
LIGHT = {
    **{word: word for word in ("of", "for", "in", "at", "and")},
    **dict.fromkeys(("is", "are", "am"), "is"),
    **dict.fromkeys(("do", "does"), "do"),
    **dict.fromkeys(("can", "could"), "can"),
    **dict.fromkeys(("i", "you", "we", "one"), "i"),
    **dict.fromkeys(("my", "our", "your"), "my"),
    "&": "and",
}
# These belong to the word after them: `from rome to paris` is not `from paris to rome`.
BINDING = _set("to from into onto than before after without except not no non never by over under against")
WEIGHED = BINDING.union(LIGHT)
ASKING = _set("do can could should would")
PERSONS = _set("i you we one")
PARTED = frozenset("-'")
HUMP = re.compile(r"[^\W\d_A-Z][A-Z]")


class Reading(NamedTuple):
    """What a query asks. `words` are sorted, `fixed` those of them that are code and may not differ by a letter."""

    normal: str
    head: str
    words: tuple[str, ...]
    light: tuple[str, ...]
    joined: str
    fixed: frozenset[str]


def read_query(text: str) -> Reading:
    """The reading of one query; where only empty and light words stand, they are what matters."""
    normal = normal_query(text)
    fixed = frozenset[str]()
    if not text.islower() and HUMP.search(text):
        fixed = frozenset(normal_query(word) for word in re.findall(r"\w+", text) if HUMP.search(word))
    tokens = normal.split()
    if not PARTED.isdisjoint(normal):
        tokens = [part for token in tokens for part in _parts(token)]
    head, rest = _head(tokens if EMPTY.isdisjoint(tokens) else _said(tokens))
    ordered, light = (rest, list[str]()) if WEIGHED.isdisjoint(rest) else _weighed(rest)
    if not ordered:
        head, ordered, light = "", tokens, []
    return Reading(normal, head, tuple(sorted(ordered)), tuple(sorted(light)), _joined(ordered, fixed), fixed)


def _joined(words: list[str], fixed: frozenset[str]) -> str:
    if not fixed and "".join(words).isalpha():
        return "".join(map(singular, words))
    return "".join(singular(word) if word.isalpha() and word not in fixed else f" {word} " for word in words)


def _parts(token: str) -> list[str]:
    """Compounds of letters: `t-shirt` is one word, `long-term` two; an owner's `'s` goes."""
    if token == "what's":
        return ["what", "is"]
    plain = token.removesuffix("'s").replace("'", "")
    pieces = plain.split("-")
    if plain and all(map(str.isalpha, pieces)):
        return ["".join(pieces)] if min(map(len, pieces)) <= 2 else pieces
    return [token]


def _said(tokens: list[str]) -> list[str]:
    """The words without the empty ones; an `a` at the end, or where letters count, is a name."""
    names = {i for i, token in enumerate(tokens) if token == "a" and i and tokens[i - 1] in LETTERED}
    if tokens[-1] == "a":
        names.add(len(tokens) - 1)
    return [token for i, token in enumerate(tokens) if token not in EMPTY or i in names]


def _head(tokens: list[str]) -> tuple[str, list[str]]:
    """How the question begins (`how to`, `what is`), and the rest."""
    match tokens:
        case ["how", "to", _, *_]:
            return "how", tokens[2:]
        case ["how", asking, person, _, *_] if asking in ASKING and person in PERSONS:
            return "how", tokens[3:]
        case ["what", "is" | "are", _, *_]:
            return "what", tokens[2:]
        case ["whats", _, *_]:
            return "what", tokens[1:]
    return "", tokens


def _weighed(tokens: list[str]) -> tuple[list[str], list[str]]:
    """The words that matter, each after the one that binds it, and the light ones."""
    ordered, light, bound = list[str](), list[str](), ""
    for token in tokens:
        if token in BINDING:
            bound += f"{token} "
        elif token in LIGHT:
            light.append(LIGHT[token])
        else:
            ordered.append(bound + token)
            bound = ""
    return ([*ordered, bound.strip()] if bound else ordered), light
