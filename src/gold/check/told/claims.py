"""A section's bullets and sentences into what they claim: which cases changed and how, or how many."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import Literal, NamedTuple

from gold.check.told.numbers import NUMBER, value_of
from gold.check.told.sections import Entry, Section

KIND_WORDS = (
    (r"added|adds|new(?!\s+\w+\s+(?:for|of))|harvested|imported", "added"),
    (r"removed|removes|deleted|dropped", "removed"),
    (r"re-?labell?ed|re-?graded|re-?judged|re-?anchored", "relabelled"),
    (r"re-?worded|rephrased", "reworded"),
    (r"re-?classified", "reclassified"),
    (r"retired|retires", "retired"),
    (r"re-?split", "re-split"),
    (r"other|notes|answers|reasons", "other"),
)
WORD_OF = tuple((re.compile(rf"(?<![\w-])(?:{words})(?![\w-])", re.IGNORECASE), kind) for words, kind in KIND_WORDS)
LEADING = re.compile(
    r"^\**(?P<word>added|new|removed|deleted|re-?labell?ed|reworded|reclassified|retired|re-?split)\**(?P<colon>:)?\**\s+",
    re.IGNORECASE,
)
COLON = re.compile(r":(?=\s|$)")
ASIDE = re.compile(r"\s+[-–—]\s+|\s+\(|[.;](?=\s|$)")
BETWEEN = re.compile(r"\s*(?:,\s*(?:and\s+)?|;\s*|\s&\s|\s+and\s+)\s*")
RANGE = re.compile(
    r"(?P<first>\S*?\d+)`?(?:\s+(?:to|through|until|-)\s+|\s*[–—…]\s*|\s*\.\.+\s*)`?(?P<last>\S*?\d+)(?=[\s,;:.)`]|$)"
)
TO = "\x00"
NUMBERED = re.compile(r"^(?P<name>.*?)(?P<number>\d+)$", re.DOTALL)
A_VERSION = re.compile(r"^v\d+$")
DRAFT = "(why?)"

What = Literal["cases", "labels"]
CASES = r"cases?|questions?|quer(?:y|ies)|topics?"
LABELS = r"labels?|judge?ments?"
VERB = (
    r"added|harvested|imported|removed|deleted|dropped|re-?labell?ed|re-?graded|re-?judged|reworded|rephrased"
    r"|re-?classified|retired"
)
COUNTED = re.compile(
    rf"(?P<about>(?:about|around|some|over|nearly|almost|than|least|most|of|~)\s+)?(?<![\w.-])(?P<number>{NUMBER})"
    rf"(?P<words>(?:\s+(?!and\b|of\b|in\b)[\w-]+){{0,3}}?)\s+(?P<what>{CASES}|{LABELS})(?![\w-])(?P<after>[^.;:,(]{{0,90}})",
    re.IGNORECASE,
)
DONE = re.compile(rf"(?<![\w-])(?:{VERB})(?![\w-])", re.IGNORECASE)
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


def kinds_of(words: str) -> frozenset[str]:
    """The kinds of change that some words name, what stands in brackets aside."""
    text = re.sub(r"\([^)]*\)", "", words)
    return frozenset(kind for pattern, kind in WORD_OF if pattern.search(text))


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
        lists = list(self._lists(RANGE.sub(self._joined, text), bool(kinds)))
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
        if A_VERSION.match(item):
            return False
        return any(map(str.isdigit, item)) and (under_a_kind or _shape(item) in self.shapes)

    def _resolved(self, items: Iterable[str]) -> tuple[str, ...]:
        found: dict[str, None] = {}
        for item in items:
            found |= dict.fromkeys(self._within(*item.split(TO)) if TO in item else (item,))
        return tuple(found)

    def _within(self, first: str, last: str) -> Sequence[str]:
        """The known ids of a range, and its ends; where these are as long as each other, so are all."""
        start, end = NUMBERED.match(first), NUMBERED.match(last)
        assert start is not None and end is not None  # joined because they match
        name, low, high = start["name"], int(start["number"]), int(end["number"])
        width = len(start["number"]) if len(start["number"]) == len(end["number"]) else None
        inside = []
        for query_id in self.known:
            match = NUMBERED.match(query_id) if query_id.startswith(name) else None
            if not match or match["name"] != name or (width and len(match["number"]) != width):
                continue
            if low <= int(match["number"]) <= high:
                inside.append((int(match["number"]), query_id))
        return [first, *(query_id for _, query_id in sorted(inside)), last]

    def _joined(self, match: re.Match[str]) -> str:
        """A range as one word, where both its ends are names of one kind; else the text as it is."""
        first, last = match["first"].strip("`*"), match["last"].strip("`*")
        start, end = NUMBERED.match(first), NUMBERED.match(last)
        if not start or not end or start["name"] != end["name"] or int(start["number"]) >= int(end["number"]):
            return match.group()
        named = start["name"] or first in self.known or last in self.known
        return f"{first}{TO}{last}" if named else match.group()

    def _counts(self, entry: Entry, text: str, kinds: frozenset[str], led: bool = False) -> Iterator[Claim]:
        """Counted phrases: `86 cases harvested`, `Twenty-one open cases were added`, `Added 3 cases`."""
        for match in COUNTED.finditer(text):
            if match["about"] or "held" in match["words"].lower():
                continue
            before = JUST_BEFORE.search(text[: match.start()])
            after = DONE.search(match["after"])
            heads = entry.bullet and match.start() == 0
            said = kinds_of(before["verb"] if before else after.group() if after else "")
            if not said and not (heads and len(kinds) == 1):
                continue
            what: What = "labels" if re.fullmatch(LABELS, match["what"], re.IGNORECASE) else "cases"
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
