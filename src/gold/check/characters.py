"""Characters that a reader does not see or takes for others, in queries and in ids."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator

from gold.check.rule import Found, Rule
from gold.check.subject import Subject
from gold.model.case import FACETS

UNSEEN = re.compile(
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u00a0\u00ad\u200b\u2028\u2029\u202f\u205f-\u2064\ufeff\ufffc\ufffd\ue000-\uf8ff]"
)
JOINERS = re.compile("[\u200c\u200d]")
"""They are spelling in Persian, in the scripts of India and in emoji."""
DIRECTIONS = re.compile("[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]")
"""They belong to a text that has words from right to left."""
LEFTWARD = frozenset(("R", "AL"))
AFTER = (
    "\u0080-\u009f\u00a1-\u00aa\u00ac-\u00ba\u00bc-\u00bf\u0152\u0153\u0160\u0161\u0178\u017d\u017e\u0192\u02c6\u02dc"
    "\u2020\u2021\u2022\u2030\u20ac\u2122"
)
"""The second and later bytes of UTF-8 as Windows-1252 shows them, without quotation marks, dashes and dots."""
MARKS = "\u00a0\u00ab\u00bb\u2013\u2014\u2018-\u201e\u2026\u2039\u203a"
"""Those quotation marks, dashes and dots, which may also end a word that ends in the letter before them."""
MOJIBAKE = re.compile(
    f"\u00e2(?:\u20ac.|\u0080[\u0080-\u00bf])|[\u00c2\u00c3][{AFTER}]|(?<![^\\W\\d_])[\u00c2\u00c3][{MARKS}]|(?<=[a-z])\u00c3[{MARKS}]"
    f"|(?:[\u00d0\u00d1][{AFTER}{MARKS}]){{2}}|[\u00e3-\u00e9](?:[{AFTER}][{AFTER}{MARKS}]|[{MARKS}][{AFTER}])|\u00ef\u00bf\u00bd"
)
"""Two or three letters that stand for one in text that was written as UTF-8 and read as Latin-1 or Windows-1252."""
LIKE_LATIN = str.maketrans(
    "\u0430\u0435\u043e\u0440\u0441\u0443\u0445\u0456\u0458\u0455\u0501\u051b\u051d\u0410\u0412\u0415\u041a\u041c\u041d\u041e\u0420\u0421\u0422\u0425\u0391\u0392\u0395\u0396\u0397\u0399\u039a\u039c\u039d\u039f\u03a1\u03a4\u03a5\u03a7\u03bf\u03c1\u2010\u2011\u2012\u2013\u2014\u2212",
    "aeopcyxijsdqwABEKMHOPCTXABEZHIKMNOPTYXop------",
)
"""Cyrillic, Greek and dashes onto the ASCII characters that they look like."""
MOST = 100
"""Pairs of a build that are listed; the rest is counted."""
INVISIBLE = re.compile("[\u00ad\u200b-\u200f\u2060\ufeff]")
SEPARATORS = re.compile("[ _-]+")


def odd_characters(subject: Subject) -> Iterator[Found]:
    """The first character of each query, or of a turn of its history, that is not what it looks like."""
    for case in subject.cases:
        texts = [("query", case.query)] if not case.history else [("query", case.query), *_turns(case.history)]
        for field, text in texts:
            if not (text.isascii() and text.isprintable()):
                odd = _odd(text)
                if odd is not None:
                    yield Found(f"{odd} of the {field}: retype it if the person did not", case.query_id)


def _turns(history: Iterable[object]) -> Iterator[tuple[str, str]]:
    for number, turn in enumerate(history, start=1):
        yield f"query of turn {number}", getattr(turn, "query", "")


def _odd(text: str) -> str | None:
    unseen = UNSEEN.search(text) or _joiner(text) or _direction(text)
    if unseen is not None:
        return f"{named(unseen[0])} at character {unseen.start() + 1}"
    broken = MOJIBAKE.search(text)
    if broken is not None:
        return f"{broken[0]!r} (read with the wrong encoding once) at character {broken.start() + 1}"
    return None


def _joiner(text: str) -> re.Match[str] | None:
    """The first joiner that does not stand between two characters of a script that joins, or between emoji."""
    for match in JOINERS.finditer(text):
        beside = text[match.start() - 1 : match.start()] + text[match.end() : match.end() + 1]
        if len(beside) < 2 or min(beside) < "\u0590":
            return match
    return None


def _direction(text: str) -> re.Match[str] | None:
    """The first mark of direction in a text that has no letter from right to left."""
    match = DIRECTIONS.search(text)
    leftward = match is not None and any(c.isalpha() and unicodedata.bidirectional(c) in LEFTWARD for c in text)
    return None if leftward else match


def named(character: str) -> str:
    """A character by its name and code point."""
    return f"{unicodedata.name(character, 'a control character')} (U+{ord(character):04X})"


def padded_ids(subject: Subject) -> Iterator[Found]:
    """Ids that begin or end with a blank."""
    for case in subject.cases:
        if case.query_id != case.query_id.strip():
            yield Found(f"the query id {case.query_id!r} begins or ends with a blank: remove it", case.query_id)
        for label in case.labels:
            for name in (label.passage_id, label.doc_id):
                if name is not None and name != name.strip():
                    yield Found(f"a label's id {name!r} begins or ends with a blank: remove it", case.query_id)


def look_alike_ids(subject: Subject) -> Iterator[Found]:
    """Query ids, and classes of a facet, that look like another one."""
    cases = [case for case in subject.cases if not case.is_held_back]
    ids = [case.query_id for case in cases]
    for one, two in look_alikes(ids):
        yield Found(f"the query id {_spelled(one, two)}: rename one if they are meant to be one", two)
    for facet in FACETS:
        first: dict[str, str] = {}
        for case in cases:
            for value in case.classes(facet):
                first.setdefault(value, case.query_id)
        for one, two in look_alikes(list(first), separators=True):
            yield Found(f"the {facet} {_spelled(one, two)}: write one of them", first[two])


def look_alike_passages(subject: Subject) -> Iterator[Found]:
    """Passage and document ids of a build that look like another one."""
    for build in subject.builds:
        at: dict[str, dict[str, int]] = {"passage": {}, "document": {}}
        for i, passage in enumerate(build.passages):
            at["passage"][passage.passage_id] = i
            at["document"].setdefault(passage.doc_id, i)
        for kind, places in at.items():
            pairs = look_alikes(list(places))
            for one, two in pairs[:MOST]:
                line = build.lines[places[two]] if build.lines else None
                yield Found(f"the {kind} id {_spelled(one, two)}: rename one", file=build.path, line=line)
            if len(pairs) > MOST:
                yield Found(f"and {len(pairs) - MOST} more {kind} ids that look alike", file=build.path)


def look_alikes(names: list[str], *, separators: bool = False) -> list[tuple[str, str]]:
    """Pairs of different names that look alike: the first with a look, and each later one.

    With `separators`, blanks, hyphens and underscores are one.
    """
    plain = not separators and all(map(str.isascii, names))
    if plain and len({" ".join(name.casefold().split()) for name in names}) == len(names):
        return []
    first: dict[str, str] = {}
    pairs = []
    for name in names:
        looks = _looks(name)
        if separators:
            looks = {SEPARATORS.sub("_", look) for look in looks}
        there = next((first[look] for look in sorted(looks) if look in first), name)
        for look in looks:
            first.setdefault(look, there)
        if there != name:
            pairs.append((there, name))
    return pairs


def _looks(name: str) -> set[str]:
    """What a name is taken for: its letters in one case, and the Latin ones that it resembles as it stands."""
    seen = " ".join(INVISIBLE.sub("", name).split())
    forms = (seen, seen.translate(LIKE_LATIN))
    return {unicodedata.normalize("NFKC", form).casefold().translate(LIKE_LATIN) for form in forms}


def _spelled(one: str, two: str) -> str:
    """Two names with the code points of the first place where they differ."""
    at = next((i for i, (a, b) in enumerate(zip(one, two, strict=False)) if a != b), min(len(one), len(two)))
    points = [f"U+{ord(name[at]):04X}" if at < len(name) else "nothing" for name in (two, one)]
    return f"{two!r} looks like {one!r} and is another ({points[0]} is not {points[1]}, character {at + 1})"


RULES = (
    Rule(
        "odd-character",
        "warning",
        "file",
        "A query with a character that nobody sees or typed: no-break and zero-width blanks, controls, text that "
        "was read with the wrong encoding.",
        "Systems treat it as part of a word, so the case tests a spelling that no user has.",
        "Retype the query, or leave it if the log really has it.",
        odd_characters,
    ),
    Rule(
        "padded-id",
        "warning",
        "file",
        "An id that begins or ends with a blank.",
        "It equals nothing: TREC files cannot hold it, and a run that lost the blank scores 0.",
        "Remove the blank.",
        padded_ids,
    ),
    Rule(
        "look-alike",
        "warning",
        "file",
        "Two query ids or two classes that differ in case, blanks, Unicode form or look-alike letters only; classes "
        "also in hyphens.",
        "They are distinct here, and one to the person who reads them.",
        "Write one of them, or rename one.",
        look_alike_ids,
    ),
    Rule(
        "look-alike-passage",
        "warning",
        "build",
        "Two passage or document ids of a build that differ in case, blanks, Unicode form or look-alike letters only.",
        "A label that names the wrong one looks right.",
        "Rename one.",
        look_alike_passages,
    ),
)
