"""A section's bullets and sentences into what they claim: which cases changed and how, or how many."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import cached_property
from typing import Literal, NamedTuple

from gold.check.told.kinds import LEADING, VERB, kinds_of
from gold.check.told.numbers import NUMBER, value_of
from gold.check.told.sections import Entry, Section

COLON = re.compile(r":(?=\s|$)")
ASIDE = re.compile(r"\s+[-–—]\s+|\s+\(|[.;](?=\s|$)")
BETWEEN = re.compile(r"\s*(?:,\s*(?:and\s+)?|;\s*|\s&\s|\s+and\s+)\s*")
BETWEEN_ENDS = re.compile(r"(?<=[\d`])(?:\s(?:to|through|until|-)\s|\s?[–—…]\s?|\s?\.{2,3}\s?)(?=\S)")
"""What stands between the ends of a range."""
LONGEST = 200
"""Characters of an id that ends a range, in which only one blank stands at a time."""
ENDS = re.compile(r"[\s,;()]")
TO = "\x00"
MOST_DIGITS = 18
NO_ID = re.compile(r"^(?:v\d+|\d{4}-\d{2}(?:-\d{2})?)$")
"""A version, or a date."""
DRAFT = "(why?)"

What = Literal["cases", "labels"]
CASES = r"cases?|questions?|quer(?:y|ies)|topics?"
LABELS = r"labels?|judge?ments?"
COUNTED = re.compile(
    rf"(?P<about>(?:about|around|some|over|nearly|almost|than|least|most|of|~)\s+)?(?<![\w.-])(?P<number>{NUMBER})"
    rf"(?P<words>(?:\s+(?!and\b|of\b|in\b)[\w-]+){{0,3}}?)\s+(?P<what>{CASES}|{LABELS})(?![\w-])(?P<after>[^.;:,(]{{0,90}})",
    re.IGNORECASE,
)
DONE = re.compile(rf"(?<![\w-])(?:{VERB})(?![\w-])", re.IGNORECASE)
ELSEWHERE = re.compile(
    r"(?:added\s+to|(?:removed|deleted|dropped)\s+from)\s+(?!(?:the\s+)?(?:set|gold|version|v\d))", re.IGNORECASE
)
"""What is added to a queue, or removed from a shelf, is not told of the set."""
JUST_BEFORE = re.compile(rf"(?:^|[\s(])(?P<verb>{VERB})\s+(?:the\s+|all\s+)?$", re.IGNORECASE)


class Claim(NamedTuple):
    """What one bullet or sentence says; `kinds` None: it says that something changed, and not how.

    Either ids, or a `number` of cases or labels; `reason` is what it says beside. `whole`: it stands in no bullet.
    """

    line: int
    kinds: frozenset[str] | None
    ids: tuple[str, ...]
    reason: str
    number: int | None = None
    what: What = "cases"
    whole: bool = False


def claims(section: Section, known: Collection[str]) -> tuple[Claim, ...]:
    """Everything that a section claims. `known`: the ids of both versions, by which a list is told from a sentence.

    The ids before a bullet's colon are its list, what comes after is the reason. A range (`real-0041 to real-0052`)
    stands for the known ids within it.
    """
    reader = _Reader(known)
    return tuple(claim for entry in section.entries for claim in reader.entry(entry))


class _Numbered(NamedTuple):
    """An id that ends with a number."""

    name: str
    digits: str

    @property
    def number(self) -> int:
        return int(self.digits)


def _numbered(query_id: str) -> _Numbered | None:
    name = query_id.rstrip("0123456789")
    digits = query_id[len(name) :]
    return _Numbered(name, digits) if 0 < len(digits) <= MOST_DIGITS else None


class _Reader:
    def __init__(self, known: Collection[str]) -> None:
        self.known = known if isinstance(known, set | frozenset | dict) else frozenset(known)
        self.shapes = {_shape(query_id) for query_id in self.known}

    def entry(self, entry: Entry) -> Iterator[Claim]:
        kinds = kinds_of(entry.heading) if entry.heading else frozenset[str]()
        text = entry.text
        if not entry.bullet:
            yield from self._counts(entry, text, kinds)
            return
        leading = LEADING.match(text)
        if leading:
            kinds, text = kinds_of(leading["word"]), text[leading.end() :]
        lists = list(self._lists(self._ranges_joined(text), bool(kinds)))
        for ids, reason in lists:
            yield Claim(entry.line, kinds or None, ids, reason)
        if not lists:
            yield from self._counts(entry, text, kinds, leading is not None)

    def _lists(self, text: str, under_a_kind: bool) -> Iterator[tuple[tuple[str, ...], str]]:
        """The lists of ids in a bullet, each with its reason."""
        colon = COLON.search(text)
        ids = None if colon is None else self._ids(text[: colon.start()], under_a_kind)
        if colon is not None and ids is not None:
            clauses = list(self._clauses(text[colon.end() :]))
            yield ids, clauses[0][1]
            for head, reason in clauses[1:]:
                yield self._ids(head, under_a_kind) or (), reason
        elif colon is not None and self._all_known(text[colon.end() :].rstrip(" .")):
            yield self._ids(text[colon.end() :].rstrip(" ."), True) or (), text[: colon.start()]  # `12 cases: a, b, c`
        elif under_a_kind:
            yield from self._without_colon(text)

    def _clauses(self, text: str) -> Iterator[tuple[str, str]]:
        """The reason, and after a semicolon further lists with theirs: `…; chat-053, chat-129: follow-ups`."""
        head, reason = "", ""
        for piece in text.split(";"):
            colon = COLON.search(piece)
            if colon is not None and self._all_known(piece[: colon.start()]):
                yield head, reason.strip()
                head, reason = piece[: colon.start()], piece[colon.end() :]
            else:
                reason += f";{piece}" if reason else piece
        yield head, reason.strip()

    def _without_colon(self, text: str) -> Iterator[tuple[tuple[str, ...], str]]:
        """A list that ends at a dash, a bracket or a full stop; else the ids that the bullet begins with."""
        aside = ASIDE.search(text)
        head, reason = (text, "") if aside is None else (text[: aside.start()], text[aside.start() :])
        if self._all_known(head):
            yield self._ids(head, True) or (), reason.strip(" -–—.;()") if DRAFT not in reason else DRAFT
            return
        words = text.split()
        first = words[0].strip("`*,") if words else ""
        if len(words) > 1 and self._is_known(first) and (len(first) > 3 or not first.isalpha()):
            yield self._resolved([first]), text.partition(words[0])[2].strip()

    def _all_known(self, head: str) -> bool:
        items = _items(head)
        return bool(items) and all(map(self._is_known, items))

    def _is_known(self, item: str) -> bool:
        return item in self.known or (TO in item and all(end in self.known for end in item.split(TO)))

    def _ids(self, head: str, under_a_kind: bool) -> tuple[str, ...] | None:
        """The ids of a list, those that nobody knows too; None where the words are a sentence."""
        items = _items(head)
        if any(re.search(r"\s", item) for item in items if item not in self.known):
            split = head.replace(",", " ").split()
            items = split if split and all(map(self._is_known, split)) else []
        like = [self._is_known(item) or self._like_an_id(item, under_a_kind) for item in items]
        return self._resolved(items) if any(like) else None

    def _like_an_id(self, item: str, under_a_kind: bool) -> bool:
        if TO in item:
            return True
        if NO_ID.match(item):
            return False
        return any(map(str.isdigit, item)) and (under_a_kind or _shape(item) in self.shapes)

    def _resolved(self, items: Iterable[str]) -> tuple[str, ...]:
        found: dict[str, None] = {}
        for item in items:
            found |= dict.fromkeys(self._within(*item.split(TO)) if TO in item else (item,))
        return tuple(found)

    def _within(self, first: str, last: str) -> Sequence[str]:
        """The known ids of a range, and its ends; where these are as long as each other, so are all."""
        start, end = _numbered(first), _numbered(last)
        assert start is not None and end is not None  # joined because they are
        width = len(start.digits) if len(start.digits) == len(end.digits) else None
        row = self.rows.get(start.name, [])
        low, high = bisect_left(row, (start.number, "")), bisect_left(row, (end.number + 1, ""))
        inside = [i for _, i in row[low:high] if width is None or len(i) - len(start.name) == width]
        return [first, *inside, last]

    @cached_property
    def rows(self) -> dict[str, list[tuple[int, str]]]:
        """The known ids that end with a number, by what stands before it, in order."""
        found: dict[str, list[tuple[int, str]]] = {}
        for query_id in self.known:
            numbered = _numbered(query_id)
            if numbered is not None:
                found.setdefault(numbered.name, []).append((numbered.number, query_id))
        return {name: sorted(row) for name, row in found.items()}

    def _ranges_joined(self, text: str) -> str:
        """The text with each range as one word, where both its ends are names of one kind."""
        pieces, at = [], 0
        for match in BETWEEN_ENDS.finditer(text):
            if match.start() < at:
                continue
            before = ENDS.split(text[max(at, match.start() - LONGEST) : match.start()])[-1]
            after = ENDS.split(text[match.end() : match.end() + LONGEST], maxsplit=1)[0].rstrip(":.")
            first, last = before.strip("`*"), after.strip("`*")
            if self._are_ends(first, last):
                pieces.append(f"{text[at : match.start() - len(before)]}{first}{TO}{last}")
                at = match.end() + len(after)
        return "".join((*pieces, text[at:]))

    def _are_ends(self, first: str, last: str) -> bool:
        start, end = _numbered(first), _numbered(last)
        if start is None or end is None or start.name != end.name or start.number >= end.number:
            return False
        return bool(start.name) or first in self.known or last in self.known

    def _counts(self, entry: Entry, text: str, kinds: frozenset[str], led: bool = False) -> Iterator[Claim]:
        """Counted phrases: `86 cases harvested`, `Twenty-one open cases were added`, `Added 3 cases`."""
        for match in COUNTED.finditer(text):
            if match["about"] or "held" in match["words"].lower():
                continue
            what: What = "labels" if re.fullmatch(LABELS, match["what"], re.IGNORECASE) else "cases"
            before = JUST_BEFORE.search(text, max(0, match.start() - LONGEST), match.start())
            after = DONE.search(match["after"])
            if what == "cases" and after and ELSEWHERE.match(match["after"], after.start()):
                continue
            heads = entry.bullet and match.start() == 0
            said = kinds_of(before["verb"] if before else after.group() if after else "")
            if not said and not (heads and len(kinds) == 1):
                continue
            yield Claim(
                entry.line,
                said if said and not led else kinds,
                (),
                text,
                value_of(match["number"]),
                what,
                not entry.bullet,
            )


def _items(head: str) -> list[str]:
    return [item for item in (piece.strip().strip("`*") for piece in BETWEEN.split(head.strip())) if item]


def _shape(query_id: str) -> str:
    return re.sub(r"\d+", "0", query_id)
